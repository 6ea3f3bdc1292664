"""Predictions and densities for each row from all other rows, in closed form."""
