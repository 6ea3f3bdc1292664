"""Eigenpairs of the diffusion operator at one scale and at many, and a comparison of all rules."""

from __future__ import annotations

import numpy as np
from sklearn.preprocessing import StandardScaler

from benchmarks.peers import eigenpairs
from benchmarks.peers.data import gaussians, spiral
from kernelscale import Gaussian, compare
from kernelscale.data import PointCloud
from kernelscale.datasets import load_mfeat
from kernelscale.markov.dense import leading_eigenpairs

from .timing import full_decomposition, ratio_of_times

POINTS = {"gaussians": gaussians, "spiral": spiral}
SOME_SCALES = eigenpairs.SCALES[::10]


class AllScales:
    """Ten pairs at each of 50 scales."""

    params = tuple(POINTS)
    param_names = ("data",)
    timeout = 300.0
    n_samples = 1000

    def setup(self, data: str) -> None:
        self.X, _ = POINTS[data](self.n_samples)

    def time_all_scales(self, data: str) -> None:
        eigenpairs.ours(self.X, eigenpairs.SCALES)

    def time_largest_eigengap(self, data: str) -> None:
        eigenpairs.widest_gap(self.X, eigenpairs.SCALES)

    def peakmem_all_scales(self, data: str) -> None:
        eigenpairs.ours(self.X, eigenpairs.SCALES)

    def track_ratio_to_lapack(self, data: str) -> float:
        """Our time at five scales divided by that of eigh.

        The scales are so far apart that pairs at one scale are no good start for those at the next.
        """
        return ratio_of_times(
            lambda: eigenpairs.ours(self.X, SOME_SCALES),
            lambda: eigenpairs.lapack(self.X, SOME_SCALES),
        )

    def track_error_of_eigenvalues(self, data: str) -> float:
        exact = eigenpairs.lapack(self.X, SOME_SCALES)
        return float(np.abs(eigenpairs.ours(self.X, SOME_SCALES) - exact).max())

    track_ratio_to_lapack.unit = "ours / scipy.linalg.eigh"
    track_error_of_eigenvalues.unit = "absolute"


class Operator:
    """Ten leading eigenpairs of one kernel."""

    params = (300, 1000)
    param_names = ("n_samples",)

    def setup(self, n_samples: int) -> None:
        X, _ = gaussians(n_samples)
        self.K = Gaussian(0.1)(X)

    def time_leading_eigenpairs(self, n_samples: int) -> None:
        leading_eigenpairs(self.K, 10)

    def track_ratio_to_lapack(self, n_samples: int) -> float:
        """Time of leading pairs divided by that of scipy's full eigh, which returns all pairs."""
        return ratio_of_times(
            lambda: leading_eigenpairs(self.K, 10), lambda: full_decomposition(self.K)
        )

    track_ratio_to_lapack.unit = "ours / scipy.linalg.eigh"


class Digits:
    """Comparison of all rules for a scale on the handwritten digits, with and without labels."""

    params = (200, 2000)
    param_names = ("n_samples",)
    timeout = 1800.0

    def setup(self, n_samples: int) -> None:
        X, y = load_mfeat(return_X_y=True)
        rows = np.linspace(0, len(X) - 1, n_samples).astype(int)
        self.X, self.y = StandardScaler().fit_transform(X[rows]), y[rows]

    def peakmem_compare_with_labels(self, n_samples: int) -> None:
        compare(self.X, self.y, n_threads=1)

    def track_ratio_without_labels(self, n_samples: int) -> float:
        """Time of a comparison without labels, divided by that of one full decomposition."""
        return self._in_decompositions(None)

    def track_ratio_with_labels(self, n_samples: int) -> float:
        """Time of a comparison with labels, divided by that of one full decomposition.

        With labels, the rules that need labels are compared too.
        """
        return self._in_decompositions(self.y)

    def _in_decompositions(self, y: np.ndarray | None) -> float:
        K = Gaussian(PointCloud(self.X).mean_squared_deviation)(self.X)
        return ratio_of_times(
            lambda: compare(self.X, y, n_threads=1), lambda: full_decomposition(K), n_repeats=1
        )

    track_ratio_without_labels.unit = "ours / one scipy.linalg.eigh"
    track_ratio_with_labels.unit = "ours / one scipy.linalg.eigh"
