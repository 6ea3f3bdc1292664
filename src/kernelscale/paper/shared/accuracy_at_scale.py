"""Accuracy of the nearest neighbour in diffusion coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from ...bandwidth.eigen.class_criteria import class_separation
from ...data import PointCloud
from ...markov.eigenpairs import NEARLY_ONE, Eigenpairs
from .resolved_scales import Resolution, resolution

__all__ = ["NEAR", "AtScale", "accuracy_at_scale", "nearest_is_right", "pairs_needed"]

NEAR = 0.02  # accuracies are alike, or one is near the other, if they differ by at most this


class AtScale(NamedTuple):
    """Accuracy and criteria at one scale.

    Attributes
    ----------
    right : sequence of bool of length n_samples
        For each row, whether the nearest row of another fold is of the same class.
    n_nearly_one : int
        Number of computed eigenvalues above 1 - 1e-8, including the trivial one.
    resolution : Resolution
        Whether the scale is resolved, so that the accuracy counts.
    separation : float
        rho_Psi; None if each class is a single point.
    eigengap : float
        Ge.
    """

    right: Sequence[bool] | np.ndarray
    n_nearly_one: int
    resolution: Resolution
    separation: float | None
    eigengap: float

    @classmethod
    def of(cls, right: Any, n_nearly_one: int, seen: Any, *criteria: Any) -> AtScale:
        """An instance made from the lists that the file of a finished part contains."""
        return cls(right, n_nearly_one, Resolution(*seen), *criteria)

    @property
    def counts(self) -> bool:
        """Whether the scale is resolved."""
        return self.resolution.counts()

    @property
    def accuracy(self) -> float:
        """The share of rows whose nearest row in another fold is of the same class."""
        return float(np.mean(self.right))


def pairs_needed(cloud: PointCloud, n_components: int) -> int:
    """Number of non-trivial eigenpairs that the criteria and `resolution` need."""
    return min(max(n_components + 1, cloud.n_classes), cloud.n_samples - 1)


def accuracy_at_scale(
    pairs: Eigenpairs, codes: np.ndarray, n_components: int, folds: np.ndarray
) -> AtScale:
    """Classify rows by their nearest neighbour in the leading diffusion coordinates.

    Parameters
    ----------
    pairs : Eigenpairs
        As many eigenpairs as `pairs_needed` returns.
    codes : ndarray of shape (n_samples,)
        Class of each row, 0 to n_classes - 1.
    n_components : int
        Number of diffusion coordinates.
    folds : ndarray of shape (n_samples,)
        As in `nearest_is_right`. All rows were embedded together, without labels.

    Examples
    --------
    Two clusters are far apart; the nearest row to every row is in the same cluster.

    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> cloud = PointCloud(X, np.repeat([0, 1], 20))
    >>> pairs = cloud.eigenpairs(1.0, pairs_needed(cloud, 1))
    >>> found = accuracy_at_scale(pairs, cloud.codes, 1, folds=np.arange(40))
    >>> found.accuracy, found.n_nearly_one, found.counts
    (1.0, 2, True)
    """

    def right(at_scale: Eigenpairs) -> np.ndarray:
        return nearest_is_right(at_scale.embedding(n_components), codes, folds)

    of_pairs = right(pairs)

    def accuracy(at_scale: Eigenpairs) -> float:
        return float((of_pairs if at_scale is pairs else right(at_scale)).mean())

    seen = class_separation(pairs, codes, n_components)
    return AtScale(
        right=of_pairs,
        n_nearly_one=int(np.count_nonzero(pairs.values > 1 - NEARLY_ONE)),
        resolution=resolution(pairs, codes, n_components, accuracy),
        separation=None if seen.separated else seen.ratio,
        eigengap=pairs.eigengap(int(codes.max()) + 1),
    )


def nearest_is_right(coordinates: np.ndarray, codes: np.ndarray, folds: np.ndarray) -> np.ndarray:
    """Whether the nearest row in another fold is of the same class, for each row.

    Parameters
    ----------
    coordinates : ndarray of shape (n_samples, n_coordinates)
        Coordinates of the rows.
    codes : ndarray of shape (n_samples,)
        Class of each row.
    folds : ndarray of shape (n_samples,)
        Fold of each row. If every row has its own fold, this is leave-one-out.

    Returns
    -------
    ndarray of shape (n_samples,), bool

    Examples
    --------
    The nearest row to the second is the third, which does not count if both are in the same fold.

    >>> line = np.array([[0.0], [2.0], [3.0], [9.0]])
    >>> nearest_is_right(line, np.array([0, 0, 1, 1]), folds=np.arange(4))
    array([ True, False, False,  True])
    >>> nearest_is_right(line, np.array([0, 0, 1, 1]), folds=np.array([0, 1, 1, 2]))
    array([ True,  True, False,  True])
    """
    distances = cdist(coordinates, coordinates, "sqeuclidean")
    np.copyto(distances, np.inf, where=folds[:, None] == folds)
    return codes[distances.argmin(axis=1)] == codes
