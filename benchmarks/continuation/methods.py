"""Methods that compute the leading eigenvalues at many scales; NaN where there is no result."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.sparse.linalg import ArpackError, eigsh

from kernelscale.markov.continuation import Continuation
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.eigenpairs import Eigenpairs
from kernelscale.markov.gaussian_operator import gaussian_operator

from .sets import N_CLASSES

N_PAIRS = 10
MOST_RESTARTS = 300  # by default eigsh allows 10 for each row, and a failure takes minutes


class Run(NamedTuple):
    """Result of a method.

    `values` has the eigenvalues at each scale, the trivial one first; `seconds` is the processor
    time.
    """

    values: np.ndarray
    seconds: float

    @property
    def winner(self) -> int:
        """Index of the scale of the largest eigengap."""
        return int(np.nanargmax(self.values[:, N_CLASSES - 1] - self.values[:, N_CLASSES]))


def lapack(squared: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by `leading_eigenpairs`, the reference."""
    return np.array([_by_lapack(squared, e, N_PAIRS).values for e in scales.tolist()])


def arpack(squared: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by `scipy.sparse.linalg.eigsh` at each scale, in full precision."""
    return np.array([_by_arpack(squared, epsilon) for epsilon in scales.tolist()])


def all_scales(squared: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by `Continuation.at`, from the largest scale to the smallest."""
    path = _continuation(squared)
    order = np.argsort(-scales)
    values = np.empty((len(scales), N_PAIRS + 1))
    for position in order:
        values[position] = path.at(float(scales[position]), N_PAIRS).values[: N_PAIRS + 1]
    return values


def branch_and_bound(squared: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Eigenvalues by `Continuation.branch_and_bound`; NaN at scales that it rules out.

    It is the first step of the rule `spectral`.
    """
    path = _continuation(squared)
    ruled_out = path.branch_and_bound(scales, N_CLASSES)
    values = np.full((len(scales), N_PAIRS + 1), np.nan)
    for position, epsilon in enumerate(scales.tolist()):
        if epsilon not in ruled_out:
            values[position, : N_CLASSES + 1] = path.at(epsilon, N_CLASSES).values[: N_CLASSES + 1]
    return values


METHODS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "eigsh, each scale": arpack,
    "LAPACK, each scale": lapack,
    "continuation, all scales": all_scales,
    "branch and bound for the largest Ge": branch_and_bound,
}


def timed(name: str, squared: np.ndarray, scales: np.ndarray) -> Run:
    """One run of a method."""
    started = time.process_time()
    values = METHODS[name](squared, scales)
    return Run(values, time.process_time() - started)


def _kernel(squared: np.ndarray, epsilon: float) -> np.ndarray:
    # Subnormal numbers make the general solvers twenty times slower.
    return np.exp(np.maximum(squared / (-2 * epsilon), -700.0))


def _by_lapack(squared: np.ndarray, epsilon: float, n_pairs: int) -> Eigenpairs:
    return leading_eigenpairs(_kernel(squared, epsilon), n_pairs)


def _by_arpack(squared: np.ndarray, epsilon: float) -> np.ndarray:
    K = _kernel(squared, epsilon)
    inverse_root = 1 / np.sqrt(K.sum(axis=1))
    A = K * inverse_root * inverse_root[:, None]
    start = np.random.default_rng(0).normal(size=len(A))
    try:
        values = eigsh(A, N_PAIRS + 1, which="LA", v0=start, maxiter=MOST_RESTARTS)[0]
        return np.sort(values)[::-1]
    except ArpackError:  # no convergence
        return np.full(N_PAIRS + 1, np.nan)


def _continuation(squared: np.ndarray) -> Continuation:
    return Continuation(
        lambda epsilon: gaussian_operator(squared, epsilon),
        lambda epsilon, n_pairs: _by_lapack(squared, epsilon, n_pairs),
        len(squared),
    )
