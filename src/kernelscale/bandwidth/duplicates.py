"""Duplicates and near-duplicates of rows: either each row counts, or each group counts once.

The distance of duplicates is 0. Rows that differ only in their last digits are nearer to each other
than to any other row by many orders of magnitude. These distances contain no information on the
scale of the data, but rules that use near neighbours would choose the scale from them.
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
    "CountedRows",
    "DuplicatesError",
    "choose_counting",
    "exact_duplicates",
    "near_duplicates",
    "sentence_on_duplicates",
]

COUNTS = ("auto", "once", "each")

# A row has a jump if the squared distance to one of its neighbours is more than this multiple of
# the squared distance to the next nearer neighbour.
JUMP = 1e8
SHARE = 0.5  # there are near-duplicates if at least this share of the rows has such a jump
FEWEST = 20  # least number of groups of near-duplicates; fewer groups count as tight clusters
MOST_NEIGHBORS = 256


class DuplicatesError(ValueError):
    """Error of a rule that finds no scale if each duplicate counts.

    The rule may find a scale if duplicates count once.
    """


class CountedRows(NamedTuple):
    """The rows that count if each group of duplicates counts once.

    Attributes
    ----------
    cloud : PointCloud
        The rows that count.
    rows : ndarray of shape (n_counted,)
        Their indices, ascending: the first row of each group of duplicates.
    group : ndarray of shape (n_samples,)
        For each row, the position in `rows` of the row that it duplicates.
    within : float
        Squared distance up to which rows are duplicates.
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
    choose: Callable[[CountedRows | None], Bandwidth],
    scale_of: Callable[[Bandwidth], float | None],
) -> Bandwidth:
    """The choice of a rule, with duplicates counted according to its option `duplicates`.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    classes : ndarray of shape (n_samples,), optional
        Class of each row, if the rule uses classes.
    duplicates : "auto", "once" or "each"
        As in `Rule`.
    choose : callable
        Chooses from all rows (called with None) or from the rows that count (`CountedRows`).
    scale_of : callable
        Returns a squared distance typical of the chosen kernel, or None; it is compared with the
        squared distances of duplicates.
    """
    if duplicates == "once":
        found = choose(exact_duplicates(cloud, classes))
    else:
        found = _choose_counting_each(cloud, classes, duplicates, choose)
    if duplicates == "each" or (scale := scale_of(found)) is None:
        return found
    counted = near_duplicates(cloud, scale, classes)
    again = found if counted is None else choose(counted)
    return found if scale_of(again) == scale else again


def _choose_counting_each(
    cloud: PointCloud,
    classes: np.ndarray | None,
    duplicates: str,
    choose: Callable[[CountedRows | None], Bandwidth],
) -> Bandwidth:
    """The choice if each duplicate counts; if that fails with "auto", duplicates count once."""
    try:
        return choose(None)
    except DuplicatesError:
        counted = exact_duplicates(cloud, classes)
        if duplicates == "each" or counted is None:
            raise
        try:
            return choose(counted)
        except ValueError as error:
            raise ValueError(f"{error}{sentence_on_duplicates(cloud, counted)}") from error


def sentence_on_duplicates(cloud: PointCloud, counted: CountedRows) -> str:
    """The last sentence of a reason: how many rows count."""
    beyond = f" by more than a squared distance of {counted.within:.3g}" if counted.within else ""
    return (
        f" Of the {cloud.n_samples} rows {len(counted.rows)} are distinct{beyond}, and duplicates "
        f"count once."
    )


def exact_duplicates(cloud: PointCloud, classes: np.ndarray | None = None) -> CountedRows | None:
    """The rows that count if exact duplicates count once; None if there are no exact duplicates.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    classes : ndarray of shape (n_samples,), optional
        Class of each row. Duplicates of several classes count once in each class.
    """
    return _counted_rows(cloud, cloud.first_alike, classes, 0.0)


def near_duplicates(
    cloud: PointCloud, epsilon: float, classes: np.ndarray | None = None
) -> CountedRows | None:
    """The rows that count if near-duplicates count once; None if there are no near-duplicates.

    The data have near-duplicates if two conditions hold for at least half of the rows. One of the
    row's neighbours is more than 10^4 times as far away as the next nearer neighbour, and the scale
    is too small to reach the farther one. Fewer than 20 groups of near-duplicates count as tight
    clusters.

    Parameters
    ----------
    cloud : PointCloud
        All rows.
    epsilon : float
        The scale. Neighbours are searched only if it is far below the extent of the data.
    classes : ndarray of shape (n_samples,), optional
        As in `exact_duplicates`.
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
    return _counted_rows(cloud, nearly[group], classes, within)


def _jump(cloud: PointCloud, epsilon: float) -> tuple[float, Edges] | None:
    """A squared distance that separates near-duplicates from other neighbours, and a graph.

    The graph has edges from each row to its nearest neighbours. The result is None if too few rows
    have a jump from near-duplicates to other neighbours.
    """
    n_neighbors = min(GRAPH_NEIGHBORS, cloud.n_samples - 1)
    while True:
        neighbors = cloud.nearest(n_neighbors)
        lengths = neighbors.squared_distances
        near, far = lengths[:, :-1], lengths[:, 1:]
        jumps = far > JUMP * np.maximum(near, np.finfo(float).tiny)
        jumps &= far > JUMP**0.5 * epsilon
        has_jump = jumps.any(axis=1)
        if has_jump.mean() >= SHARE:
            first = np.flatnonzero(has_jump), jumps[has_jump].argmax(axis=1)
            log_middle = np.log(np.median(near[first])) + np.log(np.median(far[first]))
            return float(np.exp(log_middle / 2)), neighbor_edges(neighbors)
        more = min(4 * n_neighbors, MOST_NEIGHBORS, cloud.n_samples - 1)
        if more == n_neighbors or np.median(lengths[:, -1]) > JUMP**0.5 * epsilon:
            return None
        n_neighbors = more


def _counted_rows(
    cloud: PointCloud, group: np.ndarray, classes: np.ndarray | None, within: float
) -> CountedRows | None:
    if classes is not None:
        group = group * (classes.max() + 1) + classes
    _, rows, group = np.unique(group, return_index=True, return_inverse=True)
    order = np.argsort(rows)
    if len(rows) == cloud.n_samples:
        return None
    if classes is None and within == 0 and cloud._n_sample is None:
        counted = cloud.distinct  # the cloud stores these rows, so neighbours are searched once
    else:
        counted = cloud.restricted(rows[order])
        counted._n_sample = cloud._n_sample
    return CountedRows(counted, rows[order], np.argsort(order)[group.ravel()], within)
