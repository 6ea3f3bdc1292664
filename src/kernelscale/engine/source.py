"""The points of a pass over the pairs, and whether their distances may be float32."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..metrics.euclidean import EUCLIDEAN
from ..metrics.metric import Between, Metric, RowMetric
from ..stored_rows import StoredRows

__all__ = [
    "MOST_PLACES",
    "SINGLE_ROWS",
    "QuickDistances",
    "RowsBeside",
    "Source",
    "bytes_read",
    "bytes_to_examine",
]

# With at most this many rows, float32 saves little time, and its errors do not average out.
SINGLE_ROWS = 1024
_ROWS_LOOKED_AT = 512
_GOLDEN = (5**0.5 - 1) / 2
_FEATURES_LOOKED_AT = 16
_NUMBERS_AT_ONCE = 2**16
MOST_PLACES = 2**20  # if rows are read in blocks, about this many are examined for equal positions


def bytes_to_examine(n_samples: int, n_features: int) -> int:
    """Number of bytes that `Source.of` needs."""
    if n_features == 0 or n_samples <= SINGLE_ROWS:
        return 0
    of_places = 42 * n_samples + 28 * min(n_samples * n_features, _NUMBERS_AT_ONCE)
    return max(30 * _ROWS_LOOKED_AT * n_features, of_places)


def bytes_read(values: np.ndarray) -> int:
    """Number of bytes of the blocks in memory if points are read in blocks; 0 otherwise."""
    return values.bytes_in_memory if isinstance(values, StoredRows) else 0


class QuickDistances(NamedTuple):
    """Squared distances divided by a unit: float32, with errors of about 1e-6, or float64."""

    values: np.ndarray
    unit: float

    def over_unit(self, scales: Any) -> np.ndarray:
        """Scales divided by the unit; they may underflow to 0 or overflow to infinity."""
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(scales, dtype=np.float64) / self.unit


def _some_of(points: np.ndarray) -> np.ndarray:
    """Up to 512 rows, at multiples of the golden ratio, so that a periodic order has no effect."""
    places = np.arange(min(len(points), _ROWS_LOOKED_AT)) * _GOLDEN % 1
    some: np.ndarray = points[(places * len(points)).astype(int)]
    return some


def _extent(points: np.ndarray) -> np.ndarray:
    if isinstance(points, StoredRows):
        return points.moments.high - points.moments.low
    extent: np.ndarray = np.ptp(points, axis=0)
    return extent


@dataclass(frozen=True, eq=False)
class Source:
    """Points, and the centre and unit of their float32 distances.

    Attributes
    ----------
    values : ndarray of shape (n_samples, n_features) or (n_samples, n_samples)
        The points, float64, or their distances; or `StoredRows`, read where they are used.
    centre : ndarray of shape (n_features,)
        The median of some points, which is subtracted before conversion to float32, because float32
        keeps few digits of numbers far from 0.
    unit : float
        An upper bound of squared Euclidean distances; 1 if `_exact` made the source. It is a power
        of 4, so that division by its root is exact.
    single : bool
        Whether quick distances may be float32; False if there are few rows, few distinct rows, or
        few distinct values.
    metric : Metric
        The definition of the distances.
    known : ndarray of shape (n_samples, n_samples), optional
        Squared distances that were computed before.
    """

    values: np.ndarray
    centre: np.ndarray
    unit: float
    single: bool
    metric: Metric = EUCLIDEAN
    known: np.ndarray | None = None

    @property
    def in_float64(self) -> bool:
        """Whether the arithmetic gets float64 distances instead of points.

        These are known distances, or distances that the metric computes.
        """
        return self.known is not None or not self.metric.ranks_as_euclidean

    @property
    def pair_unit(self) -> float:
        """The unit of the metric's squared distances."""
        return (0.5 * self.unit) ** 2 if self.metric.half_squares else self.unit

    @classmethod
    def of(
        cls, values: np.ndarray, metric: Metric = EUCLIDEAN, known: np.ndarray | None = None
    ) -> Source:
        """The source of the data; examines the points once, unless distances are `known`."""
        if known is None and isinstance(values, StoredRows):
            if (key := f"source {metric!r}") not in values.cached:  # an examination reads all rows
                values.cached[key] = cls._examined(values, metric)
            return replace(values.cached[key], values=values)
        return cls._examined(values, metric, known)

    @classmethod
    def _examined(
        cls, values: np.ndarray, metric: Metric, known: np.ndarray | None = None
    ) -> Source:
        if known is not None:
            return replace(cls._exact(values, metric), known=known)
        look = cls._of_points if metric.ranks_as_euclidean else cls._exact
        return look(values, metric)

    @classmethod
    def _exact(cls, values: np.ndarray, metric: Metric) -> Source:
        """The source of data whose distances are computed in float64 only."""
        return cls(values, np.asarray(values[0]), 1.0, False, metric)

    @classmethod
    def _of_points(cls, points: np.ndarray, metric: Metric) -> Source:
        """The source of points; the centre is the median of some, which outliers do not move."""
        extent = _extent(points)
        diagonal = float(extent @ extent)
        if len(points) <= SINGLE_ROWS or diagonal == 0:
            return cls._exact(points, metric)
        ordered = np.sort(_some_of(points), axis=0)
        centre, unit = ordered[len(ordered) // 2], float(4.0 ** np.ceil(np.log2(diagonal) / 2))
        source = cls(points, centre, unit, True, metric)
        many = source._numbers_vary(ordered) and source._n_places() > SINGLE_ROWS
        return source if many else replace(source, single=False)

    # Float32 rounds coordinates and distances to about 1e-6. In sums over pairs these errors
    # average out if they differ from pair to pair; they do not differ if points or values repeat.

    def _patterns(self, points: np.ndarray, features: slice = slice(None)) -> np.ndarray:
        """Bit patterns of float32 coordinates without the last five bits; equal for near values."""
        single = (points[:, features] - self.centre[features]) * self.unit**-0.5
        bits: np.ndarray = single.astype(np.float32).view(np.uint32)
        return (bits + 16) & ~np.uint32(31)

    def _numbers_vary(self, ordered: np.ndarray) -> bool:
        """Whether features with repeated values have enough distinct values.

        The columns of `ordered` are sorted.
        """
        patterns = self._patterns(ordered)
        n_distinct = 1 + np.count_nonzero(np.diff(patterns, axis=0), axis=0)
        repeated = (n_distinct > 1) & (2 * n_distinct <= len(ordered))
        scaled = (ordered - self.centre) * self.unit**-0.5
        rounded = (scaled != scaled.astype(np.float32)).any(axis=0)
        # The relative error of a distance is up to 1.2e-7 where coordinates are rounded, and up to
        # 6e-8 otherwise, so rounded coordinates need more distinct values. The relative error of S
        # (the sum of the kernel) is d_eps / 2 times as large, where d_eps is the implied dimension.
        # One feature adds 0.28 to d_eps / 2; all features together add about 10.
        return all(
            len(np.unique(patterns[:, group])) >= min(np.count_nonzero(group) ** 2 / share, most)
            for group, share, most in ((repeated & rounded, 2, 600), (repeated & ~rounded, 8, 150))
        )

    def _n_places(self) -> float:
        """Effective number of distinct positions over which errors average out.

        It is the number of positions if each has one point. It is first computed from about 16
        features, and from all features only if it is small.
        """
        step = max(1, self.values.shape[1] // _FEATURES_LOOKED_AT)
        n_places = self._n_places_by(slice(None, None, step))
        return n_places if step == 1 or n_places > SINGLE_ROWS else self._n_places_by(slice(None))

    def _n_places_by(self, features: slice) -> float:
        n, width = len(self.values), len(self.centre[features])
        factors = np.random.default_rng(0).integers(2**63, size=width, dtype=np.uint64) | 1
        n_rows = max(1, _NUMBERS_AT_ONCE // width)
        step = -(-n // MOST_PLACES) if isinstance(self.values, StoredRows) else 1
        parts = (self.values[start : start + n_rows][::step] for start in range(0, n, n_rows))
        # A hash of each position.
        sums = np.concatenate([(self._patterns(p, features) * factors).sum(axis=1) for p in parts])
        _, counts = np.unique(sums, return_counts=True)
        # Number of pairs at distance zero, by position.
        pairs = np.sort(counts.astype(np.float64)) ** 2
        # The worst case: only pairs between positions with many points are near enough to count.
        return float(pairs.sum() ** 2 / max((pairs[1:] * pairs[:-1]).sum(), pairs[-1]))

    def squared_distances(
        self, rows: slice | np.ndarray, columns: slice, between: Between
    ) -> np.ndarray:
        """Squared distances of some rows to a block of rows, by the metric's `between`."""
        if self.known is not None:
            return np.ascontiguousarray(self.known[rows, columns])
        of_blocks = None
        if isinstance(self.metric, RowMetric):
            of_blocks = partial(self.metric.between, euclidean=between)
        return self.metric.squared_distances(self.values, rows, columns, of_blocks)

    def block(self, rows: slice | np.ndarray) -> np.ndarray:
        """Some of the points, as a C-contiguous array."""
        return np.ascontiguousarray(self.values[rows])

    def beside(self, rows: np.ndarray) -> RowsBeside:
        """The same points, with other rows whose distances to the points are computed."""
        return RowsBeside(**{**vars(self), "known": None, "others": rows})


@dataclass(frozen=True, eq=False)
class RowsBeside(Source):
    """Points, and other rows whose distances to the points are computed.

    Attributes
    ----------
    others : ndarray of shape (n_rows, n_features)
        The other rows; their indices in `Tile.sample` begin at `n_samples`.
    """

    others: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))

    def squared_distances(
        self, rows: slice | np.ndarray, columns: slice, between: Between
    ) -> np.ndarray:
        """Squared distances of some of these rows to a block of points, float64."""
        assert isinstance(self.metric, RowMetric)  # new rows are points
        return self.metric.between(self.block(rows), self.block(columns), between)

    def block(self, rows: slice | np.ndarray) -> np.ndarray:
        """A block of the points, or some of the other rows."""
        if isinstance(rows, slice):
            return super().block(rows)
        return np.ascontiguousarray(self.others[rows - len(self.values)])
