"""Factors of features that are learned from labels, compared with other methods."""
