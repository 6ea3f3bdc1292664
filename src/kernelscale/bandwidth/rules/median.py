"""The median heuristic: the median squared distance of all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...data import PointCloud
from ...engine.pair_histogram import PairHistogram
from ...engine.sampled_pairs import SampledPairs, jackknife_error
from ...engine.statistics import CountsBetween, DistancesBetween
from ...results import Bandwidth
from ..duplicates import DuplicatesError
from ..rule import Rule, gaussian_bandwidth
from ..subsampling import sampled_evidence, sentence_on_sample

__all__ = ["Median"]


@dataclass(frozen=True)
class Median(Rule):
    """``eps = median_{i<j} |x_i - x_j|^2``, exactly: the median heuristic of kernel methods.

    Half of all pairs are at a smaller distance, so the scale follows the extent of the data and not
    their local structure. There is no factor 1/2, so ``gamma = 1 / (2 median)``. With `n_sample`
    the scale is the median over all pairs of a drawn row and any other row, read from a histogram.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        When called, if more than half of all pairs are exact duplicates and each duplicate counts.

    Examples
    --------
    Three points on a line are 1, 2 and 3 apart.

    >>> Median()([[0.0], [1.0], [3.0]]).epsilon
    4.0
    """

    name: ClassVar[str] = "median"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        sampled = cloud.sampled
        epsilon = exact_median(cloud) if sampled is None else _sampled_median(sampled)
        if epsilon == 0:
            raise DuplicatesError(
                "More than half of all pairs of rows are exact duplicates, so the median distance "
                "is 0; remove duplicate rows to use the rule 'median'."
            )
        if sampled is None:
            return gaussian_bandwidth(
                self.name, epsilon, "The scale is the median squared distance of all pairs."
            )
        error = _error_of_median(sampled)
        n_rows = sampled.n_rows
        return gaussian_bandwidth(
            self.name,
            epsilon,
            "The scale is the median squared distance of pairs."
            + sentence_on_sample(cloud, n_rows, f"{error:.2g}"),
            **sampled_evidence(n_rows, epsilon=error),
        )


def _sampled_median(sampled: SampledPairs) -> float:
    return _middle(sampled.pooled, sampled.pooled.counts, sampled.n_rows)


def _error_of_median(sampled: SampledPairs) -> float:
    """Standard error of the median, by the jackknife over groups of rows."""
    pooled, left_out = sampled.pooled, []
    for group, size in zip(sampled.groups, sampled.sizes.tolist(), strict=True):
        counts = pooled.counts.copy()
        counts[np.searchsorted(pooled.bins, group.bins)] -= group.counts
        left_out.append(_middle(pooled, counts, sampled.n_rows - size))
    return jackknife_error(np.array(left_out), sampled.share)


def _middle(histogram: PairHistogram, counts: np.ndarray, n_selves: int) -> float:
    """Median squared distance from the counts of bins, without the pairs of a row with itself.

    The distances in a bin are taken as uniform on an interval around the bin's mean. The width of
    the interval is chosen such that their variance is the variance of the bin.
    """
    others = counts.copy()
    others[0] -= n_selves  # pairs of a row with itself are in the first bin
    below = np.cumsum(others)
    half = below[-1] / 2
    place = int(np.searchsorted(below, half))
    share = (half - below[place] + others[place]) / others[place]
    width = np.sqrt(12 * histogram.relative_variances[place])
    return float(histogram.means[place] * (1 + width * (share - 0.5)))


def exact_median(cloud: PointCloud) -> float:
    """Median squared distance of pairs i < j; for an even number, the mean of the middle two.

    The histogram gives the bins that contain the median, so only the distances in these bins are
    sorted. If they are too many to keep in memory, they are counted in finer bins first.
    """
    n_pairs = cloud.n_samples * (cloud.n_samples - 1) // 2
    middle = np.array([(n_pairs - 1) // 2, n_pairs // 2])
    return float(np.mean(_distances_of_ranks(cloud, middle, *_bins_around(cloud, middle))))


def _distances_of_ranks(
    cloud: PointCloud, ranks: np.ndarray, low: float, high: float, n_within: int
) -> list[float]:
    """Squared distances, between `low` and `high`, of the pairs i < j with these ranks."""
    if np.nextafter(low, high) >= high:
        return [low] * len(ranks)
    if 48 * n_within <= cloud.memory_limit:
        n_below, inside = cloud.reduce(DistancesBetween(low, high, n_within))
        return inside[ranks - n_below].tolist()
    steps = CountsBetween(low, high)
    counts = cloud.reduce(steps)
    found, places = [], np.searchsorted(np.cumsum(counts), ranks, side="right")
    for place in np.unique(places).tolist():  # one or two steps contain the two ranks
        step = float(steps.edges[place - 1]), float(steps.edges[place]), int(counts[place])
        found += _distances_of_ranks(cloud, ranks[places == place], *step)
    return found


def _bins_around(cloud: PointCloud, ranks: np.ndarray) -> tuple[float, float, int]:
    """An interval that contains the pairs i < j of two ranks, and the number of pairs in it."""
    histogram = cloud.histogram
    unordered = histogram.counts.copy()
    unordered[0] -= cloud.n_samples  # the diagonal is in the first bin
    unordered //= 2
    first, last = np.searchsorted(np.cumsum(unordered), ranks, side="right")
    # The bin of a pair is computed from r / unit, whose rounding may put the pair into the next
    # bin. So the interval extends from the mean of the bin before to the mean of the bin after.
    n_bins = len(unordered)
    low = histogram.means[first - 1] * (1 - 1e-9) if first else 0.0
    high = histogram.means[last + 1] * (1 + 1e-9) if last + 1 < n_bins else np.inf
    return low, high, int(unordered[max(first - 1, 0) : last + 2].sum())
