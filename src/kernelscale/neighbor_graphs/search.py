"""The nearest neighbours of many rows: exact, or approximate with an estimated recall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from .._validation import check_count, check_seed, shown
from ..engine.machine.blas import one_blas_thread
from ..engine.plan import readable
from ..engine.requests import Neighbors
from ..engine.resources import Resources
from ..metrics.metric import Metric
from ..metrics.registry import metric_named
from .cells import Cells, centres_of, search_bytes
from .index import NeighborIndex
from .probes import probes_needed

__all__ = ["EXACT_ROWS", "Found", "index_of_checked", "nearest_neighbors", "neighbor_index"]

EXACT_ROWS = 30_000
"""With ``approximate="auto"`` up to so many rows are searched exactly."""
_LARGEST_SHARE = 0.3  # share of all pairs above which the exact pass is quicker


@dataclass(frozen=True, eq=False)
class Found:
    """The nearest neighbours of all rows.

    Attributes
    ----------
    neighbors : Neighbors
        Squared distances, ascending, and indices, of shape (n_samples, n_neighbors), without
        the row itself.
    recall : float
        Share of the true neighbours that are found, estimated on rows drawn; 1.0 where exact.
    approximate : bool
        Whether neighbours may be missing.
    index : NeighborIndex, optional
        The index in which the nearest of new rows are sought; None if only distances are known.
    """

    neighbors: Neighbors
    recall: float
    approximate: bool
    index: NeighborIndex | None

    @classmethod
    def by(cls, index: NeighborIndex, n_neighbors: int) -> Found:
        """What an index finds for all of its rows."""
        return cls(index.others(n_neighbors), index.recall, index.approximate, index)


def nearest_neighbors(
    points: Any,
    n_neighbors: int,
    *,
    metric: str | Metric = "euclidean",
    approximate: bool | str = "auto",
    random_state: Any = 0,
    resources: Resources | None = None,
) -> Found:
    """The nearest neighbours of all rows, without the row itself.

    Parameters
    ----------
    points : array-like of shape (n_samples, n_features)
        The rows, or what the metric takes for them.
    n_neighbors : int
        Neighbours of each row, fewer than rows. A duplicate is another row, at distance 0.
    metric : str or Metric
        As in `select_bandwidth`.
    approximate : bool or "auto"
        Whether neighbours may be missed. "auto" searches exactly up to `EXACT_ROWS` rows. Where
        too many cells would have to be looked into, the exact search is quicker, and is made.
    random_state : int, RandomState or None
        Seed of the rows drawn for an approximate search.
    resources : Resources, optional
        Memory, threads and the like. The result has the same bits for any number of threads.

    Returns
    -------
    Found
        The neighbours, the first of equally near rows; their recall; and the index for new rows.

    Raises
    ------
    ValueError, TypeError
        If the rows or an option are not valid.
    MemoryError
        If the memory limit is too small.

    Notes
    -----
    The approximate search sorts the rows into about ``sqrt(n_samples)`` cells of nearest centres
    and looks, for each row, into the cells whose centres are nearest to it: so many that on rows
    drawn, searched exactly, a share `RECALL` of the neighbours is found. The recall is
    measured on other rows than those. Distances are exact in any case.

    Examples
    --------
    Four points on a line; the third is nearest to the second.

    >>> found = nearest_neighbors([[0.0], [1.0], [3.0], [7.0]], 1)
    >>> found.neighbors.indices.ravel(), found.recall
    (array([1, 0, 1, 2]), 1.0)
    >>> found.index.query([[6.0]], 2).indices
    array([[3, 2]])
    """
    index = neighbor_index(
        points,
        n_neighbors,
        metric=metric,
        approximate=approximate,
        random_state=random_state,
        resources=resources,
    )
    return Found.by(index, n_neighbors)


def neighbor_index(
    points: Any,
    n_neighbors: int,
    *,
    metric: str | Metric = "euclidean",
    approximate: bool | str = "auto",
    random_state: Any = 0,
    resources: Resources | None = None,
) -> NeighborIndex:
    """What `nearest_neighbors` looks into, without its search for all rows.

    Parameters
    ----------
    points, n_neighbors, metric, approximate, random_state, resources
        As in `nearest_neighbors`.

    Returns
    -------
    NeighborIndex
        The same index for the same points, seed and number of neighbours.

    Raises
    ------
    ValueError, TypeError, MemoryError
        As `nearest_neighbors`.

    Examples
    --------
    New rows can be looked up, and nothing is searched before.

    >>> index = neighbor_index([[0.0], [1.0], [3.0], [7.0]], 1)
    >>> index.query([[6.0]], 2).squared_distances
    array([[1., 9.]])
    """
    resources = Resources() if resources is None else resources
    with one_blas_thread():
        metric = metric_named(metric).fitted_to(points)
        values = metric.checked(points, distinct=False, memory_limit=resources.bytes_allowed)
    return index_of_checked(values, n_neighbors, metric, approximate, random_state, resources)


def index_of_checked(
    values: np.ndarray,
    n_neighbors: int,
    metric: Metric,
    approximate: bool | str = "auto",
    random_state: Any = 0,
    resources: Resources | None = None,
) -> NeighborIndex:
    """As `neighbor_index`, of rows that the metric has checked and prepared."""
    resources = Resources() if resources is None else resources
    n_neighbors = check_count(n_neighbors, "n_neighbors", largest=len(values) - 1)
    random = check_random_state(check_seed(random_state))
    exact = NeighborIndex(metric, resources, values)
    if not _may_miss(approximate, metric, len(values)):
        return exact
    _check_memory(values, n_neighbors, resources)
    centres = centres_of(values, round(len(values) ** 0.5), random, _telling(resources, "centres"))
    cells = Cells.around(centres, values, _telling(resources, "cells"))
    probes = probes_needed(cells, n_neighbors, random, _telling(resources, "recall"))
    return exact if probes.share > _LARGEST_SHARE else replace(exact, cells=cells, probes=probes)


def _telling(resources: Resources, stage: str) -> Resources:
    """The same, whose listener hears of a search under another name."""
    listener = resources.listener
    if listener is None:
        return resources
    return replace(resources, progress=lambda event: listener(replace(event, stage=stage)))


def _may_miss(approximate: bool | str, metric: Metric, n_samples: int) -> bool:
    """Whether an approximate search is wanted and can be had."""
    if approximate == "auto":
        return metric.ranks_as_euclidean and n_samples > EXACT_ROWS
    if not isinstance(approximate, (bool, np.bool_)):
        raise ValueError(
            f"approximate must be True, False or 'auto', but {shown(approximate)} was given."
        )
    if approximate and not metric.ranks_as_euclidean:
        raise ValueError(
            f"An approximate search needs points, but only {metric.described} are given "
            f"(metric='{metric.name}'); pass approximate=False."
        )
    return bool(approximate)


def _check_memory(values: np.ndarray, n_neighbors: int, resources: Resources) -> None:
    """Refuse a search whose cells, lists and work would not fit."""
    needed, limit = search_bytes(values.shape, n_neighbors, resources), resources.bytes_allowed
    if needed > limit:
        raise MemoryError(
            f"An approximate search for {n_neighbors} neighbors of {len(values)} rows needs "
            f"{readable(needed)} but memory_limit is {readable(limit)}; raise it to at least the "
            f"former."
        )
