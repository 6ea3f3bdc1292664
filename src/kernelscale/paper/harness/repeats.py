"""Repeats of one measurement on all processors, and their mean with a confidence interval."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from joblib import Parallel, delayed
from scipy.stats import beta
from scipy.stats import t as student

from ...engine.progress import Progress, ProgressEvent
from .finished_parts import results_in_parts
from .tables import Interval, Row

__all__ = [
    "SHARES",
    "geometric_mean",
    "mean",
    "mean_interval",
    "mean_share",
    "measure_repeats",
    "share_interval",
    "shown",
]

Case = TypeVar("Case")
CONFIDENCE = 0.95
SHARES = (0.0, 1.0)  # bounds of a share, an accuracy or R^2
PART = 8  # number of seeds whose results are kept in one file


def mean_interval(
    values: Sequence[float] | np.ndarray, bounds: tuple[float, float] | None = None
) -> Interval:
    """The mean of at least two independent repeats, with Student's interval.

    To compare two methods on the same draws, pass the differences of their values, because draws
    differ more than methods. Student's interval of a share may extend beyond 0 or 1; it is cut off
    at `bounds`.

    Examples
    --------
    Equal differences have an interval of length 0.

    >>> mean_interval([0.5, 0.5, 0.5])
    Interval(mean=0.5, low=0.5, high=0.5)

    The interval of a mean of shares is cut off at 0 and 1.

    >>> low, high = mean_interval([0.25, 0.75], bounds=(0, 1))[1:]
    >>> low, high
    (0.0, 1.0)
    """
    values = np.asarray(values, dtype=float)
    mean, n = float(values.mean()), len(values)
    half = float(student.ppf((1 + CONFIDENCE) / 2, n - 1) * values.std(ddof=1) / n**0.5)
    lowest, highest = bounds or (-np.inf, np.inf)
    return Interval(mean, max(mean - half, float(lowest)), min(mean + half, float(highest)))


def share_interval(n_true: int, n: int) -> Interval:
    """A share of `n` independent repeats with its exact (Clopper-Pearson) interval.

    The interval has a positive length even if all repeats are alike.

    Examples
    --------
    If none of 20 repeats has a property, the true share may still be 0.168.

    >>> share = share_interval(0, 20)
    >>> share.mean, share.low, round(share.high, 3)
    (0.0, 0.0, 0.168)
    """
    tail = (1 - CONFIDENCE) / 2
    low = float(beta.ppf(tail, n_true, n - n_true + 1)) if n_true else 0.0
    high = float(beta.ppf(1 - tail, n_true + 1, n - n_true)) if n_true < n else 1.0
    return Interval(n_true / n, low, high)


def mean(group: Sequence[Row], column: str, bounds: tuple[float, float] | None = None) -> Interval:
    """Mean of a column with its interval, which is cut off at `bounds`."""
    return mean_interval([draw[column] for draw in group], bounds)


def mean_share(group: Sequence[Row], column: str) -> Interval:
    """Mean of shares with its interval."""
    return mean(group, column, SHARES)


def geometric_mean(group: Sequence[Row], column: str) -> Interval:
    """Geometric mean of a column with its interval."""
    logarithms = np.log([draw[column] for draw in group])
    return Interval(*np.exp(mean_interval(logarithms)).tolist())


def shown(value: Interval) -> str:
    """A value and the ends of its interval, with three digits each."""
    return f"{value.mean:.3g} ({value.low:.3g} to {value.high:.3g})"


def measure_repeats(
    measure: Callable[[Case, int], Any],
    cases: Sequence[Case],
    n_repeats: int | Sequence[int],
    progress: Progress,
    n_jobs: int | None = None,
) -> list[list[Any]]:
    """The result of `measure(case, seed)` for each case and the seeds from 0 on.

    A result depends only on the case and the seed, so any process may compute it at any time.
    Inside ``with parts_kept_in(...)``, finished parts are read instead of computed.

    Parameters
    ----------
    measure : callable
        A function or instance that can be sent to other processes. It returns numbers and text, or
        arrays, lists and dictionaries of them.
    cases : sequence
        Values of the first argument of `measure`.
    n_repeats : int or sequence of int
        Number of seeds of every case, or of each case in turn.
    progress : callable
        Called before each case and at the end.
    n_jobs : int, optional
        Number of processes; by default the number of processors. With 1 no process is started.

    Returns
    -------
    list of list
        A list for each case, with the result for each seed as JSON holds it: arrays and tuples
        become lists.
    """
    counts = [n_repeats] * len(cases) if isinstance(n_repeats, int) else n_repeats
    parts = [
        [delayed(measure)(case, seed) for seed in range(first, min(first + PART, count))]
        for case, count in zip(cases, counts, strict=True)
        for first in range(0, count, PART)
    ]
    found = []
    n_jobs = n_jobs or os.cpu_count() or 1
    with warnings.catch_warnings(), Parallel(n_jobs=n_jobs, return_as="generator") as parallel:
        # A worker whose memory has grown is replaced by a new one, which changes no result.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs were given")
        results = results_in_parts(parts, parallel)
        for done, count in enumerate(counts):
            progress(ProgressEvent("cases", done, len(cases)))
            of_case = islice(results, math.ceil(count / PART))
            found.append([result for part in of_case for result in part])
    progress(ProgressEvent("cases", len(cases), len(cases)))
    return found
