"""Rows left out: predicted, or given a density, by all other rows, in closed form."""
