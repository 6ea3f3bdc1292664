"""The time that Python and merging take in computations on tiles, and the gain of two threads."""
