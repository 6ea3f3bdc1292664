"""Leading eigenpairs where they are nearly 1: products in double precision, a rough inverse.

Directions come from the inverse in single precision, which takes less than half of the time of an
exact one; only what is measured, residuals and Ritz values, has to be of double precision.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from ..eigenpairs import NEARLY_ONE
from ..operator import Product, Walk
from .accuracy import FOR_POINTS, Accuracy, at_rounding
from .block_krylov import BlockKrylov

__all__ = ["Ritz", "inverted", "refined"]

SHIFT = 1e-8  # delta: eigenvalues nearer to 1 are told apart by their pieces, not here
MOST_STEPS = 12  # in double precision with the preconditioner
MOST_INVERSE_STEPS = 60

Ritz = tuple[np.ndarray, np.ndarray]
"""Values and vectors of A beside the trivial pair, some more than were wanted."""


def refined(
    walk: Walk,
    n_pairs: int,
    start: np.ndarray,
    accuracy: Accuracy,
    improve: Product | None = None,
) -> Ritz | None:
    """The walk's leading pairs; None if they do not converge.

    Where all wanted values turn out to be 1 to `NEARLY_ONE`, the vectors are as they are then.
    `improve` is the rough inverse where it is known already.
    """
    improve = walk.preconditioner() if improve is None else improve
    if improve is None:
        return None
    krylov = BlockKrylov(walk.refined(), walk.root, start)
    seen: list[float] = []
    for _ in range(MOST_STEPS):
        values, residuals = krylov.values, krylov.residuals
        n_near = int(np.count_nonzero(values[:n_pairs] > 1 - walk.resolution))
        seen.append(float(residuals[:n_pairs].max()))
        reached = accuracy.reached(values, residuals, np.ones(n_pairs))
        reached = reached and FOR_POINTS.reached(values, residuals, np.ones(n_near))
        fallen_apart = values[n_pairs - 1] > 1 - NEARLY_ONE
        if fallen_apart or reached or at_rounding(seen, accuracy.residual):
            return np.minimum(values, 1.0), krylov.vectors
        if not krylov.step(improve):
            break
    return None


def inverted(walk: Walk, n_pairs: int, start: np.ndarray, accuracy: Accuracy) -> Ritz | None:
    """The walk's leading pairs by shift and invert; None if they do not converge.

    Where all wanted values turn out to be 1 to `NEARLY_ONE`, the vectors are as they are then.
    """
    factor, failed = _factor(walk)
    if failed:
        return None
    wanted = min(accuracy, FOR_POINTS, key=lambda each: each.residual)
    seen: list[float] = []
    krylov = BlockKrylov(lambda V: dpotrs(factor, V, lower=1)[0], walk.root, start)
    for _ in range(MOST_INVERSE_STEPS):
        inverses = krylov.values[:n_pairs]
        values = 1 + SHIFT - 1 / krylov.values
        fallen_apart = values[n_pairs - 1] > 1 - NEARLY_ONE
        # The residual of A is at most that of the inverse over its eigenvalue.
        seen.append(float((krylov.residuals[:n_pairs] / inverses).max()))
        reached = wanted.reached(krylov.values, krylov.residuals, inverses)
        if fallen_apart or reached or at_rounding(seen, accuracy.residual):
            return np.minimum(values, 1.0), krylov.vectors
        if not krylov.step():
            break
    return None


def _factor(walk: Walk) -> tuple[np.ndarray, bool]:
    M = walk.conjugate()
    np.negative(M, out=M)
    M[np.diag_indices(len(M))] += 1 + SHIFT
    # The transpose of a symmetric matrix is in LAPACK's order, so it is overwritten.
    factor, status = dpotrf(M.T, lower=1, clean=0, overwrite_a=1)
    return factor, status != 0
