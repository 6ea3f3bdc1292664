"""One pass over all pairs of rows, or over the pairs of some rows with all rows."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from .._validation import as_numeric, check_rows, shown
from ..metrics.euclidean import EUCLIDEAN, opened_for
from ..metrics.metric import Metric, RowMetric
from ..metrics.registry import metric_named
from ..stored_rows import StoredRows
from .arithmetic.registry import arithmetic_for, arithmetic_named
from .executors import EXECUTORS, Executor, executor_named, sends
from .executors.in_order import in_order
from .machine.blas import one_blas_thread
from .on_tile import OnTile, Task
from .plan import PENDING_PER_WORKER, Plan, make_plan
from .progress import Progress
from .remote_runs import remote_runs
from .resources import DEFAULT_MEMORY_LIMIT, Resources
from .source import Source, bytes_read
from .statistics import Statistic
from .tile import Arithmetic

__all__ = ["distances_between", "reduce", "run_pass"]

FEWEST_PAIRS = 2**16  # a tile of `distances_between` has about this many pairs, or more


def reduce(
    X: Any,
    statistic: Statistic,
    *,
    rows: Any = None,
    metric: str | Metric = "euclidean",
    memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
    executor: str | Executor = "threads",
    arithmetic: str | Arithmetic = "auto",
    n_threads: int | None = None,
    progress: Progress | bool | None = None,
) -> Any:
    """Compute a statistic over all pairs of rows, or over the pairs of some rows with all rows.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, in memory or read in blocks, as in `select_bandwidth`.
    statistic : Statistic
        What to accumulate, such as ``KernelSums(scales)``.
    rows : array-like of int of shape (n_rows,), optional
        Indices of some rows, each once, in any order. Sums are then over the ordered pairs of these
        rows with all points, and results for each row have the order of `rows`.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Returns
    -------
    object
        What ``statistic.finish`` returns.

    Raises
    ------
    MemoryError
        If the statistic cannot be computed within `memory_limit`.
    ValueError, TypeError
        If the points or an option are not valid, or the statistic needs all rows.
    RuntimeError
        If an executor does not yield one result for each task in order, the workers of a cluster
        are lost or differ in version or arithmetic, or "gpu" finds no device.
    ImportError
        If the compiled arithmetic is named but was not built, or "gpu" is named without CuPy.

    Examples
    --------
    Three points on a line. At a scale far below their distances only the diagonal is left
    (S = 3); far above, every pair counts (S = 9).

    >>> import numpy as np
    >>> from kernelscale.engine.statistics import KernelSums
    >>> sums = reduce([[0.0], [1.0], [2.0]], KernelSums(np.array([1e-3, 1e6])))
    >>> sums.S.round(3)
    array([3., 9.])

    With ``rows=[2]`` the sums are over the pairs of the last point with all three points.

    >>> reduce([[0.0], [1.0], [2.0]], KernelSums(np.array([1e-3, 1e6])), rows=[2]).S.round(3)
    array([1., 3.])
    """
    resources = Resources(memory_limit, executor, arithmetic, n_threads, progress)
    metric, limit = metric_named(metric), resources.bytes_allowed
    with one_blas_thread():
        X = opened_for(metric, X, limit, resources.report)
        metric = metric.fitted_to(X)
        values = metric.checked(X, min_rows=1, distinct=False, memory_limit=limit)
    return run_pass(values, statistic, resources, rows=rows, metric=metric)


def run_pass(
    values: np.ndarray,
    statistic: Statistic,
    resources: Resources,
    *,
    rows: Any = None,
    metric: Metric = EUCLIDEAN,
    known: np.ndarray | None = None,
    source: Source | None = None,
) -> Any:
    """Compute a statistic as `reduce` does, from values that the metric has checked and prepared.

    If `known` holds the squared distances of all pairs, they are not computed again; their bytes
    count towards the memory limit. Several passes over the same values can share one `source`. A
    device keeps the points as long as this source exists.
    """
    if not isinstance(statistic, Statistic):
        raise TypeError(
            f"statistic must be one of kernelscale.engine.statistics, such as KernelSums(scales), "
            f"or an object of your own subclass of Statistic, but {shown(statistic)} was given."
        )
    statistic.check(len(values))
    sample = None if rows is None else _sample(rows, statistic, len(values))
    given = known is not None or not metric.ranks_as_euclidean
    compute = arithmetic_for(resources.arithmetic, given)
    executor = executor_named(resources.executor)
    n_samples, n_rows = len(values), None if sample is None else len(sample)
    plan = make_plan(
        n_samples,
        metric.n_features(values) if known is None else 0,
        statistic,
        resources.bytes_allowed,
        resources.n_workers,
        compute,
        n_rows,
        bytes_read(values) + (0 if known is None else known.nbytes),
        isinstance(values, StoredRows),
    )
    merge: Callable[[Any, Any], Any]
    source = source or Source.of(values, metric, known)
    # Sampled rows are spread over all blocks, so they are kept in memory and read only once.
    if isinstance(values, StoredRows) and sample is not None:
        source = replace(source, values=values.holding(sample))
    # Threads keep memory for tiles as long as the source exists. A copy of the source frees this
    # memory at the end of the pass.
    if not compute.devices:
        source = replace(source)
    on_tile = OnTile(statistic, source, compute, sample)
    state = statistic.start(n_samples if n_rows is None else n_rows)

    def tasks(hint: Callable[[Any, slice, slice], Any]) -> Iterator[Task]:
        for rows, columns in plan.tiles():
            yield rows, columns, hint(state, rows, columns)

    if sends(executor) and on_tile.can_be_sent and plan.n_tiles > 1:
        limit, merge = resources.bytes_allowed, statistic.merge_run
        runs = remote_runs(executor, on_tile, tasks(statistic.remote_hint), plan, limit)
    else:
        executor = EXECUTORS["threads"] if sends(executor) else executor
        runs, merge = _one_by_one(executor, on_tile, tasks(statistic.hint), plan), statistic.merge
    n_merged = 0
    # Closing ends the executor's workers even if an error and its frames are kept.
    with one_blas_thread(), closing(runs) as done:
        for n_tiles, found in done:
            state = merge(state, found)
            del found
            n_merged += n_tiles
            resources.report("distances", n_merged, plan.n_tiles)
    return statistic.finish(state)


def _one_by_one(
    executor: Executor, on_tile: OnTile, tasks: Iterator[Task], plan: Plan
) -> Generator[tuple[int, Any], None, None]:
    """Yield ``(1, partial result)`` for each tile."""
    n_pending = PENDING_PER_WORKER * plan.n_workers
    partials = in_order(executor, on_tile, tasks, plan.n_tiles, plan.n_workers, n_pending)
    with closing(partials) as done:
        for partial in done:
            yield 1, partial
            del partial  # its memory is free while the next partial result is awaited


def distances_between(
    X: np.ndarray,
    Y: np.ndarray,
    arithmetic: str | Arithmetic = "auto",
    executor: str | Executor = "threads",
    n_threads: int | None = None,
    progress: Progress | bool | None = None,
    metric: RowMetric = EUCLIDEAN,
) -> np.ndarray:
    """Exact squared distances between the rows of two arrays, all in memory.

    Parameters
    ----------
    X, Y : ndarray of shape (n, n_features), (m, n_features)
        Points, float64.
    arithmetic, executor, n_threads, progress
        As in `select_bandwidth`.
    metric : RowMetric
        The metric that has prepared the points.

    Returns
    -------
    ndarray
        Squared distances, of shape (n, m).

    Raises
    ------
    ValueError, TypeError
        If the two arrays differ in the number of features, or an option is not valid.
    ImportError
        If the compiled arithmetic is named but was not built.

    Examples
    --------
    Two points a distance of 5 apart.

    >>> points = np.array([[0.0, 0.0], [3.0, 4.0]])
    >>> distances_between(points, points)
    array([[ 0., 25.],
           [25.,  0.]])
    """
    # The memory limit is not used here. It is set to 1, because reading the free memory would take
    # longer than computing a few rows.
    resources = Resources(1, executor, arithmetic, n_threads, progress)
    X, Y = as_numeric(X, "X"), as_numeric(Y, "Y")
    if X.ndim != 2 or Y.ndim != 2 or X.shape[1] != Y.shape[1]:
        raise ValueError(
            f"X and Y must be points of the same features, rows by features, but their shapes are "
            f"{X.shape} and {Y.shape}."
        )
    r, same = np.empty((len(X), len(Y))), X is Y
    arithmetic = arithmetic_named(resources.arithmetic)
    side = arithmetic.largest_side(max(r.shape), requests=None, some_rows=False)
    # If X has few rows, tiles have many columns, so that little of the time is spent between tiles.
    length = side if same else max(side, FEWEST_PAIRS // max(1, len(X)))
    corners = product(range(0, len(X), side), range(0, len(Y), length))
    tiles = [(slice(i, i + side), slice(j, j + length)) for i, j in corners if not same or i <= j]

    def fill(tile: tuple[slice, slice]) -> None:
        rows, columns = tile
        with one_blas_thread():
            r[rows, columns] = metric.between(X[rows], Y[columns], arithmetic.distances)
        if same:
            r[columns, rows] = r[rows, columns].T

    workers = max(1, min(resources.n_workers, len(tiles)))
    # The array is in this process, so threads fill it unless the executor is serial.
    run = EXECUTORS["serial" if workers == 1 or resources.executor == "serial" else "threads"].run
    with one_blas_thread(), closing(run(fill, tiles, workers, 2 * workers)) as done:
        for number, _ in enumerate(done, start=1):
            resources.report("distances", number, len(tiles))
    return r


def _sample(rows: Any, statistic: Statistic, n_samples: int) -> np.ndarray:
    if not statistic.of_some_rows:
        raise ValueError(f"{statistic} needs all rows, so rows cannot be chosen.")
    return check_rows(rows, n_samples)
