"""Manifolds of two or more dimensions with known parameters."""

from __future__ import annotations

import numpy as np

from .modes import rectangle_modes, roll_arc_length
from .sample import Sample

ROLL_LENGTH = float(roll_arc_length(4.5 * np.pi))


def swiss_roll(random: np.random.Generator, n: int) -> Sample:
    """The usual Swiss roll, of height 21."""
    angle, height = 1.5 * np.pi * (1 + 2 * random.random(n)), 21 * random.random(n)
    return _roll(angle, height)


def holed_roll(random: np.random.Generator, n: int) -> Sample:
    """The Swiss roll with a rectangular hole."""
    angle, height = 1.5 * np.pi * (1 + 2 * random.random(2 * n)), 21 * random.random(2 * n)
    outside = (abs(angle - 3 * np.pi) > 1.2) | (abs(height - 10.5) > 5)
    kept = np.flatnonzero(outside)[:n]
    return _roll(angle[kept], height[kept])


def _roll(angle: np.ndarray, height: np.ndarray) -> Sample:
    s = roll_arc_length(angle)
    X = np.c_[angle * np.cos(angle), height, angle * np.sin(angle)]
    return Sample(X, np.c_[s, height], rectangle_modes(s, ROLL_LENGTH, height, 21, 5), 2)


def noisy_swiss_roll(random: np.random.Generator, n: int, noise: float = 1.0) -> Sample:
    """The paper's roll, projected to ten features, with ten features of noise."""
    angle = random.uniform(1.5 * np.pi, 4.5 * np.pi, n)
    height = random.uniform(0, 100, n)
    s = 6 * roll_arc_length(angle)
    roll = np.c_[6 * angle * np.cos(angle), height, 6 * angle * np.sin(angle)]
    X = np.c_[roll @ random.normal(0, 1, (3, 10)), random.normal(0, noise, (n, 10))]
    modes = rectangle_modes(s, 6 * ROLL_LENGTH, height, 100, 6)
    return Sample(X, np.c_[s, height], modes, 2)


def s_curve(random: np.random.Generator, n: int) -> Sample:
    """A strip bent into an S."""
    t, height = 3 * np.pi * (random.random(n) - 0.5), 2 * random.random(n)
    X = np.c_[np.sin(t), height, np.sign(t) * (np.cos(t) - 1)]
    s = t + 1.5 * np.pi
    return Sample(X, np.c_[s, height], rectangle_modes(s, 3 * np.pi, height, 2, 5), 2)


def curved_strip(random: np.random.Generator, n: int) -> Sample:
    """A strip 12 x 1 bent into a sine wave."""
    t, width = random.uniform(0, 2 * np.pi, n), random.random(n)
    fine = np.linspace(0, 2 * np.pi, 4001)
    length = np.r_[0, np.cumsum(np.hypot(np.diff(fine), np.diff(1.5 * np.sin(2 * fine))))]
    s = np.interp(t, fine, length)
    X = np.c_[t, 1.5 * np.sin(2 * t), width]
    return Sample(X, np.c_[s, width], rectangle_modes(s, length[-1], width, 1, 4), 2)


def patch(random: np.random.Generator, n: int) -> Sample:
    """A flat rectangle 2 x 1."""
    s, t = 2 * random.random(n), random.random(n)
    return Sample(np.c_[s, t], np.c_[s, t], rectangle_modes(s, 2, t, 1, 4), 2)


def twin_peaks(random: np.random.Generator, n: int) -> Sample:
    """A square bent into two hills and two hollows."""
    u = random.uniform(-1, 1, (n, 2))
    X = np.c_[u, np.sin(np.pi * u[:, 0]) * np.tanh(3 * u[:, 1])]
    return Sample(X, u, np.sin(np.pi * u / 2), 2)


def lifted_square(random: np.random.Generator, n: int) -> Sample:
    """A square mapped to 50 dimensions by random smooth functions, with noise."""
    u = random.random((n, 2))
    waves = np.sin(u @ random.normal(0, 1.5, (2, 50)) + random.uniform(0, 2 * np.pi, 50))
    return Sample(waves + 0.05 * random.normal(size=(n, 50)), u, np.cos(np.pi * u), 2)


def sphere(random: np.random.Generator, n: int) -> Sample:
    """A sphere."""
    X = _on_sphere(random, n, 3)
    x, y, z = X.T
    modes = np.c_[X, x * y, x * z, y * z, x * x - y * y, 3 * z * z - 1]
    return Sample(X, X.copy(), modes, 2)


def three_sphere(random: np.random.Generator, n: int) -> Sample:
    """The unit sphere in four dimensions, with noise in four additional features."""
    X = _on_sphere(random, n, 4)
    return Sample(np.c_[X, 0.05 * random.normal(size=(n, 4))], X, X, 3)


def _on_sphere(random: np.random.Generator, n: int, dim: int) -> np.ndarray:
    X = random.normal(size=(n, dim))
    return X / np.linalg.norm(X, axis=1)[:, None]


def torus(random: np.random.Generator, n: int, large: float = 2.0, small: float = 1.0) -> Sample:
    """A torus, sampled evenly by area."""
    v = random.uniform(0, 2 * np.pi, 8 * n)
    v = v[random.random(8 * n) < (large + small * np.cos(v)) / (large + small)][:n]
    u = random.uniform(0, 2 * np.pi, n)
    radius = large + small * np.cos(v)
    X = np.c_[radius * np.cos(u), radius * np.sin(u), small * np.sin(v)]
    around = np.c_[np.cos(u), np.sin(u)]
    return Sample(X, np.c_[around, np.cos(v), np.sin(v)], around, 2)


def clifford(random: np.random.Generator, n: int, noise: float = 0.1, dim: int = 10) -> Sample:
    """The flat torus in four dimensions, with noise in all `dim` features."""
    a, b = random.uniform(0, 2 * np.pi, (2, n))
    first = np.c_[np.cos(a), np.sin(a), np.cos(b), np.sin(b)]
    X = noise * random.normal(size=(n, dim))
    X[:, :4] += first
    return Sample(X, first, first, 2)


def moebius(random: np.random.Generator, n: int) -> Sample:
    """A Moebius band."""
    u, w = random.uniform(0, 2 * np.pi, n), random.uniform(-0.4, 0.4, n)
    radius = 1 + w * np.cos(u / 2)
    X = np.c_[radius * np.cos(u), radius * np.sin(u), w * np.sin(u / 2)]
    first = np.c_[np.cos(u), np.sin(u)]
    return Sample(X, np.c_[first, w * np.cos(u / 2), w * np.sin(u / 2)], first, 2)


def cylinder(random: np.random.Generator, n: int) -> Sample:
    """A cylinder of radius 1 and height 5."""
    angle, height = random.uniform(0, 2 * np.pi, n), random.uniform(0, 5, n)
    first = np.c_[np.cos(angle), np.sin(angle)]
    X = np.c_[first, height]
    return Sample(X, X, np.c_[np.cos(np.pi * height / 5), first], 2)


def curved_cube(random: np.random.Generator, n: int) -> Sample:
    """A cube, bent into seven additional dimensions."""
    u = random.random((n, 3))
    waves = np.sin(u @ random.normal(0, 2, (3, 7)) + random.uniform(0, 2 * np.pi, 7))
    return Sample(np.c_[u, 0.4 * waves], u, np.cos(np.pi * u), 3)


def paraboloid(random: np.random.Generator, n: int) -> Sample:
    """A paraboloid over a five-dimensional cube."""
    u = random.uniform(-1, 1, (n, 5))
    return Sample(np.c_[u, (u * u).sum(axis=1)], u, np.sin(np.pi * u / 2), 5)
