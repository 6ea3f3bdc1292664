"""Near-duplicates: rows that differ by a little noise, as repeated measurements do.

The nearest neighbours of such a row are its copies, and then distances jump, so an estimate gives
the dimension of the noise or none. Consider a group of s rows that all have each other for nearest
neighbours, and no other row up to m times the distance between them. In d dimensions, where the
density hardly changes, a row is in such a group by chance with probability ``m^(-d (s - 1))``. So
groups are taken for copies where there are many more than by chance, and each then counts once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.stats import poisson

from ..engine.statistics import Neighbors

__all__ = [
    "FARTHEST",
    "PLAIN",
    "POSSIBLE",
    "Groups",
    "Jump",
    "beyond_chance",
    "median_dimension",
    "tight_groups",
]

FARTHEST = 33  # neighbours: groups of up to 33 rows, and the first other row
UNLIKELY = 1e-6  # probability of as many groups by chance, or more


class Jump(NamedTuple):
    """How a group of copies differs from other groups of near rows.

    Attributes
    ----------
    ratio : float
        The least ratio of the distances to the first other row and to the farthest of the group.
    of_large : float
        The same for groups of more than `FEW` rows, which may be clusters.
    excess : float
        How many times as many groups as by chance there have to be.
    in_a_line : bool
        Whether the number by chance is that in one dimension, the largest, or that in the dimension
        of the other rows.
    """

    ratio: float
    of_large: float
    excess: float
    in_a_line: bool


FEW = 10
PLAIN = Jump(ratio=10.0, of_large=100.0, excess=10.0, in_a_line=True)
"""Copies beyond doubt."""
POSSIBLE = Jump(ratio=5.0, of_large=5.0, excess=3.0, in_a_line=False)
"""Groups that may be copies or clusters: the estimate has to be compared with and without them."""


class Groups(NamedTuple):
    """Disjoint groups of rows: for each row the first of its group, and the jump beyond it.

    Attributes
    ----------
    first : ndarray of int of shape (n_samples,)
        First row of the group; the row itself where it is in none.
    size : ndarray of int of shape (n_samples,)
        Number of rows of the group; 1 in none.
    ratio : ndarray of shape (n_samples,)
        Distance to the first other row over that to the farthest of the group, the smallest of all
        rows of the group; 1 in none.
    """

    first: np.ndarray
    size: np.ndarray
    ratio: np.ndarray

    @property
    def kept(self) -> np.ndarray:
        """Indices of the rows left when each group counts once, ascending."""
        return np.flatnonzero(self.first == np.arange(len(self.first)))

    def only(self, firsts: np.ndarray) -> Groups:
        """Some of the groups, by their first rows."""
        chosen = np.isin(self.first, firsts)
        alone = np.arange(len(self.first))
        kept = (self.first, alone), (self.size, 1), (self.ratio, 1.0)
        return Groups(*(np.where(chosen, of_group, none) for of_group, none in kept))


def tight_groups(neighbors: Neighbors, jump: Jump) -> Groups:
    """Groups of rows that are each other's nearest neighbours, with a jump beyond.

    Parameters
    ----------
    neighbors : Neighbors
        Nearest others of all rows; a group has at most as many rows as there are neighbours.
    jump : Jump
        How large the jump has to be.

    Examples
    --------
    Three rows close together on a line of twelve.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import NearestOthers
    >>> line = np.r_[np.arange(10.0), 20.0, 20.01, 20.02][:, None]
    >>> groups = tight_groups(reduce(line, NearestOthers(5)), PLAIN)
    >>> groups.first[-4:], groups.size[-4:]
    (array([ 9, 10, 10, 10]), array([1, 3, 3, 3]))
    """
    r, indices = neighbors
    n_samples, n_neighbors = r.shape
    first, size, ratio = np.arange(n_samples), np.ones(n_samples, int), np.ones(n_samples)
    for s in range(n_neighbors, 1, -1):  # the outermost jump first
        near, far = r[:, s - 2], r[:, s - 1]
        least = jump.ratio if s <= FEW else jump.of_large
        jumps = (near > 0) & (far > least**2 * near)  # squares of differences can underflow
        rows = np.flatnonzero((size == 1) & jumps)
        members = np.sort(np.column_stack([rows, indices[rows, : s - 1]]), axis=1)
        rows, members = _all_agree(rows, members)
        first[rows], size[rows] = members[:, 0], s
        ratio[rows] = np.sqrt(far[rows] / near[rows])
    smallest = np.full(n_samples, np.inf)
    np.minimum.at(smallest, first, ratio)
    return Groups(first, size, smallest[first])


def _all_agree(rows: np.ndarray, members: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows whose group has the same members for all of its rows."""
    if not len(rows):
        return rows, members
    _, of_row, counts = np.unique(members, axis=0, return_inverse=True, return_counts=True)
    agree = counts[of_row.ravel()] == members.shape[1]
    return rows[agree], members[agree]


def beyond_chance(groups: Groups, dimension: float, jump: Jump) -> Groups:
    """The largest set of groups of which few would arise by chance.

    Parameters
    ----------
    groups : Groups
        All groups with a jump.
    dimension : float
        That of the rows with each group counted once.
    jump : Jump
        How many times as many as by chance there have to be.
    """
    kept = groups.kept
    firsts = kept[groups.size[kept] > 1]
    order = -(groups.size[firsts] - 1) * np.log(groups.ratio[firsts])
    firsts = firsts[np.argsort(order, kind="stable")]
    # In a pair one of two rows is the first.
    by_chance = len(kept) / 2 * np.exp(dimension * np.sort(order))
    found = np.arange(1, len(firsts) + 1)
    many = (found >= jump.excess * by_chance) & (poisson.sf(found - 1, by_chance) < UNLIKELY)
    return groups.only(firsts[: int(np.flatnonzero(many)[-1]) + 1] if many.any() else firsts[:0])


def median_dimension(log_ratios: np.ndarray, largest: float) -> float:
    """The dimension from the median of ``x = log(r_2 / r_1)`` of rows whose ratio is bounded.

    Without the groups of larger ratios x has an exponential distribution up to
    ``L = log(largest)``, whose median m solves ``d m = log 2 - log(1 + exp(-d L))``.

    Examples
    --------
    Exponential values of rate 1, up to log 5.

    >>> x = np.random.default_rng(0).exponential(size=100_000)
    >>> round(median_dimension(x[x < np.log(5)], largest=5), 1)
    1.0
    """
    median = np.median(log_ratios) if len(log_ratios) else 0.0
    if median <= 0:  # ties allow any dimension
        return np.inf
    dimension = np.log(2) / median
    for _ in range(100):  # from above to the largest solution; to 0 where there is none
        dimension = (np.log(2) - np.log1p(np.exp(-dimension * np.log(largest)))) / median
    return float(dimension)
