"""Processor time of a grid search, and of other methods that choose a scale, on one thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import median
from typing import NamedTuple

import pandas as pd
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV

from kernelscale import select_bandwidth

from .methods import METHODS, folds_of, grid, machine
from .sets import Split, splits

__all__ = ["TIMED", "Timed", "large_seconds", "time_table"]

TIMED_METHODS = ("auto", "leave_one_out", "auto without labels")
C = 10.0


class Timed(NamedTuple):
    """A data set on which methods are timed.

    There are `n_rounds` runs on `n_rows` rows. The grid search uses `n_folds` of its five folds.
    """

    name: str
    n_rows: int
    n_rounds: int = 5
    n_folds: int = 5


TIMED = (
    Timed("vehicle", 500),
    Timed("satellite", 500),
    Timed("letterrecognition", 500),
    Timed("satellite", 2000, 3),
    Timed("letterrecognition", 2000, 1, 2),
    Timed("letterrecognition", 10_000, 1, 1),
)


def time_table(timed: Sequence[Timed]) -> pd.DataFrame:
    """Median seconds of a grid search with an SVC, and of each method on the same rows.

    The time of a method is followed by 1/n, its share of the time of the grid search. If fewer than
    five folds are timed, the time of the search is scaled up to five.
    """
    return pd.DataFrame([_timed(each) for each in timed]).set_index("set, rows")


def _timed(timed: Timed) -> dict[str, str]:
    split = next(splits(timed.name, 1, timed.n_rows))
    jobs: dict[str, Callable[[], object]] = {
        method: lambda method=method: METHODS[method].choose(split, C) for method in TIMED_METHODS
    }
    jobs["search"] = lambda: _search(split, timed.n_folds)
    rounds = [{name: _seconds(job) for name, job in jobs.items()} for _ in range(timed.n_rounds)]
    taken = pd.DataFrame(rounds).median()
    search = taken.pop("search") * 5 / timed.n_folds
    return {
        "set, rows": f"{timed.name}, {len(split.X)}",
        "GridSearchCV": f"{search:.3g} s" + (" (scaled up)" if timed.n_folds < 5 else ""),
        **{method: f"{each:.2g} s, 1/{search / each:.0f}" for method, each in taken.items()},
    }


def _search(split: Split, n_folds: int) -> None:
    folds = list(islice(folds_of(split.y).split(split.X, split.y), n_folds))
    gammas = {"gamma": 1 / (2 * grid(split))}
    GridSearchCV(machine(split.y, C), gammas, cv=folds, refit=False).fit(split.X, split.y)


def large_seconds(n_rows: int, n_features: int = 50) -> float:
    """Median seconds of three runs of `auto` on `n_rows` synthetic rows."""
    X, y = make_classification(n_rows, n_features, n_informative=10, random_state=0)
    return median(_seconds(lambda: select_bandwidth(X, y, "auto", C=C)) for _ in range(3))


def _seconds(job: Callable[[], object]) -> float:
    started = time.process_time()
    job()
    return max(time.process_time() - started, 1e-6)
