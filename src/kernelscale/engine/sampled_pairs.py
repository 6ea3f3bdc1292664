"""Rows drawn at random, each with all points: estimates over all pairs, and how sure they are.

Rows are drawn without replacement, each with the same chance, and divided into groups at random.
How much the groups differ says how sure the whole is (batch means); an estimate that is no sum is
judged by leaving out one group after the other (jackknife). Where all rows are drawn nothing is
left to chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .histogram import PairHistogram

__all__ = [
    "N_GROUPS",
    "ClassSample",
    "CurveEstimate",
    "LeftOut",
    "SampledPairs",
    "drawn_by_class",
    "drawn_in_strata",
    "drawn_rows",
    "group_edges",
    "jackknife_error",
]

N_GROUPS = 32  # their spread is then itself known to 13 %


def group_edges(n_rows: int, n_groups: int = N_GROUPS) -> np.ndarray:
    """Where groups begin among the rows, and the number of rows; sizes differ by one at most.

    Examples
    --------
    Seven rows in three groups, and two rows that make no more than two.

    >>> group_edges(7, n_groups=3), group_edges(2, n_groups=3)
    (array([0, 3, 5, 7]), array([0, 1, 2]))
    """
    n_groups = min(n_groups, n_rows)
    groups = np.arange(n_groups + 1)
    return groups * (n_rows // n_groups) + np.minimum(groups, n_rows % n_groups)


def drawn_rows(n_samples: int, n_rows: int, seed: int = 0) -> np.ndarray:
    """Random rows without replacement, of shape (n_rows,), in ascending order within groups.

    A larger draw of the same seed holds the smaller one.
    """
    drawn = np.random.default_rng(seed).permutation(n_samples)[:n_rows]
    edges = group_edges(n_rows)
    return np.concatenate([np.sort(group) for group in np.split(drawn, edges[1:-1])])


def drawn_in_strata(
    like: np.ndarray, n_rows: int, n_groups: int = N_GROUPS, seed: int = 0
) -> np.ndarray:
    """Random rows, as many from each stretch of rows that are alike, in groups that are too.

    Parameters
    ----------
    like : ndarray of shape (n_samples,)
        Rows are alike where this is.
    n_rows : int
        A multiple of `n_groups`: each group gets one row of every stretch.

    Examples
    --------
    Two of six rows: one of the smaller half, one of the larger.

    >>> np.sort(drawn_in_strata(np.array([1, 9, 2, 8, 3, 7]), n_rows=2, n_groups=1) % 2)
    array([0, 1])
    """
    random = np.random.default_rng(seed)
    n_strata = n_rows // n_groups
    # A few rows left out at random make the stretches equal, and with them every row's chance.
    kept = random.permutation(len(like))[len(like) % n_strata :]
    strata = kept[np.argsort(like[kept], kind="stable")].reshape(n_strata, -1)
    drawn = random.permuted(strata, axis=1)[:, :n_groups]
    return np.sort(drawn.T).ravel()


def jackknife_error(left_out: np.ndarray, share: float = 0.0) -> float:
    """Standard error of an estimate from its values with one group after the other left out.

    Parameters
    ----------
    left_out : ndarray of shape (n_groups,)
        The estimate without each group.
    share : float
        Share of all rows that were drawn.
    """
    n_groups = len(left_out)
    squares = ((left_out - left_out.mean()) ** 2).sum()
    return float(np.sqrt((1 - share) * (n_groups - 1) / n_groups * squares))


class CurveEstimate(NamedTuple):
    """S and d_eps over all pairs, and their standard errors, each of shape (n_scales,)."""

    S: np.ndarray
    dimension: np.ndarray
    S_error: np.ndarray
    dimension_error: np.ndarray


@dataclass
class _Kept:
    """Sums at one grid, of shapes (2, n_scales) and (n_groups, 2, n_scales)."""

    scales: np.ndarray = field(default_factory=lambda: np.zeros(0))
    pooled: np.ndarray = field(default_factory=lambda: np.zeros(0))
    by_group: np.ndarray = field(default_factory=lambda: np.zeros(0))


class LeftOut(NamedTuple):
    """All groups but one."""

    pairs: SampledPairs
    group: int

    def dimension(self, scales: np.ndarray) -> np.ndarray:
        """d_eps at some scales."""
        scales = np.asarray(scales, dtype=np.float64)
        pooled, group = self.pairs.pooled, self.pairs.groups[self.group]
        if np.array_equal(scales, self.pairs.kept.scales):
            S, T = self.pairs.kept.pooled - self.pairs.kept.by_group[self.group]
        else:
            S, T = np.subtract(pooled.sums(scales), group.sums(scales))
        dimensions: np.ndarray = T / (scales * S)
        return dimensions


@dataclass(frozen=True, eq=False)
class SampledPairs:
    """The pairs of sampled rows with all points.

    Attributes
    ----------
    pooled : PairHistogram
        Distances of all of these pairs, those of rows to themselves included.
    groups : tuple of PairHistogram
        The same for each group of rows.
    sizes : ndarray of shape (n_groups,)
        Rows in each group.
    """

    pooled: PairHistogram
    groups: tuple[PairHistogram, ...]
    sizes: np.ndarray
    kept: _Kept = field(default_factory=_Kept, repr=False)

    @property
    def n_rows(self) -> int:
        """Rows drawn."""
        return int(self.sizes.sum())

    @property
    def n_samples(self) -> int:
        """Number of all points."""
        return self.pooled.n_pairs // self.n_rows

    @property
    def share(self) -> float:
        """Share of all rows that were drawn."""
        return self.n_rows / self.n_samples

    def estimate(self, scales: Any) -> CurveEstimate:
        """S and d_eps at any scales; d_eps, a ratio of sums, is less uncertain than either."""
        scales = np.asarray(scales, dtype=np.float64)
        (S, T), by_group = self._sums(scales)
        dimension = T / (scales * S)
        beside_S = by_group[:, 0] - self.sizes[:, None] * (S / self.n_rows)
        beside_dimension = by_group[:, 1] / scales - dimension * by_group[:, 0]
        return CurveEstimate(
            S / self.share,
            dimension,
            self._error_of_sum(beside_S) / self.share,
            self._error_of_sum(beside_dimension) / S,
        )

    def _sums(self, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """S and T of all rows drawn, and of each group; those of the last long grid are kept."""
        if np.array_equal(scales, self.kept.scales):
            return self.kept.pooled, self.kept.by_group
        pooled = np.array(self.pooled.sums(scales))
        by_group = np.array([group.sums(scales) for group in self.groups])
        if len(scales) >= len(self.groups):
            self.kept.scales, self.kept.pooled, self.kept.by_group = scales, pooled, by_group
        return pooled, by_group

    def _error_of_sum(self, residuals: np.ndarray) -> np.ndarray:
        """Standard error of the sum of groups whose residuals sum to zero."""
        n_groups = len(self.sizes)
        factor = (1 - self.share) * n_groups / (n_groups - 1)
        error: np.ndarray = np.sqrt(factor * (residuals**2).sum(axis=0))
        return error

    def error_of(self, estimate: Callable[[LeftOut], float]) -> float:
        """Standard error of anything that follows from d_eps, by the jackknife."""
        left_out = [estimate(LeftOut(self, group)) for group in range(len(self.groups))]
        return jackknife_error(np.array(left_out), self.share)


class ClassSample(NamedTuple):
    """Rows drawn class by class, and how many rows each class has in all and among those drawn."""

    rows: np.ndarray
    n_members: np.ndarray
    n_drawn: np.ndarray


def drawn_by_class(codes: np.ndarray, n_rows: int, seed: int = 0) -> ClassSample:
    """About `n_rows` random rows, of every class its share and at least two if it has them.

    Examples
    --------
    Half of six and of two rows.

    >>> drawn_by_class(np.array([0, 0, 0, 1, 1, 0, 0, 0]), n_rows=4).n_drawn
    array([3, 2])
    """
    random = np.random.default_rng(seed)
    n_members = np.bincount(codes)
    shares = np.rint(n_rows * n_members / len(codes)).astype(int)
    n_drawn = np.minimum(np.maximum(shares, 2), n_members)
    by_class = np.split(np.argsort(codes, kind="stable"), np.cumsum(n_members)[:-1])
    drawn = [
        random.choice(members, n, replace=False)
        for members, n in zip(by_class, n_drawn, strict=True)
    ]
    return ClassSample(np.sort(np.concatenate(drawn)), n_members, n_drawn)
