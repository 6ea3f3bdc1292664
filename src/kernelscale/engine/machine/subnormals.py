"""Subnormal numbers, which most processors compute with many times as slowly as with others.

They lie between zero and the smallest normal number, 1e-38 in float32. The Cholesky factorisation
of a kernel matrix has many of them. It took 40 times as long as without them (2000 rows).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

try:
    from ..arithmetic.tile_functions import subnormals_as_zero as _set
except ImportError:  # the package was built without a compiler

    def _set(wanted: int) -> int:
        return 0


__all__ = ["subnormals_as_zero"]

RESULTS, OPERANDS = 1, 2  # of which the compiled function sets whether they are zero


@contextmanager
def subnormals_as_zero() -> Iterator[None]:
    """Context in which this thread takes subnormal numbers as zero, where the processor can.

    Without compiled functions nothing changes.

    Examples
    --------
    Half of the smallest normal number of float32 is a subnormal number. After the context it is
    computed as before.

    >>> import numpy as np
    >>> half, smallest = np.float32([0.5]), np.finfo(np.float32).tiny
    >>> with subnormals_as_zero():
    ...     within = half * smallest
    >>> bool((half * smallest > 0).all())
    True
    """
    before = _set(RESULTS | OPERANDS)
    try:
        yield
    finally:
        _set(before)
