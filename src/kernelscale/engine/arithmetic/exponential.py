"""The exponential that every kernel uses, with one cut-off.

Exponents below -700 are raised to -700. Below -708 the exponential would be a subnormal number,
with which processors are twenty times slower; exp(-700) = 1e-304 is still a normal number. A sum
that includes a diagonal entry of the kernel, which is 1, has the same bits with or without such
small values.
"""

from __future__ import annotations

import numpy as np

__all__ = ["FLOOR", "LARGEST_EXPONENT", "LARGEST_OF_SINGLE", "exponential"]

LARGEST_EXPONENT = 700.0

FLOOR = 1e-304
"""Kernel values below this number, such as exp(-700), count as zero."""

LARGEST_OF_SINGLE = np.float32(41.4)
"""The cut-off in single precision: exp(-41.4) is 1e-18."""


def exponential(exponents: np.ndarray, *, cut_off: bool = True) -> np.ndarray:
    """The exponential of floating-point numbers, computed in place.

    If few exponents are below -700, as in a softmax, ``cut_off=False`` is faster.

    Examples
    --------
    Without the cut-off, the last two values would be 0.

    >>> exponential(np.array([0.0, -0.5, -1e9, -np.inf]))
    array([1.00000000e+000, 6.06530660e-001, 9.85967654e-305, 9.85967654e-305])
    """
    if cut_off:
        np.maximum(exponents, -LARGEST_EXPONENT, out=exponents)
    values: np.ndarray = np.exp(exponents, out=exponents)
    return values
