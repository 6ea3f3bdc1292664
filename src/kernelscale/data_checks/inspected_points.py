"""The points for the checks, with a subsample of the rows and quantities that the checks share.

All checks share one subsample and the quantities computed from it. So all checks together take
little time, compared with a pass over all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.spatial.distance import cdist

from .._attributes import cached_property
from ..distances import row_keys

__all__ = ["InspectedPoints"]

MOST_ROWS, FEWEST_ROWS = 2000, 100
MOST_ENTRIES = 2_000_000
MOST_QUERIES = 512  # largest number of rows drawn from the subsample to compute their distances
N_FARTHEST = 64
SAME = 1e-9  # values of a feature that differ by less than this share of its range count as equal
MOST_STEPS = 1e6  # largest number of equal steps in the range of a feature


class InspectedPoints:
    """Points, and quantities that several checks need.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_features)
        Checked points.
    names : sequence of str
        Names of the features.
    grouped : bool
        Whether the user named groups of rows that belong together.
    labelled : bool
        Whether labels of rows will be predicted from the other rows.
    """

    def __init__(
        self, points: np.ndarray, names: Sequence[str], *, grouped: bool, labelled: bool
    ) -> None:
        self.points, self.names = points, names
        self.grouped, self.labelled = grouped, labelled
        self.n_samples, self.n_features = points.shape
        fitting = max(FEWEST_ROWS, MOST_ENTRIES // self.n_features)
        size = min(self.n_samples, MOST_ROWS, fitting)
        random = np.random.default_rng(0)
        self.rows = np.sort(random.choice(self.n_samples, size, replace=False))

    @cached_property
    def sample(self) -> np.ndarray:
        """The subsample, in the order of the rows, of shape (n_drawn, n_features)."""
        return self.points[self.rows]

    @cached_property
    def ordered(self) -> np.ndarray:
        """The values of each feature in the subsample, ascending."""
        return np.sort(self.sample, axis=0)

    @cached_property
    def shares(self) -> np.ndarray:
        """The subsample with each feature scaled to range from 0 to 1; constant features are 0."""
        return self._as_shares(self.sample)

    @cached_property
    def _ordered_shares(self) -> np.ndarray:
        return self._as_shares(self.ordered)

    def _as_shares(self, values: np.ndarray) -> np.ndarray:
        width = self.ordered[-1] - self.ordered[0]
        shares: np.ndarray = (values - self.ordered[0]) / np.where(width > 0, width, 1)
        return shares

    @cached_property
    def n_levels(self) -> np.ndarray:
        """Number of different values of each feature in the subsample, of shape (n_features,)."""
        return 1 + np.count_nonzero(np.diff(self._ordered_shares, axis=0) > SAME, axis=0)

    @cached_property
    def n_steps(self) -> np.ndarray:
        """Number of equal steps from the smallest to the largest value of each feature.

        All values in the subsample lie on these steps, like whole numbers in any unit and with any
        origin. The number is 0 if there are no such steps, or more than a million.
        """
        gaps = np.diff(self._ordered_shares, axis=0)
        smallest = np.where(gaps > SAME, gaps, np.inf).min(axis=0)
        steps = np.rint(1 / smallest)
        whole = (self.sample == np.rint(self.sample)).all(axis=0) & (smallest < np.inf)
        on_steps = _lie_on(self._ordered_shares, steps)
        steps = np.where(on_steps, steps, np.where(whole, self.ordered[-1] - self.ordered[0], 0))
        return np.where(steps <= MOST_STEPS, steps, 0).astype(np.int64)

    @cached_property
    def duplicates(self) -> np.ndarray:
        """Indices of the rows that equal an earlier row, ascending."""
        keys = np.concatenate([row_keys(block) for block in self.blocks()])
        _, first = np.unique(keys, return_index=True)
        return np.setdiff1d(np.arange(self.n_samples), first, assume_unique=True)

    @cached_property
    def queries(self) -> np.ndarray:
        """The rows whose distances to the subsample are computed.

        They are given by their positions in `rows`, the array of the indices of the subsample.
        """
        size = min(len(self.rows), MOST_QUERIES)
        return np.sort(np.random.default_rng(1).choice(len(self.rows), size, replace=False))

    @cached_property
    def farthest(self) -> np.ndarray:
        """Indices of the rows farthest from the median of each feature, without `queries`."""
        middle = np.median(self.sample, axis=0)
        squares = np.concatenate([_squared_lengths(b - middle) for b in self.blocks()])
        rows = np.argsort(-squares, kind="stable")[:N_FARTHEST]
        return np.setdiff1d(rows, self.rows[self.queries])

    def blocks(self) -> Iterator[np.ndarray]:
        """Yield all rows, a block at a time, to save memory."""
        size = max(1, MOST_ENTRIES // (4 * self.n_features))
        for start in range(0, self.n_samples, size):
            yield self.points[start : start + size]

    @cached_property
    def squares(self) -> np.ndarray:
        """Squared distances of `queries` and `farthest` to the subsample; inf to the row itself."""
        rows = np.concatenate([self.rows[self.queries], self.farthest])
        squares = cdist(self.points[rows], self.sample, "sqeuclidean")
        squares[rows[:, None] == self.rows] = np.inf
        return squares


def _squared_lengths(rows: np.ndarray) -> np.ndarray:
    lengths: np.ndarray = np.einsum("ij,ij->i", rows, rows)
    return lengths


def _lie_on(shares: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """For each feature, whether its values lie on the given number of equal steps."""
    places = shares * steps
    return np.abs(places - np.rint(places)).max(axis=0) < 1e-3
