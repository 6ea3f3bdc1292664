"""Sums over all pairs, and nearest neighbours, by number of features and arithmetic.

An arithmetic is the code that computes on pairs: compiled C++, or NumPy (the reference).
"""

from __future__ import annotations

import numpy as np
from sklearn.neighbors import NearestNeighbors

from benchmarks.peers import curve, one_scale, reference, row_sums
from benchmarks.peers.data import POINTS
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, NearestOthers, WeightedHistograms

from .timing import ratio_of_times, skip_unless_built

ARITHMETICS = ("compiled", "reference")
N_ROWS_FOR_ERRORS = 1500


class Curve:
    """S, the sum of the kernel over all pairs, and the implied dimension d_eps at 64 scales."""

    params = ((3, 50, 784), ARITHMETICS)
    param_names = ("n_features", "arithmetic")
    timeout = 300.0
    n_samples = 4000

    def setup(self, n_features: int, arithmetic: str) -> None:
        skip_unless_built(arithmetic)
        self.X = POINTS[n_features](self.n_samples)

    def time_curve(self, n_features: int, arithmetic: str) -> None:
        curve.ours(self.X, curve.SCALES, arithmetic)

    def peakmem_curve(self, n_features: int, arithmetic: str) -> None:
        curve.ours(self.X, curve.SCALES, arithmetic)

    def track_ratio_to_numpy(self, n_features: int, arithmetic: str) -> float:
        """Our time divided by that of NumPy in float32, with an exponential for each scale."""
        return ratio_of_times(
            lambda: curve.ours(self.X, curve.SCALES, arithmetic),
            lambda: curve.numpy_loop(self.X, curve.SCALES, "float32"),
        )

    def track_error_of_sums(self, n_features: int, arithmetic: str) -> float:
        return self._errors(arithmetic)["S"]

    def track_error_of_d_eps(self, n_features: int, arithmetic: str) -> float:
        return self._errors(arithmetic)["d_eps"]

    def _errors(self, arithmetic: str) -> dict[str, float]:
        some = self.X[:N_ROWS_FOR_ERRORS]
        exact = reference.sums_over_pairs(some, curve.SCALES)
        ours = curve.ours(some, curve.SCALES, arithmetic)
        return reference.errors_of_sums(ours, exact, curve.SCALES)

    track_ratio_to_numpy.unit = "ours / NumPy, float32"
    track_error_of_sums.unit = "relative"
    track_error_of_d_eps.unit = "absolute"


class Sums:
    """S, the sum of the kernel over all pairs, and the implied dimension d_eps at one scale."""

    params = ((3, 50), ARITHMETICS)
    param_names = ("n_features", "arithmetic")
    n_samples = 4000

    def setup(self, n_features: int, arithmetic: str) -> None:
        skip_unless_built(arithmetic)
        self.X = POINTS[n_features](self.n_samples)

    def time_sums(self, n_features: int, arithmetic: str) -> None:
        one_scale.ours(self.X, one_scale.SCALE, arithmetic)

    def peakmem_sums(self, n_features: int, arithmetic: str) -> None:
        one_scale.ours(self.X, one_scale.SCALE, arithmetic)

    def track_ratio_to_scipy(self, n_features: int, arithmetic: str) -> float:
        """Our time divided by that of SciPy, which holds all unordered pairs in memory."""
        return ratio_of_times(
            lambda: one_scale.ours(self.X, one_scale.SCALE, arithmetic),
            lambda: one_scale.scipy_pdist(self.X, one_scale.SCALE),
        )

    track_ratio_to_scipy.unit = "ours / SciPy pdist"


class ClassRowSums:
    """Kernel sums of each row over all other points and over those of its class, at 48 scales."""

    params = ((3, 50), ARITHMETICS)
    param_names = ("n_features", "arithmetic")
    timeout = 300.0
    n_samples = 2000

    def setup(self, n_features: int, arithmetic: str) -> None:
        skip_unless_built(arithmetic)
        self.X = POINTS[n_features](self.n_samples)
        self.codes = row_sums.slices(self.X)

    def time_row_sums(self, n_features: int, arithmetic: str) -> None:
        self._ours(arithmetic)

    def peakmem_row_sums(self, n_features: int, arithmetic: str) -> None:
        self._ours(arithmetic)

    def track_ratio_to_numpy(self, n_features: int, arithmetic: str) -> float:
        """Our time in one pass divided by that of NumPy with one exponential for each scale."""
        return ratio_of_times(
            lambda: self._ours(arithmetic),
            lambda: row_sums.numpy_loop(self.X, self.codes, row_sums.ROW_SCALES),
        )

    def track_error_of_rho(self, n_features: int, arithmetic: str) -> float:
        exact = reference.class_row_sums(self.X, self.codes, row_sums.ROW_SCALES)
        return row_sums.errors(self._ours(arithmetic), exact, self.codes)["rho_P"]

    def _ours(self, arithmetic: str):
        return row_sums.ours(self.X, self.codes, row_sums.ROW_SCALES, arithmetic, "single")

    track_ratio_to_numpy.unit = "ours / NumPy, float64"
    track_error_of_rho.unit = "absolute"


class Neighbors:
    """The 16 nearest other points of each point."""

    params = ((3, 50), ARITHMETICS)
    param_names = ("n_features", "arithmetic")
    n_samples = 2000

    def setup(self, n_features: int, arithmetic: str) -> None:
        skip_unless_built(arithmetic)
        self.X = POINTS[n_features](self.n_samples)

    def time_neighbors(self, n_features: int, arithmetic: str) -> None:
        self._ours(arithmetic)

    def track_ratio_to_scikit_learn(self, n_features: int, arithmetic: str) -> float:
        """Time of our exact search divided by that of scikit-learn's less exact brute force."""
        return ratio_of_times(lambda: self._ours(arithmetic), self._theirs)

    def _ours(self, arithmetic: str) -> np.ndarray:
        statistic = NearestOthers(16)
        return reduce(self.X, statistic, arithmetic=arithmetic, n_threads=1).indices

    def _theirs(self) -> np.ndarray:
        search = NearestNeighbors(n_neighbors=16, algorithm="brute", n_jobs=1)
        return search.fit(self.X).kneighbors(return_distance=False)

    track_ratio_to_scikit_learn.unit = "ours / scikit-learn, brute force"


class SeveralWeights:
    """Histograms of all distances for eight weights of one more feature, as in Algorithm 2."""

    params = (3, 50)
    param_names = ("n_features",)
    n_samples = 2000

    def setup(self, n_features: int) -> None:
        *features, self.feature = POINTS[n_features](self.n_samples).T
        self.X, self.weights = np.column_stack(features), np.geomspace(0.001, 10, 8)
        variance = self.X.var(axis=0).sum() + self.weights**2 * self.feature.var()
        self.units = 2 * variance  # mean squared distances

    def time_several_weights(self, n_features: int) -> None:
        self._in_one_pass()

    def track_ratio_to_passes(self, n_features: int) -> float:
        """Time of one pass divided by that of a pass for each weight."""
        return ratio_of_times(self._in_one_pass, self._one_by_one)

    def _in_one_pass(self) -> None:
        reduce(self.X, WeightedHistograms(self.feature, self.weights, self.units), n_threads=1)

    def _one_by_one(self) -> None:
        for weight, unit in zip(self.weights, self.units, strict=True):
            both = np.column_stack([self.X, weight * self.feature])
            reduce(both, DistanceHistogram(unit), n_threads=1)

    track_ratio_to_passes.unit = "one pass / a pass for each weight"
