"""Where the time of a pass goes."""

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

SCALES = np.array([1.0, 2.0, 4.0, 8.0])  # of a feature
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
"""Streamed statistics of so many rows and features, by name."""


class Times(NamedTuple):
    """Microseconds a tile, in all, over its pairs in C++, and merging; the rest is Python."""

    n_tiles: int
    all: float
    over_pairs: float
    merging: float

    @property
    def share_of_merging(self) -> float:
        """Merging, done by one thread for all workers."""
        return self.merging / self.all

    @property
    def share_of_python(self) -> float:
        """What Python does between two tiles, holding the interpreter's lock."""
        return 1 - (self.over_pairs + self.merging) / self.all


class _Watched:
    """An executor in this thread that notes its time, and how long it waited for merging."""

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
def _watched_tiles() -> Iterator[list[float]]:
    """Context in which each stay in C++ to go over a tile is added to a list."""
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
    """The quickest of some passes in one thread, by the processor's time."""
    found = []
    for _ in range(n_runs):
        watched = _Watched()
        with _watched_tiles() as stays:
            reduce(X, statistic, executor=watched, arithmetic="compiled")
        parts = np.array([watched.all, sum(stays), watched.merging]) / watched.n_tiles * 1e6
        found.append(Times(watched.n_tiles, *parts.tolist()))
    return min(found, key=lambda times: times.all)


def ratio_of_two_threads(X: np.ndarray, statistic: Statistic, n_runs: int) -> float:
    """Time of one thread over that of two, by the clock: medians of passes in turn."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(n_runs):
        for n_threads, runs in seconds.items():
            begun = time.perf_counter()
            reduce(X, statistic, n_threads=n_threads, arithmetic="compiled")
            runs.append(time.perf_counter() - begun)
    return float(np.median(seconds[1]) / np.median(seconds[2]))
