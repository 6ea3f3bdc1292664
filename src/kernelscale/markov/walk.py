"""A walk as a solver sees it: a product with vectors, and few facts beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .._validation import check_scale, check_square
from ..engine.arithmetic.exponential import LARGEST_OF_SINGLE, exponential
from ..engine.arithmetic.registry import arithmetic_named
from ..engine.tile import Arithmetic
from .block_krylov import Product
from .conjugate import symmetric_conjugate
from .eigenpairs import NEARLY_ONE
from .rough_inverse import rough_inverse

__all__ = ["Walk", "gaussian_walk", "walk_of_kernel"]

ROWS_AT_ONCE = 64
# Single precision hardly tells eigenvalues from 1 that are nearer.
RESOLUTION = 2e-6


@dataclass(frozen=True, eq=False)
class Walk:
    """``A = D^-1/2 K D^-1/2`` as an operator.

    Attributes
    ----------
    product : callable
        ``V -> A V``.
    root : ndarray of shape (n_samples,)
        ``sqrt(pi)``, A's trivial vector.
    leaving : ndarray of shape (n_samples,)
        Probability of leaving each row in a step.
    conjugate : callable
        A itself, a new float64 array of shape (n_samples, n_samples).
    refined : callable
        The product in double precision.
    rough_inverse : callable
        A product with roughly the inverse of ``(1 + delta) I - A``; None where there is none.
    resolution : float
        How near to 1 an eigenvalue may be to be told from it.

    Examples
    --------
    Two rows that see each other, and one that sees no other and so is a piece by itself.

    >>> walk = gaussian_walk(np.array([[0.0, 1, 1e4], [1, 0, 1e4], [1e4, 1e4, 0]]), epsilon=1.0)
    >>> walk.lonely
    array([False, False,  True])
    """

    product: Product
    root: np.ndarray
    leaving: np.ndarray
    conjugate: Callable[[], np.ndarray]
    refined: Callable[[], Product]
    rough_inverse: Callable[[], Product | None]
    resolution: float

    @property
    def lonely(self) -> np.ndarray:
        """Rows that are pieces by themselves, of shape (n_samples,).

        Each adds an eigenvalue of at least 1 - NEARLY_ONE, by Gershgorin's theorem: beside the
        diagonal their rows of A hold no more than the probability of leaving.
        """
        return self.leaving < NEARLY_ONE / 4


def walk_of_kernel(K: np.ndarray, alpha: float = 0.0) -> Walk:
    """The walk of a kernel matrix, in double precision.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    alpha : float
        Power of the density that is taken out.

    Returns
    -------
    Walk
        Products are with a stored float64 matrix.

    Examples
    --------
    A walk on two rows that stays twice as often as it steps over.

    >>> walk_of_kernel(np.array([[1.0, 0.5], [0.5, 1.0]])).product(np.eye(2)).round(3)
    array([[0.667, 0.333],
           [0.333, 0.667]])
    """
    A, root = symmetric_conjugate(K, alpha)

    def product(V: np.ndarray) -> np.ndarray:
        image: np.ndarray = (V.T @ A).T  # A is symmetric; the quicker way round in BLAS
        return image

    return Walk(
        product,
        root,
        1 - np.diag(A),
        A.copy,
        lambda: product,
        lambda: rough_inverse(A.astype(np.float32)),
        resolution=1e-12,
    )


def gaussian_walk(
    squared_distances: np.ndarray, epsilon: float, arithmetic: str | Arithmetic = "auto"
) -> Walk:
    """The walk of a Gaussian kernel, its values and products in single precision.

    Parameters
    ----------
    squared_distances : ndarray of shape (n_samples, n_samples)
        Of all pairs.
    epsilon : float
        The scale.
    arithmetic : {"auto", "reference", "compiled"}
        As in `engine.reduce`.

    Returns
    -------
    Walk
        Products are with a stored float32 matrix, within 1e-6.

    Raises
    ------
    ValueError, TypeError
        If the distances are no square matrix, or the scale no positive finite number.

    Examples
    --------
    The trivial vector, sqrt(pi), comes back from a step unchanged, to single precision.

    >>> walk = gaussian_walk(np.array([[0.0, 1, 4], [1, 0, 1], [4, 1, 0]]), epsilon=1.0)
    >>> bool(np.allclose(walk.product(walk.root[:, None])[:, 0], walk.root, atol=1e-6))
    True
    """
    check_scale(epsilon, "epsilon")
    squared_distances = check_square(squared_distances, "squared_distances")
    K = np.empty(squared_distances.shape, dtype=np.float32)
    cut_off = _cut_off_exponential(arithmetic)
    others = np.concatenate(
        [_fill(K, squared_distances, rows, epsilon, cut_off) for rows in _blocks(len(K))]
    )
    degrees = 1 + others
    inverse_root = (1 / np.sqrt(degrees))[:, None].astype(np.float32)

    def product(V: np.ndarray) -> np.ndarray:
        image: np.ndarray = inverse_root * (K @ (inverse_root * V.astype(np.float32)))
        return image.astype(float)

    def conjugate() -> np.ndarray:
        A = exponential(squared_distances * (-0.5 / epsilon))
        scale = 1 / np.sqrt(A.sum(axis=1))
        A *= scale
        A *= scale[:, None]
        return A

    return Walk(
        product,
        np.sqrt(degrees / degrees.sum()),
        others / degrees,
        conjugate,
        lambda: _refined(K, 1 / np.sqrt(degrees)[:, None]),
        lambda: rough_inverse(K * inverse_root * inverse_root.T),
        RESOLUTION,
    )


def _refined(K: np.ndarray, inverse_root: np.ndarray) -> Product:
    """Products in double precision with a kernel whose values are of single precision.

    Values within a share of 1e-6 leave what eigenvalues lack to 1 within that share: it is a sum
    of kernel values times squares, over another such sum.
    """
    double = K.astype(float)
    return lambda V: inverse_root * ((inverse_root * V).T @ double).T


def _blocks(n_rows: int) -> list[slice]:
    starts = range(0, n_rows, ROWS_AT_ONCE)
    return [slice(start, min(start + ROWS_AT_ONCE, n_rows)) for start in starts]


def _cut_off_exponential(arithmetic: str | Arithmetic) -> Callable[[np.ndarray], None]:
    """In place exp(-x), and 0 from the highest exponent on, in this arithmetic."""
    kernel = arithmetic_named(arithmetic).kernel
    zero = kernel(np.full((1, 64), LARGEST_OF_SINGLE), 0.5)[0, 0]

    def cut_off(x: np.ndarray) -> None:
        np.clip(x, 0, LARGEST_OF_SINGLE, out=x)  # three times as quick as np.minimum
        np.subtract(kernel(x, 0.5), zero, out=x)

    return cut_off


def _fill(
    K: np.ndarray,
    squared_distances: np.ndarray,
    rows: slice,
    epsilon: float,
    cut_off: Callable[[np.ndarray], None],
) -> np.ndarray:
    """Compute some rows of the kernel; returns their sums without the diagonal."""
    block = K[rows]
    diagonal = np.arange(len(block)), np.arange(rows.start, rows.stop)
    with np.errstate(over="ignore"):  # infinity is cut off like the rest
        block[...] = squared_distances[rows] * (0.5 / epsilon)
    cut_off(block)
    block[diagonal] = 0.0
    sums: np.ndarray = np.einsum("ij->i", block, dtype=float)
    block[diagonal] = 1.0
    return sums
