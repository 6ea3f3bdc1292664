"""Leading eigenpairs whose eigenvalues are nearly 1, in double precision.

`refined` uses a preconditioner: a factorisation in single precision, which takes less than half the
time of a factorisation in double precision. Residuals and Ritz values come from products in double
precision. `inverted` iterates with the inverse of ``(1 + delta) I - A`` in double precision, which
gives the difference of an eigenvalue from 1 to nearly all digits.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from ..eigenpairs import NEARLY_ONE
from ..operator import Operator, Product
from .block_krylov import BlockKrylov
from .required_accuracy import FOR_POINTS, Accuracy, at_rounding

__all__ = ["Ritz", "inverted", "refined"]

SHIFT = 1e-8  # delta; eigenvalues above 1 - delta belong to separate components
MOST_STEPS = 12  # largest number of steps of `refined`
MOST_INVERSE_STEPS = 60  # largest number of steps of `inverted`

Ritz = tuple[np.ndarray, np.ndarray]
"""Values and vectors of A without the trivial pair, including a few more pairs than wanted."""


def refined(
    operator: Operator,
    n_pairs: int,
    start: np.ndarray,
    accuracy: Accuracy,
    preconditioner: Product | None = None,
) -> Ritz | None:
    """Leading pairs of the operator; None without convergence or without a preconditioner.

    The iteration also stops once all wanted values are 1 up to `NEARLY_ONE`. `preconditioner` is
    the operator's preconditioner, if it has been computed before.
    """
    preconditioner = operator.preconditioner() if preconditioner is None else preconditioner
    if preconditioner is None:
        return None
    krylov = BlockKrylov(operator.refined(), operator.root, start)
    seen: list[float] = []
    for _ in range(MOST_STEPS):
        values, residuals = krylov.values, krylov.residuals
        n_near = int(np.count_nonzero(values[:n_pairs] > 1 - operator.resolution))
        seen.append(float(residuals[:n_pairs].max()))
        reached = accuracy.reached(values, residuals, np.ones(n_pairs))
        reached = reached and FOR_POINTS.reached(values, residuals, np.ones(n_near))
        disconnected = values[n_pairs - 1] > 1 - NEARLY_ONE
        if disconnected or reached or at_rounding(seen, accuracy.residual):
            return np.minimum(values, 1.0), krylov.vectors
        if not krylov.step(preconditioner):
            break
    return None


def inverted(
    operator: Operator, n_pairs: int, start: np.ndarray, accuracy: Accuracy
) -> Ritz | None:
    """Leading pairs by shift and invert; None if the factorisation fails or they do not converge.

    The iteration also stops once all wanted values are 1 up to `NEARLY_ONE`.
    """
    factor, failed = _factor(operator)
    if failed:
        return None
    wanted = min(accuracy, FOR_POINTS, key=lambda each: each.residual)
    seen: list[float] = []
    krylov = BlockKrylov(lambda V: dpotrs(factor, V, lower=1)[0], operator.root, start)
    for _ in range(MOST_INVERSE_STEPS):
        inverses = krylov.values[:n_pairs]
        values = 1 + SHIFT - 1 / krylov.values
        disconnected = values[n_pairs - 1] > 1 - NEARLY_ONE
        # A residual of A is at most the residual of the inverse divided by the inverse's
        # eigenvalue.
        seen.append(float((krylov.residuals[:n_pairs] / inverses).max()))
        reached = wanted.reached(krylov.values, krylov.residuals, inverses)
        if disconnected or reached or at_rounding(seen, accuracy.residual):
            return np.minimum(values, 1.0), krylov.vectors
        if not krylov.step():
            break
    return None


def _factor(operator: Operator) -> tuple[np.ndarray, bool]:
    M = operator.matrix()
    np.negative(M, out=M)
    M[np.diag_indices(len(M))] += 1 + SHIFT
    # The transpose of a symmetric matrix is in LAPACK's order, so it is overwritten.
    factor, status = dpotrf(M.T, lower=1, clean=0, overwrite_a=1)
    return factor, status != 0
