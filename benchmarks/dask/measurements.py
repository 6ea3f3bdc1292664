"""Passes on threads and on a cluster in turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import psutil

from kernelscale.engine import DaskExecutor
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import RowSums, Statistic

from ..tile_overhead.measuring import STATISTICS as OF_TILES

__all__ = ["STATISTICS", "rounds_of"]

IDLE_SECONDS = 5.0
STATISTICS = {
    **{
        name: OF_TILES[name] for name in ("DistanceHistogram", "NearestOthers, 16", "both together")
    },
    "RowSums, 1 scale": lambda n, D: RowSums([2.0 * D], "single"),
}
"""Statistics of so many rows and features, by name."""


def rounds_of(
    X: np.ndarray, statistic: Statistic, client: Any, tile_seconds: float, n_rounds: int
) -> list[float]:
    """Seconds of threads and of the cluster, and the former over the latter; twice.

    First of the clock on the wall, then of the processors on an otherwise idle machine.
    """
    n_threads = sum(client.nthreads().values())
    executor = DaskExecutor(client, tile_seconds)
    ways: list[Callable[[], Any]] = [
        lambda: reduce(X, statistic, n_threads=n_threads),
        # A copy is scattered anew.
        lambda: reduce(X.copy(), statistic, executor=executor),
    ]
    warm = X[:3000]
    reduce(warm, statistic)
    reduce(warm, statistic, executor=executor)
    idle = _idle_seconds()
    seconds = np.array([[_timed(way) for way in ways] for _ in range(n_rounds)])
    wall, processors = np.moveaxis(seconds, 2, 0)
    # What the idle cluster takes counts for as long as a pass would last undisturbed.
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
    """What all processes take in a second of waiting, the clocks of the cluster above all."""
    took, used = _timed(lambda: time.sleep(IDLE_SECONDS))
    return used / took


def _processor_seconds() -> float:
    """Of this process and all that it began."""
    this = psutil.Process()
    times = [process.cpu_times() for process in (this, *this.children(recursive=True))]
    return sum(each.user + each.system for each in times)
