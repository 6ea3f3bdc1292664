"""The diffusion map and its new rows, against the usual dense way of doing the same."""

from __future__ import annotations

import numpy as np
from sklearn.metrics.pairwise import rbf_kernel

from kernelscale import DiffusionMap, from_convention

from .bench_eigenpairs import full_decomposition
from .timing import cloud, ratio_of_times

N_COMPONENTS = 10


class NewRows:
    """Five new rows for each training row, in 50 dimensions."""

    params = (200, 2000)
    param_names = ("n_samples",)

    def setup(self, n_samples: int) -> None:
        X = cloud(6 * n_samples, 50)
        self.X, self.new = X[:n_samples], X[n_samples:]
        self.gamma = 1 / X.var(axis=0).sum()
        epsilon = from_convention(self.gamma, "scikit-learn gamma")
        self.map = DiffusionMap(N_COMPONENTS, epsilon, n_threads=1).fit(self.X)

    def track_transform(self, n_samples: int) -> float:
        """Exact distances and a softmax, over scikit-learn's kernel (by GEMM) and two products."""

        def theirs() -> np.ndarray:
            K = rbf_kernel(self.new, self.X, gamma=self.gamma)
            return (K @ self.map.eigenvectors_) / K.sum(axis=1, keepdims=True)

        return ratio_of_times(lambda: self.map.transform(self.new), theirs)

    def track_fit(self, n_samples: int) -> float:
        """Ten coordinates at a given scale, over the kernel and scipy's full eigh."""
        return ratio_of_times(
            lambda: DiffusionMap(N_COMPONENTS, self.map.bandwidth_.epsilon).fit(self.X),
            lambda: full_decomposition(rbf_kernel(self.X, gamma=self.gamma)),
        )

    track_transform.unit = "ours / dense scikit-learn kernel"
    track_fit.unit = "ours / scipy.linalg.eigh"
