"""The exponential in every kernel, with one cut-off for all of them.

exp(-700) = 1e-304 is still a normal number. Beyond it processors slow down twentyfold, and no sum
that holds a kernel's diagonal can tell the difference.
"""

from __future__ import annotations

import numpy as np

__all__ = ["FLOOR", "LARGEST_EXPONENT", "LARGEST_OF_SINGLE", "exponential"]

LARGEST_EXPONENT = 700.0

FLOOR = 1e-304
"""Kernel values below this stand for zero; exp(-700) is one of them."""

LARGEST_OF_SINGLE = np.float32(41.4)
"""The cut-off of single precision, which has no such small numbers: exp of minus this is 1e-18."""


def exponential(exponents: np.ndarray, *, cut_off: bool = True) -> np.ndarray:
    """The exponential of floating-point numbers, in their own place.

    Without the cut-off it is quicker where hardly any number is that small, as in a softmax.

    Examples
    --------
    What is smaller than 1e-304 becomes that.

    >>> exponential(np.array([0.0, -0.5, -1e9, -np.inf]))
    array([1.00000000e+000, 6.06530660e-001, 9.85967654e-305, 9.85967654e-305])
    """
    if cut_off:
        np.maximum(exponents, -LARGEST_EXPONENT, out=exponents)
    return np.exp(exponents, out=exponents)
