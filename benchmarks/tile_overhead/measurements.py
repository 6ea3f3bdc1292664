"""Times of the parts of a pass over all pairs: C++, merging of results, and Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from kernelscale import engine
from kernelscale.engine.arithmetic import tile_functions
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelSums,
    NearestOthers,
    RowSums,
    Statistic,
)

__all__ = ["STATISTICS", "Times", "ratio_of_two_threads", "times_of"]

SCALES = np.array([1.0, 2.0, 4.0, 8.0])  # multiplied by the number of features
STATISTICS: dict[str, Callable[[int, int], Statistic]] = {
    "DistanceHistogram": lambda n, D: DistanceHistogram(2.0 * D),
    "NearestOthers, 16": lambda n, D: NearestOthers(16),
    "both together": lambda n, D: engine.statistics.Together(
        [DistanceHistogram(2.0 * D), NearestOthers(16)]
    ),
    "KernelSums, 2 scales": lambda n, D: KernelSums(D * SCALES[:2]),
    "RowSums, 4 scales, single": lambda n, D: RowSums(D * SCALES, "single"),
    "ClassRowSums, 4 scales, single": lambda n, D: engine.statistics.ClassRowSums(
        D * SCALES, np.arange(n) % 10, "single"
    ),
}
"""Functions that return a statistic for given numbers of rows and of features, by name."""


class Times(NamedTuple):
    """Mean time of a tile (a block of the matrix of pairs), in microseconds.

    `all` is the whole time, `over_pairs` the time in C++, and `merging` the time in which the
    results of tiles are merged. The rest is spent in Python.
    """

    n_tiles: int
    all: float
    over_pairs: float
    merging: float

    @property
    def share_of_merging(self) -> float:
        """Share of the time that is spent on merging, which one thread does for all workers."""
        return self.merging / self.all

    @property
    def share_of_python(self) -> float:
        """Share of the time that is spent in Python, which holds the interpreter lock."""
        return 1 - (self.over_pairs + self.merging) / self.all


class _TimedExecutor:
    """An executor that computes in this thread and records the whole time and that of merging."""

    def __init__(self) -> None:
        self.all = self.merging = 0.0
        self.n_tiles = 0

    def run(
        self, function: Callable[[Any], Any], tasks: Iterable[Any], n_workers: int, n_pending: int
    ) -> Generator[Any, None, None]:
        begun = time.thread_time()
        for task in tasks:
            result = function(task)
            done = time.thread_time()
            yield result
            self.merging += time.thread_time() - done
            self.n_tiles += 1
        self.all += time.thread_time() - begun


@contextmanager
def _timed_tiles() -> Iterator[list[float]]:
    """Context with a list to which the time of each C++ call for a tile is appended."""
    stays: list[float] = []
    plain = tile_functions.Tile

    class Tile(plain):  # type: ignore[misc, valid-type]
        def go_over(self, *args: Any) -> None:
            begun = time.thread_time()
            super().go_over(*args)
            stays.append(time.thread_time() - begun)

    tile_functions.Tile = Tile  # type: ignore[misc]
    try:
        yield stays
    finally:
        tile_functions.Tile = plain  # type: ignore[misc]


def times_of(X: np.ndarray, statistic: Statistic, n_runs: int) -> Times:
    """Times of the fastest of `n_runs` passes on one thread, in processor time."""
    found = []
    for _ in range(n_runs):
        executor = _TimedExecutor()
        with _timed_tiles() as stays:
            reduce(X, statistic, executor=executor, arithmetic="compiled")
        parts = np.array([executor.all, sum(stays), executor.merging]) / executor.n_tiles * 1e6
        found.append(Times(executor.n_tiles, *parts.tolist()))
    return min(found, key=lambda times: times.all)


def ratio_of_two_threads(X: np.ndarray, statistic: Statistic, n_runs: int) -> float:
    """Median clock time on one thread divided by that on two; runs on one and on two alternate."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(n_runs):
        for n_threads, runs in seconds.items():
            begun = time.perf_counter()
            reduce(X, statistic, n_threads=n_threads, arithmetic="compiled")
            runs.append(time.perf_counter() - begun)
    return float(np.median(seconds[1]) / np.median(seconds[2]))
