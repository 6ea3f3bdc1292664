"""The median heuristic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..engine import DistancesInBins
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .rule import Rule, gaussian_bandwidth

__all__ = ["Median"]


@dataclass(frozen=True)
class Median(Rule):
    """``eps = median_{i<j} |x_i - x_j|^2``, exactly: the median heuristic of kernel methods.

    A global scale: half of all pairs lie within it, so it sees the extent of the data, not
    their local structure. Without a factor 1/2, so that ``gamma = 1 / (2 median)``.

    Examples
    --------
    Three points on a line are 1, 2 and 3 apart.

    >>> Median()([[0.0], [1.0], [3.0]]).epsilon
    4.0
    """

    name: ClassVar[str] = "median"

    def choose(self, cloud: PointCloud) -> Bandwidth:
        epsilon = exact_median(cloud)
        if epsilon == 0:
            raise ValueError(
                "More than half of all pairs of rows are exact duplicates, so the median distance "
                "is 0; remove duplicate rows to use the rule 'median'."
            )
        return gaussian_bandwidth(self.name, epsilon, "Median squared distance of all pairs.")


def exact_median(cloud: PointCloud) -> float:
    """Median squared distance of pairs i < j: its bins from the histogram, then their values."""
    histogram = cloud.histogram
    n_pairs = cloud.n_samples * (cloud.n_samples - 1) // 2
    middle = np.array([(n_pairs - 1) // 2, n_pairs // 2])
    unordered = histogram.counts.copy()
    unordered[0] -= cloud.n_samples  # the diagonal lies in bin 0, the first
    unordered //= 2
    cumulated = np.cumsum(unordered)
    first, last = np.searchsorted(cumulated, middle, side="right")
    n_below = cumulated[first] - unordered[first]
    run = int(histogram.bins[first]), int(histogram.bins[last])
    n_within = int(cumulated[last] - n_below)
    values = cloud.reduce(DistancesInBins(histogram.unit, *run, n_within))
    return float(values[middle - n_below].mean())
