"""Faults planted into a clean set, and the check that should find each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans

__all__ = ["FAULTS"]

# Returns the set with the fault, or None if the change would not be a fault in this set.
Plant = Callable[[np.ndarray, np.random.Generator], np.ndarray | None]
N_CATEGORIES = 7
MANY_VALUES = 30


def _with(X: np.ndarray, column: np.ndarray) -> np.ndarray:
    return np.column_stack([X, column])


def _with_another(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The set, with a second feature if it has only one, because some faults need two."""
    return X if X.shape[1] > 1 else _with(X, X.std() * random.normal(size=len(X)))


def _in_small_units(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The set with one feature multiplied by a thousand, like millimetres among metres."""
    X = _with_another(X[:, X.std(axis=0) > 0], random)
    X = X / X.std(axis=0)
    X[:, random.integers(X.shape[1])] *= 1000
    return X


def _row_numbers(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return _with(X, np.arange(len(X)))


def _shuffled_ids(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return _with(X, 1 + random.permutation(len(X)))


def _standardized_ids(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    ids = random.permutation(len(X))
    return _with(X, (ids - ids.mean()) / ids.std())


def _ids_of_a_third(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The set with a feature of shuffled ids, as if it were a random third of a longer table."""
    return _with(X, 1000 + random.choice(3 * len(X), len(X), replace=False))


def _ids_in_order(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The set with a feature of sorted ids, as if it were a random hundredth of a longer table."""
    return _with(X, np.sort(random.choice(100 * len(X), len(X), replace=False)))


def _categories(X: np.ndarray, random: np.random.Generator) -> np.ndarray | None:
    """The set with a feature that numbers seven groups of rows in arbitrary order."""
    if not _is_measured(X):
        return None
    groups = KMeans(N_CATEGORIES, n_init=1, random_state=0).fit_predict(X)
    return _with(X, 1 + random.permutation(N_CATEGORIES)[groups])


def _boolean(X: np.ndarray, random: np.random.Generator) -> np.ndarray | None:
    """The set with a boolean feature; None if its features are counts, which booleans resemble."""
    return _with(X, random.random(len(X)) < 0.3) if _is_measured(X) else None


def _few_rows(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return X[random.choice(len(X), 12, replace=False)]


def _few_distinct(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return random.permutation(np.repeat(X[: len(X) // 5], 5, axis=0))


def _duplicates(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return random.permutation(np.vstack([X, X[: len(X) // 20]]))


def _near_duplicates(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """All rows, and a tenth of them a second time with the seventh digit changed."""
    again = X[: len(X) // 10]
    again = again + 1e-7 * X.std() * random.normal(size=again.shape)
    return random.permutation(np.vstack([X, again]))


def _outliers(X: np.ndarray, random: np.random.Generator, times: float = 100) -> np.ndarray:
    """The set, with the distances of two rows from the mean of all rows multiplied by `times`."""
    X, middle = X.copy(), X.mean(axis=0)
    lengths = np.linalg.norm(X - middle, axis=1)
    rows = random.choice(np.flatnonzero(lengths >= np.median(lengths)), 2, replace=False)
    X[rows] = middle + times * (X[rows] - middle)
    return X


def _decimal_slip(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The set, with one value increased by a hundred times the root of the total variance."""
    X = X.copy()
    X[random.integers(len(X)), random.integers(X.shape[1])] += 100 * np.sqrt(X.var(axis=0).sum())
    return X


def _distances(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return cdist(X[:300], X[:300])


def _subjects(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Five rows for each subject, ten times closer to each other than to the nearest subject."""
    subjects = random.permutation(_with_another(X, random))[: max(12, len(X) // 5)]
    lengths = cdist(subjects, subjects) + np.diag(np.full(len(subjects), np.inf))
    within = 0.1 * np.median(lengths.min(axis=1)) / np.sqrt(2 * X.shape[1])
    rows = np.repeat(subjects, 5, axis=0)
    return rows + within * random.normal(size=rows.shape)


def _recording(X: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A path that leads from row to row, a hundred steps each, with noise of a tenth of a step."""
    stops = random.permutation(_with_another(X, random))[: max(3, len(X) // 100)]
    along = np.linspace(0, 1, 100, endpoint=False)[:, None]
    path = np.vstack([a + along * (b - a) for a, b in pairwise(stops)])
    step = np.median(np.linalg.norm(np.diff(path, axis=0), axis=1))
    return path + 0.1 * step / np.sqrt(X.shape[1]) * random.normal(size=path.shape)


def _is_measured(X: np.ndarray) -> bool:
    """Whether most features have many distinct values, as measurements have."""
    return bool(np.median([len(np.unique(column)) for column in X.T]) > MANY_VALUES)


FAULTS: dict[str, tuple[str, Plant]] = {
    "a feature a thousand times as large": ("dominating features", _in_small_units),
    "row numbers": ("row numbers", _row_numbers),
    "shuffled ids": ("identifiers", _shuffled_ids),
    "shuffled ids, standardised": ("identifiers", _standardized_ids),
    "ids of a third of a table": ("identifiers", _ids_of_a_third),
    "ids of a hundredth of a table, in order": ("identifiers", _ids_in_order),
    "seven groups as numbers": ("categories as numbers", _categories),
    "a boolean": ("booleans among measurements", _boolean),
    "12 rows": ("few rows", _few_rows),
    "each row five times": ("few distinct rows", _few_distinct),
    "a twentieth of the rows twice": ("duplicates", _duplicates),
    "a tenth of the rows nearly twice": ("near duplicates", _near_duplicates),
    "two rows a hundred times as far": ("outliers", _outliers),
    "one value a hundred deviations off": ("outliers", _decimal_slip),
    "distances": ("distances", _distances),
    "five rows of each subject": ("rows that follow one another", _subjects),
    "a recording": ("rows that follow one another", _recording),
}
