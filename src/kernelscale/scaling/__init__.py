"""Transformers that multiply each feature by a factor, found from the dimension or from labels."""
