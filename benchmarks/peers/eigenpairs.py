"""Ten leading eigenpairs of the diffusion operator at each of 50 scales."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import ArpackNoConvergence, eigsh
from scipy.spatial.distance import cdist

from kernelscale.data import PointCloud

from .data import N_CLASSES, gaussians, spiral
from .measurements import Job, Method

SCALES = 2.0 ** (2 - np.arange(50) / 4)
SOME = slice(3, None, 7)  # the scales for ARPACK, which would take minutes for all scales
FEW = slice(3, None, 16)  # the scales for LAPACK, which takes the same time at every scale
N_PAIRS = 10  # including the trivial pair
MAX_RESTARTS = 300


def ours(X: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by continuation from large scales to small ones; shape (n_scales, N_PAIRS)."""
    pairs = PointCloud(X, n_threads=1).continuation
    return np.array([pairs.at(scale, N_PAIRS - 1).values[:N_PAIRS] for scale in scales.tolist()])


def widest_gap(X: np.ndarray, scales: np.ndarray) -> tuple[float, float]:
    """Largest eigengap and its scale; most scales are ruled out before their pairs converge."""
    pairs = PointCloud(X, n_threads=1).continuation
    ruled_out = pairs.branch_and_bound(scales, N_CLASSES)
    remaining = [scale for scale in scales.tolist() if scale not in ruled_out]
    return max((pairs.at(scale, N_CLASSES).eigengap(N_CLASSES), scale) for scale in remaining)


def arpack(X: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by eigsh at every scale; NaN where it does not converge."""
    return np.array([_arpack(A) for A in conjugates(X, scales)])


def _arpack(A: np.ndarray) -> np.ndarray:
    try:
        return eigsh(A, N_PAIRS, which="LA", maxiter=MAX_RESTARTS)[0][::-1]
    except ArpackNoConvergence:
        return np.full(N_PAIRS, np.nan)


def lapack(X: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by eigh, which computes all pairs, at every scale."""
    return np.array([eigh(A)[0][::-1][:N_PAIRS] for A in conjugates(X, scales)])


def conjugates(X: np.ndarray, scales: np.ndarray) -> Iterator[np.ndarray]:
    """The matrix ``D^-1/2 K D^-1/2`` at each scale; distances are computed once."""
    r = cdist(X, X, "sqeuclidean")
    for scale in scales:
        K = np.exp(r / (-2 * scale))
        root = np.sqrt(K.sum(axis=1))
        yield K / root[:, None] / root


def gaps(values: np.ndarray) -> np.ndarray:
    """The eigengap Ge at each scale."""
    return values[:, N_CLASSES - 1] - values[:, N_CLASSES]


def jobs(small: bool) -> Iterator[Job]:
    """Jobs on nine Gaussians in 10 dimensions, and on the spiral with nine classes."""
    for name, make in (("gaussians", gaussians), ("spiral", spiral)):
        X, _ = make(410 if small else 2000)
        scales = SCALES[:: 3 if small else 1]
        methods = list(_methods(X, scales))
        yield Job(f"10 eigenpairs, {len(scales)} scales", name, *X.shape, methods)


def _methods(X: np.ndarray, scales: np.ndarray) -> Iterator[Method]:
    share = len(scales[SOME]) / len(scales)
    exact = lapack(X, scales[SOME])

    def errors(values: np.ndarray) -> dict[str, float]:
        missing = np.isnan(values).any(axis=1)
        found = {"eigenvalues": float(np.abs(values - exact)[~missing].max(initial=0.0))}
        return found | ({"scales without result": int(missing.sum())} if missing.any() else {})

    yield Method(
        "kernelscale, all scales",
        lambda: ours(X, scales),
        "float32 products",
        errors=lambda values: errors(values[SOME]),
    )
    yield Method(
        "kernelscale, largest eigengap",
        lambda: widest_gap(X, scales),
        "float32 products",
        remark="the gap and its scale only",
        errors=lambda found: {"Ge": abs(found[0] - gaps(lapack(X, np.array(found[1:])))[0])},
    )
    yield Method(
        "SciPy eigsh (ARPACK)",
        lambda: arpack(X, scales[SOME]),
        share=share,
        remark=f"at most {MAX_RESTARTS} restarts",
        errors=errors,
    )
    yield Method(
        "SciPy eigh (LAPACK)",
        lambda: lapack(X, scales[FEW]),
        share=len(scales[FEW]) / len(scales),
        remark="the reference for all errors",
    )
