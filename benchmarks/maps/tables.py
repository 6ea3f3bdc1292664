"""Losses to the oracle, from the scores of `measure`; the unit is the set."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.stats import t as student

from .ways import DEFAULT, FIXED, GRID

__all__ = [
    "accuracy",
    "averaged",
    "by_set",
    "called",
    "losses",
    "markdown",
    "oracles",
    "paired",
    "summary",
    "tables",
]

DRAW = ["kind", "set", "rows", "seed"]
HEADER = (
    "Loss: score of the best map of the grid without localized coordinates, chosen on draws of odd "
    "number, minus that of the way, on draws of even number. Means over numbers of coordinates, "
    "over the first and the independent ones, over draws, over the sets of a kind, then over kinds."
)
LEVEL = 0.95
N_BEST = 12


def tables(scores: pd.DataFrame, each_set: bool = False) -> Iterator[str]:
    """Losses by way, and beside the default; and the best maps that are the same for all sets."""
    scores = called(scores)
    if (of_cells := scores["kind"] == "cells").any():
        yield f"Cells: accuracy in so many coordinates\n\n{markdown(accuracy(scores[of_cells]))}"
        scores = scores[~of_cells]
    if not scores["of_grid"].any():
        return
    means = averaged(scores)
    lost = losses(means)
    yield HEADER
    if each_set:
        yield f"Oracles\n\n{markdown(oracles(means))}"
        yield from (f"{rows} rows\n\n{markdown(by_set(part))}" for rows, part in by_rows(lost))
        return
    yield f"Loss\n\n{markdown(summary(lost))}"
    yield f"Loss minus that of the default map, and its 95 % interval\n\n{markdown(paired(lost))}"
    same = summary(losses(means, of_grid=True))
    means_of_maps = same.filter(like="mean").apply(pd.to_numeric, errors="coerce").mean(axis=1)
    best = same.loc[means_of_maps.sort_values().index[:N_BEST]]
    yield f"The best maps of the grid, were one taken for all sets\n\n{markdown(best)}"


def called(scores: pd.DataFrame) -> pd.DataFrame:
    """A map of the grid is called by its name and t, and is no way unless it is a fixed one."""
    names = scores["map"].fillna("") + ", t " + scores["t"].astype(str).str.removesuffix(".0")
    of_grid = scores["way"] == GRID
    way = scores["way"].where(~of_grid, names)
    return scores.assign(
        way=way,
        of_grid=of_grid,
        is_way=~of_grid | way.isin([f"{name}, t {t}" for name, t in FIXED]),
        linked=scores["linked"].eq(True),
        localized=scores["localized"].eq(True),
    )


def averaged(scores: pd.DataFrame) -> pd.DataFrame:
    """One line a map and t: the mean score, and whether any of its coordinates is localized."""
    each = scores.groupby([*DRAW, "way", "of_grid", "is_way", "linked"], sort=False)
    return each.agg({"score": "mean", "localized": "max"}).reset_index()


def oracles(means: pd.DataFrame) -> pd.DataFrame:
    """The best map of each set and number of rows, and its score: one line a set."""
    grid = means[means["of_grid"] & ~means["linked"]]
    odd = grid["seed"] % 2 == 1
    keys = ["kind", "set", "rows", "way"]
    chosen_on = grid[odd].groupby(keys, sort=False).agg({"score": "mean", "localized": "max"})
    ranked = chosen_on.sort_values(["localized", "score"], ascending=[True, False])
    best = ranked.reset_index().groupby(["kind", "set", "rows"], sort=False).head(1)
    scored = grid[~odd].groupby(keys)["score"].mean().rename("score of the oracle").reset_index()
    found = best[keys].merge(scored, on=keys).rename(columns={"way": "oracle"})
    return found.sort_values(["rows", "kind", "set"]).set_index("set")


def losses(means: pd.DataFrame, of_grid: bool = False) -> pd.DataFrame:
    """One line a set, number of rows and way, or map of the grid: what it loses to the oracle."""
    even = means[means["of_grid" if of_grid else "is_way"] & (means["seed"] % 2 == 0)]
    scored = even.groupby(["kind", "set", "rows", "way"], sort=False)["score"].mean().reset_index()
    found = scored.merge(oracles(means).reset_index(), on=["kind", "set", "rows"])
    return found.assign(loss=found["score of the oracle"] - found["score"])


def by_rows(lost: pd.DataFrame) -> Iterator[tuple[int, pd.DataFrame]]:
    """The lines of each number of rows; objects, which have 72 views, are among all of them."""
    of_objects = lost["kind"] == "objects"
    numbers = sorted(lost.loc[~of_objects, "rows"].unique()) or [72]
    yield from ((rows, lost[of_objects | (lost["rows"] == rows)]) for rows in numbers)


def by_set(lost: pd.DataFrame) -> pd.DataFrame:
    """The loss of each way on each set."""
    of_sets = lost.pivot_table("loss", "way", "set", sort=False)
    return _shown(of_sets.reindex(lost["way"].unique()))


def summary(lost: pd.DataFrame) -> pd.DataFrame:
    """The mean loss of each way by number of rows and kind."""
    columns = {}
    for rows, part in by_rows(lost):
        kinds = part.pivot_table("loss", "way", "kind", sort=False)
        columns |= {f"{rows} {kind}": kinds[kind] for kind in kinds if kind != "objects"}
        columns |= {f"{rows} mean": kinds.mean(axis=1, skipna=False)}
    objects = lost[lost["kind"] == "objects"].groupby("way")["loss"].mean()
    ways = lost["way"].unique()
    return _shown(pd.DataFrame({"objects": objects, **columns}).reindex(ways))


def paired(lost: pd.DataFrame) -> pd.DataFrame:
    """The loss minus the default's by number of rows, the mean over kinds of means over sets."""
    columns = {}
    for rows, part in by_rows(lost):
        each = part.pivot_table("loss", ["kind", "set"], "way", sort=False)
        if DEFAULT in each:
            columns[f"{rows}"] = each.sub(each[DEFAULT], axis=0).apply(_interval)
    return pd.DataFrame(columns).reindex(lost["way"].unique())


def _interval(differences: pd.Series) -> str:
    """Student's interval, with as many degrees of freedom as sets less kinds."""
    kinds = differences.dropna().groupby("kind")
    if not len(kinds):
        return ""
    error = np.sqrt((kinds.var() / kinds.count()).sum()) / len(kinds)
    freedom = max(1, int(kinds.count().sum()) - len(kinds))
    return f"{kinds.mean().mean():+.3f} ± {student.ppf((1 + LEVEL) / 2, freedom) * error:.3f}"


def accuracy(scores: pd.DataFrame) -> pd.DataFrame:
    """That of each way, by number of coordinates, the first and the independent ones."""
    scores = scores[scores["is_way"]]
    found = scores.pivot_table("score", "way", ["of", "n_coordinates"], sort=False)
    found = found.reindex(scores["way"].unique())
    found.columns = [f"{of} {number}" for of, number in found.columns]
    return _shown(found)


def _shown(table: pd.DataFrame) -> pd.DataFrame:
    """Three decimals, and a word where there is no figure."""
    return table.map(lambda value: "none" if np.isnan(value) else f"{value:.3f}")


def markdown(table: pd.DataFrame) -> str:
    """A table in Markdown, its index first."""
    rows = [[str(table.index.name or ""), *map(str, table.columns)]]
    rows += [["---"] * (1 + table.shape[1])]
    rows += [[str(each) for each in row] for row in table.itertuples()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
