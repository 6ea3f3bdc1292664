"""Factors for features from labels, beside other ways to find them."""
