"""Linear algebra on one thread, which gives the same bits for any number of processors.

For libraries built on OpenMP, the number of threads is set for the calling thread. For others
(OpenBLAS, MKL) it is set for the process. Callers within `one_blas_thread` are counted: the first
sets the process to one thread, and the last restores the former number.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

from threadpoolctl import ThreadpoolController

__all__ = ["hold_thread_to_one", "one_blas_thread"]


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Context in which BLAS and LAPACK use a single thread."""
    before = hold_thread_to_one()
    _limit.enter()
    try:
        yield
    finally:
        _limit.leave()
        _restore(before)


def hold_thread_to_one() -> list[tuple[Any, int]]:
    """Set OpenMP libraries to one thread for calls from this thread; return former numbers."""
    return _set_to_one(_libraries().of_the_thread)


class _SharedLimit:
    """The limit of the process, and the number of callers that need it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._n_users = 0
        self._before: list[tuple[Any, int]] = []

    def enter(self) -> None:
        with self._lock:
            if self._n_users == 0:
                self._before = _set_to_one(_libraries().of_the_process)
            self._n_users += 1

    def leave(self) -> None:
        with self._lock:
            self._n_users -= 1
            if self._n_users == 0:
                _restore(self._before)

    def forget_other_threads(self) -> None:
        """Reset in a forked process, where the other threads of its parent do not exist."""
        if self._n_users:
            _restore(self._before)
        self._lock, self._n_users = Lock(), 0


_limit = _SharedLimit()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_limit.forget_other_threads)


class _Libraries(NamedTuple):
    of_the_process: list[Any]
    of_the_thread: list[Any]


@cache
def _libraries() -> _Libraries:
    # The search takes milliseconds, as long as a small decomposition; the libraries do not change
    # once NumPy and SciPy are loaded.
    found = _Libraries([], [])
    for library in ThreadpoolController().lib_controllers:
        by_thread = "openmp" in (library.user_api, getattr(library, "threading_layer", None))
        (found.of_the_thread if by_thread else found.of_the_process).append(library)
    return found


def _set_to_one(libraries: list[Any]) -> list[tuple[Any, int]]:
    """Set libraries to one thread; return those that had another number, each with that number."""
    numbers = ((library, library.get_num_threads()) for library in libraries)
    before = [(library, number) for library, number in numbers if number != 1]
    _restore([(library, 1) for library, _ in before])
    return before


def _restore(n_threads: list[tuple[Any, int]]) -> None:
    for library, number in n_threads:
        # With threadpoolctl 3.8 or later, one Python thread controls OpenBLAS, and settings by
        # other threads are ignored. The control is given up before and after the setting, because
        # `_SharedLimit` already counts the threads that need the limit.
        free = getattr(library, "clear_controlling_thread", lambda force: None)
        free(force=True)
        library.set_num_threads(number)
        free(force=True)
