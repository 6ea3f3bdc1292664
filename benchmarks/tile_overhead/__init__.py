"""Shares of a tile's time that Python and merging take, and the gain by a second thread."""
