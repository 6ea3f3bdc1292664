"""Share of the time of a tile in Python and in merging, and the gain of a second thread."""
