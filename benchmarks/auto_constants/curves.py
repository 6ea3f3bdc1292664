"""One-dimensional manifolds with known arc length, such as images of rotating objects."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import rotate

from benchmarks import data_folder

from .modes import (
    circle_targets,
    closed_arc_length,
    open_curve_targets,
    spiral_arc_length,
    weighted_circle_modes,
)
from .sample import Sample


def noisy_circle(random: np.random.Generator, n: int, noise: float = 0.1, dim: int = 10) -> Sample:
    """A circle with noise in all of `dim` dimensions."""
    angle = random.uniform(0, 2 * np.pi, n)
    X = noise * random.normal(size=(n, dim))
    X[:, :2] += np.c_[np.cos(angle), np.sin(angle)]
    return Sample(X, *circle_targets(angle), 1)


def small_circle(random: np.random.Generator, n: int) -> Sample:
    """A circle with a little noise in three additional dimensions."""
    angle = random.uniform(0, 2 * np.pi, n)
    X = np.c_[np.cos(angle), np.sin(angle), 0.05 * random.normal(size=(n, 3))]
    return Sample(X, *circle_targets(angle), 1)


def uneven_circle(random: np.random.Generator, n: int) -> Sample:
    """A circle sampled twenty times more densely on one side than on the other."""
    angle = random.vonmises(0, 1.5, n) % (2 * np.pi)
    modes = weighted_circle_modes(angle, lambda x: np.exp(1.5 * np.cos(x)))
    first = circle_targets(angle)[0]
    return Sample(first, first, modes, 1)


def _ellipse(t: np.ndarray) -> np.ndarray:
    return np.c_[2 * np.cos(t), np.sin(t)]


def uneven_ellipse(random: np.random.Generator, n: int) -> Sample:
    """An ellipse whose parameter is drawn from a von Mises distribution around 0.7."""
    t = random.vonmises(0.7, 1.0, n) % (2 * np.pi)
    fine = np.linspace(0, 2 * np.pi, 4001)[:-1]
    length = closed_arc_length(_ellipse, fine)

    def density(s: np.ndarray) -> np.ndarray:
        u = np.interp(s % (2 * np.pi), length, fine, period=2 * np.pi)
        return np.exp(np.cos(u - 0.7)) / np.hypot(2 * np.sin(u), np.cos(u))

    s = closed_arc_length(_ellipse, t)
    return Sample(_ellipse(t), circle_targets(s)[0], weighted_circle_modes(s, density), 1)


def spiral(random: np.random.Generator, n: int) -> Sample:
    """A spiral of two and a half turns, nearly uniform in arc length."""
    angle = np.sqrt(random.uniform((2 * np.pi) ** 2, (7 * np.pi) ** 2, n))
    X = np.c_[angle * np.cos(angle), angle * np.sin(angle)]
    return Sample(X, *open_curve_targets(spiral_arc_length(angle)), 1)


def uneven_spiral(random: np.random.Generator, n: int) -> Sample:
    """The spiral, sampled densely inside and sparsely outside."""
    angle = 2 * np.pi + 5 * np.pi * random.beta(1, 2.5, n)
    X = np.c_[angle * np.cos(angle), angle * np.sin(angle)]
    return Sample(X, *open_curve_targets(spiral_arc_length(angle)), 1)


def helix(random: np.random.Generator, n: int) -> Sample:
    """A helix of five turns with a little noise."""
    t = random.uniform(0, 10 * np.pi, n)
    X = np.c_[np.cos(t), np.sin(t), 0.25 * t] + 0.03 * random.normal(size=(n, 3))
    return Sample(X, *open_curve_targets(t), 1)


def _trefoil(t: np.ndarray) -> np.ndarray:
    x, y = np.sin(t) + 2 * np.sin(2 * t), np.cos(t) - 2 * np.cos(2 * t)
    return np.c_[x, y, -np.sin(3 * t)]


def trefoil(random: np.random.Generator, n: int) -> Sample:
    """A trefoil knot."""
    t = random.uniform(0, 2 * np.pi, n)
    return Sample(_trefoil(t), *circle_targets(closed_arc_length(_trefoil, t)), 1)


def _torus_knot(t: np.ndarray) -> np.ndarray:
    radius = 2 + np.cos(5 * t)
    return np.c_[radius * np.cos(2 * t), radius * np.sin(2 * t), np.sin(5 * t)]


def torus_knot(random: np.random.Generator, n: int) -> Sample:
    """A knot that winds five times around a torus, with a little noise."""
    t = random.uniform(0, 2 * np.pi, n)
    X = _torus_knot(t) + 0.02 * random.normal(size=(n, 3))
    return Sample(X, *circle_targets(closed_arc_length(_torus_knot, t)), 1)


def rotated_digit(
    random: np.random.Generator, n: int, noise: float = 0.0, images: range = range(20)
) -> Sample:
    """Images of one digit 6 rotated by random angles."""
    image = data_folder.load("mnist_sixes")["images"][random.choice(list(images))].astype(float)
    degrees = random.uniform(0, 360, n)
    X = np.array([rotate(image, turn, reshape=False, order=1).ravel() for turn in degrees]) / 255
    X = X + noise * random.normal(size=X.shape)
    return Sample(X, *circle_targets(np.deg2rad(degrees)), 1)


def coil(random: np.random.Generator, which: int, uneven: bool = False) -> Sample:
    """72 photographs of a rotating object, in random order.

    If `uneven`, each pixel is multiplied by a random factor, the same in all photographs.
    """
    arrays = data_folder.load("coil20_first15")
    X = arrays["X"][arrays["y"] == np.unique(arrays["y"])[which]] / 255.0
    if uneven:
        X = X * np.exp(random.normal(0, 1, X.shape[1]))
    # Rows at equal distance are ranked by their order, which must not reveal the angle.
    order = random.permutation(len(X))
    return Sample(X[order], *circle_targets(2 * np.pi * order / len(X)), 1)
