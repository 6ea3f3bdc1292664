"""Tables of the regrets of methods and of their differences, with standard errors over sets.

The regret is the best score of the grid minus the score of the scale that a method chooses.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.stats import t

from .measure import GRID
from .methods import GRID_SEARCH, SCALE

__all__ = ["by_set", "markdown", "overview", "regrets", "summary", "tables"]

LEVEL = 0.95
HEADER = (
    "Regret: the best score of the grid on the test rows minus the score of the chosen scale. "
    "To a set's best: the score of a set's best scale minus the score of the chosen scale. A set's "
    "best scale is a multiple of the median squared distance, the same for all splits of the set; "
    "it is the multiple with the best mean score. "
    "Minus grid search, minus 'scale': difference of the regrets on the same split; if it is "
    "positive, the method has the larger regret. "
    "Means are over the splits of a set, then over sets; in parentheses are standard errors over "
    "sets. "
    "The columns 'below (grid search)' and 'below ('scale')' have the upper 95 % limit of the mean "
    "difference from grid search and from 'scale' (Student's t over sets, one-sided)."
)


def tables(lines: pd.DataFrame, each_set: bool = False) -> Iterator[str]:
    """Tables in Markdown: one for each task with several C, then one for each task and C."""
    yield HEADER
    for task, part in lines.groupby("task", sort=False):
        if part["C"].nunique() > 1:
            title = f"{task}, regret and its difference from the grid search's regret"
            yield f"{title}\n\n{markdown(overview(part))}"
    for (task, C), part in lines.groupby(["task", "C"], sort=False):
        n_sets, n_splits = part["set"].nunique(), len(part[["set", "split"]].drop_duplicates())
        made = by_set(part) if each_set else summary(part)
        yield f"{task}, C = {C:g}, {n_sets} sets, {n_splits} splits\n\n{markdown(made)}"


def regrets(lines: pd.DataFrame) -> pd.DataFrame:
    """Regret of each method: one row for each set and split, one column for each method."""
    of_grid = lines["way"] == GRID
    best = lines[of_grid].groupby(["set", "split"])["score"].max()
    return _scores(lines).rsub(best, axis=0)


def summary(lines: pd.DataFrame) -> pd.DataFrame:
    """Regret of each method for one task and C, and its difference from those of two methods.

    The two methods are the grid search and scikit-learn's 'scale'.
    """
    lost = regrets(lines)
    each = _of_sets(lost)
    beside_scale = _of_sets(lost.sub(lost[SCALE], axis=0))
    return pd.DataFrame(
        {
            "regret": _mean(each),
            "to a set's best": [f"{value:.4f}" for value in _to_best_single(lines)],
            **_paired("grid search", _of_sets(lost.sub(lost[GRID_SEARCH], axis=0))),
            **_paired("'scale'", beside_scale),
            "worst set against 'scale'": [
                f"{column.max():+.3f} {column.idxmax()}" for _, column in beside_scale.items()
            ],
            "results": [f"{share:.0%}" for share in lost.notna().mean()],
        },
        index=lost.columns,
    )


def overview(lines: pd.DataFrame) -> pd.DataFrame:
    """Regret of each method at each C of one task, and this minus the regret of the grid search."""
    columns = {}
    for C, part in lines.groupby("C", sort=False):
        lost = regrets(part)
        columns[f"C = {C:g}"] = _of_sets(lost).mean().map("{:.4f}".format)
        beside = _of_sets(lost.sub(lost[GRID_SEARCH], axis=0))
        columns[f"minus grid search ({C:g})"] = pd.Series(_mean(beside, "+"), beside.columns)
    return pd.DataFrame(columns)


def by_set(lines: pd.DataFrame) -> pd.DataFrame:
    """Mean regret of each method on each set."""
    return _of_sets(regrets(lines)).T.round(4)


def _scores(lines: pd.DataFrame) -> pd.DataFrame:
    chosen = lines[lines["way"] != GRID]
    scores = chosen.pivot(index=["set", "split"], columns="way", values="score")
    # Methods that failed on all splits have no scores.
    return scores[chosen["way"].unique()].dropna(axis="columns", how="all")


def _of_sets(of_splits: pd.DataFrame) -> pd.DataFrame:
    return of_splits.groupby("set", sort=False).mean()


def _to_best_single(lines: pd.DataFrame) -> pd.Series:
    """Mean over sets of the score of a set's best scale minus the method's score.

    A set's best scale is the multiple of the median squared distance that has the best mean score
    over all splits of the set.
    """
    of_grid = lines[lines["way"] == GRID]
    best = of_grid.groupby(["set", "exponent"])["score"].mean().groupby("set").max()
    return _of_sets(_scores(lines)).rsub(best, axis=0).mean()


def _paired(name: str, of_sets: pd.DataFrame) -> dict[str, list[str]]:
    limits = of_sets.mean() + t.ppf(LEVEL, len(of_sets) - 1) * _errors(of_sets)
    return {
        f"minus {name}": _mean(of_sets, "+"),
        f"below ({name})": [f"{limit:+.4f}" for limit in limits],
    }


def _mean(of_sets: pd.DataFrame, sign: str = "") -> list[str]:
    pairs = zip(of_sets.mean(), _errors(of_sets), strict=True)
    return [f"{mean:{sign}.4f} ({error:.4f})" for mean, error in pairs]


def _errors(of_sets: pd.DataFrame) -> pd.Series:
    return of_sets.std(ddof=1) / np.sqrt(of_sets.count())


def markdown(table: pd.DataFrame) -> str:
    """A table in Markdown, with the index as first column."""
    rows = [["choice", *table.columns], ["---"] * (1 + table.shape[1])]
    rows += [[str(each) for each in row] for row in table.itertuples()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
