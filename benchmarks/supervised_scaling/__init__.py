"""Comparison of factors that are learned from labels to scale features with other methods."""
