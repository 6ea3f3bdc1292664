"""How much of a tile's time goes to Python and to merging, and what a second thread brings."""
