"""Passes over all pairs on a graphics processor: times, errors and reproducibility."""
