"""Clean data sets, real and synthetic, and five subsamples of each.

A set is clean under three conditions: its features share one unit or are standardised, it has no
duplicates, and no feature has only one or two values in 98 % of the rows. The rows of a set keep
the order of its file, except that pictures of rotating objects are shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pandas
from sklearn import datasets as of_sklearn
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from benchmarks import data_folder
from kernelscale import datasets

__all__ = ["SETS", "cleaned", "in_folder", "parts"]

SIZES = (60, 150, 300, 600, 1500)
LARGEST_SHARE = 0.8  # largest subsample as a share of the rows
DRAWN = 2000
FIRST = 10_000  # of a set with more rows in the data folder, the first 10,000 are used
Make = Callable[[np.random.Generator], np.ndarray]


def _likert(random: np.random.Generator) -> np.ndarray:
    """Ratings from 1 to 7 in twelve questions that depend on two traits."""
    traits = random.normal(size=(DRAWN, 2)) @ random.normal(size=(2, 12))
    return np.clip(np.rint(4 + traits + random.normal(size=(DRAWN, 12))), 1, 7)


def _counts_and_measurements(random: np.random.Generator) -> np.ndarray:
    """Six sizes, and counts of rooms, floors and children that grow with them, standardised."""
    size = random.lognormal(sigma=0.5, size=(DRAWN, 1))
    counts = random.poisson(size * [3.0, 2.0, 1.5])
    return _standard(np.hstack([size * random.lognormal(sigma=0.3, size=(DRAWN, 6)), counts]))


def _grouped(random: np.random.Generator) -> np.ndarray:
    centres = 4 * random.normal(size=(6, 8))
    return centres[random.integers(6, size=DRAWN)] + random.normal(size=(DRAWN, 8))


def _circle(random: np.random.Generator) -> np.ndarray:
    angle = random.uniform(0, 2 * np.pi, DRAWN)
    return np.c_[np.cos(angle), np.sin(angle)] + 0.02 * random.normal(size=(DRAWN, 2))


def _walks(random: np.random.Generator) -> np.ndarray:
    """Square roots of counts for 50 genes along a branching path."""
    time, branch = random.uniform(size=(DRAWN, 1)), random.integers(2, size=(DRAWN, 1))
    means = np.exp(1 + random.normal(size=50) * time + branch * time * random.normal(size=50))
    return np.sqrt(random.poisson(means))


SYNTHETIC: dict[str, Make] = {
    "normal, 1-d": lambda random: random.normal(size=(DRAWN, 1)),
    "normal, 2-d": lambda random: random.normal(size=(DRAWN, 2)) * [1.0, 2.5],
    "normal, 20-d": lambda random: random.normal(size=(DRAWN, 20)),
    "uniform, 10-d": lambda random: random.uniform(size=(DRAWN, 10)),
    "t with 3 df, 2-d": lambda random: random.standard_t(3, size=(DRAWN, 2)),
    "t with 3 df, 8-d": lambda random: random.standard_t(3, size=(DRAWN, 8)),
    "lognormal, 3-d": lambda random: random.lognormal(sigma=0.8, size=(DRAWN, 3)),
    "circle": _circle,
    "swiss roll": lambda random: of_sklearn.make_swiss_roll(DRAWN, random_state=0)[0],
    "moons": lambda random: of_sklearn.make_moons(DRAWN, noise=0.1, random_state=0)[0],
    "six groups, 8-d": _grouped,
    "ratings 1 to 7": _likert,
    "counts beside sizes": _counts_and_measurements,
    "branching cells": _walks,
}


def _standard(X: np.ndarray) -> np.ndarray:
    return StandardScaler().fit_transform(X)


def _of_folder(name: str) -> Make:
    def make(random: np.random.Generator) -> np.ndarray:
        arrays = data_folder.load(name)
        X = arrays["X"] if "X" in arrays else next(a for a in arrays.values() if a.ndim == 2)
        return X[:FIRST].reshape(len(X[:FIRST]), -1).astype(float)

    return make


def _standardized(make: Make) -> Make:
    return lambda random: _standard(make(random))


def _shuffled(make: Make) -> Make:
    return lambda random: random.permutation(make(random))


def _bundled(name: str) -> Make:
    return lambda random: getattr(of_sklearn, f"load_{name}")().data


REAL: dict[str, Make] = {
    "iris": _bundled("iris"),
    "digits": _bundled("digits"),
    "digits, 10 components": lambda random: PCA(10).fit_transform(of_sklearn.load_digits().data),
    "wine, standardised": _standardized(_bundled("wine")),
    "breast cancer, standardised": _standardized(_bundled("breast_cancer")),
    "diabetes, standardised": _standardized(_bundled("diabetes")),
    "mfeat, standardised": lambda random: _standard(datasets.load_mfeat().data),
}
OF_FOLDER: dict[str, Make] = {
    "satellite": _of_folder("satellite"),
    "letterrecognition": _of_folder("letterrecognition"),
    "mnist_5k": _of_folder("mnist_5k"),
    "fashion_mnist": _of_folder("fashion_mnist"),
    "tecator_fat": _of_folder("tecator_fat"),
    "coil20_first15, shuffled": _shuffled(_of_folder("coil20_first15")),
    "vehicle, standardised": _standardized(_of_folder("vehicle")),
    "ionosphere": _of_folder("ionosphere"),
    "cell_segmentation, standardised": _standardized(_of_folder("cell_segmentation")),
    "german_credit, standardised": _standardized(_of_folder("german_credit")),
    "dhfr, standardised": _standardized(_of_folder("dhfr")),
    "mdrr, standardised": _standardized(_of_folder("mdrr")),
    "cox2, standardised": _standardized(_of_folder("cox2")),
    "blood_brain, standardised": _standardized(_of_folder("blood_brain")),
}


def _torus(random: np.random.Generator) -> np.ndarray:
    u, v = random.uniform(0, 2 * np.pi, size=(2, DRAWN))
    return np.c_[(3 + np.cos(v)) * np.cos(u), (3 + np.cos(v)) * np.sin(u), np.sin(v)]


def _compositions(random: np.random.Generator) -> np.ndarray:
    return random.dirichlet([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], size=DRAWN)


def _blood(random: np.random.Generator) -> np.ndarray:
    """Twelve correlated measurements with long tails to the right, standardised."""
    logs = random.normal(size=(DRAWN, 4)) @ random.normal(size=(4, 12)) / 4
    return _standard(np.exp(logs + 0.3 * random.normal(size=(DRAWN, 12))))


def _shop(random: np.random.Generator) -> np.ndarray:
    """Visits, baskets and returns, and five amounts, standardised."""
    rate = random.gamma(3.0, size=(DRAWN, 1))
    counts = random.poisson(rate * [1.0, 0.5, 0.2])
    return _standard(np.hstack([counts, rate * random.lognormal(sigma=0.4, size=(DRAWN, 5))]))


def _components(make: Make, n_components: int) -> Make:
    return lambda random: PCA(n_components, random_state=0).fit_transform(make(random))


def _of_station(station: str) -> Make:
    def make(random: np.random.Generator) -> np.ndarray:
        table = pandas.read_csv(data_folder.path("alaska_icequake_BAE_SCM.csv.gz"))
        numbers = table[table["station"] == station].select_dtypes("number").to_numpy()
        numbers = numbers[:, np.isfinite(numbers).all(axis=0) & (np.ptp(numbers, axis=0) > 0)]
        return _standard(numbers)

    return make


NEW_SETS: dict[str, Make] = {
    "torus": _torus,
    "compositions": _compositions,
    "blood values, standardised": _blood,
    "shop, standardised": _shop,
    "Laplace, 4-d": lambda random: random.laplace(size=(DRAWN, 4)),
    "normal, 100-d": lambda random: random.normal(size=(DRAWN, 100)),
    "s curve": lambda random: of_sklearn.make_s_curve(DRAWN, noise=0.05, random_state=0)[0],
}
NEW_OF_FOLDER: dict[str, Make] = {
    "mnist_5k, 30 components": _components(OF_FOLDER["mnist_5k"], 30),
    "fashion_mnist, 20 components": _components(OF_FOLDER["fashion_mnist"], 20),
    "icequakes at BAE, standardised": _of_station("BAE"),
    "icequakes at SCM, standardised": _of_station("SCM"),
}
OF_FOLDER |= NEW_OF_FOLDER
ALL = {**SYNTHETIC, **REAL, **NEW_SETS, **OF_FOLDER}
CONFIRMING = (
    "uniform, 10-d",
    "t with 3 df, 8-d",
    "normal, 20-d",
    "moons",
    "ratings 1 to 7",
    "branching cells",
    "circle",
    "digits, 10 components",
    "wine, standardised",
    "diabetes, standardised",
    "mfeat, standardised",
    "letterrecognition",
    "fashion_mnist",
    "cell_segmentation, standardised",
    "mdrr, standardised",
    "cox2, standardised",
    "blood_brain, standardised",
)
SETS = {
    "choosing": tuple(
        name
        for name in {**SYNTHETIC, **REAL, **OF_FOLDER}
        if name not in (*CONFIRMING, *NEW_OF_FOLDER)
    ),
    "confirming": CONFIRMING,
    "new": (*NEW_SETS, *NEW_OF_FOLDER),
    "quick": ("normal, 2-d", "iris"),
}


def in_folder(sets: str) -> list[str]:
    """Names of the sets of the group `sets` that are in the folder of real data."""
    return [name for name in SETS[sets] if name in OF_FOLDER]


def parts(name: str) -> Iterator[np.ndarray]:
    """Five random subsamples of a clean set; their rows keep the order of the set."""
    X, random = cleaned(name), np.random.default_rng(list(name.encode()))
    for size in SIZES:
        n_rows = min(size, int(LARGEST_SHARE * len(X)))
        yield X[np.sort(random.choice(len(X), n_rows, replace=False))]


def cleaned(name: str) -> np.ndarray:
    """A set without duplicate rows and without features of only two values in 98 % of the rows."""
    X = ALL[name](np.random.default_rng([0, *name.encode()]))
    X = X[np.sort(np.unique(X, axis=0, return_index=True)[1])]
    return X[:, [_in_two_values(column) < 0.98 * len(X) for column in X.T]]


def _in_two_values(column: np.ndarray) -> int:
    return int(np.sort(np.unique(column, return_counts=True)[1])[-2:].sum())
