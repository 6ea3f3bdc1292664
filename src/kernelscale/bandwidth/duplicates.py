"""Duplicates and near-duplicates of rows, and whether each counts or all count once.

Duplicates are at distance 0, and rows that differ in their last digits are nearer to each other
than to any other row by many orders of magnitude. Such distances are not the scale of the data, but
rules that use near neighbours would choose it from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..data import GRAPH_NEIGHBORS, PointCloud
from ..neighbor_graphs.edges import Edges, components, neighbor_edges
from ..results import Bandwidth

__all__ = [
    "COUNTS",
    "Copies",
    "DuplicatesError",
    "about_copies",
    "choose_counting",
    "exact_copies",
    "near_copies",
]

COUNTS = ("auto", "once", "each")

JUMP = 1e8  # between squared distances to one neighbour and the next: 10^4 between distances
SHARE = 0.5  # of the rows that have to show the jump
FEWEST = 20  # groups of near-duplicates; fewer groups count as tight clusters
MOST_NEIGHBORS = 256


class DuplicatesError(ValueError):
    """A rule finds no scale if each duplicate counts; it may find one if duplicates count once."""


class Copies(NamedTuple):
    """Which rows count.

    Attributes
    ----------
    cloud : PointCloud
        The rows that count.
    rows : ndarray of shape (n_counted,)
        Their indices, ascending: the first of each group of duplicates.
    group : ndarray of shape (n_samples,)
        For each row the position in `rows` of the row that it duplicates.
    within : float
        Squared distance up to which rows count as duplicates.
    """

    cloud: PointCloud
    rows: np.ndarray
    group: np.ndarray
    within: float


def choose_counting(
    cloud: PointCloud,
    classes: np.ndarray | None,
    duplicates: str,
    *,
    choose: Callable[[Copies | None], Bandwidth],
    scale_of: Callable[[Bandwidth], float | None],
) -> Bandwidth:
    """The choice of a rule, with duplicates counted as its option `duplicates` says.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    classes : ndarray of shape (n_samples,), optional
        Class of each row, where the rule uses it.
    duplicates : "auto", "once" or "each"
        As in `Rule`.
    choose : callable
        The choice from all rows (called with None) or from the rows that count (`Copies`).
    scale_of : callable
        The squared distance that has to exceed those of duplicates; None where there is none.
    """
    if duplicates == "once":
        found = choose(exact_copies(cloud, classes))
    else:
        found = _choose_counting_each(cloud, classes, duplicates, choose)
    if duplicates == "each" or (scale := scale_of(found)) is None:
        return found
    copies = near_copies(cloud, scale, classes)
    again = found if copies is None else choose(copies)
    return found if scale_of(again) == scale else again


def _choose_counting_each(
    cloud: PointCloud,
    classes: np.ndarray | None,
    duplicates: str,
    choose: Callable[[Copies | None], Bandwidth],
) -> Bandwidth:
    """The choice if each duplicate counts or, if that fails, if duplicates count once."""
    try:
        return choose(None)
    except DuplicatesError:
        copies = exact_copies(cloud, classes)
        if duplicates == "each" or copies is None:
            raise
        try:
            return choose(copies)
        except ValueError as error:
            raise ValueError(f"{error}{about_copies(cloud, copies)}") from error


def about_copies(cloud: PointCloud, copies: Copies) -> str:
    """The sentence that ends a reason: how many rows count."""
    beyond = f" by more than a squared distance of {copies.within:.3g}" if copies.within else ""
    return (
        f" Of the {cloud.n_samples} rows {len(copies.rows)} are distinct{beyond}, and only these "
        f"count."
    )


def exact_copies(cloud: PointCloud, classes: np.ndarray | None = None) -> Copies | None:
    """Rows that are equal, or at distance 0 from each other; None where there are none.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    classes : ndarray of shape (n_samples,), optional
        Duplicates of several classes count once in each class.
    """
    return _copies(cloud, cloud.first_alike, classes, 0.0)


def near_copies(
    cloud: PointCloud, epsilon: float, classes: np.ndarray | None = None
) -> Copies | None:
    """Groups of near-duplicates, if a scale reaches no other rows; None if there are none.

    At least half of the rows have a neighbour that is 10^4 times as far as the one before it, and
    the scale is too small to reach it. Fewer than 20 groups count as tight clusters.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    epsilon : float
        The scale. If it is not far below the extent of the data no neighbours are searched.
    classes : ndarray of shape (n_samples,), optional
        As in `exact_copies`.
    """
    if epsilon * JUMP >= cloud.mean_squared_deviation:
        return None
    group = cloud.first_alike
    rows, group = np.unique(group, return_inverse=True)
    distinct = cloud if len(rows) == cloud.n_samples else cloud.restricted(rows)
    found = _jump(distinct, epsilon)
    if found is None:
        return None
    within, edges = found
    nearly = components(distinct.n_samples, edges.chosen(edges.lengths <= within))
    if nearly.max() + 1 < FEWEST:
        return None
    return _copies(cloud, nearly[group], classes, within)


def _jump(cloud: PointCloud, epsilon: float) -> tuple[float, Edges] | None:
    """A squared distance inside the jump that most rows show, and the edges to their neighbours."""
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
        counted = cloud.distinct  # kept, with what was computed for it
    else:
        counted = cloud.restricted(rows[order])
        counted._n_sample = cloud._n_sample
    return Copies(counted, rows[order], np.argsort(order)[group.ravel()], within)
