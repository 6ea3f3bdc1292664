"""Leading eigenpairs of one walk: plain block Krylov where it is quick, else shift and invert."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .._validation import check_count, check_kernel
from ..engine.blas import one_blas_thread
from .accuracy import FOR_VECTORS, Accuracy
from .block_krylov import DEPTH, BlockKrylov, block_size
from .conjugate import right_eigenpairs
from .dense import leading_eigenpairs
from .eigenpairs import NEARLY_ONE, Eigenpairs
from .shift_invert import Ritz, inverted
from .walk import Walk, walk_of_kernel

__all__ = ["converged", "few_enough", "krylov_eigenpairs", "starting_block"]

STEPS_SEEN = 6  # after which the speed of convergence is judged


def few_enough(n_samples: int, n_pairs: int) -> bool:
    """Whether so many pairs are few beside the rows, as an iteration supposes."""
    return 2 * (DEPTH + 1) * block_size(n_pairs) <= n_samples


def starting_block(n_samples: int, n_columns: int) -> np.ndarray:
    """Random vectors, the same on every call."""
    return np.random.default_rng(0).normal(size=(n_samples, n_columns))


def krylov_eigenpairs(K: np.ndarray, n_pairs: int, *, alpha: float = 0.0) -> Eigenpairs:
    """Leading eigenpairs of the row-normalised kernel, by iteration in double precision.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric positive definite kernel matrix, such as a Gaussian one.
    n_pairs : int
        Pairs wanted beside the trivial one, from 1 to n_samples - 1.
    alpha : float
        As in `leading_eigenpairs`.

    Returns
    -------
    Eigenpairs
        Exactly `n_pairs` pairs and the trivial one, values to 1e-12 and vectors to about 1e-9 of
        those of `leading_eigenpairs`. That function's own where the iteration has nothing to
        save, or the graph has fallen apart.

    Raises
    ------
    ValueError
        As `leading_eigenpairs`.

    Examples
    --------
    Two clusters of 100 rows, so far apart that the second eigenvalue is near 1 too.

    >>> import numpy as np
    >>> from kernelscale import Gaussian
    >>> X = np.random.default_rng(0).normal(size=(200, 2)) + 5 * (np.arange(200)[:, None] < 100)
    >>> pairs = krylov_eigenpairs(Gaussian(1.0)(X), n_pairs=2)
    >>> pairs.values.round(2)
    array([1.  , 1.  , 0.57])
    """
    K = check_kernel(K)
    n_pairs = check_count(n_pairs, "n_pairs", largest=len(K) - 1)
    pairs = _iterated(K, n_pairs, alpha) if few_enough(len(K), n_pairs) else None
    return leading_eigenpairs(K, n_pairs, alpha=alpha) if pairs is None else pairs


def _iterated(K: np.ndarray, n_pairs: int, alpha: float) -> Eigenpairs | None:
    """Pairs by iteration, unless that fails or the graph is in pieces."""
    walk = walk_of_kernel(K, alpha)
    if walk.lonely.any():
        return None
    start = starting_block(len(K), block_size(n_pairs))
    with one_blas_thread():
        ritz = converged(walk, n_pairs, start, FOR_VECTORS)
    if ritz is None or ritz[0][0] > 1 - NEARLY_ONE:
        return None
    return right_eigenpairs(ritz[0][:n_pairs], ritz[1][:, :n_pairs], walk.root)


def converged(
    walk: Walk,
    n_pairs: int,
    start: np.ndarray,
    accuracy: Accuracy,
    dropped: Callable[[np.ndarray], bool] = lambda values: False,
) -> Ritz | None:
    """Ritz pairs of the stated accuracy; None where nothing converges.

    Parameters
    ----------
    walk : Walk
        The operator.
    n_pairs : int
        Pairs that have to be accurate.
    start : ndarray of shape (n_samples, block size)
        Vectors to start from.
    accuracy : Accuracy
        What is good enough.
    dropped : callable
        Whether Ritz values, lower bounds of the eigenvalues beside the trivial one, show that
        nobody is interested any more. Then the pairs are as they are.
    """
    krylov = BlockKrylov(walk.product, walk.root, start)
    seen = []
    while not dropped(krylov.values):
        if krylov.values[0] > 1 - walk.resolution:  # not to be told from 1 by these products
            return inverted(walk, n_pairs, krylov.vectors, accuracy)
        seen.append(float(krylov.residuals[:n_pairs].max()))
        reached = accuracy.reached(krylov.values, krylov.residuals, np.ones(n_pairs))
        if reached or _at_rounding(seen, accuracy.residual):
            break
        if _too_slow(seen, accuracy.residual, len(start)) or not krylov.step():
            return inverted(walk, n_pairs, krylov.vectors, accuracy)
    return krylov.values, krylov.vectors


def _at_rounding(residuals: list[float], allowed: float) -> bool:
    """Whether what is allowed is reached, and what is wanted is not to be had."""
    return len(residuals) > 1 and allowed >= residuals[-1] > residuals[-2] / 2


def _too_slow(residuals: list[float], goal: float, n_samples: int) -> bool:
    """Whether more steps are ahead than a factorisation costs."""
    if len(residuals) <= STEPS_SEEN:
        return False
    steps_of_a_factor = 10 + n_samples / 120  # measured from 2000 to 5000 rows
    speed = np.log(residuals[-1 - STEPS_SEEN] / residuals[-1]) / STEPS_SEEN
    ahead = np.log(residuals[-1] / goal)
    return bool(ahead > speed * steps_of_a_factor or len(residuals) > 3 * steps_of_a_factor)
