"""Eigenfunctions of the Laplacian, and arc lengths, of the manifolds of this benchmark."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import eigh

Curve = Callable[[np.ndarray], np.ndarray]


def rectangle_modes(
    s: np.ndarray, width: float, t: np.ndarray, height: float, count: int
) -> np.ndarray:
    """First `count` Neumann eigenfunctions of a rectangle, without the constant one.

    They are evaluated at s in [0, width] and t in [0, height].
    """
    frequencies = sorted(
        ((i / width) ** 2 + (j / height) ** 2, i, j) for i in range(12) for j in range(12)
    )[1 : count + 1]
    return np.stack(
        [np.cos(np.pi * i * s / width) * np.cos(np.pi * j * t / height) for _, i, j in frequencies],
        axis=1,
    )


def circle_targets(angle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parameters (cosine and sine) and the first four modes of a circle."""
    first = np.c_[np.cos(angle), np.sin(angle)]
    return first, np.c_[first, np.cos(2 * angle), np.sin(2 * angle)]


def weighted_circle_modes(
    angle: np.ndarray, density: Curve, count: int = 4, n_nodes: int = 1500
) -> np.ndarray:
    """Eigenfunctions of f -> (p^2 f')' / p^2 on a circle of density p.

    This operator is the limit of diffusion maps with alpha = 0.
    """
    node = 2 * np.pi * np.arange(n_nodes) / n_nodes
    weight, edge = density(node) ** 2, density(node + np.pi / n_nodes) ** 2
    A = np.diag(edge + np.roll(edge, 1))
    here = np.arange(n_nodes)
    there = (here + 1) % n_nodes
    A[here, there] -= edge
    A[there, here] -= edge
    vectors = eigh(A, np.diag(weight), subset_by_index=[1, count])[1]
    closed = np.r_[node, 2 * np.pi]
    return np.stack([np.interp(angle, closed, np.r_[v, v[0]]) for v in vectors.T], axis=1)


def open_curve_targets(s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Arc length from 0 to 1, and the first four modes of an open curve."""
    s = (s - s.min()) / np.ptp(s)
    return s[:, None], np.stack([np.cos(np.pi * k * s) for k in (1, 2, 3, 4)], axis=1)


def closed_arc_length(curve: Curve, t: np.ndarray) -> np.ndarray:
    """Arc length of a closed curve from 0 to t, scaled to 2 pi for the whole curve."""
    fine = np.linspace(0, 2 * np.pi, 20001)
    steps = np.linalg.norm(np.diff(curve(fine), axis=0), axis=1)
    length = np.r_[0, np.cumsum(steps)]
    return 2 * np.pi * np.interp(t, fine, length) / length[-1]


def spiral_arc_length(angle: np.ndarray | float) -> np.ndarray:
    """Arc length of the spiral of radius = angle, from angle 0."""
    return 0.5 * (angle * np.sqrt(1 + np.square(angle)) + np.arcsinh(angle))


def roll_arc_length(angle: np.ndarray | float) -> np.ndarray:
    """Arc length of the spiral of radius = angle, from 3 pi / 2, where the Swiss roll begins."""
    return spiral_arc_length(angle) - spiral_arc_length(1.5 * np.pi)
