"""Factors for features that are learned from labels, in comparison with other methods."""
