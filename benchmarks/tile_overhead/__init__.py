"""Shares of Python and of merging in the time of a tile, and the gain of a second thread."""
