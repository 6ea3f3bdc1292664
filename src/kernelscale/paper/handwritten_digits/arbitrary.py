"""Accuracies at a scale where the eigenvalue 1 repeats and the coordinates are arbitrary."""

from __future__ import annotations

import numpy as np

from ...bandwidth.rules.median import exact_median
from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...markov.eigenpairs import NEARLY_ONE, Eigenpairs
from ..harness.tables import Row
from ..shared.accuracy_at_scale import nearest_is_right

__all__ = ["arbitrary_choices"]

POWER = -10  # log2 of the scale in units of the median, far below the resolved scales
N_CHOICES = 50


def arbitrary_choices(name: str, cloud: PointCloud, n_components: int, folds: np.ndarray) -> Row:
    """Accuracies with random eigenvectors of the eigenvalue 1 as coordinates, or with indicators.

    Every unit vector in the space of a repeated eigenvalue is an eigenvector. The eigenvectors that
    a solver returns depend on its rounding errors, so they are not used: random choices depend on
    the space alone. The indicator of an isolated row, which is 1 for this row and 0 for all others,
    is an eigenvector too. With a few indicators as coordinates, all other digits are at one point.

    Parameters
    ----------
    name : str
        The features and the number of digits, in words.
    cloud : PointCloud
        Points with their classes.
    n_components : int
        Number of coordinates.
    folds : ndarray of shape (n_samples,)
        Fold of each row.
    """
    scale = exact_median(cloud) * 2.0**POWER
    pairs = _pairs_beyond_one(cloud, scale, n_components)
    n_nearly_one = int(np.count_nonzero(pairs.values > 1 - NEARLY_ONE))
    repeated = pairs.vectors[:, 1:n_nearly_one]
    random = np.random.default_rng(0)

    def accuracy(coordinates: np.ndarray) -> float:
        return float(nearest_is_right(coordinates, cloud.codes, folds).mean())

    found = [
        accuracy(_chosen_at_random(repeated, pairs.stationary, n_components, random))
        for _ in range(N_CHOICES)
    ]
    return {
        "data": name,
        "scale": scale,
        "log2_of_median": POWER,
        "coordinates": n_components,
        "eigenvalues_nearly_one": n_nearly_one,
        "choices": N_CHOICES,
        "lowest": min(found),
        "highest": max(found),
        "most_isolated": accuracy(_most_isolated(cloud, scale, n_components)),
    }


def _pairs_beyond_one(cloud: PointCloud, scale: float, n_components: int) -> Eigenpairs:
    """The leading eigenpairs down to an eigenvalue that is not nearly 1."""
    n_pairs, most = 16 * n_components, cloud.n_samples - 1
    pairs = cloud.eigenpairs(scale, n_pairs)
    while pairs.values[-1] > 1 - NEARLY_ONE and n_pairs < most:
        n_pairs = min(4 * n_pairs, most)
        pairs = cloud.eigenpairs(scale, n_pairs)
    return pairs


def _chosen_at_random(
    vectors: np.ndarray, stationary: np.ndarray, n_components: int, random: np.random.Generator
) -> np.ndarray:
    """Random orthonormal vectors in the space that is spanned by `vectors`.

    Random normal vectors, which have no preferred direction, are projected onto the space and
    orthonormalised, so the result does not depend on the basis `vectors`.
    """
    points = random.standard_normal((len(vectors), n_components))
    weights, _ = np.linalg.qr(vectors.T @ (np.sqrt(stationary)[:, None] * points))
    return vectors @ weights


def _most_isolated(cloud: PointCloud, scale: float, n_components: int) -> np.ndarray:
    """Indicators of the rows with the smallest probability of a step to another row."""
    kernel = Gaussian(scale).from_squared_distances(cloud.squared_distances)
    np.fill_diagonal(kernel, 0)
    chosen = np.argsort(kernel.sum(axis=1), kind="stable")[:n_components]
    return (np.arange(cloud.n_samples)[:, None] == chosen).astype(float)
