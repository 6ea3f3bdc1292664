"""The self-tuned kernel, with one scale for each point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from .._attributes import Rebuilt, frozen
from .._validation import check_count, check_not_negative, check_points, check_scales, shown
from ..engine.arithmetic.exponential import exponential
from ..metrics.registry import metric_named
from .formula import squares_given
from .kernel import ForRows, OperatorRows
from .local_scales import LocalScales, nearest_edges

__all__ = ["SelfTuned"]

_PAIRS_AT_ONCE = 400_000


@dataclass(frozen=True, eq=False)
class SelfTuned(Rebuilt, LocalScales):
    """A kernel with a scale for each point, ``exp(-r_ij / (sigma_i sigma_j))``, without factor 2.

    sigma_i is the distance to the `n_neighbors`-th nearest other point of `points` (Zelnik-Manor
    and Perona 2004; paper's eq. GKernelZelnik). Unlike the Gaussian it need not be positive
    definite.

    Parameters
    ----------
    points : ndarray of shape (n_points, n_features), or None
        The points in which neighbours are searched; None under metric="precomputed".
    local_scales : ndarray of shape (n_points,)
        sigma_i of each point, a distance.
    n_neighbors : int
        The scale is the distance to the neighbour with this rank; 1 is the nearest.
    counted : ndarray of shape (n_points,), optional
        Whether a point counts as a neighbour; False for duplicates of other points. By default all
        points count.
    within : float
        Squared distance up to which a row counts as a near-duplicate of a point and not as its
        neighbour.
    metric : str or Metric
        As for `Gaussian`; "precomputed" if there are no points.

    Raises
    ------
    ValueError
        If a local scale is not positive and finite, `n_neighbors` is less than 1 or too large,
        `counted` does not hold a bool for each point, or `within` is negative.

    Examples
    --------
    On a grid of unit step, with the distance to the nearest neighbour as the scale, the kernel of
    two neighbours is exp(-1). A distant point has a larger scale: 8, its distance to the grid.

    >>> grid = np.array([[0.0], [1.0], [2.0]])
    >>> kernel = SelfTuned(grid, local_scales=np.ones(3), n_neighbors=1)
    >>> kernel(grid)[0].round(3)
    array([1.   , 0.368, 0.018])
    >>> kernel(np.array([[10.0]]), grid[2:]).round(5)
    array([[0.00034]])
    """

    points: np.ndarray | None = field(repr=False)
    local_scales: np.ndarray = field(repr=False)
    n_neighbors: int = 7
    counted: np.ndarray | None = field(default=None, repr=False)
    within: float = field(default=0.0, repr=False)
    name: ClassVar[str] = "self_tuned"

    def __post_init__(self) -> None:
        if self.points is None and metric_named(self.metric).sees_points:
            object.__setattr__(self, "metric", "precomputed")
        super().__post_init__()
        n_scales = len(check_scales(self.local_scales, name="local_scales"))
        n_counted = n_scales
        if self.counted is not None:
            counted = np.array(self.counted)
            if counted.dtype != bool or counted.shape != (n_scales,):
                raise ValueError(
                    f"counted must state for each of the {n_scales} points whether it counts, but "
                    f"{shown(self.counted)} was given."
                )
            counted.flags.writeable = False
            object.__setattr__(self, "counted", counted)
            n_counted = int(counted.sum())
        object.__setattr__(self, "within", check_not_negative(self.within, "within"))
        check_count(self.n_neighbors, "n_neighbors", largest=max(1, n_counted - 1))
        if self.points is not None:
            points = check_points(self.points, name="points", min_rows=1, distinct=False)
            if len(points) != n_scales:
                raise ValueError(
                    f"local_scales must hold one number for each of the {len(points)} points, but "
                    f"there are {n_scales}."
                )
            object.__setattr__(self, "points", frozen(points))
        object.__setattr__(self, "local_scales", frozen(self.local_scales))

    def _matrix(self, X: Any, Y: Any) -> np.ndarray:
        r = metric_named(self.metric).squares_of(X, Y)
        if self.points is None:
            return self.from_squared_distances(r)
        sigma = self.local_scales_of(X)
        tau = sigma if Y is None else self.local_scales_of(Y)
        return exponential(-r / (sigma[:, None] * tau))

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances to all of `points`."""
        r = self.checked_squares(r)
        negative: np.ndarray = -self._nearest_lengths(r)[:, None] * self.local_scales
        np.divide(r, negative, out=negative)
        return negative

    def checked_squares(self, r: Any) -> np.ndarray:
        """Squared distances of some rows to all of `points`; raises an error for another shape."""
        squares = squares_given(r)
        if squares.ndim != 2 or squares.shape[1] != len(self.local_scales):
            raise ValueError(
                f"r must hold squared distances of rows to all {len(self.local_scales)} points, of "
                f"shape (n_rows, {len(self.local_scales)}), but its shape is {squares.shape}."
            )
        return squares

    def from_squared_distances(self, r: Any) -> np.ndarray:
        """Kernel values of squared distances to all of `points`, of shape (n_rows, n_points)."""
        return exponential(self.exponents(r))

    def log_values(self, r: np.ndarray) -> np.ndarray:
        return self.exponents(r)  # needs none of the checks and copies of `Formula`

    def values(self, r: np.ndarray) -> np.ndarray:
        return self.from_squared_distances(r)  # needs none of the checks and copies of `Formula`

    def local_scales_of(self, X: np.ndarray) -> np.ndarray:
        """The sigma of each row, its distance to a neighbour in `points`, of shape (n_samples_X,).

        At most one point at a squared distance up to `within` is ignored, so that a row of `points`
        gets its own sigma.
        """
        lengths = [self._nearest_lengths(r) for r in self.squares_in_blocks(X)]
        return np.concatenate(lengths) if lengths else self.local_scales

    def squares_in_blocks(self, X: Any) -> Iterator[np.ndarray]:
        """Yield squared distances to all of `points`, by blocks of rows; none if X equals them."""
        if self.points is None:
            raise ValueError(
                "This kernel was chosen from distances, so it has no points to compare others "
                "with; call it with distances, or use from_squared_distances."
            )
        metric = metric_named(self.metric)
        X = metric.checked(X, min_rows=1, distinct=False)
        n_features = self.points.shape[1]
        if X.shape[1] != n_features:
            raise ValueError(
                f"X must have the {n_features} feature(s) of the points the kernel was chosen "
                f"from, but it has {X.shape[1]}."
            )
        if not np.array_equal(X, self.points):
            n_blocks = -(-len(X) * len(self.points) // _PAIRS_AT_ONCE)
            for block in np.array_split(X, n_blocks):
                yield metric.squares_to(block, self.points)

    def _nearest_lengths(self, r: np.ndarray) -> np.ndarray:
        k, r = self.n_neighbors, r if self.counted is None else r[:, self.counted]
        nearest = np.partition(r, np.unique([k - 1, min(k, r.shape[1] - 1)]), axis=1)
        kept = k - 1 + (r.min(axis=1) <= self.within)
        lengths: np.ndarray = np.sqrt(nearest[np.arange(len(r)), kept])
        return lengths

    def nearest(self, r: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Nearest points that count, for rows that are not among the points.

        Returns their squared distances, ascending, and their indices, both of shape (n_rows,
        n_neighbors).
        """
        counted = np.arange(r.shape[1]) if self.counted is None else np.flatnonzero(self.counted)
        r = r[:, counted]
        columns = np.argpartition(r, self.n_neighbors - 1, axis=1)[:, : self.n_neighbors]
        near = np.take_along_axis(r, columns, axis=1)
        order = near.argsort(axis=1)
        columns = np.take_along_axis(columns, order, axis=1)
        return np.take_along_axis(near, order, axis=1), counted[columns]

    def edge_values(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> np.ndarray:
        return exponential(-r / (self.local_scales[starts] * self.local_scales[ends]))

    def operator_edges(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> OperatorRows:
        sigma = np.sqrt(r[nearest_edges(starts, r, self.n_neighbors)[:, -1]])
        return OperatorRows(-r / (sigma[starts] * self.local_scales[ends]), None)

    def for_rows(self, cloud: Any) -> ForRows:
        found = super().for_rows(cloud)
        if not self.is_of(cloud):
            raise ValueError(
                f"The self-tuned bandwidth holds the local scales of {len(self.local_scales)} "
                f"other rows; pass the rule 'self_tuning' to choose them for these rows."
            )
        return found

    def is_of(self, cloud: Any) -> bool:
        """Whether the local scales belong to the rows of a cloud."""
        if len(self.local_scales) != cloud.n_samples:
            return False
        if self.points is not None and cloud.features is not None:
            return np.array_equal(self.points, cloud.features)
        counted, scales = cloud, self.local_scales
        if self.counted is not None:
            rows = np.flatnonzero(self.counted)
            counted, scales = cloud.restricted(rows), scales[rows]
        nearest = counted.nearest(self.n_neighbors).squared_distances[:, -1]
        return bool(np.allclose(np.sqrt(nearest), scales))

    def numbers(self) -> dict[str, Any]:
        """All fields except the points, which a model file holds separately."""
        numbers = super().numbers()
        del numbers["points"]
        return numbers

    @classmethod
    def from_numbers(cls, numbers: Mapping[str, Any], points: np.ndarray | None) -> SelfTuned:
        return cls(points, **numbers)
