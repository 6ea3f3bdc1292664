"""Run every way of a job in turn, and note the times: A B C, A B C, ... and not A A, B B, C C."""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from threadpoolctl import threadpool_limits

N_RUNS = 5
N_RUNS_AT_LEAST = 3
ENOUGH_SECONDS = 4.0  # a method that has taken this long is not run more than N_RUNS_AT_LEAST times


@dataclass(frozen=True)
class Way:
    """One method for a job, or for a stated share of it.

    `errors` is called once, outside the measured time, with the result of the first call or a
    smaller one, and returns the largest errors by name. The module `needs` is imported first; a
    method whose module is missing or fails is listed with the reason.
    """

    name: str
    work: Callable[[], Any]
    dtype: str = "float64"
    n_threads: int = 1
    share: float = 1.0
    remark: str = ""
    needs: str = ""
    errors: Callable[[Any], dict[str, float]] = lambda answer: {}


@dataclass(frozen=True)
class Job:
    """What is done, to which points, and by whom; the first way is ours, which others compare to.

    Times are of the processor where all ways have one thread, so that whatever else runs on the
    machine counts less, and of the clock on the wall where they have more.
    """

    name: str
    data: str
    n_samples: int
    n_features: int
    ways: list[Way]

    @property
    def clock(self) -> Callable[[], float]:
        """What times are read from."""
        one = all(way.n_threads == 1 for way in self.ways)
        return time.process_time if one else time.perf_counter


@dataclass
class Result:
    """What was measured of a way; `reason` says why nothing was."""

    job: Job
    way: Way
    first: float = float("nan")
    runs: list[float] = field(default_factory=list)
    errors: dict[str, float] = field(default_factory=dict)
    reason: str = ""

    @property
    def seconds(self) -> float:
        """Median time of the whole job."""
        return statistics.median(self.runs) / self.way.share if self.runs else float("nan")

    @property
    def nanoseconds_per_pair(self) -> float:
        """Time for each unordered pair of points."""
        n = self.job.n_samples
        return self.seconds / (n * (n - 1) / 2) * 1e9

    @property
    def is_wanted(self) -> bool:
        """Whether another run is worth its time."""
        enough = len(self.runs) >= N_RUNS_AT_LEAST and sum(self.runs) > ENOUGH_SECONDS
        return not self.reason and not enough


def measure(job: Job, n_runs: int = N_RUNS) -> list[Result]:
    """Every way once to warm up, then up to `n_runs` rounds of all of them."""
    results = [_begin(job, way) for way in job.ways]
    for _ in range(n_runs):
        for result in filter(lambda result: result.is_wanted, results):
            result.runs.append(_timed(result.way, job.clock)[0])
    return results


def ratios(results: list[Result]) -> Iterator[float]:
    """Time of each over that of the first, which is ours."""
    return (result.seconds / results[0].seconds for result in results)


def _begin(job: Job, way: Way) -> Result:
    """The first call, which may compile or load something, and the errors."""
    result = Result(job, way)
    try:
        if way.needs:
            importlib.import_module(way.needs)
        result.first, answer = _timed(way, time.perf_counter)
        result.errors = way.errors(answer)
    except (ImportError, OSError, RuntimeError, ValueError, TypeError, AttributeError) as failure:
        if not way.needs:
            raise
        result.reason = _sentence(way.needs, failure)
    return result


def _sentence(module: str, failure: Exception) -> str:
    if isinstance(failure, ModuleNotFoundError):
        return f"{module.split('.')[0]} is not installed."
    message = str(failure).strip().splitlines()[0] if str(failure).strip() else "no message"
    return f"{module.split('.')[0]} failed: {type(failure).__name__}, {message}"


def _timed(way: Way, clock: Callable[[], float]) -> tuple[float, Any]:
    with threadpool_limits(way.n_threads):
        started = clock()
        answer = way.work()
        return clock() - started, answer
