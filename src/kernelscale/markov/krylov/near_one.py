"""Leading eigenpairs where they are nearly 1: products in double precision, a rough inverse.

Directions come from the inverse in single precision, which takes less than half of the time of an
exact one; only what is measured, residuals and Ritz values, has to be of double precision.
"""

from __future__ import annotations

import numpy as np

from .accuracy import FOR_POINTS, Accuracy, at_rounding
from .block_krylov import BlockKrylov, Product
from .eigenpairs import NEARLY_ONE
from .shift_invert import Ritz
from .walk import Walk

__all__ = ["refined"]

MOST_STEPS = 12


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
    improve = walk.rough_inverse() if improve is None else improve
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
