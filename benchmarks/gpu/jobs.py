"""Jobs that are timed on a graphics processor; one of the curves is also timed with torch."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kernelscale import DiffusionMap
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelProduct

__all__ = ["CURVES", "Timed", "curve", "diffusion_map", "product", "seconds_of_torch", "timed"]

CURVES = ((131_072, 3), (131_072, 50), (32_768, 784), (1_000_000, 50))
"""Numbers of rows and of features of the points of each curve."""
N_SCALES = 64
N_VECTORS = 16
_CHUNK = 1024  # number of rows in a block of distances that torch computes


class Timed(NamedTuple):
    """Times of a job.

    A first call on few rows compiles code. Two calls on all rows follow.

    - `first`: seconds of the first call;
    - `seconds`: shorter time of the two calls on all rows;
    - `same_bits`: whether these two calls return the same bits;
    - `answer`: result of the first of the two.
    """

    first: float
    seconds: float
    same_bits: bool
    answer: np.ndarray


def points(n_samples: int, n_features: int) -> np.ndarray:
    """A Gaussian cloud."""
    return np.random.default_rng(0).standard_normal((n_samples, n_features))


def scales_of(n_features: int) -> np.ndarray:
    """Scales around the mean squared distance, which is twice the number of features."""
    return 2.0 * n_features * np.geomspace(1e-3, 10, N_SCALES)


def curve(X: np.ndarray, arithmetic: Any) -> np.ndarray:
    """Sums over pairs of the kernel (S) and of squared distance times kernel (T), at all scales.

    The shape is (2, N_SCALES).
    """
    n_features = X.shape[1]
    statistic = DistanceHistogram(2.0 * n_features)
    histogram = reduce(X, statistic, arithmetic=arithmetic)
    return np.array(histogram.sums(scales_of(n_features)))


def product(X: np.ndarray, arithmetic: Any, precision: str = "single") -> np.ndarray:
    """The product of the kernel, at half the mean squared distance, with 16 random vectors."""
    V = np.random.default_rng(1).standard_normal((len(X), N_VECTORS))
    statistic = KernelProduct(float(X.shape[1]), V, precision)
    found: np.ndarray = reduce(X, statistic, arithmetic=arithmetic)
    return found


def diffusion_map(X: np.ndarray, arithmetic: Any) -> np.ndarray:
    """Ten coordinates of a diffusion map of a mixture of 12 clouds."""
    means = 3 * np.random.default_rng(2).standard_normal((12, X.shape[1]))
    mixture = X + means[np.arange(len(X)) % 12]
    scale = 2.0 * X.shape[1]
    found: np.ndarray = DiffusionMap(10, scale, arithmetic=arithmetic).fit_transform(mixture)
    return found


def timed(job: Callable[[np.ndarray], np.ndarray], X: np.ndarray, n_first: int = 4096) -> Timed:
    """Time of a job, which runs on `n_first` rows and then twice on all rows."""
    begin = time.perf_counter()
    job(X[:n_first])
    times, answers = [time.perf_counter() - begin], []
    for _ in range(2):
        begin = time.perf_counter()
        answers.append(job(X))
        times.append(time.perf_counter() - begin)
    same = np.array_equal(*answers)
    return Timed(times[0], min(times[1:]), same, answers[0])


def seconds_of_torch(X: np.ndarray, device: str = "cuda") -> float | None:
    """Seconds that torch takes for S and T in float32; None without torch or without the device."""
    if importlib.util.find_spec("torch") is None:
        return None
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        return None
    points = torch.tensor(X, dtype=torch.float32, device=device)
    rates = (-0.5 / scales_of(X.shape[1])).tolist()
    _sums_by_torch(torch, points[:_CHUNK], rates)
    begin = time.perf_counter()
    _sums_by_torch(torch, points, rates)
    return time.perf_counter() - begin


def _sums_by_torch(torch: Any, points: Any, rates: list[float]) -> list[float]:
    sums = torch.zeros((2, len(rates)), dtype=torch.float64, device=points.device)
    for first in range(0, len(points), _CHUNK):
        block = points[first : first + _CHUNK]
        r = torch.cdist(block, points, compute_mode="donot_use_mm_for_euclid_dist").square_()
        for k, rate in enumerate(rates):
            K = torch.exp(r * rate)
            sums[0, k] += K.sum(dtype=torch.float64)
            sums[1, k] += (r * K).sum(dtype=torch.float64)
    found: list[float] = sums.ravel().tolist()  # this transfer waits for the device
    return found
