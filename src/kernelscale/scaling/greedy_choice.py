"""Functions that choose a weight and a scale on a grid, by comparing d_eps with its target.

d_eps is the dimension that the sum of the kernel implies; the target is its value for the manifold
without noise. ``d_eps = target`` is one equation in two unknowns, the weight and the scale. So its
solutions form a curve, on which the weight may be 0. The paper does not say which solution to take;
each of these functions takes one. A cell of the grid has one weight and one scale.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["CHOICES", "NEAR", "Choice", "first"]

EQUAL = 1e-9  # smaller differences of d_eps are rounding errors
NEAR = 0.02  # largest relative difference at which the target counts as met


def first(surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray) -> int:
    """The cell with the smallest ``|d_eps - target|``; of equal cells, the first one."""
    missed = np.abs(surface - target).ravel()
    return int(np.argmax(missed <= missed.min() + EQUAL))


def peak(surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray) -> int:
    """The weight whose largest d_eps over scales is nearest to the target, and its scale."""
    return _at_peak(surface, first(surface.max(axis=1), target, weights, scales))


def plateau(surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray) -> int:
    """The cell with the smallest ``|d_eps - target| + |slope of d_eps in log eps|``."""
    slope = np.gradient(surface, np.log(scales), axis=1)
    return int(np.argmin(np.abs(surface - target) + np.abs(slope)))


def least_deformation(
    surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray
) -> int:
    """The weight nearest to 1 among those whose largest d_eps over scales meets the target."""
    missed = np.abs(surface.max(axis=1) - target)
    allowed = missed <= max(NEAR * target, missed.min() + EQUAL)
    deformation = np.where(allowed, np.abs(np.log(weights)), np.inf)
    return _at_peak(surface, int(np.argmin(deformation)))


def _at_peak(surface: np.ndarray, weight: int) -> int:
    return weight * surface.shape[1] + int(np.argmax(surface[weight]))


Choice = Callable[[np.ndarray, float, np.ndarray, np.ndarray], int]
CHOICES: dict[str, Choice] = {
    "first": first,
    "peak": peak,
    "plateau": plateau,
    "least_deformation": least_deformation,
}
"""The functions by name; each returns the flat index of a cell of the grid of d_eps.

The grid has the shape (n_weights, n_scales).
"""
