"""Leading eigenpairs of an operator that is given by its products with vectors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._validation import on_host
from ...engine.machine.blas import one_blas_thread
from ..eigenpairs import Eigenpairs, right_eigenpairs
from ..operator import Product
from .block_krylov import BlockKrylov, block_size
from .required_accuracy import FOR_VECTORS, Accuracy, at_rounding

__all__ = ["Run", "iterated", "matrix_free_eigenpairs"]

NEAR = Accuracy(residual=3e-5)  # accuracy that is required of the first steps, in single precision


def matrix_free_eigenpairs(
    product: Product,
    rough_product: Product,
    root: np.ndarray,
    n_pairs: int,
    most_steps: int,
    n_corrections: int = 0,
) -> tuple[Eigenpairs, float]:
    """Leading eigenpairs of an operator whose matrix is not stored, from its products.

    Parameters
    ----------
    product : callable
        ``V -> A V``, with ``A = D^-1/2 K D^-1/2``, in double precision.
    rough_product : callable
        The same product in single precision, for the first steps.
    root : ndarray of shape (n_samples,)
        The trivial vector of A, ``sqrt(pi)`` with pi the stationary distribution. All vectors are
        on its device.
    n_pairs : int
        Number of pairs without the trivial one.
    most_steps : int
        Largest number of steps in each precision. A step takes one product, besides corrections.
    n_corrections : int
        Number of products in single precision by which each residual is first corrected. Two
        corrections halve the number of products in double precision, at the same accuracy.

    Returns
    -------
    pairs : Eigenpairs
        Exactly `n_pairs` pairs and the trivial one.
    residual : float
        0 if the pairs have converged, with values within 1e-12 and vectors within about 1e-9;
        otherwise the largest ``|A v - theta v|``.

    Examples
    --------
    A ring of 60 rows: the leading pairs are the sine and the cosine with one period.

    >>> A = np.eye(60) / 2 + (np.roll(np.eye(60), 1, 0) + np.roll(np.eye(60), -1, 0)) / 4
    >>> pairs, residual = matrix_free_eigenpairs(A.dot, A.dot, np.full(60, 60**-0.5), 2, 100)
    >>> pairs.values.round(3), residual
    (array([1.   , 0.997, 0.997]), 0.0)
    """
    block = np.random.default_rng(0).normal(size=(len(root), block_size(n_pairs)))
    block = np.asarray(block, like=root)
    with one_blas_thread():
        krylov, _ = iterated(rough_product, root, block, n_pairs, NEAR, most_steps)
        improve = _correction(rough_product, root, krylov, n_corrections) if n_corrections else None
        block = krylov.vectors
        krylov, run = iterated(product, root, block, n_pairs, FOR_VECTORS, most_steps, improve)
        block = krylov.vectors
    vectors = on_host(block)[:, :n_pairs]
    pairs = right_eigenpairs(krylov.values[:n_pairs], vectors, on_host(root))
    return pairs, 0.0 if run.converged else run.residual


def _correction(rough: Product, root: np.ndarray, near: BlockKrylov, n_terms: int) -> Product:
    """A function that approximately solves ``(theta - A) t = residual`` for t.

    t is orthogonal to the vectors so far. This is the correction of Jacobi-Davidson (Sleijpen and
    van der Vorst 1996), computed by a Neumann series. A few terms suffice if the wanted eigenvalues
    are far from all others.
    """
    vectors = near.vectors
    values = np.asarray(np.maximum(near.values, NEAR.residual), like=vectors)

    def projected(V: np.ndarray) -> np.ndarray:
        V = V - np.outer(root, root @ V)
        apart: np.ndarray = V - vectors @ (vectors.T @ V)
        return apart

    def improve(remainders: np.ndarray) -> np.ndarray:
        remainders = found = projected(remainders)
        for _ in range(n_terms):
            found = remainders + projected(rough(found)) / values
        return found

    return improve


class Run(NamedTuple):
    """The result of an iteration.

    `n_steps` is the number of products, `residual` the largest ``|A v - theta v|``, and `converged`
    whether the pairs have converged.
    """

    n_steps: int
    residual: float
    converged: bool


def iterated(
    product: Product,
    deflated: np.ndarray,
    start: np.ndarray,
    n_pairs: int,
    accuracy: Accuracy,
    most_steps: int,
    preconditioner: Product | None = None,
) -> tuple[BlockKrylov, Run]:
    """Iterate until convergence, but for at most `most_steps` steps.

    `product`, `deflated` and `start` are as in `BlockKrylov`, `preconditioner` as in its `step`.
    """
    krylov = BlockKrylov(product, deflated, start)
    seen: list[float] = []
    while True:
        seen.append(float(krylov.residuals[:n_pairs].max()))
        reached = accuracy.reached(krylov.values, krylov.residuals, np.ones(n_pairs))
        converged = reached or at_rounding(seen, accuracy.residual)
        if converged or len(seen) > most_steps or not krylov.step(preconditioner):
            return krylov, Run(len(seen), seen[-1], converged)
