"""Coordinates of new rows: the Nystrom extension."""
