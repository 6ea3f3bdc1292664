"""Data sets in two halves: one half to choose constants, the other to confirm them once.

The halves were fixed before any measurement: in alphabetical order within each kind, every second
set belongs to the confirming half.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.spatial.distance import cdist
from sklearn import datasets
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split

from benchmarks import data_folder
from kernelscale.datasets import load_mfeat

from .manifolds import MANIFOLDS

__all__ = ["KINDS", "SETS", "Draw", "draws", "in_folder", "names_of"]

N_OBJECTS, N_VIEWS = 15, 72
OBJECTS = "coil20_first15"
IN_FOLDER = (
    *("cell_segmentation", "cox2", "dhfr", "fashion_mnist", "german_credit", "ionosphere"),
    *("letterrecognition", "mdrr", "mnist_5k", "satellite", "shuttle", "vehicle"),
)
BUNDLED: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "breast cancer": lambda: datasets.load_breast_cancer(return_X_y=True),
    "digits": lambda: datasets.load_digits(return_X_y=True),
    "iris": lambda: datasets.load_iris(return_X_y=True),
    "mfeat": lambda: load_mfeat(return_X_y=True),
    "wine": lambda: datasets.load_wine(return_X_y=True),
}
# Features of all other measured sets are standardised, because their units differ.
IMAGES = {"digits", "fashion_mnist", "mnist_5k"}
SMALLEST_SHARE = 0.01  # classes with a smaller share of rows are removed: some folds lack them
KINDS = {
    "parameters": sorted(
        (name for name, made in MANIFOLDS.items() if made.dimension), key=str.lower
    ),
    "labels": sorted((*IN_FOLDER, *BUNDLED, "uneven clusters"), key=str.lower),
    "objects": [f"object {number:02}" for number in range(1, N_OBJECTS + 1)],
}
SETS = {
    "choosing": {kind: names[::2] for kind, names in KINDS.items()},
    "confirming": {kind: names[1::2] for kind, names in KINDS.items()},
    "quick": {"parameters": ["sphere"], "labels": ["iris"], "objects": []},
}


@dataclass(frozen=True)
class Draw:
    """Rows of a set, and the targets that are predicted from coordinates.

    `rows` is their number. A map is scored for each number of coordinates in `numbers`, with
    `n_neighbors` neighbours in `n_rounds` rounds of `n_folds` folds.
    """

    name: str
    kind: str
    rows: int
    seed: int
    X: np.ndarray
    targets: np.ndarray
    numbers: tuple[int, ...]
    n_neighbors: int = 5
    n_folds: int = 5
    n_rounds: int = 1

    @cached_property
    def distances(self) -> np.ndarray:
        """Distances between all rows."""
        found = cdist(self.X, self.X)
        return (found + found.T) / 2

    @cached_property
    def of_classes(self) -> bool:
        """Whether the targets are classes (integers) and not numbers."""
        return self.targets.dtype.kind == "i"

    @cached_property
    def folds(self) -> list[np.ndarray]:
        """Fold of each row in each round of folds."""
        kind = StratifiedKFold if self.of_classes and self._classes_fill_folds else KFold
        found = np.empty((self.n_rounds, len(self.X)), dtype=int)
        for number, folds in enumerate(found):
            targets = kind(self.n_folds, shuffle=True, random_state=self.seed + number)
            for fold, (_, rows) in enumerate(targets.split(self.X, self.targets)):
                folds[rows] = fold
        return [*found]

    @property
    def _classes_fill_folds(self) -> bool:
        return bool(np.bincount(self.targets).min() >= self.n_folds)


def names_of(sets: str) -> Iterator[tuple[str, str]]:
    """Kind and name of each set of the half `sets`."""
    for kind, names in SETS[sets].items():
        yield from ((kind, name) for name in names)


def in_folder(sets: str) -> list[str]:
    """Names of the sets of the half `sets` that need the folder of data."""
    return [name for kind, name in names_of(sets) if kind == "objects" or name in IN_FOLDER]


def draws(kind: str, name: str, rows: int, n_seeds: int) -> Iterator[Draw]:
    """Draws of `rows` rows of a set; none if the set has fewer rows.

    A draw of an object has all of its views; such draws differ only in their folds.
    """
    for seed in range(n_seeds):
        if kind == "objects":
            yield _object(name, seed)
        elif name in MANIFOLDS:
            yield _manifold(kind, name, rows, seed)
        elif len(_rows(name)[0]) >= rows:
            yield _real(name, rows, seed)


def _manifold(kind: str, name: str, rows: int, seed: int) -> Draw:
    random = np.random.default_rng([zlib.crc32(name.encode()), rows, seed])
    draw, dimension = MANIFOLDS[name]
    numbers = (2, 4, 10) if dimension is None else (2, dimension + 1, 10)
    return Draw(name, kind, rows, seed, *draw(random, rows), tuple(sorted({*numbers})))


def _object(name: str, seed: int) -> Draw:
    """Views of one object during a full rotation."""
    arrays = data_folder.load(OBJECTS)
    X, y = arrays["X"], arrays["y"]
    views = X[y == np.unique(y)[int(name.split()[1]) - 1]].reshape(N_VIEWS, -1).astype(float)
    angle = 2 * np.pi * np.arange(N_VIEWS) / N_VIEWS
    targets = np.column_stack([np.cos(angle), np.sin(angle)])
    return Draw(name, "objects", N_VIEWS, seed, views, targets, (2, 10))


def _real(name: str, rows: int, seed: int) -> Draw:
    X, y = _rows(name)
    chosen = np.arange(len(X))
    if rows < len(X):
        chosen = _drawn(y, rows, seed)
    X, y = X[chosen].astype(float), np.unique(y[chosen], return_inverse=True)[1]
    if name not in IMAGES:
        sd = X.std(axis=0)
        X = (X - X.mean(axis=0)) / np.where(sd > 0, sd, 1)
    return Draw(name, "labels", rows, seed, X, y, (2, 4, 10))


def _drawn(y: np.ndarray, rows: int, seed: int) -> np.ndarray:
    """Indices of rows drawn at random, from each class in proportion to its size."""
    places, rest = np.arange(len(y)), len(y) - rows
    even = y if min(rows, rest) >= len(np.unique(y)) else None
    return train_test_split(places, train_size=rows, stratify=even, random_state=seed)[0]


@lru_cache(maxsize=1)  # only one, because sets are used one after the other, and some are large
def _rows(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Points without duplicates, and classes as integers."""
    if name in BUNDLED:
        X, y = BUNDLED[name]()
    else:
        arrays = data_folder.load(name)
        X, y = arrays["X"], arrays["y"]
    y = np.unique(y, return_inverse=True)[1]
    X, first = np.unique(X.reshape(len(X), -1), axis=0, return_index=True)
    y = y[first]
    kept = np.isin(y, np.flatnonzero(np.bincount(y) >= SMALLEST_SHARE * len(y)))
    return X[kept], np.unique(y[kept], return_inverse=True)[1]
