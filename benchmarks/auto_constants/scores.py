"""Scores of diffusion coordinates at a scale: how well they recover a manifold's parameters.

few     R^2 of predictions of the parameters from the first 2 d coordinates, where d is the
        dimension of the manifold. A row is predicted from its 10 nearest other rows.
ten     R^2 of the same predictions from the first 10 coordinates
modes   mean squared canonical correlation of the known eigenfunctions of the Laplacian with the
        same number of first coordinates
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernelscale.data import PointCloud
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.eigenpairs import Eigenpairs
from kernelscale.paper.shared.recovery import neighbor_regression
from kernelscale.results import Bandwidth

from .sample import Sample

SCORES = ("few", "ten", "modes")
N_COORDINATES = 10
LARGE = 1200  # samples of this many rows or more are scored at scales an octave apart


@dataclass(frozen=True)
class ScoreCurve:
    """The three scores at each scale of a grid: `scales` (n,), `scores` (n, 3)."""

    scales: np.ndarray
    scores: np.ndarray

    @property
    def best(self) -> np.ndarray:
        """The largest value of each score."""
        return self.scores.max(axis=0)

    def regret(self, epsilon: float) -> np.ndarray:
        """Best value of each score minus the value at a scale, interpolated in log epsilon."""
        reached = [
            np.interp(np.log(epsilon), np.log(self.scales), column) for column in self.scores.T
        ]
        return self.best - reached


def score_curve(sample: Sample, cloud: PointCloud) -> ScoreCurve:
    """Score every scale of the useful range."""
    scales = cloud.candidate_scales(ratio=2**0.5 if cloud.n_samples < LARGE else 2.0)
    pairs = (cloud.eigenpairs(float(scale), N_COORDINATES) for scale in scales)
    return ScoreCurve(scales, np.array([score(found, sample) for found in pairs]))


def score_kernel(sample: Sample, bandwidth: Bandwidth) -> np.ndarray:
    """Score a kernel that has more than one scale."""
    K = bandwidth.kernel(sample.points)
    return score(leading_eigenpairs(K, N_COORDINATES, definite=False), sample)


def score(pairs: Eigenpairs, sample: Sample) -> np.ndarray:
    """The three scores of one embedding."""
    coordinates = pairs.embedding(N_COORDINATES)
    few, n_modes = 2 * sample.dimension, sample.modes.shape[1]
    return np.array(
        [
            neighbor_regression(coordinates[:, :few], sample.parameters),
            neighbor_regression(coordinates, sample.parameters),
            canonical_correlation(coordinates[:, :n_modes], sample.modes),
        ]
    )


def canonical_correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Mean squared canonical correlation of two sets of columns."""
    overlap = _basis(first).T @ _basis(second)
    return float((np.linalg.svd(overlap, compute_uv=False) ** 2).mean())


def _basis(columns: np.ndarray) -> np.ndarray:
    """Orthonormal basis of centred columns."""
    spread = np.maximum(columns.std(axis=0), 1e-300)
    return np.linalg.qr((columns - columns.mean(axis=0)) / spread)[0]
