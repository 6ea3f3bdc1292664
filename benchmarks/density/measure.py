"""The loss of each method on each split, in nats (differences of mean log densities)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from threadpoolctl import threadpool_limits

from .methods import METHODS, grid
from .sets import SETS, Split, splits

__all__ = ["log_density", "measure", "measure_all", "table"]

SPLITS = {50: 20, 200: 10, 1000: 4, 5000: 1}  # number of splits, by number of training rows


def measure_all(sets: str, sizes: Sequence[int], share: float = 1.0) -> pd.DataFrame:
    """Table with one line for each method on each split of each set in the group `sets`."""
    lines = []
    with threadpool_limits(1):
        for name in SETS[sets]:
            for n_rows in sizes:
                for split in splits(name, n_rows, max(int(share * SPLITS[n_rows]), 1)):
                    lines += measure(split)
            print(f"measured {name}", file=sys.stderr, flush=True)
    return pd.DataFrame(lines)


def measure(split: Split) -> list[dict[str, object]]:
    """Chosen scale and loss of each method on one split."""
    r = cdist(split.X_test, split.X, "sqeuclidean")
    d = split.X.shape[1]
    chosen = {method: choose(split.X) for method, choose in METHODS.items()}
    scores = {method: log_density(r, epsilon, d) for method, epsilon in chosen.items()}
    best = np.nanmax([*scores.values(), *(log_density(r, scale, d) for scale in grid(split.X))])
    at = {"set": split.name, "split": split.number, "rows": len(split.X)}
    return [
        {**at, "way": method, "epsilon": chosen[method], "loss": best - score}
        for method, score in scores.items()
    ]


def log_density(r: np.ndarray, epsilon: float, d: int) -> float:
    """Mean log density of the test rows, from their squared distances to the training rows."""
    nearest = r.min(axis=1, keepdims=True)
    sums = np.exp((nearest - r) / (2 * epsilon)).mean(axis=1)
    logs = np.log(sums) - nearest[:, 0] / (2 * epsilon) - d / 2 * np.log(2 * np.pi * epsilon)
    return float(logs.mean())


def table(lines: pd.DataFrame, column: str) -> str:
    """Table in Markdown: mean loss of each method for each value of a column of `lines`.

    Each pair of a set and a number of rows has equal weight.
    """
    of_sets = lines.groupby(["way", "set", "rows"], sort=False)["loss"].mean()
    means = of_sets.groupby(["way", column], sort=False).mean().unstack()
    columns = list(dict.fromkeys(lines[column]))
    rows = [["method", *map(str, columns), "mean"], ["---"] * (len(columns) + 2)]
    for method in dict.fromkeys(lines["way"]):
        losses = [*means.loc[method, columns], of_sets[method].mean()]
        rows.append([method, *("-" if np.isnan(loss) else f"{loss:.3f}" for loss in losses)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
