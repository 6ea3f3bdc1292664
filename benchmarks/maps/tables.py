"""Tables of losses.

The loss of a method is the score of the best map of the grid (the oracle) minus its own score.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy.stats import t as student

from .candidates import DEFAULT, FIXED, GRID

__all__ = [
    "accuracy",
    "averaged",
    "by_set",
    "losses",
    "markdown",
    "named_by_parameters",
    "oracles",
    "paired",
    "summary",
    "tables",
]

DRAW = ["kind", "set", "rows", "seed"]
HEADER = (
    "Loss: score of the oracle minus the score of the method, on the draws with even seeds. The "
    "oracle is the map of the grid without localized coordinates that scores best on the draws "
    "with odd seeds. Scores are averaged over numbers of coordinates, over first and independent "
    "coordinates, over draws, over the sets of a kind, and then over kinds."
)
LEVEL = 0.95
N_BEST = 12


def tables(scores: pd.DataFrame, each_set: bool = False) -> Iterator[str]:
    """Losses of methods, their differences from the default map, and the best maps of the grid."""
    scores = named_by_parameters(scores)
    if (of_cells := scores["kind"] == "cells").any():
        yield f"Cells: accuracy by number of coordinates\n\n{markdown(accuracy(scores[of_cells]))}"
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
    yield f"Maps of the grid with the smallest loss over all sets\n\n{markdown(best)}"


def named_by_parameters(scores: pd.DataFrame) -> pd.DataFrame:
    """Scores in which a map of the grid is named by its parameters and t.

    A map of the grid counts as a method only if `FIXED` names it.
    """
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
    """Mean score of each map at each t, and whether any of its coordinates is localized.

    A coordinate is localized if it is far from 0 for a few rows only.
    """
    each = scores.groupby([*DRAW, "way", "of_grid", "is_way", "linked"], sort=False)
    return each.agg({"score": "mean", "localized": "max"}).reset_index()


def oracles(means: pd.DataFrame) -> pd.DataFrame:
    """The oracle (the best map of the grid) for each set and number of rows, and its score.

    A map with localized coordinates is chosen only if all maps have them. A map of a graph whose
    components were linked is not chosen.
    """
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
    """Loss of each method, or of each map of the grid, for each set and number of rows."""
    even = means[means["of_grid" if of_grid else "is_way"] & (means["seed"] % 2 == 0)]
    scored = even.groupby(["kind", "set", "rows", "way"], sort=False)["score"].mean().reset_index()
    found = scored.merge(oracles(means).reset_index(), on=["kind", "set", "rows"])
    return found.assign(loss=found["score of the oracle"] - found["score"])


def by_rows(lost: pd.DataFrame) -> Iterator[tuple[int, pd.DataFrame]]:
    """Losses for each number of rows; those of objects, which have 72 rows, are in every group."""
    of_objects = lost["kind"] == "objects"
    numbers = sorted(lost.loc[~of_objects, "rows"].unique()) or [72]
    yield from ((rows, lost[of_objects | (lost["rows"] == rows)]) for rows in numbers)


def by_set(lost: pd.DataFrame) -> pd.DataFrame:
    """Loss of each method on each set."""
    of_sets = lost.pivot_table("loss", "way", "set", sort=False)
    return _shown(of_sets.reindex(lost["way"].unique()))


def summary(lost: pd.DataFrame) -> pd.DataFrame:
    """Mean loss of each method by number of rows and kind."""
    columns = {}
    for rows, part in by_rows(lost):
        kinds = part.pivot_table("loss", "way", "kind", sort=False)
        columns |= {f"{rows} {kind}": kinds[kind] for kind in kinds if kind != "objects"}
        columns |= {f"{rows} mean": kinds.mean(axis=1, skipna=False)}
    objects = lost[lost["kind"] == "objects"].groupby("way")["loss"].mean()
    ways = lost["way"].unique()
    return _shown(pd.DataFrame({"objects": objects, **columns}).reindex(ways))


def paired(lost: pd.DataFrame) -> pd.DataFrame:
    """Loss of each method minus that of the default map, with its interval, by number of rows.

    The difference is averaged over the sets of a kind, then over kinds.
    """
    columns = {}
    for rows, part in by_rows(lost):
        each = part.pivot_table("loss", ["kind", "set"], "way", sort=False)
        if DEFAULT in each:
            columns[f"{rows}"] = each.sub(each[DEFAULT], axis=0).apply(_interval)
    return pd.DataFrame(columns).reindex(lost["way"].unique())


def _interval(differences: pd.Series) -> str:
    """Student's interval with n_sets - n_kinds degrees of freedom."""
    kinds = differences.dropna().groupby("kind")
    if not len(kinds):
        return ""
    error = np.sqrt((kinds.var() / kinds.count()).sum()) / len(kinds)
    freedom = max(1, int(kinds.count().sum()) - len(kinds))
    return f"{kinds.mean().mean():+.3f} ± {student.ppf((1 + LEVEL) / 2, freedom) * error:.3f}"


def accuracy(scores: pd.DataFrame) -> pd.DataFrame:
    """Accuracy of each method, by number of first and of independent coordinates."""
    scores = scores[scores["is_way"]]
    found = scores.pivot_table("score", "way", ["of", "n_coordinates"], sort=False)
    found = found.reindex(scores["way"].unique())
    found.columns = [f"{of} {number}" for of, number in found.columns]
    return _shown(found)


def _shown(table: pd.DataFrame) -> pd.DataFrame:
    """Values with three decimals, and "none" for missing values."""
    return table.apply(lambda column: column.map(_word))


def _word(value: float) -> str:
    return "none" if np.isnan(value) else f"{value:.3f}"


def markdown(table: pd.DataFrame) -> str:
    """A table in Markdown, with the index as first column."""
    rows = [[str(table.index.name or ""), *map(str, table.columns)]]
    rows += [["---"] * (1 + table.shape[1])]
    rows += [[str(each) for each in row] for row in table.itertuples()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
