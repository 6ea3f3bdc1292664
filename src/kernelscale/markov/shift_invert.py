"""Leading eigenpairs where they are nearly 1: block Krylov on an inverse in double precision.

The inverse is that of ``(1 + delta) I - A``, as in `rough_inverse`, but exact enough to iterate
with instead of A: what is left between an eigenvalue and 1 is then known to nearly all digits.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from .accuracy import FOR_POINTS, Accuracy, at_rounding
from .block_krylov import BlockKrylov
from .eigenpairs import NEARLY_ONE
from .walk import Walk

__all__ = ["Ritz", "inverted"]

SHIFT = 1e-8  # delta: eigenvalues nearer to 1 are told apart by their pieces, not here
MOST_STEPS = 60

Ritz = tuple[np.ndarray, np.ndarray]
"""Values and vectors of A beside the trivial pair, some more than were wanted."""


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
    for _ in range(MOST_STEPS):
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
