"""Many repeats of one measurement on all processors, and what they say with an interval."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from scipy.stats import t as student
from sklearn.utils.parallel import Parallel, delayed

from ..engine import ProgressEvent
from ..engine.progress import Progress
from .finished_parts import next_result

__all__ = ["SHARES", "Interval", "mean_interval", "measure_repeats"]

Case = TypeVar("Case")
CONFIDENCE = 0.95
SHARES = (0.0, 1.0)  # ends of what is a share, an accuracy or an R^2
PART = 8  # seeds that are kept together when they are finished


class Interval(NamedTuple):
    """A mean and the ends of its confidence interval of 95 %."""

    mean: float
    low: float
    high: float


def mean_interval(
    values: Sequence[float] | np.ndarray, bounds: tuple[float, float] | None = None
) -> Interval:
    """The mean of independent repeats, at least two, with Student's interval.

    Of two ways that saw the same draws, the interval of their differences is what tells them
    apart: draws differ more than ways do. Student's interval does not know that a share lies
    between 0 and 1; `bounds` tells it, and what lies beyond them is cut off.

    Examples
    --------
    Differences that are all the same leave no doubt.

    >>> mean_interval([0.5, 0.5, 0.5])
    Interval(mean=0.5, low=0.5, high=0.5)

    A mean of two shares is not below 0.

    >>> low, high = mean_interval([0.25, 0.75], bounds=(0, 1))[1:]
    >>> low, high
    (0.0, 1.0)
    """
    values = np.asarray(values, dtype=float)
    mean, n = float(values.mean()), len(values)
    half = float(student.ppf((1 + CONFIDENCE) / 2, n - 1) * values.std(ddof=1) / n**0.5)
    lowest, highest = bounds or (-np.inf, np.inf)
    return Interval(mean, max(mean - half, float(lowest)), min(mean + half, float(highest)))


def measure_repeats(
    measure: Callable[[Case, int], Any],
    cases: Sequence[Case],
    n_repeats: int,
    progress: Progress,
    n_jobs: int | None = None,
) -> list[list[Any]]:
    """What `measure(case, seed)` gives for each case and the seeds from 0 on.

    Nothing but case and seed may decide the answer, so it does not matter where it is computed,
    nor when: inside `parts_kept_in` what was finished before is not computed again.

    Parameters
    ----------
    measure : callable
        A function of a module, for it is sent to other processes. It gives numbers, text, and
        arrays, lists and dictionaries of them.
    cases : sequence
        What to measure.
    n_repeats : int
        Seeds of each case.
    progress : callable
        Told after every case.
    n_jobs : int, optional
        Processes; one a processor by default. With 1 everything happens in this one.

    Returns
    -------
    list of list
        A list a case, an entry a seed, as JSON holds it: arrays and tuples are lists.
    """
    found = []
    with Parallel(n_jobs=n_jobs or os.cpu_count() or 1) as parallel:
        for done, case in enumerate(cases):
            progress(ProgressEvent("cases", done, len(cases)))
            of_case: list[Any] = []
            for first in range(0, n_repeats, PART):
                seeds = range(first, min(first + PART, n_repeats))
                calls = [delayed(measure)(case, seed) for seed in seeds]
                of_case += next_result(partial(parallel, calls))
            found.append(of_case)
    progress(ProgressEvent("cases", len(cases), len(cases)))
    return found
