"""Fitting a diffusion map and embedding new rows, in comparison with dense computations."""

from __future__ import annotations

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

from benchmarks.peers.data import noisy_roll
from kernelscale import DiffusionMap, to_convention

from .timing import full_decomposition, ratio_of_times

N_COMPONENTS = 10
SCALE = 0.5  # a quarter of the mean squared distance


class NewRows:
    """A map of points in 50 dimensions, and five new rows for each fitted point."""

    params = (200, 2000)
    param_names = ("n_samples",)

    def setup(self, n_samples: int) -> None:
        X = noisy_roll(6 * n_samples)
        self.X, self.new = X[:n_samples], X[n_samples:]
        self.gamma = to_convention(SCALE, "scikit-learn gamma")
        self.map = self._fitted()

    def time_fit(self, n_samples: int) -> None:
        self._fitted()

    def peakmem_fit(self, n_samples: int) -> None:
        self._fitted()

    def track_ratio_of_transform(self, n_samples: int) -> float:
        """Time of `transform` divided by that of scikit-learn's kernel and matrix products."""
        return ratio_of_times(lambda: self.map.transform(self.new), self._their_transform)

    def track_ratio_of_fit(self, n_samples: int) -> float:
        """Time of fitting ten coordinates divided by that of a kernel matrix and a full eigh."""
        return ratio_of_times(
            self._fitted, lambda: full_decomposition(rbf_kernel(self.X, gamma=self.gamma))
        )

    def _fitted(self) -> DiffusionMap:
        return DiffusionMap(N_COMPONENTS, SCALE, n_threads=1).fit(self.X)

    def _their_transform(self) -> np.ndarray:
        K = rbf_kernel(self.new, self.X, gamma=self.gamma)
        return (K @ self.map.eigenvectors_) / K.sum(axis=1, keepdims=True)

    track_ratio_of_transform.unit = "ours / dense scikit-learn kernel"
    track_ratio_of_fit.unit = "ours / scipy.linalg.eigh"
