"""Eigenpairs of the random walk, and a whole comparison of rules on the digits."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh
from sklearn.preprocessing import StandardScaler

from kernelscale import Gaussian, compare
from kernelscale.datasets import load_mfeat
from kernelscale.markov import leading_eigenpairs
from kernelscale.point_cloud import PointCloud

from .timing import cloud, ratio_of_times

N_PAIRS = 10


def full_decomposition(K: np.ndarray) -> np.ndarray:
    """All eigenpairs of the symmetric conjugate of the walk."""
    root = np.sqrt(K.sum(axis=1))
    return eigh(K / root[:, None] / root)[1]


class Walk:
    """Ten leading pairs over all pairs, from one kernel."""

    params = (300, 1000)
    param_names = ("n_samples",)

    def setup(self, n_samples: int) -> None:
        X = cloud(n_samples)
        self.K = Gaussian(0.1 * X.var(axis=0).sum())(X)

    def track_leading_eigenpairs(self, n_samples: int) -> float:
        """Leading pairs over scipy's full eigh, which returns all of them."""
        return ratio_of_times(
            lambda: leading_eigenpairs(self.K, N_PAIRS), lambda: full_decomposition(self.K)
        )

    track_leading_eigenpairs.unit = "ours / scipy.linalg.eigh"


class Digits:
    """Every rule on the handwritten digits, with and without labels."""

    params = (200, 2000)
    param_names = ("n_samples",)
    timeout = 1800.0

    def setup(self, n_samples: int) -> None:
        X, y = load_mfeat(return_X_y=True)
        rows = np.linspace(0, len(X) - 1, n_samples).astype(int)
        self.X, self.y = StandardScaler().fit_transform(X[rows]), y[rows]

    def track_compare_without_labels(self, n_samples: int) -> float:
        """The comparison in units of one full decomposition of a kernel of that size."""
        return self._in_decompositions(None)

    def track_compare_with_labels(self, n_samples: int) -> float:
        """The same with the three rules that need labels."""
        return self._in_decompositions(self.y)

    def _in_decompositions(self, y: np.ndarray | None) -> float:
        K = Gaussian(PointCloud(self.X).mean_squared_deviation)(self.X)
        return ratio_of_times(
            lambda: compare(self.X, y, n_threads=1), lambda: full_decomposition(K), n_repeats=1
        )

    track_compare_without_labels.unit = "ours / one scipy.linalg.eigh"
    track_compare_with_labels.unit = "ours / one scipy.linalg.eigh"
