"""S, the sum of the kernel over all pairs, and the implied dimension d_eps at one scale."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy.spatial.distance import cdist, pdist
from sklearn.metrics.pairwise import rbf_kernel

from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums, SumsOverPairs

from .arithmetics import fastest_first, name_of
from .curve import MIDDLE, SCALES, keops, numpy_loop
from .data import POINTS
from .measurements import Job, Method
from .reference import errors_of_sums, sums_over_pairs

SCALE = SCALES[MIDDLE]
N_ROWS_FOR_ERRORS = 2000
TORCH_ROWS = 512


def ours(X: np.ndarray, scales: np.ndarray, arithmetic: str) -> SumsOverPairs:
    """Sums tile by tile, without storing distances."""
    return reduce(X, KernelSums(scales), arithmetic=arithmetic, n_threads=1)


def scipy_cdist(X: np.ndarray, scales: np.ndarray) -> SumsOverPairs:
    """Sums over all ordered pairs, whose distances are held in memory."""
    r = cdist(X, X, "sqeuclidean")
    K = np.exp(r / (-2 * scales[0]))
    return SumsOverPairs(K.sum(keepdims=True)[0], np.atleast_1d(np.vdot(r, K)))


def scipy_pdist(X: np.ndarray, scales: np.ndarray) -> SumsOverPairs:
    """Sums over unordered pairs, whose distances are held in memory."""
    r = pdist(X, "sqeuclidean")
    K = np.exp(r / (-2 * scales[0]))
    return SumsOverPairs(np.atleast_1d(len(X) + 2 * K.sum()), np.atleast_1d(2 * (r @ K)))


def torch_tiles(X: np.ndarray, scales: np.ndarray, dtype: str = "float32") -> SumsOverPairs:
    """Sums over tiles of ordered pairs in PyTorch, by matrix products, on one thread."""
    import torch

    torch.set_num_threads(1)
    points = torch.from_numpy(X.astype(dtype))
    squares = (points * points).sum(1)
    S, T = 0.0, 0.0
    for start in range(0, len(points), TORCH_ROWS):
        rows = slice(start, start + TORCH_ROWS)
        r = (squares[rows, None] + squares - 2 * points[rows] @ points.T).clamp_(min=0)
        K = torch.exp(r / (-2 * float(scales[0])))
        S, T = S + float(K.sum()), T + float((r * K).sum())
    return SumsOverPairs(np.atleast_1d(S), np.atleast_1d(T))


def scikit_learn(X: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Only S, from the kernel matrix."""
    return np.atleast_1d(rbf_kernel(X, gamma=1 / (2 * scales[0])).sum())


def jobs(small: bool) -> Iterator[Job]:
    """Jobs on the Swiss roll in 3 dimensions and on the noisy roll in 50."""
    for n_features in (3, 50):
        X = POINTS[n_features](200 if small else 8000)
        yield Job("sums, one scale", POINTS[n_features].__name__, *X.shape, list(_methods(X)))


def _methods(X: np.ndarray) -> Iterator[Method]:
    some = X[:N_ROWS_FOR_ERRORS]
    exact = sums_over_pairs(some, SCALE)

    def method(name, sums, **options):
        return Method(
            name,
            lambda: sums(X, SCALE),
            errors=lambda _: errors_of_sums(sums(some, SCALE), exact, SCALE),
            **options,
        )

    def method_for_sum(name, sum_, **options):
        return Method(
            name,
            lambda: sum_(X, SCALE),
            errors=lambda _: {"S": float(np.abs(sum_(some, SCALE) / exact.S - 1)[0])},
            remark="S only",
            **options,
        )

    for arithmetic in fastest_first():
        yield method(name_of(arithmetic), partial(ours, arithmetic=arithmetic))
    yield method("SciPy cdist + exp", scipy_cdist)
    yield method("SciPy pdist + exp", scipy_pdist)
    yield method("NumPy, tiles", numpy_loop)
    yield method_for_sum("scikit-learn rbf_kernel", scikit_learn)
    for dtype in ("float32", "float64"):
        sum_ = partial(keops, dtype=dtype)
        yield method_for_sum("pyKeOps, row sums", sum_, dtype=dtype, needs="pykeops.numpy")
        tiles = partial(torch_tiles, dtype=dtype)
        yield method("PyTorch, tiles", tiles, dtype=dtype, needs="torch")
