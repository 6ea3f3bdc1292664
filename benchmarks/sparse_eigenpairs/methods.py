"""Methods for the leading eigenpairs of the diffusion operator of a graph.

The trivial pair, of eigenvalue 1, is included.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from scipy.sparse import csc_matrix, csr_array, diags, eye
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import LinearOperator, eigsh, lobpcg

from kernelscale.engine.machine.blas import one_blas_thread
from kernelscale.markov.krylov.block_krylov import block_size
from kernelscale.markov.krylov.matrix_free import iterated
from kernelscale.markov.krylov.required_accuracy import FOR_VECTORS
from kernelscale.markov.sparse.graph_solver import sparse_eigenpairs

N_PAIRS = 10
MOST_STEPS = 2000
SHIFT = 1e-8  # distance of the shift from the largest eigenvalue, 1
TOLERANCE = 1e-10  # largest residual at which LOBPCG and the Chebyshev iteration stop
DEGREE = 40  # of the Chebyshev polynomial
Pairs = tuple[np.ndarray, np.ndarray]
"""Eigenvalues, descending, and eigenvectors of ``A = D^-1/2 K D^-1/2``."""


def conjugate(K: csr_array) -> tuple[csr_array, np.ndarray]:
    """``A = D^-1/2 K D^-1/2``, and the square root of the operator's stationary distribution."""
    degrees = K.sum(axis=1)
    inverse_root = diags(1 / np.sqrt(degrees))
    return csr_array(inverse_root @ K @ inverse_root), np.sqrt(degrees / degrees.sum())


def ours(K: csr_array) -> Pairs:
    """The package's function `sparse_eigenpairs`."""
    pairs = sparse_eigenpairs(K, N_PAIRS)
    return pairs.values, pairs.vectors * np.sqrt(pairs.stationary)[:, None]


def arpack(K: csr_array) -> Pairs:
    """`scipy.sparse.linalg.eigsh` with its defaults."""
    A, root = conjugate(K)
    return _descending(eigsh(A, N_PAIRS + 1, which="LA", v0=_random(len(root), 1)[:, 0]))


def in_order(method: Callable[[csr_array], Pairs]) -> Callable[[csr_array], Pairs]:
    """The method, with rows sorted so that neighbours are close in memory."""

    @functools.wraps(method)
    def ordered(K: csr_array) -> Pairs:
        order = reverse_cuthill_mckee(K, symmetric_mode=True)
        values, vectors = method(csr_array(K[order][:, order]))
        return values, vectors[np.argsort(order)]

    return ordered


def shift_invert(K: csr_array) -> Pairs:
    """ARPACK on the inverse of ``(1 + 1e-8) I - A`` by SuperLU, whose factors may be dense."""
    A, root = conjugate(K)
    start = _random(len(root), 1)[:, 0]
    return _descending(eigsh(A.tocsc(), N_PAIRS + 1, sigma=1 + SHIFT, which="LM", v0=start))


@in_order
def krylov(K: csr_array) -> Pairs:
    """Block Krylov iteration without preconditioner."""
    A, root = conjugate(K)
    start = _random(len(root), block_size(N_PAIRS))
    with one_blas_thread():
        found, _ = iterated(A.dot, root, start, N_PAIRS, FOR_VECTORS, MOST_STEPS)
    vectors = np.column_stack([root, found.vectors[:, :N_PAIRS]])
    return np.append(1.0, found.values[:N_PAIRS]), vectors


def amg(K: csr_array) -> Pairs:
    """SciPy's LOBPCG preconditioned by smoothed aggregation of pyamg."""
    from pyamg import smoothed_aggregation_solver

    A, root = conjugate(K)
    inverse = smoothed_aggregation_solver(_laplacian(A), B=root[:, None]).aspreconditioner()
    return _lobpcg(A, root, inverse, 100)


@in_order
def incomplete_cholesky(K: csr_array) -> Pairs:
    """SciPy's LOBPCG preconditioned by an incomplete Cholesky factor without fill-in, by ilupp."""
    from ilupp import ICholTPreconditioner

    A, root = conjugate(K)
    factor = ICholTPreconditioner(csc_matrix(_laplacian(A)))
    inverse = LinearOperator(A.shape, lambda vector: factor @ vector.ravel(), dtype=float)
    return _lobpcg(A, root, inverse, MOST_STEPS)


def cholesky(K: csr_array) -> Pairs:
    """ARPACK on the inverse of ``(1 + 1e-8) I - A`` by CHOLMOD of sksparse-minimal."""
    from sksparse_minimal import SparseCholesky

    A, root = conjugate(K)
    factor = SparseCholesky(csc_matrix(_laplacian(A)))
    solve = LinearOperator(A.shape, factor.solve_A, dtype=float)
    start = _random(len(root), 1)[:, 0]
    return _descending(
        eigsh(A, N_PAIRS + 1, sigma=1 + SHIFT, which="LM", v0=start, OPinv=-1.0 * solve)
    )


@in_order
def chebyshev(K: csr_array) -> Pairs:
    """Subspace iteration with a Chebyshev filter that damps eigenvalues below the wanted ones."""
    A, root = conjugate(K)
    Q = np.column_stack([root, _random(len(root), 2 * block_size(N_PAIRS) - 1)])
    edge, values = 0.0, np.zeros(N_PAIRS + 1)
    for _ in range(MOST_STEPS):
        Q = np.linalg.qr(_filtered(A, Q, edge))[0]
        small, turn = _descending(np.linalg.eigh(Q.T @ (A @ Q)))
        Q, edge, values = Q @ turn, small[-1], small[: N_PAIRS + 1]
        wanted = Q[:, : N_PAIRS + 1]
        if np.linalg.norm(A @ wanted - wanted * values, axis=0).max() < TOLERANCE:
            break
    return values, Q[:, : N_PAIRS + 1]


def _filtered(A: csr_array, Q: np.ndarray, edge: float) -> np.ndarray:
    """``T_m((2 A - (edge - 1)) / (edge + 1)) Q`` with m = DEGREE, by the three-term recurrence."""
    shift, width = (edge - 1) / 2, (edge + 1) / 2
    before, now = Q, (A @ Q - shift * Q) / width
    for _ in range(DEGREE - 1):
        before, now = now, 2 * (A @ now - shift * now) / width - before
    return now


METHODS: dict[str, Callable[[csr_array], Pairs]] = {
    "`sparse_eigenpairs`": ours,
    "eigsh (ARPACK)": arpack,
    "eigsh, rows in order": in_order(arpack),
    "eigsh, shift and invert (SuperLU)": shift_invert,
    "block Krylov alone": krylov,
    "eigsh, shift and invert (CHOLMOD)": cholesky,
    "LOBPCG with pyamg": amg,
    "LOBPCG with incomplete Cholesky": incomplete_cholesky,
    "Chebyshev-filtered subspace": chebyshev,
}


NEEDS = {
    "eigsh, shift and invert (CHOLMOD)": "sksparse_minimal",
    "LOBPCG with pyamg": "pyamg",
    "LOBPCG with incomplete Cholesky": "ilupp",
}
"""Additional package that a method needs."""


def largest_residual(K: csr_array, pairs: Pairs) -> float:
    """Largest ``|A v - lambda v|`` of all pairs."""
    values, vectors = pairs
    return float(np.linalg.norm(conjugate(K)[0] @ vectors - vectors * values, axis=0).max())


def _laplacian(A: csr_array) -> csr_array:
    return csr_array((1 + SHIFT) * eye(A.shape[0], format="csr") - A)


def _lobpcg(A: csr_array, root: np.ndarray, inverse: LinearOperator, most_steps: int) -> Pairs:
    start = np.column_stack([root, _random(len(root), block_size(N_PAIRS) - 1)])
    values, vectors = lobpcg(A, start, M=inverse, largest=True, tol=TOLERANCE, maxiter=most_steps)
    return values[: N_PAIRS + 1], vectors[:, : N_PAIRS + 1]


def _random(n_samples: int, n_columns: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(n_samples, n_columns))


def _descending(pairs: Pairs) -> Pairs:
    return pairs[0][::-1], pairs[1][:, ::-1]
