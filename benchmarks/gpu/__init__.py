"""Passes over all pairs on a graphics processor: times, digits, and the same bits twice."""
