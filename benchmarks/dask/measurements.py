"""Alternating passes on threads and on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import psutil

from kernelscale.engine import DaskExecutor
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import RowSums, Statistic

from ..tile_overhead.measurements import STATISTICS as OF_TILES

__all__ = ["STATISTICS", "rounds_of"]

IDLE_SECONDS = 5.0
STATISTICS = {
    **{
        name: OF_TILES[name] for name in ("DistanceHistogram", "NearestOthers, 16", "both together")
    },
    "RowSums, 1 scale": lambda n, D: RowSums([2.0 * D], "single"),
}
"""Functions that return a statistic for given numbers of rows and of features, by name."""


def rounds_of(
    X: np.ndarray, statistic: Statistic, client: Any, tile_seconds: float, n_rounds: int
) -> list[float]:
    """Three medians from clock times, then three from processor times.

    Each group has the seconds on threads, the seconds on the cluster, and the ratio (threads
    divided by cluster).
    """
    n_threads = sum(client.nthreads().values())
    executor = DaskExecutor(client, tile_seconds)
    passes: list[Callable[[], Any]] = [
        lambda: reduce(X, statistic, n_threads=n_threads),
        # The cluster keeps an array that it has received, so every pass sends a new copy.
        lambda: reduce(X.copy(), statistic, executor=executor),
    ]
    warm = X[:3000]
    reduce(warm, statistic)
    reduce(warm, statistic, executor=executor)
    idle = _idle_seconds()
    seconds = np.array([[_timed(each) for each in passes] for _ in range(n_rounds)])
    wall, processors = np.moveaxis(seconds, 2, 0)
    # Subtract what an idle cluster uses in the measured duration. For passes on the cluster, add
    # what it uses in busy / n_threads, the duration if no other program ran.
    busy = processors - idle * wall
    processors = busy * np.array([1, 1 + idle / n_threads])
    return [
        float(figure)
        for each in (wall, processors)
        for figure in (*np.median(each, axis=0), np.median(each[:, 0] / each[:, 1]))
    ]


def _timed(work: Callable[[], Any]) -> tuple[float, float]:
    began, used = time.perf_counter(), _processor_seconds()
    work()
    return time.perf_counter() - began, _processor_seconds() - used


def _idle_seconds() -> float:
    """Processor time that all processes use in a second of waiting, mostly for cluster timers."""
    took, used = _timed(lambda: time.sleep(IDLE_SECONDS))
    return used / took


def _processor_seconds() -> float:
    """Processor time of this process and of all its child processes."""
    this = psutil.Process()
    times = [process.cpu_times() for process in (this, *this.children(recursive=True))]
    return sum(each.user + each.system for each in times)
