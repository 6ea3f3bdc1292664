"""Accuracies and times of every way on one split."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from benchmarks import data_folder

from .ways import WAYS, grid

__all__ = ["SETS", "Split", "measure", "seconds", "splits"]

# The sets to choose constants on; others are kept to confirm the choice.
SETS = ("vehicle", "satellite", "ionosphere", "letterrecognition")


@dataclass(frozen=True)
class Split:
    """Rows to choose and fit on, and rows to test on."""

    name: str
    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray
    y_test: np.ndarray

    def accuracy(self, epsilon: float, C: float) -> float:
        """Share of the test rows that an SVC of this scale gets right."""
        machine = SVC(C=C, gamma=1 / (2 * epsilon)).fit(self.X, self.y)
        return float(machine.score(self.X_test, self.y_test))


def splits(name: str, n_splits: int, n_train: int, n_test: int = 800) -> Iterator[Split]:
    """Stratified splits of a set; two thirds of the rows of a small one are to fit on."""
    arrays = data_folder.load(name)
    X, y = arrays["X"].astype(float), np.unique(arrays["y"], return_inverse=True)[1]
    n_train = min(n_train, 2 * len(X) // 3)
    n_test = min(n_test, len(X) - n_train)
    for seed in range(n_splits):
        parts = train_test_split(
            X, y, train_size=n_train, test_size=n_test, stratify=y, random_state=seed
        )
        X_fit, X_test, y_fit, y_test = parts
        scaler = StandardScaler().fit(X_fit)  # which leaves constant features as they are
        yield Split(name, scaler.transform(X_fit), y_fit, scaler.transform(X_test), y_test)


def measure(split: Split, C: float) -> dict[str, float]:
    """The regret of each way."""
    best = max(split.accuracy(epsilon, C) for epsilon in grid(split.X))
    return {name: best - split.accuracy(way(split.X, split.y, C), C) for name, way in WAYS.items()}


def seconds(split: Split, C: float) -> dict[str, float]:
    """Processor time each way takes to choose."""
    taken = {}
    for name, way in WAYS.items():
        started = time.process_time()
        way(split.X, split.y, C)
        taken[name] = time.process_time() - started
    return taken
