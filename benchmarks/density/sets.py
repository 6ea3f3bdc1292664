"""Known densities, and real tables.

Constants were chosen on one half of the sets and confirmed once on the other half.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from sklearn import datasets
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from benchmarks import data_folder

__all__ = ["SETS", "Split", "in_folder", "splits"]

MOST_TESTED = 1000  # largest number of test rows
FEATURES = 5  # number of features used from a table: the first ones that are not constant
Draw = Callable[[np.random.Generator, int], np.ndarray]


def _normal(d: int) -> Draw:
    return lambda random, n: random.normal(size=(n, d))


def _tailed(d: int) -> Draw:
    return lambda random, n: random.standard_t(3, size=(n, d))


def _groups(centres: list[list[float]], widths: list[float], shares: list[float]) -> Draw:
    def draw(random: np.random.Generator, n: int) -> np.ndarray:
        group = random.choice(len(shares), n, p=shares)
        noise = random.normal(size=(n, len(centres[0])))
        return np.array(centres)[group] + np.array(widths)[group, None] * noise

    return draw


DRAWN: dict[str, Draw] = {
    "normal, 1-d": _normal(1),
    "normal, 3-d": _normal(3),
    "normal, 5-d": _normal(5),
    "t, 3 df, 1-d": _tailed(1),
    "t, 3 df, 2-d": _tailed(2),
    "lognormal, 1-d": lambda random, n: random.lognormal(sigma=0.7, size=(n, 1)),
    "exponential, 2-d": lambda random, n: random.exponential(size=(n, 2)),
    "bimodal, 1-d": _groups([[-3.0], [3.0]], [1.0, 1.0], [0.5, 0.5]),
    "narrow and wide, 1-d": _groups([[0.0], [3.0]], [1.0, 0.2], [0.7, 0.3]),
    "three groups, 2-d": _groups([[0, 0], [4, 0], [0, 8]], [1.0, 0.5, 0.3], [0.5, 0.3, 0.2]),
    "five groups, 3-d": _groups([[i, 2 * i, i % 2] for i in range(5)], [0.4] * 5, [0.2] * 5),
}
BUNDLED: dict[str, Callable[[], np.ndarray]] = {
    "wine": lambda: datasets.load_wine().data,
    "breast cancer": lambda: datasets.load_breast_cancer().data,
}
SETS: dict[str, tuple[str, ...]] = {
    "choosing": (
        *("normal, 1-d", "normal, 5-d", "t, 3 df, 2-d", "lognormal, 1-d"),
        *("narrow and wide, 1-d", "five groups, 3-d", "wine", "vehicle"),
    ),
    "confirming": (
        *("normal, 3-d", "t, 3 df, 1-d", "exponential, 2-d", "bimodal, 1-d"),
        *("three groups, 2-d", "breast cancer", "satellite", "shuttle"),
    ),
    "quick": ("normal, 1-d", "wine"),
}


class Split(NamedTuple):
    """Training rows `X` and test rows `X_test` of split `number` of the set `name`."""

    name: str
    number: int
    X: np.ndarray
    X_test: np.ndarray


def in_folder(sets: str) -> list[str]:
    """Names of the sets of the group `sets` that are in the folder of data."""
    return [name for name in SETS[sets] if name not in DRAWN and name not in BUNDLED]


def splits(name: str, n_rows: int, n_splits: int) -> Iterator[Split]:
    """Draws of a density, or splits of a table; none if the table has too few rows."""
    table = None if name in DRAWN else _table(name)
    if table is not None and len(table) < 3 * n_rows // 2:
        return
    for number in range(n_splits):
        random = np.random.default_rng(number)
        if table is None:
            X, X_test = DRAWN[name](random, n_rows), DRAWN[name](random, MOST_TESTED)
        else:
            X, X_test = train_test_split(table, train_size=n_rows, random_state=number)
        scaler = StandardScaler().fit(X)
        yield Split(name, number, scaler.transform(X), scaler.transform(X_test[:MOST_TESTED]))


def _table(name: str) -> np.ndarray:
    X = BUNDLED[name]() if name in BUNDLED else data_folder.load(name)["X"]
    return X[:, np.ptp(X, axis=0) > 0][:, :FEATURES].astype(float)
