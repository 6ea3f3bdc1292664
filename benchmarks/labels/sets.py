"""Data sets and their splits into training rows and test rows.

Constants were chosen on the choosing sets and confirmed once on the confirming sets. The third
group was used once, after the other two groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial.distance import cdist
from sklearn import datasets
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from benchmarks import data_folder
from kernelscale.datasets import load_mfeat

from .additional_sets import KEEL, MADE_CLASSES, MADE_NUMBERS, load_keel

__all__ = ["BUNDLED", "SETS", "Split", "are_numbers", "in_folder", "splits"]

SETS: dict[str, dict[str, tuple[str, ...]]] = {
    "choosing": {
        "classes": (
            *("vehicle", "satellite", "ionosphere", "letterrecognition", "shuttle"),
            *("mnist_5k", "fashion_mnist", "coil20_first15"),
            *("iris", "wine", "breast cancer", "digits", "mfeat"),
        ),
        "numbers": ("diabetes", "friedman 1", "friedman 2", "friedman 3"),
    },
    "confirming": {
        "classes": ("cell_segmentation", "german_credit", "dhfr", "mdrr", "cox2"),
        "numbers": ("tecator_fat", "blood_brain"),
    },
    "third": {"classes": (*KEEL, *MADE_CLASSES), "numbers": tuple(MADE_NUMBERS)},
    "quick": {"classes": ("iris", "wine"), "numbers": ("friedman 1", "friedman 2")},
}
BUNDLED: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "iris": lambda: datasets.load_iris(return_X_y=True),
    "wine": lambda: datasets.load_wine(return_X_y=True),
    "breast cancer": lambda: datasets.load_breast_cancer(return_X_y=True),
    "digits": lambda: datasets.load_digits(return_X_y=True),
    "mfeat": lambda: load_mfeat(return_X_y=True),
    "diabetes": lambda: datasets.load_diabetes(return_X_y=True),
    "friedman 1": lambda: datasets.make_friedman1(800, noise=1.0, random_state=0),
    "friedman 2": lambda: datasets.make_friedman2(800, noise=50.0, random_state=0),
    "friedman 3": lambda: datasets.make_friedman3(800, noise=0.1, random_state=0),
    **MADE_CLASSES,
    **MADE_NUMBERS,
}
MOST_TESTED = 800  # largest number of test rows
SMALLEST_SHARE = 0.01  # classes with a smaller share of rows are removed: some folds lack them


def are_numbers(y: np.ndarray) -> bool:
    """Whether labels are real numbers, the targets of a regression; classes are integers."""
    return y.dtype.kind == "f"


def in_folder(sets: str, kinds: set[str]) -> list[str]:
    """Names of the sets of a group, with labels of these kinds, that need the folder of data."""
    elsewhere = {*BUNDLED, *KEEL}
    return [name for kind in sorted(kinds) for name in SETS[sets][kind] if name not in elsewhere]


@dataclass(frozen=True)
class Split:
    """Training rows `X` and test rows `X_test` with their labels, in split `number` of a set."""

    name: str
    number: int
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray

    @cached_property
    def squares(self) -> np.ndarray:
        """Squared distances between training rows."""
        return cdist(self.X, self.X, "sqeuclidean")

    @cached_property
    def squares_test(self) -> np.ndarray:
        """Squared distances of test rows from training rows."""
        return cdist(self.X_test, self.X, "sqeuclidean")


def splits(name: str, n_splits: int, n_rows: int) -> Iterator[Split]:
    """Splits of a set, stratified by class; of a small set two thirds are training rows."""
    X, y = _rows(name)
    n_fit = min(n_rows, 2 * len(X) // 3)
    for number in range(n_splits):
        X_fit, X_test, y_fit, y_test = train_test_split(
            X,
            y,
            train_size=n_fit,
            test_size=min(MOST_TESTED, len(X) - n_fit),
            stratify=None if are_numbers(y) else y,
            random_state=number,
        )
        scaler = StandardScaler().fit(X_fit)  # a constant feature is not scaled
        centre = y_fit.mean() if are_numbers(y) else 0  # kernel ridge regression has no intercept
        yield Split(
            name,
            number,
            scaler.transform(X_fit),
            y_fit - centre,
            scaler.transform(X_test),
            y_test - centre,
        )


def _rows(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Points and labels: classes as integers, or targets in units of their standard deviation."""
    if name in BUNDLED:
        X, y = BUNDLED[name]()
    elif name in KEEL:
        X, y = load_keel(name)
    else:
        arrays = data_folder.load(name)
        X, y = arrays["X"], arrays["y"]
    if any(name in kinds["numbers"] for kinds in SETS.values()):
        return X, y / y.std()
    y = np.unique(y, return_inverse=True)[1]
    kept = np.isin(y, np.flatnonzero(np.bincount(y) >= SMALLEST_SHARE * len(y)))
    return X[kept], np.unique(y[kept], return_inverse=True)[1]
