"""Leading eigenpairs by block Krylov iteration, preconditioned if the convergence is slow."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..._validation import check_count, check_kernel
from ...engine.machine.blas import one_blas_thread
from ..dense import leading_eigenpairs
from ..eigenpairs import NEARLY_ONE, Eigenpairs, right_eigenpairs
from ..operator import Operator, operator_of_kernel
from .block_krylov import DEPTH, BlockKrylov, block_size
from .near_one import Ritz, inverted, refined
from .required_accuracy import FOR_VECTORS, Accuracy, at_rounding

__all__ = [
    "STAGE",
    "Report",
    "converged",
    "few_enough",
    "krylov_eigenpairs",
    "no_report",
    "starting_block",
    "steps_of_a_factor",
]

MOST_STEPS = 200
STAGE = "steps of the iteration"

Report = Callable[[str, int, int], None]


def no_report(stage: str, done: int, total: int) -> None:
    """Report nothing."""


def few_enough(n_samples: int, n_pairs: int) -> bool:
    """Whether the vectors of the iteration are few compared with the rows."""
    return 2 * (DEPTH + 1) * block_size(n_pairs) <= n_samples


def steps_of_a_factor(n_samples: int) -> float:
    """Number of steps that take as long as a factorisation (measured from 2000 to 5000 rows)."""
    return 8 + n_samples / 300


def starting_block(n_samples: int, n_columns: int) -> np.ndarray:
    """Random vectors, the same on every call."""
    return np.random.default_rng(0).normal(size=(n_samples, n_columns))


def krylov_eigenpairs(
    K: np.ndarray, n_pairs: int, *, alpha: float = 0.0, report: Report | None = None
) -> Eigenpairs:
    """Leading eigenpairs of the row-normalised kernel, by iteration in double precision.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric positive definite kernel matrix, such as that of a Gaussian kernel.
    n_pairs : int
        Number of pairs without the trivial one (eigenvalue 1, constant vector), from 1 to
        n_samples - 1.
    alpha : float
        As in `leading_eigenpairs`.
    report : callable, optional
        Called with the progress, ``report(stage, done, total)``.

    Returns
    -------
    Eigenpairs
        Exactly `n_pairs` pairs and the trivial one. They differ from the result of
        `leading_eigenpairs` by at most 1e-12 (values) and about 1e-9 (vectors). If the iteration
        saves no time or the graph has several components, `leading_eigenpairs` computes them.

    Raises
    ------
    ValueError
        As in `leading_eigenpairs`.

    Examples
    --------
    Two clusters of 100 rows, so far apart that the second eigenvalue is near 1.

    >>> import numpy as np
    >>> from kernelscale import Gaussian
    >>> X = np.random.default_rng(0).normal(size=(200, 2)) + 5 * (np.arange(200)[:, None] < 100)
    >>> pairs = krylov_eigenpairs(Gaussian(1.0)(X), n_pairs=2)
    >>> pairs.values.round(2)
    array([1.  , 1.  , 0.57])
    """
    report = report or no_report
    report(STAGE, 0, MOST_STEPS)  # this comes early, because the first product may take long
    K = check_kernel(K)
    n_pairs = check_count(n_pairs, "n_pairs", largest=len(K) - 1)
    pairs = _iterated(K, n_pairs, alpha, report) if few_enough(len(K), n_pairs) else None
    found = leading_eigenpairs(K, n_pairs, alpha=alpha) if pairs is None else pairs
    report(STAGE, MOST_STEPS, MOST_STEPS)  # reported also if LAPACK computed the pairs
    return found


def _iterated(K: np.ndarray, n_pairs: int, alpha: float, report: Report) -> Eigenpairs | None:
    """Pairs by iteration; None if it fails or the graph has several components."""
    operator = operator_of_kernel(K, alpha)
    if operator.isolated.any():
        return None
    start = starting_block(len(K), block_size(n_pairs))
    with one_blas_thread():
        ritz = converged(operator, n_pairs, start, FOR_VECTORS, report=report)
    if ritz is None or ritz[0][0] > 1 - NEARLY_ONE:
        return None
    return right_eigenpairs(ritz[0][:n_pairs], ritz[1][:, :n_pairs], operator.root)


def converged(
    operator: Operator,
    n_pairs: int,
    start: np.ndarray,
    accuracy: Accuracy,
    ruled_out: Callable[[np.ndarray], bool] = lambda values: False,
    report: Report = no_report,
) -> Ritz | None:
    """Ritz pairs (approximate eigenpairs) of a required accuracy; None if they do not converge.

    Parameters
    ----------
    operator : Operator
        The operator.
    n_pairs : int
        Number of pairs that have to be accurate.
    start : ndarray of shape (n_samples, block size)
        Vectors to start from.
    accuracy : Accuracy
        Limits of the residuals.
    ruled_out : callable
        Takes Ritz values, which are lower bounds of the nontrivial eigenvalues, and returns whether
        they show that the scale cannot be best. Then the iteration stops, and the pairs are not
        accurate.
    report : callable
        As in `krylov_eigenpairs`.
    """
    krylov = BlockKrylov(operator.product, operator.root, start)
    preconditioner = None
    seen: list[float] = []
    for n_steps in range(MOST_STEPS):
        report(STAGE, n_steps, MOST_STEPS)
        if ruled_out(krylov.values):
            return krylov.values, krylov.vectors
        # The iteration stops if rounding errors of the products are larger than the difference of
        # the largest nontrivial eigenvalue from 1.
        if krylov.values[0] > 1 - operator.resolution:
            seen.clear()
            break
        seen.append(float(krylov.residuals[:n_pairs].max()))
        reached = accuracy.reached(krylov.values, krylov.residuals, np.ones(n_pairs))
        if reached or at_rounding(seen, accuracy.residual):
            return krylov.values, krylov.vectors
        if preconditioner is None and _is_slow(krylov, n_pairs, accuracy.residual, n_steps):
            preconditioner = operator.preconditioner()
            if preconditioner is None:
                break
        if not krylov.step(preconditioner):
            break
    if seen and seen[-1] <= accuracy.residual:
        return krylov.values, krylov.vectors
    ritz = refined(operator, n_pairs, krylov.vectors, accuracy, preconditioner)
    return inverted(operator, n_pairs, krylov.vectors, accuracy) if ritz is None else ritz


def _is_slow(krylov: BlockKrylov, n_pairs: int, goal: float, n_steps: int) -> bool:
    """Whether the remaining steps or the past steps take too long.

    The remaining steps may take as long as one factorisation, the past steps as long as three.
    """
    patience = steps_of_a_factor(len(krylov.vectors))
    last = max(float(krylov.values[-1]), 1e-300)
    # Residuals decrease at the rate at which Chebyshev polynomials of the unwanted range increase.
    speed = 2 * np.sqrt(max(float(krylov.values[n_pairs - 1]) / last - 1, 0.0))
    ahead = np.log(max(float(krylov.residuals[:n_pairs].max()) / goal, 1.0))
    return bool(ahead > speed * patience or n_steps > 3 * patience)
