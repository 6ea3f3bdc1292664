"""Eigenvectors at new rows: the Nystrom extension."""
