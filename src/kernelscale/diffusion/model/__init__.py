"""A fitted map in a file, and back."""
