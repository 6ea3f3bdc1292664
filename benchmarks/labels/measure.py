"""A table of scores on test rows, with one row for each split, task, value of C, and scale.

The scales are those of a grid and those that methods choose. A method without a scale has rows
without one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import joblib
import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from .methods import EXPONENTS, METHODS, grid
from .sets import SETS, Split, are_numbers, splits
from .tasks import TASKS, Task

__all__ = ["GRID", "measure", "measure_all"]

GRID = "scale of the grid"  # value of the column "way" for a scale that no method chose


def measure_all(
    sets: str, tasks: Sequence[str], n_splits: int, n_rows: int, n_jobs: int = 1
) -> pd.DataFrame:
    """The table for all sets of the group `sets`."""
    jobs = (
        (split, of_kind)
        for kind, names in SETS[sets].items()
        if (of_kind := [task for task in tasks if TASKS[task].kind == kind])
        for name in names
        for split in splits(name, n_splits, n_rows)
    )
    found = joblib.Parallel(n_jobs=n_jobs)(joblib.delayed(measure)(*each) for each in jobs)
    return pd.concat(found, ignore_index=True)


def measure(split: Split, tasks: Sequence[str]) -> pd.DataFrame:
    """The table for one split."""
    with threadpool_limits(1):
        choose = _chooser(split)
        lines = [line for task in tasks for line in _lines(split, task, TASKS[task], choose)]
    print(f"measured {split.name}, split {split.number}", file=sys.stderr, flush=True)
    return pd.DataFrame(lines).assign(set=split.name, split=split.number)


def _chooser(split: Split) -> Callable[[str, float], float]:
    """A cached function that returns a method's scale at a given C; NaN if the method fails."""

    @cache
    def chosen(name: str, C: float | None) -> float:
        try:
            return METHODS[name].choose(split, C)
        except ValueError as error:
            print(f"{split.name}, split {split.number}, {name}: {error}", file=sys.stderr)
            return np.nan

    return lambda name, C: chosen(name, C if METHODS[name].follows_C else None)


def _lines(
    split: Split, name: str, task: Task, choose: Callable[[str, float], float]
) -> Iterator[dict[str, object]]:
    for C in task.machines:
        scored = cache(lambda epsilon, C=C: task.score(split, epsilon, C))
        at = {"task": name, "C": C}
        for exponent, epsilon in zip(EXPONENTS, grid(split), strict=True):
            line = {"way": GRID, "exponent": exponent, "epsilon": epsilon}
            yield {**at, **line, "score": scored(epsilon)}
        for method in METHODS:
            if METHODS[method].of_classes and are_numbers(split.y):
                continue
            epsilon = choose(method, C)
            score = np.nan if np.isnan(epsilon) else scored(epsilon)
            yield {**at, "way": method, "epsilon": epsilon, "score": score}
        for method, score_of in task.without_scale.items():
            yield {**at, "way": method, "score": score_of(split)}
