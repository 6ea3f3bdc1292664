"""Score of a map: how well its coordinates predict the targets of held-out rows.

A row is predicted from the nearest rows of the other folds.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from .sets import Draw

__all__ = ["score"]


def score(draw: Draw, coordinates: np.ndarray) -> float:
    """Accuracy for classes; share of explained variance for numbers."""
    r = cdist(coordinates, coordinates, "sqeuclidean")
    return float(np.mean([_score(draw, r, folds) for folds in draw.folds]))


def _score(draw: Draw, r: np.ndarray, folds: np.ndarray) -> float:
    """Score with one division of the rows into folds."""
    r = np.where(folds[:, None] == folds, np.inf, r)
    nearest = np.argpartition(r, draw.n_neighbors - 1, axis=1)[:, : draw.n_neighbors]
    if draw.of_classes:
        return float((_most_frequent(draw.targets[nearest]) == draw.targets).mean())
    missed = draw.targets - draw.targets[nearest].mean(axis=1)
    return float(1 - (missed**2).sum() / ((draw.targets - draw.targets.mean(axis=0)) ** 2).sum())


def _most_frequent(classes: np.ndarray) -> np.ndarray:
    """Most frequent class of each row of `classes`; in a tie, the one with the smallest number."""
    return (classes[:, :, None] == np.arange(classes.max() + 1)).sum(axis=1).argmax(axis=1)
