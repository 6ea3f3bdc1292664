"""How one tile is computed; `reference` is NumPy and always there."""
