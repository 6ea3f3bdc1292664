"""Factors for features learned from labels, in comparison with other methods."""
