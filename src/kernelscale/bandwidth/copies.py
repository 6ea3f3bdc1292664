"""Rows that are copies of others, exactly or nearly, and a cloud in which each counts once.

A row measured twice says nothing about the scale of the data: exact copies are at distance 0, and
copies that differ in their last digits are nearer to each other than anything else by many orders
of magnitude. Rules that look at near neighbours would choose the scale of the copies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..data import GRAPH_NEIGHBORS, PointCloud
from ..neighbors import Edges, components, neighbor_edges

__all__ = ["COUNTS", "Copies", "DuplicatesError", "exact_copies", "near_copies"]

COUNTS = ("auto", "once", "each")

JUMP = 1e8  # between squared distances to one neighbour and the next: 10^4 between distances
SHARE = 0.5  # of the rows have to show the jump
FEWEST = 20  # groups; fewer are tight clusters
MOST_NEIGHBORS = 256


class DuplicatesError(ValueError):
    """Copies leave a rule without an answer; it may have one where each counts once."""


class Copies(NamedTuple):
    """Which rows count.

    Attributes
    ----------
    cloud : PointCloud
        The rows that count.
    rows : ndarray of shape (n_counted,)
        Their indices, ascending: the first of each group of copies.
    group : ndarray of shape (n_samples,)
        For each row the place in `rows` of that it is a copy of.
    within : float
        Squared distance up to which rows are copies.
    """

    cloud: PointCloud
    rows: np.ndarray
    group: np.ndarray
    within: float


def exact_copies(cloud: PointCloud, classes: np.ndarray | None = None) -> Copies | None:
    """Rows that are equal, or at no distance to each other; None where there are none.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    classes : ndarray of shape (n_samples,), optional
        Of copies in several classes one counts in each.
    """
    return _copies(cloud, cloud.first_alike, classes, 0.0)


def near_copies(
    cloud: PointCloud, epsilon: float, classes: np.ndarray | None = None
) -> Copies | None:
    """Groups of copies that a scale sees and nothing else; None where there are none.

    Half of the rows at least have some neighbour that is 10^4 times as far as the one before it,
    and the scale is too small to reach it. Fewer than 20 groups are taken for tight clusters.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    epsilon : float
        The scale. If it is no small part of the extent of the data no neighbours are asked for.
    classes : ndarray of shape (n_samples,), optional
        As in `exact_copies`.
    """
    if epsilon * JUMP >= cloud.mean_squared_deviation:
        return None
    group = cloud.first_alike
    rows, group = np.unique(group, return_inverse=True)
    part = cloud if len(rows) == cloud.n_samples else cloud.restricted(rows)
    found = _jump(part, epsilon)
    if found is None:
        return None
    within, edges = found
    nearly = components(part.n_samples, edges.chosen(edges.lengths <= within))
    if nearly.max() + 1 < FEWEST:
        return None
    return _copies(cloud, nearly[group], classes, within)


def _jump(cloud: PointCloud, epsilon: float) -> tuple[float, Edges] | None:
    """A length inside the jump that most rows have among their neighbours, and their edges."""
    n_neighbors = min(GRAPH_NEIGHBORS, cloud.n_samples - 1)
    while True:
        neighbors = cloud.nearest(n_neighbors)
        lengths = neighbors.squared_distances
        near, next_ones = lengths[:, :-1], lengths[:, 1:]
        jumps = next_ones > JUMP * np.maximum(near, np.finfo(float).tiny)
        jumps &= next_ones > JUMP**0.5 * epsilon
        has_one = jumps.any(axis=1)
        if has_one.mean() >= SHARE:
            place = np.flatnonzero(has_one), jumps[has_one].argmax(axis=1)
            log_middle = np.log(np.median(near[place])) + np.log(np.median(next_ones[place]))
            return float(np.exp(log_middle / 2)), neighbor_edges(neighbors)
        more = min(4 * n_neighbors, MOST_NEIGHBORS, cloud.n_samples - 1)
        if more == n_neighbors or np.median(lengths[:, -1]) > JUMP**0.5 * epsilon:
            return None
        n_neighbors = more


def _copies(
    cloud: PointCloud, group: np.ndarray, classes: np.ndarray | None, within: float
) -> Copies | None:
    if classes is not None:
        group = group * (classes.max() + 1) + classes
    _, rows, group = np.unique(group, return_index=True, return_inverse=True)
    order = np.argsort(rows)
    if len(rows) == cloud.n_samples:
        return None
    if classes is None and within == 0 and cloud._n_sample is None:
        part = cloud.distinct  # kept, with what was asked of it
    else:
        part = cloud.restricted(rows[order])
        part._n_sample = cloud._n_sample
    return Copies(part, rows[order], np.argsort(order)[group.ravel()], within)
