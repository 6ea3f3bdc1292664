"""Statistics over all pairs: sums, the curve, neighbours, and the memory they take."""

from __future__ import annotations

import tracemalloc

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.neighbors import NearestNeighbors

from kernelscale import engine, scale_curve

from .timing import cloud, ratio_of_times

N_SCALES = 64
N_THREADS = 1  # one against one: nothing here is gained by having more cores


def dense_sums(X: np.ndarray, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """S and T by the usual loop over scales, all pairs in memory."""
    r = pdist(X, "sqeuclidean")
    S, T = np.empty(len(scales)), np.empty(len(scales))
    for i, scale in enumerate(scales):
        K = np.exp(r / (-2 * scale))
        S[i], T[i] = len(X) + 2 * K.sum(), 2 * (r @ K)
    return S, T


class Pairs:
    """Ratios to NumPy, SciPy and scikit-learn on the same points."""

    params = (500, 2000)
    param_names = ("n_samples",)
    timeout = 300.0

    def setup(self, n_samples: int) -> None:
        self.X = cloud(n_samples)
        spread = self.X.var(axis=0).sum()
        self.scales = spread * np.geomspace(1e-3, 10, N_SCALES)

    def track_curve_of_64_scales(self, n_samples: int) -> float:
        """The curve from one histogram, over a loop of 64 dense kernels."""
        return ratio_of_times(
            lambda: scale_curve(self.X, self.scales, n_threads=N_THREADS),
            lambda: dense_sums(self.X, self.scales),
        )

    def track_exact_sums_at_8_scales(self, n_samples: int) -> float:
        """The exact sums by tiles, over a loop of 8 dense kernels."""
        scales = self.scales[::8]
        return ratio_of_times(
            lambda: engine.reduce(self.X, engine.KernelSums(scales), n_threads=N_THREADS),
            lambda: dense_sums(self.X, scales),
        )

    def track_nearest_others(self, n_samples: int) -> float:
        """16 nearest other points, over scikit-learn's brute force on one thread."""

        def theirs() -> None:
            NearestNeighbors(n_neighbors=16, algorithm="brute", n_jobs=1).fit(self.X).kneighbors()

        return ratio_of_times(
            lambda: engine.reduce(self.X, engine.NearestOthers(16), n_threads=N_THREADS), theirs
        )

    def track_peak_memory_of_curve(self, n_samples: int) -> float:
        """Peak memory of the curve over that of the dense loop, in bytes, not seconds."""
        ours = _peak(lambda: scale_curve(self.X, self.scales, n_threads=N_THREADS))
        return ours / _peak(lambda: dense_sums(self.X, self.scales))

    track_curve_of_64_scales.unit = "ours / dense loop"
    track_exact_sums_at_8_scales.unit = "ours / dense loop"
    track_nearest_others.unit = "ours / scikit-learn"
    track_peak_memory_of_curve.unit = "bytes, ours / dense loop"


def _peak(work) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
