"""Leading eigenpairs of an operator on a sparse graph, with many eigenvalues near 1.

With few neighbours and many rows, leading eigenvalues are near 1 and near one another, and a plain
iteration takes thousands of products. Here the block Krylov iteration starts from the vectors of a
coarse graph, whose rows are groups of neighbours. It is preconditioned by a multigrid cycle, so
about twenty steps suffice for any number of rows. In high dimension coarse graphs would be nearly
full. Then few eigenvalues are near 1, and SciPy's Lanczos iteration is quicker.
"""

from __future__ import annotations

import itertools
import operator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning

from ..._validation import check_count
from ..._warnings import warn_caller
from ...engine.machine.blas import one_blas_thread
from ..components import pairs_of_known_components
from ..dense import leading_eigenpairs
from ..eigenpairs import Eigenpairs, right_eigenpairs, separating_vectors
from ..krylov.block_krylov import block_size
from ..krylov.krylov_solver import STAGE, Report, few_enough, no_report
from ..krylov.matrix_free import Run, iterated
from ..krylov.required_accuracy import FOR_VECTORS
from .graph import checked_graph, graph_components, graph_symmetric_form
from .lanczos import lanczos
from .row_products import Multiply
from .sparse_operator import SparseOperator

__all__ = ["GraphEigenpairs", "sparse_eigenpairs"]

DENSE_ROWS = 400
# LAPACK is quicker if more than this share of the matrix is stored, for up to this number of rows.
FULL, FULL_ROWS = 0.25, 10_000
MOST_STEPS = 100


@dataclass(frozen=True, eq=False)
class GraphEigenpairs(Eigenpairs):
    """Leading eigenpairs, with the number of steps and the accuracy of the iteration.

    Attributes
    ----------
    values, vectors, stationary
        As in `Eigenpairs`.
    n_steps : int
        Number of products with blocks of vectors, or with single vectors; 0 without iteration.
    residual : float
        The largest ``|A v - lambda v|``, with ``A = D^-1/2 K D^-1/2`` and vectors v of length 1.

    Examples
    --------
    LAPACK computes the pairs of three rows.

    >>> pairs = sparse_eigenpairs(csr_array(np.ones((3, 3)) + np.eye(3)), n_pairs=1)
    >>> pairs.values.round(2), pairs.n_steps
    (array([1.  , 0.25]), 0)
    """

    n_steps: int = 0
    residual: float = 0.0


def sparse_eigenpairs(
    K: csr_array,
    n_pairs: int,
    *,
    alpha: float = 0.0,
    report: Report | None = None,
    multiply: Multiply = operator.matmul,
) -> GraphEigenpairs:
    """Leading eigenpairs of the row-normalised kernel of a graph.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Symmetric kernel matrix without negative values, with positive row sums; it need not be
        positive definite.
    n_pairs : int
        Number of pairs without the trivial one, from 1 to n_samples - 1.
    alpha : float
        As in `leading_eigenpairs`.
    report : callable, optional
        Called with the progress, ``report(stage, done, total)``.
    multiply : callable
        ``(M, V) -> M V`` of a sparse matrix and a block of vectors, as from `multiply_by`.

    Returns
    -------
    GraphEigenpairs
        Exactly `n_pairs` pairs and the trivial one, the largest eigenvalues first. Values differ
        from LAPACK's by at most 1e-12. Vectors differ from LAPACK's by about 1e-9 or, if the gap
        to the next eigenvalue is below 1e-4, by 1e-13 divided by the gap. If the graph has more
        components than `n_pairs`, all pairs are those of `pairs_of_components`; otherwise they are
        those of `leading_eigenpairs`.

    Raises
    ------
    ValueError
        If `n_pairs` is out of range, or K is not a symmetric kernel with positive row sums.

    Warns
    -----
    ConvergenceWarning
        If the iteration has not converged.

    Examples
    --------
    A ring of 2000 rows: the leading pairs are the sine and the cosine with one period.

    >>> from scipy.sparse import diags
    >>> ring = diags([1.0, 1, 2, 1, 1], [-1999, -1, 0, 1, 1999], shape=(2000, 2000), format="csr")
    >>> pairs = sparse_eigenpairs(csr_array(ring), n_pairs=2)
    >>> (1 - pairs.values).round(9)
    array([0.000e+00, 2.467e-06, 2.467e-06])
    """
    report = report or no_report
    report(STAGE, 0, MOST_STEPS + 1)  # this comes early, because the first product may take long
    found = _pairs(checked_graph(K), n_pairs, alpha, report, multiply)
    report(STAGE, MOST_STEPS + 1, MOST_STEPS + 1)
    return found


def _pairs(
    K: csr_array, n_pairs: int, alpha: float, report: Report, multiply: Multiply
) -> GraphEigenpairs:
    n_samples = K.shape[0]
    n_pairs = check_count(n_pairs, "n_pairs", largest=n_samples - 1)
    A, root = graph_symmetric_form(K, alpha)
    component_of = graph_components(A, root)
    if component_of.max() >= n_pairs:
        return _without_iteration(pairs_of_known_components(component_of, root, n_pairs))
    if _is_for_lapack(K, n_pairs):
        return _without_iteration(leading_eigenpairs(K.toarray(), n_pairs, alpha=alpha))
    with one_blas_thread():
        values, vectors, run = _iterated(A, root, component_of, n_pairs, report, multiply)
    _warn_unless_converged(run)
    pairs = right_eigenpairs(values, vectors, root)
    return GraphEigenpairs(pairs.values, pairs.vectors, pairs.stationary, run.n_steps, run.residual)


def _is_for_lapack(K: csr_array, n_pairs: int) -> bool:
    n_samples = K.shape[0]
    full = n_samples <= FULL_ROWS and K.nnz > FULL * n_samples**2
    return full or n_samples <= DENSE_ROWS or not few_enough(n_samples, n_pairs)


def _iterated(
    A: csr_array,
    root: np.ndarray,
    component_of: np.ndarray,
    n_pairs: int,
    report: Report,
    multiply: Multiply,
) -> tuple[np.ndarray, np.ndarray, Run]:
    """The leading pairs of A without the trivial pair.

    Pairs that separate components are known, and only the others are iterated.
    """
    apart = _separating_components(component_of, root)
    on_graph, n_wanted = SparseOperator(A, root, multiply), n_pairs - apart.shape[1]
    known = np.column_stack([root, apart])[on_graph.order].T
    steps = itertools.count(1)

    def product(V: np.ndarray) -> np.ndarray:
        report(STAGE, min(next(steps), MOST_STEPS), MOST_STEPS + 1)
        return on_graph.product(V)

    found = None if on_graph.coarsens else lanczos(product, known, n_wanted)
    if found is None:
        start = on_graph.start(len(known), block_size(n_wanted))
        krylov, run = iterated(
            product, known, start, n_wanted, FOR_VECTORS, MOST_STEPS, on_graph.precondition
        )
        found = (krylov.values[:n_wanted], krylov.vectors[:, :n_wanted]), run
    (values, vectors), run = found
    given = np.empty_like(vectors)
    given[on_graph.order] = vectors
    return np.append(np.ones(len(known) - 1), values), np.column_stack([apart, given]), run


def _separating_components(component_of: np.ndarray, root: np.ndarray) -> np.ndarray:
    """The nontrivial eigenvectors of A with eigenvalue 1: as many as components, minus one."""
    psi = separating_vectors(np.bincount(component_of, root**2), int(component_of.max()))
    vectors: np.ndarray = psi[component_of] * root[:, None]
    return vectors


def _without_iteration(pairs: Eigenpairs) -> GraphEigenpairs:
    return GraphEigenpairs(pairs.values, pairs.vectors, pairs.stationary)


def _warn_unless_converged(run: Run) -> None:
    if not run.converged:
        warn_caller(
            f"The eigenpairs have not converged after {run.n_steps} steps: |A v - lambda v| is "
            f"{run.residual:.1g} for one of them; take more neighbours.",
            ConvergenceWarning,
        )
