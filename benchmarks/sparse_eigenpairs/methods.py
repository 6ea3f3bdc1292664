"""Ways to the leading eigenpairs of a graph's walk, each with the trivial pair among them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array, diags, eye
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import eigsh, lobpcg

from kernelscale.engine.blas import one_blas_thread
from kernelscale.markov import block_size, sparse_eigenpairs
from kernelscale.markov.accuracy import FOR_VECTORS
from kernelscale.markov.iteration import iterated

N_PAIRS = 10
MOST_STEPS = 2000
Pairs = tuple[np.ndarray, np.ndarray]
"""Values, descending, and vectors of ``A = D^-1/2 K D^-1/2``."""


def conjugate(K: csr_array) -> tuple[csr_array, np.ndarray]:
    """A, and the square root of the walk's stationary distribution."""
    degrees = K.sum(axis=1)
    inverse_root = diags(1 / np.sqrt(degrees))
    return csr_array(inverse_root @ K @ inverse_root), np.sqrt(degrees / degrees.sum())


def ours(K: csr_array) -> Pairs:
    """`sparse_eigenpairs`."""
    pairs = sparse_eigenpairs(K, N_PAIRS)
    return pairs.values, pairs.vectors * np.sqrt(pairs.stationary)[:, None]


def arpack(K: csr_array) -> Pairs:
    """`scipy.sparse.linalg.eigsh` as it is."""
    A, root = conjugate(K)
    return _descending(eigsh(A, N_PAIRS + 1, which="LA", v0=_random(len(root), 1)[:, 0]))


def arpack_in_order(K: csr_array) -> Pairs:
    """The same with neighbours near one another in memory."""
    order = reverse_cuthill_mckee(K, symmetric_mode=True)
    values, vectors = arpack(csr_array(K[order][:, order]))
    return values, vectors[np.argsort(order)]


def shift_invert(K: csr_array) -> Pairs:
    """ARPACK on the inverse of ``(1 + 1e-9) I - A``, by SuperLU: full factors on the mixture."""
    A, root = conjugate(K)
    start = _random(len(root), 1)[:, 0]
    return _descending(eigsh(A.tocsc(), N_PAIRS + 1, sigma=1 + 1e-9, which="LM", v0=start))


def krylov(K: csr_array) -> Pairs:
    """The block Krylov iteration without a rough inverse."""
    order = reverse_cuthill_mckee(K, symmetric_mode=True)
    A, root = conjugate(csr_array(K[order][:, order]))
    start = _random(len(root), block_size(N_PAIRS))
    with one_blas_thread():
        found, _ = iterated(A.dot, root, start, N_PAIRS, FOR_VECTORS, MOST_STEPS)
    vectors = np.column_stack([root, found.vectors[:, :N_PAIRS]])
    return np.append(1.0, found.values[:N_PAIRS]), vectors[np.argsort(order)]


def amg(K: csr_array) -> Pairs:
    """SciPy's LOBPCG with smoothed aggregation by pyamg, to residuals of 1e-10."""
    from pyamg import smoothed_aggregation_solver

    A, root = conjugate(K)
    L = csr_array((1 + 1e-8) * eye(len(root), format="csr") - A)
    inverse = smoothed_aggregation_solver(L, B=root[:, None]).aspreconditioner()
    start = np.column_stack([root, _random(len(root), block_size(N_PAIRS) - 1)])
    values, vectors = lobpcg(A, start, M=inverse, largest=True, tol=1e-10, maxiter=100)
    return values[: N_PAIRS + 1], vectors[:, : N_PAIRS + 1]


METHODS: dict[str, Callable[[csr_array], Pairs]] = {
    "`sparse_eigenpairs`": ours,
    "eigsh (ARPACK)": arpack,
    "eigsh, rows in order": arpack_in_order,
    "eigsh, shift and invert (SuperLU)": shift_invert,
    "block Krylov alone": krylov,
    "LOBPCG with pyamg": amg,
}


def largest_residual(K: csr_array, pairs: Pairs) -> float:
    """Of all pairs, the largest ``|A v - lambda v|``."""
    values, vectors = pairs
    return float(np.linalg.norm(conjugate(K)[0] @ vectors - vectors * values, axis=0).max())


def _random(n_samples: int, n_columns: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(n_samples, n_columns))


def _descending(pairs: Pairs) -> Pairs:
    return pairs[0][::-1], pairs[1][:, ::-1]
