"""Linear algebra held to one thread: the same bits on any machine, and no threads upon threads."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController

__all__ = ["one_blas_thread"]


def one_blas_thread() -> AbstractContextManager[Any]:
    """Context in which BLAS and LAPACK use a single thread."""
    return _controller().limit(limits=1)


@cache
def _controller() -> ThreadpoolController:
    # Finding the libraries takes milliseconds, as long as a small decomposition; they do not
    # change once NumPy and SciPy are loaded.
    return ThreadpoolController()
