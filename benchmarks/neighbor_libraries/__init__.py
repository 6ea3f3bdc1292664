"""Nearest neighbours by this package and by libraries for approximate search."""
