"""Model files: a fitted map is saved to a file and loaded again."""
