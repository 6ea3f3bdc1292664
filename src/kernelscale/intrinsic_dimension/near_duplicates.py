"""Near-duplicates: rows that differ by a little noise, such as repeated measurements.

The nearest neighbours of a near-duplicate are its duplicates, and the distance to the next
neighbour is much larger. So an estimate from nearest neighbours gives the dimension of the noise.

Consider a group of s rows such that, seen from each of them, every row outside the group is at
least m times as far away as the other rows of the group. In d dimensions, with nearly constant
density, a row belongs to such a group by chance with probability ``m^(-d (s - 1))``. If there are
many more such groups than expected by chance, their rows are near-duplicates, and each group counts
once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.stats import poisson

from ..engine.statistics import Neighbors

__all__ = [
    "CERTAIN",
    "FARTHEST",
    "POSSIBLE",
    "Groups",
    "Jump",
    "beyond_chance",
    "median_dimension",
    "tight_groups",
]

FARTHEST = 33  # number of neighbours searched, so that a group has at most 33 rows
UNLIKELY = 1e-6  # largest probability that chance alone makes as many groups as were found


class Jump(NamedTuple):
    """The conditions under which groups of rows are near-duplicates.

    Attributes
    ----------
    ratio : float
        The distance from a row of the group to the nearest row outside the group is at least this
        many times the distances within the group.
    of_large : float
        The value of `ratio` for groups of more than `FEW` rows, which may be clusters.
    excess : float
        Least ratio of the number of groups to the number expected by chance.
    in_a_line : bool
        Whether the number expected by chance is computed for one dimension, where it is largest.
        Otherwise it is computed for the dimension of the data when each group counts once.
    """

    ratio: float
    of_large: float
    excess: float
    in_a_line: bool


FEW = 10
CERTAIN = Jump(ratio=10.0, of_large=100.0, excess=10.0, in_a_line=True)
"""Conditions that only near-duplicates meet."""
POSSIBLE = Jump(ratio=5.0, of_large=5.0, excess=3.0, in_a_line=False)
"""Conditions that clusters may meet too; estimates with and without such rows are compared."""


class Groups(NamedTuple):
    """Disjoint groups of rows.

    Attributes
    ----------
    first : ndarray of int of shape (n_samples,)
        For each row, the first row of its group; the row itself if it is in no group.
    size : ndarray of int of shape (n_samples,)
        For each row, the number of rows of its group; 1 if it is in no group.
    ratio : ndarray of shape (n_samples,)
        The distance from a row to the nearest row outside its group, divided by its distance to the
        farthest row of the group. All rows of a group get the smallest of their ratios; a row in no
        group gets 1.
    """

    first: np.ndarray
    size: np.ndarray
    ratio: np.ndarray

    @property
    def kept(self) -> np.ndarray:
        """Indices, ascending, of the rows that count when each group counts once."""
        return np.flatnonzero(self.first == np.arange(len(self.first)))

    def only(self, firsts: np.ndarray) -> Groups:
        """The groups whose first rows are given."""
        chosen = np.isin(self.first, firsts)
        alone = np.arange(len(self.first))
        kept = (self.first, alone), (self.size, 1), (self.ratio, 1.0)
        return Groups(*(np.where(chosen, of_group, none) for of_group, none in kept))


def tight_groups(neighbors: Neighbors, jump: Jump) -> Groups:
    """Groups of rows that are each other's nearest neighbours and far from all other rows.

    Parameters
    ----------
    neighbors : Neighbors
        Nearest neighbours of all rows; a group has at most as many rows as there are neighbours.
    jump : Jump
        The conditions, of which only the least ratios of distances are used.

    Examples
    --------
    Three rows close together among thirteen rows on a line.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import NearestOthers
    >>> line = np.r_[np.arange(10.0), 20.0, 20.01, 20.02][:, None]
    >>> groups = tight_groups(reduce(line, NearestOthers(5)), CERTAIN)
    >>> groups.first[-4:], groups.size[-4:]
    (array([ 9, 10, 10, 10]), array([1, 3, 3, 3]))
    """
    r, indices = neighbors
    n_samples, n_neighbors = r.shape
    first, size, ratio = np.arange(n_samples), np.ones(n_samples, int), np.ones(n_samples)
    for s in range(n_neighbors, 1, -1):  # from the largest groups to the smallest
        near, far = r[:, s - 2], r[:, s - 1]
        least = jump.ratio if s <= FEW else jump.of_large
        jumps = (near > 0) & (far > least**2 * near)  # the square of a small difference may be 0
        rows = np.flatnonzero((size == 1) & jumps)
        members = np.sort(np.column_stack([rows, indices[rows, : s - 1]]), axis=1)
        rows, members = _all_agree(rows, members)
        first[rows], size[rows] = members[:, 0], s
        ratio[rows] = np.sqrt(far[rows] / near[rows])
    smallest = np.full(n_samples, np.inf)
    np.minimum.at(smallest, first, ratio)
    return Groups(first, size, smallest[first])


def _all_agree(rows: np.ndarray, members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Keep a group, and its rows, only if each of its rows has found the same group."""
    if not len(rows):
        return rows, members
    _, of_row, counts = np.unique(members, axis=0, return_inverse=True, return_counts=True)
    agree = counts[of_row.ravel()] == members.shape[1]
    return rows[agree], members[agree]


def beyond_chance(groups: Groups, dimension: float, jump: Jump) -> Groups:
    """The largest set of groups that is unlikely to arise by chance.

    Parameters
    ----------
    groups : Groups
        All groups found.
    dimension : float
        Dimension of the data if each group counts once.
    jump : Jump
        The conditions, of which only the least excess over the expected number of groups is used.
    """
    kept = groups.kept
    firsts = kept[groups.size[kept] > 1]
    order = -(groups.size[firsts] - 1) * np.log(groups.ratio[firsts])
    firsts = firsts[np.argsort(order, kind="stable")]
    # Each pair counts once, for its first row.
    by_chance = len(kept) / 2 * np.exp(dimension * np.sort(order))
    found = np.arange(1, len(firsts) + 1)
    many = (found >= jump.excess * by_chance) & (poisson.sf(found - 1, by_chance) < UNLIKELY)
    return groups.only(firsts[: int(np.flatnonzero(many)[-1]) + 1] if many.any() else firsts[:0])


def median_dimension(log_ratios: np.ndarray, largest: float) -> float:
    """The dimension from the median of ``x = log(r_2 / r_1)`` of rows with ratios up to `largest`.

    r_1 and r_2 are the distances of a row to its two nearest neighbours. In d dimensions x has an
    exponential distribution of rate d, truncated at ``L = log(largest)``. Its median m solves
    ``d m = log 2 - log(1 + exp(-d L))``.

    Examples
    --------
    Values of an exponential distribution of rate 1, truncated at log 5.

    >>> x = np.random.default_rng(0).exponential(size=100_000)
    >>> round(median_dimension(x[x < np.log(5)], largest=5), 1)
    1.0
    """
    median = np.median(log_ratios) if len(log_ratios) else 0.0
    if median <= 0:  # ties allow any dimension
        return np.inf
    dimension = np.log(2) / median
    for _ in range(100):  # d decreases to the largest solution, or to 0 if there is none
        dimension = (np.log(2) - np.log1p(np.exp(-dimension * np.log(largest)))) / median
    return float(dimension)
