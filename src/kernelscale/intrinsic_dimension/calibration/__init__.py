"""Statistics of solid balls of known dimension, for comparison with statistics of the data."""
