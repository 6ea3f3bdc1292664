"""The operator of a Gaussian kernel in single precision."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .._validation import check_scale, check_square
from ..engine.arithmetic.exponential import LARGEST_OF_SINGLE, exponential
from ..engine.arithmetic.registry import arithmetic_named
from ..engine.tile import Arithmetic
from .operator import Operator, Product
from .preconditioner import preconditioner

__all__ = ["gaussian_operator"]

ROWS_AT_ONCE = 64

RESOLUTION = 2e-6  # in single precision, eigenvalues nearer to 1 are not reliably separated from 1


def gaussian_operator(
    squared_distances: np.ndarray, epsilon: float, arithmetic: str | Arithmetic = "auto"
) -> Operator:
    """The operator of a Gaussian kernel, with values and products in single precision.

    Parameters
    ----------
    squared_distances : ndarray of shape (n_samples, n_samples)
        Squared distances of all pairs.
    epsilon : float
        The scale.
    arithmetic : {"auto", "reference", "compiled"}
        As in `select_bandwidth`.

    Returns
    -------
    Operator
        An operator with a stored float32 matrix; products are accurate to 1e-6.

    Raises
    ------
    ValueError, TypeError
        If the distances are not a square matrix, or the scale is not positive and finite.

    Examples
    --------
    Up to single precision, the operator maps the trivial vector, the square root of the stationary
    distribution, to itself.

    >>> operator = gaussian_operator(np.array([[0.0, 1, 4], [1, 0, 1], [4, 1, 0]]), epsilon=1.0)
    >>> bool(np.allclose(operator.product(operator.root[:, None])[:, 0], operator.root, atol=1e-6))
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

    def matrix() -> np.ndarray:
        A = exponential(squared_distances * (-0.5 / epsilon))
        scale = 1 / np.sqrt(A.sum(axis=1))
        A *= scale
        A *= scale[:, None]
        return A

    return Operator(
        product,
        np.sqrt(degrees / degrees.sum()),
        others / degrees,
        matrix,
        lambda: _refined(K, 1 / np.sqrt(degrees)[:, None]),
        lambda: preconditioner(K * inverse_root * inverse_root.T),
        RESOLUTION,
    )


def _refined(K: np.ndarray, inverse_root: np.ndarray) -> Product:
    """Products in double precision with a kernel whose values have single precision.

    Kernel values have a relative error of 1e-6, and so has ``1 - lambda``: it is a sum of kernel
    values times squares, divided by another such sum.
    """
    double = K.astype(float)
    return lambda V: inverse_root * ((inverse_root * V).T @ double).T


def _blocks(n_rows: int) -> list[slice]:
    starts = range(0, n_rows, ROWS_AT_ONCE)
    return [slice(start, min(start + ROWS_AT_ONCE, n_rows)) for start in starts]


def _cut_off_exponential(arithmetic: str | Arithmetic) -> Callable[[np.ndarray], None]:
    """A function that replaces x by exp(-x), or by 0 if x is at least `LARGEST_OF_SINGLE`."""
    kernel = arithmetic_named(arithmetic).kernel
    zero = kernel(np.full((1, 64), LARGEST_OF_SINGLE), 0.5)[0, 0]

    def cut_off(x: np.ndarray) -> None:
        np.clip(x, 0, LARGEST_OF_SINGLE, out=x)  # This is three times as quick as np.minimum.
        np.subtract(kernel(x, 0.5), zero, out=x)

    return cut_off


def _fill(
    K: np.ndarray,
    squared_distances: np.ndarray,
    rows: slice,
    epsilon: float,
    cut_off: Callable[[np.ndarray], None],
) -> np.ndarray:
    """Compute some rows of the kernel, and return their sums without the diagonal."""
    block = K[rows]
    diagonal = np.arange(len(block)), np.arange(rows.start, rows.stop)
    with np.errstate(over="ignore"):  # An infinite exponent also gives 0.
        block[...] = squared_distances[rows] * (0.5 / epsilon)
    cut_off(block)
    block[diagonal] = 0.0
    sums: np.ndarray = np.einsum("ij->i", block, dtype=float)
    block[diagonal] = 1.0
    return sums
