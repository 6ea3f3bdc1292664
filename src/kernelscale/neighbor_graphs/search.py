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
"""With ``approximate="auto"`` the search is exact up to this number of rows."""
_LARGEST_SHARE = 0.3  # share of all pairs above which the exact search is quicker


@dataclass(frozen=True, eq=False)
class Found:
    """The nearest neighbours of all rows.

    Attributes
    ----------
    neighbors : Neighbors
        Squared distances, ascending, and indices, of shape (n_samples, n_neighbors), without
        the row itself.
    recall : float
        Share of the true neighbours that are found, estimated on a subsample; 1.0 if exact.
    approximate : bool
        Whether neighbours may be missing.
    index : NeighborIndex, optional
        The index for neighbours of new rows; None if only distances are known.
    """

    neighbors: Neighbors
    recall: float
    approximate: bool
    index: NeighborIndex | None

    @classmethod
    def by(cls, index: NeighborIndex, n_neighbors: int) -> Found:
        """The neighbours that an index finds for all of its rows."""
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
    """Find the nearest neighbours of all rows.

    Parameters
    ----------
    points : array-like of shape (n_samples, n_features)
        The rows, or other input that the metric takes, such as distances.
    n_neighbors : int
        Number of neighbours of each row, below n_samples. The row itself does not count, and a
        duplicate of it is a neighbour at distance 0.
    metric : str or Metric
        As in `select_bandwidth`.
    approximate : bool or "auto"
        Whether the search may miss neighbours. "auto" searches exactly up to `EXACT_ROWS` rows, and
        with metrics other than Euclidean distances and angles. The search is also exact if an
        approximate search would need too many cells.
    random_state : int, RandomState or None
        Seed of the subsamples of an approximate search.
    resources : Resources, optional
        Memory and threads. The result has the same bits for any number of threads.

    Returns
    -------
    Found
        The neighbours, their recall, and the index for new rows. If rows are equally near, those
        with the smallest indices are taken.

    Raises
    ------
    ValueError, TypeError
        If the rows or an option are not valid.
    MemoryError
        If the memory limit is too small.

    Notes
    -----
    The approximate search sorts the rows into about ``sqrt(n_samples)`` cells by their nearest
    centres, and for each row searches the cells whose centres are nearest to it. The number of
    cells searched for a row is chosen so that a share `RECALL` of the neighbours of a subsample is
    found; the recall is estimated on another subsample. Distances are exact in any case.

    Examples
    --------
    Four points on a line: the nearest neighbour of the third is the second.

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
    """The index of `nearest_neighbors`, without the search for all rows.

    Parameters
    ----------
    points, n_neighbors, metric, approximate, random_state, resources
        As in `nearest_neighbors`.

    Returns
    -------
    NeighborIndex
        The index that `nearest_neighbors` builds for these arguments.

    Raises
    ------
    ValueError, TypeError, MemoryError
        As in `nearest_neighbors`.

    Examples
    --------
    The two rows nearest to a new row.

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
    """The index of `neighbor_index` for rows that the metric has already checked and prepared."""
    resources = Resources() if resources is None else resources
    n_neighbors = check_count(n_neighbors, "n_neighbors", largest=len(values) - 1)
    random = check_random_state(check_seed(random_state))
    exact = NeighborIndex(metric, resources, values)
    if not _may_miss(approximate, metric, len(values)):
        return exact
    _check_memory(values, n_neighbors, resources)
    centres = centres_of(
        values, round(len(values) ** 0.5), random, _with_stage(resources, "centres")
    )
    cells = Cells.around(centres, values, _with_stage(resources, "cells"))
    probes = probes_needed(cells, n_neighbors, random, _with_stage(resources, "recall"))
    return exact if probes.share > _LARGEST_SHARE else replace(exact, cells=cells, probes=probes)


def _with_stage(resources: Resources, stage: str) -> Resources:
    """The resources, with `stage` as the name of the stage in their progress reports."""
    listener = resources.listener
    if listener is None:
        return resources
    return replace(resources, progress=lambda event: listener(replace(event, stage=stage)))


def _may_miss(approximate: bool | str, metric: Metric, n_samples: int) -> bool:
    """Whether an approximate search is requested and possible."""
    if approximate == "auto":
        return metric.ranks_as_euclidean and n_samples > EXACT_ROWS
    if not isinstance(approximate, (bool, np.bool_)):
        raise ValueError(
            f"approximate must be True, False or 'auto', but {shown(approximate)} was given."
        )
    if approximate and not metric.ranks_as_euclidean:
        raise ValueError(
            f"An approximate search needs Euclidean distances or angles of points, but "
            f"metric='{metric.name}' was given; pass approximate=False."
        )
    return bool(approximate)


def _check_memory(values: np.ndarray, n_neighbors: int, resources: Resources) -> None:
    """Refuse a search that would not fit the memory limit."""
    needed, limit = search_bytes(values.shape, n_neighbors, resources), resources.bytes_allowed
    if needed > limit:
        raise MemoryError(
            f"An approximate search for {n_neighbors} neighbors of {len(values)} rows needs "
            f"{readable(needed)} but memory_limit is {readable(limit)}; raise it to at least "
            f"{readable(needed)}."
        )
