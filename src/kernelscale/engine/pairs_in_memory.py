"""Histograms of squared distances that are at hand, one for each pair of few rows."""

from __future__ import annotations

import numpy as np

from .arithmetic.registry import arithmetic_for
from .pair_histogram import PairHistogram
from .resources import Resources
from .source import Source
from .statistics import DistanceHistogram
from .tile import Tile

__all__ = ["PairsInMemory"]


class PairsInMemory:
    """The pairs i < j of up to 1024 rows, as the entries of one rectangular tile.

    A pass over the pairs of a few hundred rows takes several times as long as the histogram of
    their distances. If many such histograms are needed, and the distances of one follow from those
    of another, this is quicker.

    Parameters
    ----------
    n_samples : int
        Number of rows, from 3 to `MOST_ROWS`.
    resources : Resources
        Its arithmetic is used.

    Attributes
    ----------
    r : ndarray of shape (n_samples * (n_samples - 1) / 2,)
        Squared distances of the pairs in any order, which the caller writes.

    Examples
    --------
    Three points on a line, and the same points twice as far apart.

    >>> pairs = PairsInMemory(3, Resources())
    >>> for pairs.r[:] in [1.0, 1.0, 4.0], [4.0, 4.0, 16.0]:
    ...     histogram = pairs.histogram(unit=1.0)
    ...     print(histogram.means, histogram.counts)
    [0. 1. 4.] [3 4 2]
    [ 0.  4. 16.] [3 4 2]
    """

    MOST_ROWS = 1024  # the pairs of more rows do not fit in one block of a tile

    def __init__(self, n_samples: int, resources: Resources) -> None:
        self._n_samples = n_samples
        self._arithmetic = arithmetic_for(resources.arithmetic, distances_given=True)
        # n (n - 1) / 2 pairs fill a rectangle whose sides differ, so it is not on the diagonal.
        self._sides = n_samples - 1 + n_samples % 2, n_samples // 2
        self.r = np.zeros(self._sides[0] * self._sides[1])
        known = self.r.reshape(self._sides)
        self._source = Source.of(known, known=known)

    def histogram(self, unit: float) -> PairHistogram:
        """The histogram of all ordered pairs and the diagonal, as `DistanceHistogram` gives it."""
        rows, columns = (slice(0, side) for side in self._sides)
        statistic = DistanceHistogram(unit)
        found = statistic.on_tile(Tile(self._source, rows, columns, self._arithmetic), None)
        return statistic.finish(found._replace(n_zero=found.n_zero + self._n_samples))
