"""Criteria over scales that need eigenpairs at each scale, and the search that they share."""
