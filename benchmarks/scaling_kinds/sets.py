"""Data sets by kind, in two halves: one to choose constants, one to confirm them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from sklearn import datasets

from benchmarks import data_folder
from benchmarks.scaling_choices.noise import curved_with_parameters
from kernelscale.datasets import load_mfeat, make_noisy_swiss_roll
from kernelscale.paper.shared.turned_digit import turned_digit

Drawn = tuple[np.ndarray, np.ndarray, int | None]
"""Points; targets (numbers, or classes as integers); dimension, which is None for classes."""

N_ROWS, N_VIEWS = 600, 72
N_OBJECTS = {"objects, odd": 8, "objects, even": 7}
IN_FOLDER = (
    *N_OBJECTS,
    "15 objects",
    "mnist_5k",
    "fashion_mnist",
    "satellite",
    "vehicle",
    "ionosphere",
)


def object_turned(parity: int, seed: int) -> Drawn:
    """Photographs of one COIL object from 72 angles; `parity` and the seed select the object."""
    arrays = data_folder.load("coil20_first15")
    numbers = np.unique(arrays["y"])[parity::2]
    X = arrays["X"][arrays["y"] == numbers[seed]]
    return X.reshape(N_VIEWS, -1).astype(float), _circle(N_VIEWS), 1


def digit_turned(noise_sd: float, seed: int) -> Drawn:
    """A handwritten 6 at 320 angles, with noise in each pixel."""
    images, angles = turned_digit(320)
    noise = noise_sd * np.random.default_rng(seed).standard_normal(images.shape)
    return images + noise, np.column_stack([np.cos(angles), np.sin(angles)]), 1


def labelled(name: str, seed: int) -> Drawn:
    """Random rows of a set with classes."""
    X, y = _classes(name)
    rows = np.random.default_rng(seed).permutation(len(X))[:N_ROWS]
    return X[rows].astype(float), np.unique(y[rows], return_inverse=True)[1], None


def tree(n_features: int, noise_sd: float, seed: int) -> Drawn:
    """Six straight branches of a tree, with noise in each feature.

    The targets are the first four principal components of the tree, so its dimension counts as 4.
    """
    random = np.random.default_rng(seed)
    size = N_ROWS // 6
    places = np.zeros((1, n_features))
    for _ in range(6):
        direction = random.standard_normal(n_features)
        steps = 12 * np.arange(1, size + 1)[:, None] / size
        start = places[random.integers(len(places))]
        places = np.vstack([places, start + steps * direction / np.linalg.norm(direction)])
    places = places[1:] - places[1:].mean(axis=0)
    axes = np.linalg.svd(places, full_matrices=False)[2]
    return places + noise_sd * random.standard_normal(places.shape), places @ axes[:4].T, 4


def turned_roll(seed: int) -> Drawn:
    """A Swiss roll rotated at random in 50 features, with noise in each feature."""
    random = np.random.default_rng(seed)
    angle, height = 1.5 * np.pi * (1 + 2 * random.random(N_ROWS)), 21 * random.random(N_ROWS)
    X = np.column_stack([angle * np.cos(angle), height, angle * np.sin(angle)])
    targets = np.column_stack([angle / (3 * np.pi), height / 21])
    return _turned(random, X, 50) + 0.5 * random.standard_normal((N_ROWS, 50)), targets, 2


def turned_sphere(seed: int) -> Drawn:
    """A sphere rotated at random in 30 features, with noise in each feature."""
    random = np.random.default_rng(seed)
    targets = random.standard_normal((N_ROWS, 3))
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)
    return _turned(random, targets, 30) + 0.1 * random.standard_normal((N_ROWS, 30)), targets, 2


def noisy_roll(n_informative: int, n_noise: int, noise_sd: float, seed: int) -> Drawn:
    """A Swiss roll in informative features, and features of noise."""
    roll = make_noisy_swiss_roll(
        N_ROWS, n_informative, n_noise, noise_sd=noise_sd, random_state=seed
    )
    return roll.data, roll.parameters / roll.parameters.std(axis=0), 2


def curved(n_dims: int, seed: int) -> Drawn:
    """A curved manifold of `n_dims` dimensions in 20 features, and 20 features of noise."""
    X, targets = curved_with_parameters(n_dims, 20, 20, N_ROWS, seed)
    return X, targets, n_dims


def _circle(n_rows: int) -> np.ndarray:
    angle = 2 * np.pi * np.arange(n_rows) / n_rows
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _turned(random: np.random.Generator, X: np.ndarray, n_features: int) -> np.ndarray:
    axes = np.linalg.qr(random.standard_normal((n_features, n_features)))[0]
    return X @ axes[: X.shape[1]]


def _classes(name: str) -> tuple[np.ndarray, np.ndarray]:
    if name in BUNDLED:
        return BUNDLED[name]()
    arrays = data_folder.load(name)
    return arrays["X"].reshape(len(arrays["X"]), -1), arrays["y"]


BUNDLED: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "breast_cancer": lambda: datasets.load_breast_cancer(return_X_y=True),
    "digits": lambda: datasets.load_digits(return_X_y=True),
    "mfeat": lambda: load_mfeat(return_X_y=True),
    "wine": lambda: datasets.load_wine(return_X_y=True),
}
Draw = Callable[[int], Drawn]
SETS: dict[str, dict[str, dict[str, Draw]]] = {
    "choosing": {
        "images": {
            "objects, odd": partial(object_turned, 0),
            "a 6 turned, noise 0.35": partial(digit_turned, 0.35),
            "mnist_5k": partial(labelled, "mnist_5k"),
            "digits": partial(labelled, "digits"),
        },
        "trees": {
            "tree in 30 features": partial(tree, 30, 0.15),
            "roll turned in 50": turned_roll,
        },
        "noise": {
            "roll, 10 + 10, sd 20": partial(noisy_roll, 10, 10, 20.0),
            "roll, 10 + 10, sd 350": partial(noisy_roll, 10, 10, 350.0),
            "roll, 5 + 30, sd 70": partial(noisy_roll, 5, 30, 70.0),
        },
        "tables": {
            "mfeat": partial(labelled, "mfeat"),
            "vehicle": partial(labelled, "vehicle"),
            "wine": partial(labelled, "wine"),
        },
    },
    "confirming": {
        "images": {
            "objects, even": partial(object_turned, 1),
            "a 6 turned, noise 0.1": partial(digit_turned, 0.1),
            "fashion_mnist": partial(labelled, "fashion_mnist"),
            "15 objects": partial(labelled, "coil20_first15"),
        },
        "trees": {
            "tree in 50 features": partial(tree, 50, 0.15),
            "tree in 30 features, noise 0.3": partial(tree, 30, 0.3),
            "sphere turned in 30": turned_sphere,
        },
        "noise": {
            "roll, 10 + 10, sd 70": partial(noisy_roll, 10, 10, 70.0),
            "roll, 3 + 30, sd 70": partial(noisy_roll, 3, 30, 70.0),
            "roll, 10 + 10, sd 1": partial(noisy_roll, 10, 10, 1.0),
            "curved, 5 dimensions": partial(curved, 5),
        },
        "tables": {
            "satellite": partial(labelled, "satellite"),
            "breast_cancer": partial(labelled, "breast_cancer"),
            "ionosphere": partial(labelled, "ionosphere"),
        },
    },
}
