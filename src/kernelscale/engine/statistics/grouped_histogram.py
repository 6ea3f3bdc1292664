"""Log-histograms of the distances of sampled rows to all points, one for each group of rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..._validation import check_count, check_scale
from ..pair_histogram import N_BINS, PairHistogram, PartialHistogram
from ..requests import HistogramOf
from ..sampled_pairs import SampledPairs, group_edges
from ..tile import Tile
from .statistic import Streamed

__all__ = ["GroupedHistogram"]


class _Part(NamedTuple):
    """Distances of the rows of one group in a tile.

    Attributes
    ----------
    group : int
        Index of the group.
    bins : ndarray of shape (n_filled,)
        Indices of the filled bins.
    totals : tuple of ndarray
        Counts, sums and sums of squares in these bins, as in `PartialHistogram`.
    n_zero : int
        Number of pairs at distance zero.
    """

    group: int
    bins: np.ndarray
    totals: tuple[np.ndarray, np.ndarray, np.ndarray]
    n_zero: int


class _State(NamedTuple):
    """The histograms of all groups.

    Attributes
    ----------
    edges : ndarray of shape (n_groups + 1,)
        First row of each group, followed by the number of rows.
    totals : tuple of ndarray of shape (n_groups, N_BINS)
        Counts, sums and sums of squares, as in `PartialHistogram`.
    """

    edges: np.ndarray
    totals: tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class GroupedHistogram(Streamed):
    """A `DistanceHistogram` for each group of sampled rows, to compute standard errors.

    Parameters
    ----------
    unit : float
        As in `DistanceHistogram`.
    n_groups : int
        Number of groups of nearly equal size into which the sampled rows are divided, in their
        order. If there are fewer rows than this, each row is a group.

    Raises
    ------
    ValueError
        If `unit` is not a positive finite number or `n_groups` is not a positive integer; in
        `reduce`, if the argument `rows` is missing.

    Examples
    --------
    Two of four points on a line are paired with all four. At a large scale each pair adds 1, so the
    estimate of S over all pairs is 16, and its standard error is 0.

    >>> from kernelscale.engine.passes import reduce
    >>> X = [[0.0], [1.0], [2.0], [3.0]]
    >>> sampled = reduce(X, GroupedHistogram(unit=1.0, n_groups=2), rows=[2, 0])
    >>> estimate = sampled.estimate([1e6])
    >>> estimate.S.round(3), estimate.S_error.round(3)
    (array([16.]), array([0.]))
    """

    unit: float
    n_groups: int
    of_some_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_scale(self.unit, "unit")
        check_count(self.n_groups, "n_groups")

    def result_bytes(self, n_samples: int) -> int:
        return 60 * self.n_groups * N_BINS

    @property
    def request(self) -> HistogramOf:
        return HistogramOf(self.unit, self.n_groups)

    def partial_bytes(self, side: int) -> int:
        # A pair fills at most one bin, and each group has `N_BINS` bins.
        return 32 * min(side**2, self.n_groups * N_BINS)

    def start(self, n_samples: int) -> _State:
        edges = group_edges(n_samples, self.n_groups)
        shape = len(edges) - 1, N_BINS
        return _State(edges, (np.zeros(shape, dtype=np.int64), np.zeros(shape), np.zeros(shape)))

    def on_tile(self, tile: Tile, hint: Any) -> list[_Part]:
        if tile.sample is None:
            raise ValueError(
                "GroupedHistogram needs sampled rows; pass their indices as the argument rows."
            )
        parts: list[_Part] = super().on_tile(tile, hint)
        return parts

    def partial(self, tile: Tile, answer: list[tuple[int, PartialHistogram]]) -> list[_Part]:
        parts = []
        for group, part in answer:
            filled = np.flatnonzero(part.counts)
            totals = part.counts[filled], part.sums[filled], part.squares[filled]
            parts.append(_Part(group, part.first + filled, totals, part.n_zero))
        return parts

    def merge(self, state: _State, partial: list[_Part]) -> _State:
        for group, bins, totals, n_zero in partial:
            for total, part in zip(state.totals, totals, strict=True):
                total[group, bins] += part
            state.totals[0][group, 0] += n_zero
        return state

    def finish(self, state: _State) -> SampledPairs:
        pooled, *groups = (
            PairHistogram.from_bins(np.arange(N_BINS), counts, sums, squares, self.unit)
            for counts, sums, squares in self._with_total(state)
        )
        return SampledPairs(pooled, tuple(groups), np.diff(state.edges))

    def _with_total(self, state: _State) -> Iterator[tuple[np.ndarray, ...]]:
        """Yield counts, sums and sums of squares: of all groups together, then of each group."""
        yield tuple(total.sum(axis=0) for total in state.totals)
        yield from zip(*state.totals, strict=True)
