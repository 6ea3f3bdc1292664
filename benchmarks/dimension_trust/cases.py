"""Random sets of known dimension: without noise, with noise or features of noise, and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..dimension_manifolds.manifolds import MANIFOLDS

__all__ = ["KINDS", "Case", "draw"]

MOST_NUMBERS = 2_000_000  # limit of the number of rows times the number of features
FEWEST_ROWS, MOST_ROWS = 60, 2000
# Largest dimension of noisy cases. In higher dimensions, noise changes the estimate only if it is
# as large as the data.
LARGEST_UNDER_NOISE = 6


class Case(NamedTuple):
    """Points of a kind from `KINDS`.

    `dimension` is the dimension without noise, and `name` describes how the points were made.
    """

    kind: str
    name: str
    dimension: int
    points: np.ndarray


def draw(number: int) -> Case:
    """The case with this number; the same number always gives the same case."""
    random = np.random.default_rng([19, number])
    # Cases with even numbers serve to choose constants, those with odd numbers to confirm them.
    kind = list(KINDS)[number // 2 % len(KINDS)]
    n_rows = int(np.exp(random.uniform(np.log(FEWEST_ROWS), np.log(MOST_ROWS))))
    return KINDS[kind](random, n_rows)._replace(kind=kind)


def _clean(random: np.random.Generator, n_rows: int) -> Case:
    """A manifold without noise."""
    return _manifold(random, n_rows, 100)


def _cloud(random: np.random.Generator, n_rows: int) -> Case:
    """A cloud from `CLOUDS`, of 1 to 20 dimensions."""
    n_dims = int(random.integers(1, 21))
    name = str(random.choice([*CLOUDS]))
    return Case("", f"{name} of {n_dims}", n_dims, CLOUDS[name](random, n_rows, n_dims))


def _noisy(random: np.random.Generator, n_rows: int) -> Case:
    """A manifold, usually rotated into more features, with the same noise in each feature."""
    base = _manifold(random, n_rows, LARGEST_UNDER_NOISE)
    features = [size for size in (0, 10, 30, 100, 1000) if size * n_rows <= MOST_NUMBERS]
    n_features = max(base.points.shape[1], int(random.choice(features)))
    share = np.exp(random.uniform(np.log(0.005), np.log(0.5)))
    return _under_noise(random, base, n_features, share)


def _path(random: np.random.Generator, n_rows: int) -> Case:
    """60 to 199 rows along a smooth path in 10,000 features, with noise in each feature."""
    n_rows = int(random.integers(60, 200))
    waves = random.normal(size=(2, int(random.integers(1, 6)), 1))
    turns = np.arange(1, waves.shape[1] + 1)[:, None] * np.sort(random.uniform(0, 6, n_rows))
    path = (waves[0] * np.sin(turns) + waves[1] * np.cos(turns)) / turns.max(axis=1)[:, None]
    base = Case("", f"path of {len(turns)} waves", 1, np.vstack([path, np.cos(turns)]).T)
    share = np.exp(random.uniform(np.log(0.005), np.log(0.5)))
    return _under_noise(random, base, 10_000, share)


def _with_noise_features(random: np.random.Generator, n_rows: int) -> Case:
    """A manifold with additional features of noise."""
    base = _manifold(random, n_rows, LARGEST_UNDER_NOISE)
    n_more = int(random.integers(1, 21))
    share = np.exp(random.uniform(np.log(0.02), np.log(0.5)))
    sd = share * base.points.std(axis=0).max()
    points = np.hstack([base.points, sd * random.normal(size=(n_rows, n_more))])
    name = f"{base.name}, {n_more} noise features of sd {share:.2g}"
    return base._replace(name=name, points=points)


def _film(random: np.random.Generator, n_rows: int) -> Case:
    """Pictures of a spot that moves along a line or over a plane; half of them are noisy."""
    n_rows, n_dims = min(n_rows, 500), int(random.integers(1, 3))
    width, grid = random.uniform(0.05, 0.3), np.linspace(0, 1, 32)
    places = random.uniform(0.2, 0.8, (n_rows, 2)) * [1, n_dims - 1] + [0, (2 - n_dims) / 2]
    rows, columns = (np.exp(-((grid - p[:, None]) ** 2) / (2 * width**2)) for p in places.T)
    pictures = (rows[:, :, None] * columns[:, None]).reshape(n_rows, -1)
    base = Case("", f"spot of {width:.2g}", n_dims, pictures)
    share = random.choice([0.0, np.exp(random.uniform(np.log(0.005), np.log(0.5)))])
    return _under_noise(random, base, base.points.shape[1], share)


KINDS: dict[str, Callable[[np.random.Generator, int], Case]] = {
    "clean": _clean,
    "cloud": _cloud,
    "noisy": _noisy,
    "path": _path,
    "noise features": _with_noise_features,
    "film": _film,
}
"""Functions that draw a case, by the kind of the case."""


def _manifold(random: np.random.Generator, n_rows: int, largest: int) -> Case:
    """One of the 23 manifolds, of at most `largest` dimensions."""
    possible = [manifold for manifold in MANIFOLDS if manifold.dimension <= largest]
    manifold = possible[random.integers(len(possible))]
    return Case("", manifold.name, manifold.dimension, manifold.make(random, n_rows))


def _under_noise(random: np.random.Generator, base: Case, n_features: int, share: float) -> Case:
    """The case with noise, first rotated into `n_features` features if it has fewer.

    The standard deviation of the noise is `share` times the root mean square of the standard
    deviations of the features.
    """
    clean = base.points
    if n_features > clean.shape[1]:
        clean = clean @ np.linalg.qr(random.normal(size=(n_features, clean.shape[1])))[0].T
    spread = np.sqrt(clean.var(axis=0).sum() / n_features)
    points = clean + share * spread * random.normal(size=(len(clean), n_features))
    return base._replace(name=f"{base.name} in {n_features}, noise {share:.2g}", points=points)


def _directions(random: np.random.Generator, n_rows: int, n_dims: int) -> np.ndarray:
    points = random.normal(size=(n_rows, n_dims))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def _ball(random: np.random.Generator, n_rows: int, n_dims: int) -> np.ndarray:
    return _directions(random, n_rows, n_dims) * random.random((n_rows, 1)) ** (1 / n_dims)


def _mixture(random: np.random.Generator, n_rows: int, n_dims: int) -> np.ndarray:
    centres = 4 * random.normal(size=(int(random.integers(2, 6)), n_dims))
    return random.choice(centres, n_rows) + random.normal(size=(n_rows, n_dims))


CLOUDS: dict[str, Callable[[np.random.Generator, int, int], np.ndarray]] = {
    "cube": lambda random, n_rows, n_dims: random.uniform(size=(n_rows, n_dims)),
    "ball": _ball,
    "sphere": lambda random, n_rows, n_dims: _directions(random, n_rows, n_dims + 1),
    "Gaussian": lambda random, n_rows, n_dims: random.normal(size=(n_rows, n_dims)),
    "mixture": _mixture,
    "Student": lambda random, n_rows, n_dims: random.standard_t(3, size=(n_rows, n_dims)),
}
"""Clouds that fill their space, and a sphere."""
