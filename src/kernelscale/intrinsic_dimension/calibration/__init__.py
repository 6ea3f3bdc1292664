"""Statistics of solid balls of known dimension, with which those of the data are compared."""
