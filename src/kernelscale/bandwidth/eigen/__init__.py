"""The criteria that need eigenpairs at each scale, and the search over scales that they share."""
