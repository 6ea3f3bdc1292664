"""Times of all methods of a job in alternating runs: A B C, A B C, ... and not A A, B B, C C."""

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
ENOUGH_SECONDS = 4.0  # total of a method's runs after which N_RUNS_AT_LEAST runs are enough


@dataclass(frozen=True)
class Method:
    """One method for a job, or for a `share` of it.

    `errors` is called once, outside the measured time, and returns the largest errors by name. Its
    argument is the result of the first call; some of these functions ignore it, and measure the
    errors of a smaller job. The module named by `needs` is imported first. If it is missing, or if
    the method fails, the row of the method shows the reason. An error of a method without `needs`
    is raised.
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
    """A job on given points, and its methods; ratios refer to the first method, which is ours.

    If all methods use one thread, times are processor times, which other programs change little.
    Otherwise they are clock times.
    """

    name: str
    data: str
    n_samples: int
    n_features: int
    methods: list[Method]

    @property
    def clock(self) -> Callable[[], float]:
        """The function that returns processor time or clock time."""
        one = all(method.n_threads == 1 for method in self.methods)
        return time.process_time if one else time.perf_counter


@dataclass
class Result:
    """Measurements of a method, or the reason why there are none."""

    job: Job
    method: Method
    first: float = float("nan")
    runs: list[float] = field(default_factory=list)
    errors: dict[str, float] = field(default_factory=dict)
    reason: str = ""

    @property
    def seconds(self) -> float:
        """Median time of the complete job."""
        return statistics.median(self.runs) / self.method.share if self.runs else float("nan")

    @property
    def nanoseconds_per_pair(self) -> float:
        """Time for each unordered pair of points."""
        n = self.job.n_samples
        return self.seconds / (n * (n - 1) / 2) * 1e9

    @property
    def is_wanted(self) -> bool:
        """Whether the method runs again."""
        enough = len(self.runs) >= N_RUNS_AT_LEAST and sum(self.runs) > ENOUGH_SECONDS
        return not self.reason and not enough


def measure(job: Job, n_runs: int = N_RUNS) -> list[Result]:
    """Results of all methods: a first call of each, then up to `n_runs` rounds."""
    results = [_begin(job, method) for method in job.methods]
    for _ in range(n_runs):
        for result in filter(lambda result: result.is_wanted, results):
            result.runs.append(_timed(result.method, job.clock)[0])
    return results


def ratios(results: list[Result]) -> Iterator[float]:
    """Time of each method divided by the time of the first method, which is ours."""
    return (result.seconds / results[0].seconds for result in results)


def _begin(job: Job, method: Method) -> Result:
    """Result of the first call: the errors, and the time, in which code may be compiled."""
    result = Result(job, method)
    try:
        if method.needs:
            importlib.import_module(method.needs)
        result.first, answer = _timed(method, time.perf_counter)
        result.errors = method.errors(answer)
    except (ImportError, OSError, RuntimeError, ValueError, TypeError, AttributeError) as failure:
        if not method.needs:
            raise
        result.reason = _sentence(method.needs, failure)
    return result


def _sentence(module: str, failure: Exception) -> str:
    if isinstance(failure, ModuleNotFoundError):
        return f"{module.split('.')[0]} is not installed."
    message = str(failure).strip().splitlines()[0] if str(failure).strip() else "no message"
    return f"{module.split('.')[0]} failed: {type(failure).__name__}, {message}"


def _timed(method: Method, clock: Callable[[], float]) -> tuple[float, Any]:
    with threadpool_limits(method.n_threads):
        started = clock()
        answer = method.work()
        return clock() - started, answer
