"""The largest and smallest numbers allowed.

Squares of differences must neither overflow nor vanish in float64, even when they are summed over
features and pairs.
"""

__all__ = [
    "LARGEST_COUNT",
    "LARGEST_MAGNITUDE",
    "LARGEST_SCALE",
    "SMALLEST_SAMPLE",
    "SMALLEST_SCALE",
    "SMALLEST_SPREAD",
]

# The largest number of rows, features, neighbours or steps. A computation of all pairs of so many
# rows would take years.
LARGEST_COUNT = 2**31 - 1
LARGEST_MAGNITUDE = 1e140
SMALLEST_SPREAD = 1e-140
SMALLEST_SCALE, LARGEST_SCALE = 1e-290, 1e290
SMALLEST_SAMPLE = 64  # smallest subsample; with fewer rows, standard errors are unreliable
