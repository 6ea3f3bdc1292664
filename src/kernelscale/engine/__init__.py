"""Statistics over all pairs of points without storing all pairs.

`reduce` is the only door. It cuts the pairs into tiles that fit a byte budget, computes each
tile with one arithmetic (how), runs tiles on one executor (where), and merges them in a fixed
order, so that the answer has the same bits for any number of threads.
"""

from __future__ import annotations

import os
from collections import deque
from contextlib import closing
from itertools import count, product
from typing import Any

import numpy as np

from .._validation import (
    METRICS,
    as_numeric,
    check_count,
    check_distances,
    check_memory,
    check_name,
    check_points,
    check_rows,
    shown,
)
from .arithmetic.registry import ARITHMETICS, arithmetic_named
from .blas import one_blas_thread
from .executors import serial, threads
from .plan import LARGEST_SIDE, PENDING_PER_WORKER, make_plan
from .progress import Progress, ProgressEvent
from .source import Source
from .statistics import (
    ClassExtremes,
    ClassRowSums,
    CountsBetween,
    DistanceHistogram,
    DistancesBetween,
    GroupedHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
    Statistic,
    Together,
)
from .tile import GivenTile, Tile

__all__ = [
    "ARITHMETICS",
    "DEFAULT_MEMORY_LIMIT",
    "EXECUTORS",
    "METRICS",
    "ClassExtremes",
    "ClassRowSums",
    "CountsBetween",
    "DistanceHistogram",
    "DistancesBetween",
    "GroupedHistogram",
    "KernelProduct",
    "KernelSums",
    "NearestOthers",
    "Progress",
    "ProgressEvent",
    "RowSums",
    "Statistic",
    "Together",
    "arithmetic_in_use",
    "available_threads",
    "check_options",
    "distances_between",
    "make_plan",
    "reduce",
]

ARITHMETIC_NAMES = ("auto", "reference", "compiled")
EXECUTORS = {"serial": serial.run, "threads": threads.run}
DEFAULT_MEMORY_LIMIT = "1 GiB"


def available_threads() -> int:
    """Processors this process may run on, the default number of threads.

    Returns
    -------
    int
        Those its affinity mask leaves it or, where the system has none, all of the machine.

    Examples
    --------
    There is always one, or nothing would run.

    >>> available_threads() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def arithmetic_in_use() -> str:
    """What ``arithmetic="auto"`` stands for here.

    Returns
    -------
    str
        "reference", or "compiled" with the instruction set that was chosen for this processor.

    Raises
    ------
    ValueError
        If the environment, in KERNELSCALE_INSTRUCTION_SET, names one that is not there.

    Examples
    --------
    Without a compiler at installation it is NumPy's.

    >>> arithmetic_in_use().split()[0] in ("reference", "compiled")
    True
    """
    chosen = arithmetic_named("auto")
    name = next(name for name, module in ARITHMETICS.items() if module is chosen)
    return f"{name} ({chosen.instruction_set()})" if name == "compiled" else name


def reduce(
    X: Any,
    statistic: Statistic,
    *,
    rows: Any = None,
    metric: str = "euclidean",
    memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
    executor: str = "threads",
    arithmetic: str = "auto",
    n_threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Compute a statistic over all pairs of rows, or of some rows with all.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    statistic : Statistic
        What to accumulate, such as ``KernelSums(scales)``.
    rows : array-like of int of shape (n_rows,), optional
        Indices of the rows to ask about, each once, in any order; all by default. Sums are then
        over the ordered pairs of these rows with all points, and what there is for each row comes
        in the order of `rows`.
    metric : {"euclidean", "precomputed"}
        With "precomputed", `X` holds the distances of all pairs (not squared), of shape
        (n_samples, n_samples) or condensed.
    memory_limit : int or str
        Bytes allowed beyond the data themselves, or a text such as "512 MiB"; data other than
        float64 in C order are copied once, which is not counted. All pairs are never stored; a
        limit that cannot be kept is refused before anything runs.
    executor : {"threads", "serial"}
        Where tiles run.
    arithmetic : {"auto", "reference", "compiled"}
        How a tile is computed: in NumPy or in C++; "auto" takes the latter where it was built.
    n_threads : int, optional
        Threads of the executor; all available ones by default. The answer does not depend on it.
    progress : callable, optional
        Called with a `ProgressEvent` after each tile.

    Returns
    -------
    object
        What ``statistic.finish`` returns.

    Raises
    ------
    MemoryError
        If the statistic cannot be computed within `memory_limit`.
    ValueError, TypeError
        If the points or an option are not valid, or the statistic is one of all rows only.
    ImportError
        If the compiled arithmetic is asked for by name, but was not built.

    Examples
    --------
    Three points on a line. At a scale far below their distances only the diagonal is left
    (S = 3); far above, every pair counts (S = 9).

    >>> import numpy as np
    >>> sums = reduce([[0.0], [1.0], [2.0]], KernelSums(np.array([1e-3, 1e6])))
    >>> sums.S.round(3)
    array([3., 9.])

    The last of the points alone, against all three.

    >>> reduce([[0.0], [1.0], [2.0]], KernelSums(np.array([1e-3, 1e6])), rows=[2]).S.round(3)
    array([1., 3.])
    """
    check_options(memory_limit, executor, arithmetic, n_threads, progress)
    if not isinstance(statistic, Statistic):
        raise TypeError(
            f"statistic must be one of those of kernelscale.engine, such as KernelSums(scales), "
            f"or of a subclass of Statistic, but {shown(statistic)} was given."
        )
    given = check_name(metric, METRICS, "metric") == "precomputed"
    check, make_tile = (_given, GivenTile) if given else (_points, Tile)
    points = check(X, check_memory(memory_limit))
    statistic.check(len(points))
    sample = None if rows is None else _sample(rows, statistic, len(points))
    compute, run = arithmetic_named(arithmetic), EXECUTORS[executor]
    workers = available_threads() if n_threads is None else int(n_threads)
    n_samples, n_features = len(points), 0 if given else points.shape[1]
    limit = check_memory(memory_limit)
    n_rows = None if sample is None else len(sample)
    plan = make_plan(n_samples, n_features, statistic, limit, workers, arithmetic, n_rows)

    source = Source.given(points) if given else Source.of(points)
    state = statistic.start(n_samples if n_rows is None else n_rows)

    def on_tile(tile: tuple[slice, slice]) -> Any:
        return statistic.on_tile(make_tile(source, *tile, compute, sample), state)

    n_pending = PENDING_PER_WORKER * plan.n_workers
    # Closing ends the executor's threads even where an error, and its frames, are kept.
    with one_blas_thread(), closing(run(on_tile, plan.tiles(), plan.n_workers, n_pending)) as done:
        numbers = count(1)  # `enumerate` would keep a result while the next is computed
        for partial in done:
            state = statistic.merge(state, partial)
            del partial
            if progress is not None:
                progress(ProgressEvent("distances", next(numbers), plan.n_tiles))
    return statistic.finish(state)


def distances_between(
    X: np.ndarray,
    Y: np.ndarray,
    arithmetic: str = "auto",
    executor: str = "threads",
    n_threads: int | None = None,
) -> np.ndarray:
    """Exact squared distances between the rows of two arrays, where there is room for them all.

    Parameters
    ----------
    X, Y : ndarray of shape (n, n_features), (m, n_features)
        Points, float64.
    arithmetic, executor, n_threads
        As in `reduce`.

    Returns
    -------
    ndarray
        Squared distances, of shape (n, m).

    Raises
    ------
    ValueError, TypeError
        If the points have not the same features, or an option is not valid.
    ImportError
        If the compiled arithmetic is asked for by name, but was not built.

    Examples
    --------
    Two points a distance of 5 apart.

    >>> points = np.array([[0.0, 0.0], [3.0, 4.0]])
    >>> distances_between(points, points)
    array([[ 0., 25.],
           [25.,  0.]])
    """
    check_options(DEFAULT_MEMORY_LIMIT, executor, arithmetic, n_threads, None)
    X, Y = as_numeric(X, "X"), as_numeric(Y, "Y")
    if X.ndim != 2 or Y.ndim != 2 or X.shape[1] != Y.shape[1]:
        raise ValueError(
            f"X and Y must be points of the same features, rows by features, but their shapes are "
            f"{X.shape} and {Y.shape}."
        )
    r = np.empty((len(X), len(Y)))
    compute = arithmetic_named(arithmetic).distances
    starts = (range(0, len(points), LARGEST_SIDE) for points in (X, Y))
    tiles = [tuple(slice(k, k + LARGEST_SIDE) for k in corner) for corner in product(*starts)]

    def fill(tile: tuple[slice, ...]) -> None:
        r[tile] = compute(X[tile[0]], Y[tile[1]])

    workers = max(1, min(available_threads() if n_threads is None else n_threads, len(tiles)))
    run = EXECUTORS[executor if workers > 1 else "serial"]
    with one_blas_thread(), closing(run(fill, tiles, workers, 2 * workers)) as done:
        deque(done, maxlen=0)
    return r


def _sample(rows: Any, statistic: Statistic, n_samples: int) -> np.ndarray:
    if not statistic.of_some_rows:
        raise ValueError(f"{statistic} is known of all rows only, so rows cannot be chosen.")
    return check_rows(rows, n_samples)


def _points(X: Any, memory_limit: int) -> np.ndarray:
    return check_points(X, min_rows=1, distinct=False)


def _given(X: Any, memory_limit: int) -> np.ndarray:
    return check_distances(X, distinct=False, memory_limit=memory_limit)


def check_options(
    memory_limit: Any, executor: Any, arithmetic: Any, n_threads: Any, progress: Any
) -> None:
    """Refuse options of `reduce` that are not valid, each with its sentence.

    Parameters
    ----------
    memory_limit, executor, arithmetic, n_threads, progress
        As in `reduce`.

    Raises
    ------
    ValueError
        If the limit is no amount of memory, a name is not known, `n_threads` is no positive
        integer, or the environment names an instruction set that is not there.
    TypeError
        If `progress` cannot be called.
    ImportError
        If the compiled arithmetic is asked for by name, but was not built.

    Examples
    --------
    Nobody works with no thread at all, so that is told before anything runs.

    >>> check_options("1 GiB", "threads", "auto", n_threads=0, progress=None)
    Traceback (most recent call last):
        ...
    ValueError: n_threads must be an integer of at least 1, but 0 was given.
    """
    check_memory(memory_limit)
    check_name(executor, EXECUTORS, "executor")
    check_name(arithmetic, ARITHMETIC_NAMES, "arithmetic")
    arithmetic_named(arithmetic)
    if n_threads is not None:
        check_count(n_threads, "n_threads")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, but {progress!r} was given.")
