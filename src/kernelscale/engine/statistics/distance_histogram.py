"""Squared distances of all pairs: their log-histogram, and distances and counts in an interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..._validation import check_count, check_not_negative, check_positive, check_scale
from ..pair_histogram import N_BINS, PairHistogram, PartialHistogram
from ..requests import HistogramOf
from ..tile import Arithmetic, Tile
from .statistic import Statistic, Streamed

__all__ = ["Between", "CountsBetween", "DistanceHistogram", "DistancesBetween"]

N_STEPS = 1 << 14


@dataclass(frozen=True, eq=False)
class DistanceHistogram(Streamed):
    """Log-histogram of all squared distances, which gives S and d_eps at every scale.

    S is the sum of the kernel, and d_eps the implied dimension. Each bin has the number of its
    pairs and two moments of their distances.

    Parameters
    ----------
    unit : float
        Squared distance by which distances are divided before they are sorted into bins. With the
        mean squared distance, results do not depend on the unit of the data.

    Raises
    ------
    ValueError
        If `unit` is not a positive finite number; in `reduce`, if a squared distance is 2^64 units
        or more.

    Examples
    --------
    Two points make four ordered pairs: two at distance zero and two at a squared distance of 4. At
    any scale the histogram gives S and T as `KernelSums` does, to within about 1e-6.

    >>> from kernelscale.engine.passes import reduce
    >>> histogram = reduce([[0.0], [2.0]], DistanceHistogram(unit=1.0))
    >>> histogram.counts, histogram.means
    (array([2, 2]), array([0., 4.]))
    >>> S, T = histogram.sums([1e6])
    >>> S.round(3), T.round(3)
    (array([4.]), array([8.]))
    """

    unit: float
    of_some_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_scale(self.unit, "unit")

    def result_bytes(self, n_samples: int) -> int:
        return 32 * N_BINS

    @property
    def request(self) -> HistogramOf:
        return HistogramOf(self.unit)

    def partial_bytes(self, side: int) -> int:
        return 24 * N_BINS

    def start(self, n_samples: int) -> PartialHistogram:
        return PartialHistogram(0, np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), 0)

    def partial(self, tile: Tile, answer: list[tuple[int, PartialHistogram]]) -> PartialHistogram:
        [(_, part)] = answer
        return part

    def merge(self, state: PartialHistogram, partial: PartialHistogram) -> PartialHistogram:
        return state.merged(partial)

    def finish(self, state: PartialHistogram) -> PairHistogram:
        bins, counts, sums, squares = state.with_bins()
        return PairHistogram.from_bins(bins, counts, sums, squares, self.unit)


def _check_interval(low: Any, high: Any) -> None:
    endless = isinstance(high, float) and high == np.inf
    if check_not_negative(low, "low") > (np.inf if endless else check_positive(high, "high")):
        raise ValueError(f"low must be at most high, but {low:g} and {high:g} were given.")


class Between(NamedTuple):
    """Squared distances of pairs i < j: those in an interval, and the number of smaller ones.

    Attributes
    ----------
    n_below : int
        Number of distances below the interval.
    inside : ndarray of shape (n_inside,)
        The distances in the interval, ascending.
    """

    n_below: int
    inside: np.ndarray


@dataclass(frozen=True)
class DistancesBetween(Statistic):
    """All squared distances of pairs i < j with ``low <= r < high``.

    Parameters
    ----------
    low, high : float
        The ends of the interval, squared distances.
    n_expected : int
        An upper bound of the number of these distances; it sets the memory needed.

    Raises
    ------
    ValueError
        If an end or the number is not valid.

    Examples
    --------
    Three points on a line have the squared distances 1, 4 and 9: one is below 2, and two lie
    between 2 and 10.

    >>> from kernelscale.engine.passes import reduce
    >>> reduce([[0.0], [1.0], [3.0]], DistancesBetween(2.0, 10.0, n_expected=3))
    Between(n_below=1, inside=array([4., 9.]))
    """

    low: float
    high: float
    n_expected: int
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _check_interval(self.low, self.high)
        check_count(self.n_expected, "n_expected", smallest=0, largest=2**62)

    def result_bytes(self, n_samples: int) -> int:
        return 24 * self.n_expected

    def tile_bytes(self, side: int) -> int:
        return 10 * side * side

    def partial_bytes(self, side: int) -> int:
        return 8 * min(side * side, self.n_expected)

    def start(self, n_samples: int) -> tuple[int, list[np.ndarray]]:
        return 0, []

    def on_tile(self, tile: Tile, hint: Any) -> tuple[int, np.ndarray]:
        r = tile.pair_distances
        below = r < self.low
        return int(np.count_nonzero(below)), r[~below & (r < self.high)]

    def merge(self, state: Any, partial: Any) -> tuple[int, list[np.ndarray]]:
        n_below, inside = state
        inside.append(partial[1])
        return n_below + partial[0], inside

    def as_partial(self, state: Any, arithmetic: Arithmetic) -> tuple[int, np.ndarray]:
        return state[0], np.concatenate(state[1])

    def finish(self, state: Any) -> Between:
        return Between(state[0], np.sort(np.concatenate(state[1])))


@dataclass(frozen=True)
class CountsBetween(Statistic):
    """Number of squared distances of pairs i < j below ``low``, and in each step of an interval.

    Each step holds the same number of float64 numbers (the last may hold fewer). If each pass over
    the pairs divides one step of the previous pass, a step holds a single number after a few
    passes.

    Parameters
    ----------
    low, high : float
        The interval ``low <= r < high`` of squared distances, which is cut into 2^14 steps.

    Raises
    ------
    ValueError
        If `low` is negative, `high` is not positive, or `low` exceeds `high`.

    Examples
    --------
    Of the squared distances 1, 4 and 9, one is below 2, and only 4 lies between 2 and 8. So only
    the step that contains 4 is not empty.

    >>> from kernelscale.engine.passes import reduce
    >>> statistic = CountsBetween(2.0, 8.0)
    >>> counts = reduce([[0.0], [1.0], [3.0]], statistic)
    >>> (step,) = np.flatnonzero(counts[1:])
    >>> int(counts[0]), int(counts.sum())
    (1, 2)
    >>> bool(statistic.edges[step] <= 4.0 < statistic.edges[step + 1])
    True
    """

    low: float
    high: float
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _check_interval(self.low, self.high)
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))

    @property
    def edges(self) -> np.ndarray:
        """Ends of the steps, of shape (at most N_STEPS + 1,)."""
        first, last = np.array([self.low, self.high]).view(np.int64)
        step = -(-(last - first) // N_STEPS)
        return np.append(np.arange(first, last, step), last).view(np.float64)

    def result_bytes(self, n_samples: int) -> int:
        return 16 * N_STEPS

    def tile_bytes(self, side: int) -> int:
        return 26 * side * side

    def partial_bytes(self, side: int) -> int:
        return 8 * N_STEPS

    def start(self, n_samples: int) -> int:
        return 0

    def on_tile(self, tile: Tile, hint: Any) -> np.ndarray:
        r = tile.pair_distances
        edges, below = self.edges, r < self.low
        positions = np.searchsorted(edges, r[~below & (r < self.high)], side="right")
        counts = np.bincount(positions, minlength=len(edges))
        counts[0] += np.count_nonzero(below)
        return counts

    def merge(self, state: Any, partial: np.ndarray) -> Any:
        return state + partial

    def finish(self, state: np.ndarray) -> np.ndarray:
        return state
