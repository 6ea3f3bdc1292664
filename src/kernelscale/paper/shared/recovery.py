"""Measures of how well an embedding shows hidden parameters: alignment, regression, roundness."""

from __future__ import annotations

import numpy as np

__all__ = [
    "aligned_error",
    "disparity",
    "neighbor_regression",
    "radius_variance",
    "winding_number",
]

MOST_TURNS = 6


def aligned_error(found: np.ndarray, clean: np.ndarray) -> float:
    """Mean squared error after the best orthogonal map and translation, as in the paper.

    The error is relative to the mean square of the clean coordinates about their mean. It is 0 if
    the coordinates agree and 1 if `found` is constant. It can exceed 1, because coordinates are not
    rescaled.

    Examples
    --------
    Rotated and shifted coordinates agree; coordinates of twice the size do not.

    >>> clean = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
    >>> turned = clean @ [[0.0, 1.0], [-1.0, 0.0]] + 5
    >>> round(aligned_error(turned, clean), 9), round(aligned_error(2 * turned, clean), 9)
    (0.0, 1.0)
    """
    found, clean = found - found.mean(axis=0), clean - clean.mean(axis=0)
    overlap = np.linalg.svd(found.T @ clean, compute_uv=False).sum()
    missed = (found**2).sum() + (clean**2).sum() - 2 * overlap
    return float(max(missed, 0.0) / (clean**2).sum())


def disparity(found: np.ndarray, clean: np.ndarray) -> float:
    """Procrustes' disparity, from 0 to 1: the error of `aligned_error` with optimal rescaling.

    Examples
    --------
    Size does not matter.

    >>> clean = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
    >>> round(disparity(7 * clean, clean), 9)
    0.0
    """
    found, clean = found - found.mean(axis=0), clean - clean.mean(axis=0)
    squares = (found**2).sum() * (clean**2).sum()
    if squares == 0:
        return 1.0
    overlap = np.linalg.svd(found.T @ clean, compute_uv=False).sum()
    return float(np.clip(1 - overlap**2 / squares, 0, 1))


def neighbor_regression(coordinates: np.ndarray, targets: np.ndarray, k: int = 10) -> float:
    """Mean R^2, from 0 to 1, of predicting targets by the mean of the k nearest other rows.

    Examples
    --------
    Targets are predicted well from themselves.

    >>> targets = np.random.default_rng(0).uniform(size=(400, 2))
    >>> neighbor_regression(targets, targets) > 0.98
    True
    """
    squares = (coordinates**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * coordinates @ coordinates.T
    np.fill_diagonal(distances, np.inf)
    nearest = np.argpartition(distances, k, axis=1)[:, :k]
    missed = ((targets - targets[nearest].mean(axis=1)) ** 2).sum(axis=0)
    spread = ((targets - targets.mean(axis=0)) ** 2).sum(axis=0)
    return float(np.clip(1 - missed / spread, 0, 1).mean())


def radius_variance(coordinates: np.ndarray) -> float:
    """Variance of normalised distances from the origin (paper's section 4.1.2).

    The distances are normalised by dividing them by their mean.

    Examples
    --------
    The radius variance of a circle around the origin is 0, whatever its size.

    >>> angle = np.linspace(0, 6, 50)
    >>> round(radius_variance(3 * np.c_[np.cos(angle), np.sin(angle)]), 9)
    0.0
    """
    radii = np.linalg.norm(coordinates, axis=1)
    return float(np.mean((radii / radii.mean() - 1) ** 2))


def winding_number(coordinates: np.ndarray, angles: np.ndarray) -> int:
    """Number of turns of two coordinates around the origin in one turn of the angle; from 1 to 6.

    The direction of the coordinates is compared with each of these multiples of the angle, in both
    senses of rotation. The result is the multiple that fits best, so noise changes it little.

    Examples
    --------
    >>> angle = np.linspace(0, 6, 50)
    >>> winding_number(np.c_[np.cos(3 * angle), -np.sin(3 * angle)], angle)
    3
    """
    direction = np.arctan2(coordinates[:, 1], coordinates[:, 0])
    turns = np.arange(1, MOST_TURNS + 1)
    followed = [
        np.abs(np.exp(1j * (direction[:, None] - sign * turns * angles[:, None])).mean(axis=0))
        for sign in (1, -1)
    ]
    return int(turns[np.maximum(*followed).argmax()])
