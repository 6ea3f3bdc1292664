"""The sets, and their splits into rows to choose and fit on and rows to test on.

These are the sets to choose constants on; others are kept to confirm the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from sklearn import datasets
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from benchmarks import data_folder

from .ways import are_numbers, machine

__all__ = ["CLASSES", "IN_FOLDER", "NUMBERS", "Split", "splits"]

CLASSES = ("vehicle", "satellite", "ionosphere", "letterrecognition")
NUMBERS = ("diabetes", "friedman 1", "friedman 2", "friedman 3", "tecator_fat", "blood_brain")

_MADE: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "diabetes": lambda: datasets.load_diabetes(return_X_y=True),
    "friedman 1": lambda: datasets.make_friedman1(400, noise=1.0, random_state=0),
    "friedman 2": lambda: datasets.make_friedman2(400, noise=50.0, random_state=0),
    "friedman 3": lambda: datasets.make_friedman3(400, noise=0.1, random_state=0),
}
IN_FOLDER = [name for name in (*CLASSES, *NUMBERS) if name not in _MADE]


@dataclass(frozen=True)
class Split:
    """Rows to choose and fit on, and rows to test on."""

    name: str
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray

    def score(self, epsilon: float, C: float) -> float:
        """Accuracy, or R^2, of a machine of this scale on the test rows."""
        fitted = machine(self.y, C).set_params(gamma=1 / (2 * epsilon)).fit(self.X, self.y)
        return float(fitted.score(self.X_test, self.y_test))


def splits(name: str, n_splits: int, n_train: int, n_test: int = 800) -> Iterator[Split]:
    """Stratified splits of a set; two thirds of the rows of a small one are to fit on."""
    X, y = _rows(name)
    n_train = min(n_train, 2 * len(X) // 3)
    n_test = min(n_test, len(X) - n_train)
    for seed in range(n_splits):
        X_fit, X_test, y_fit, y_test = train_test_split(
            X,
            y,
            train_size=n_train,
            test_size=n_test,
            stratify=None if are_numbers(y) else y,
            random_state=seed,
        )
        scaler = StandardScaler().fit(X_fit)  # which leaves constant features as they are
        centre = y_fit.mean() if are_numbers(y) else 0  # a kernel ridge regression has no intercept
        yield Split(
            name, scaler.transform(X_fit), y_fit - centre, scaler.transform(X_test), y_test - centre
        )


def _rows(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Points, and classes as integers or targets as fractions of their deviation."""
    if name in _MADE:
        X, y = _MADE[name]()
    else:
        arrays = data_folder.load(name)
        X, y = arrays["X"].astype(float), arrays["y"]
    return X, (y / y.std() if name in NUMBERS else np.unique(y, return_inverse=True)[1])
