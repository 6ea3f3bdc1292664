"""Warnings of fits that will take more than a minute, which name quicker parameters."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from .._warnings import warn_caller
from ..data import PointCloud
from ..engine.machine.blas import one_blas_thread
from ..kernels.kernel import Kernel
from ..markov.dense import leading_eigenpairs
from ..markov.krylov.block_krylov import block_size
from ..markov.krylov.krylov_solver import MOST_STEPS, steps_of_a_factor

__all__ = [
    "LongFitWarning",
    "warn_if_links_are_long",
    "warn_if_long",
    "warn_if_long_in_lapack",
    "warn_if_long_in_memory",
    "warn_if_search_is_long",
    "warn_of_minutes",
]

TIMED_ROWS, TIMED_SECONDS = 3000, 0.01
LAPACK_ROWS = 1000
LINKED_ROWS = 64
LONG = 1.0  # in minutes


class LongFitWarning(UserWarning):
    """The warning that a fit will take more than a minute."""


def warn_if_long(cloud: PointCloud, kernel: Kernel, n_pairs: int, most_steps: int) -> None:
    """Warn if an iteration of `most_steps` steps will take more than a minute.

    One product is timed on the first rows, and its time is extrapolated with the square of their
    number. The number of timed rows grows until the product takes long enough for this law to hold.
    """
    n_rows, seconds = TIMED_ROWS, 0.0
    while seconds < TIMED_SECONDS:
        some = cloud.restricted(np.arange(min(n_rows, cloud.n_samples))).bare()
        V = np.ones((some.n_samples, block_size(n_pairs)))
        product = partial(kernel.product, some, V, "single")
        product()  # the first call starts threads
        seconds = _seconds(product)
        if n_rows >= cloud.n_samples:
            break
        n_rows *= 4
    a_product = seconds * (cloud.n_samples / some.n_samples) ** 2
    why = (
        f"The kernel matrix of {cloud.n_samples} rows does not fit memory_limit, and without it "
        f"the map"
    )
    warn_of_minutes(why, 2 * most_steps * a_product / 60)


def warn_if_long_in_memory(K: np.ndarray, n_pairs: int) -> None:
    """Warn if an iteration on a stored kernel matrix will take more than a minute.

    One product with a block of the matrix is timed. The iteration takes at most three times as long
    as a factorisation of the matrix. If it has not converged by then, the matrix is factorised.
    """
    if len(K) <= TIMED_ROWS:
        return
    block = K[:TIMED_ROWS, :TIMED_ROWS]
    V = np.ones((block_size(n_pairs), TIMED_ROWS))
    with one_blas_thread():
        a_block = min(_seconds(lambda: V @ block) for _ in range(2))  # the first call is slower
    seconds = a_block * (len(K) / TIMED_ROWS) ** 2
    n_steps = min(MOST_STEPS, 3 * steps_of_a_factor(len(K)))
    warn_of_minutes(f"The eigenpairs of {len(K)} rows by iteration", n_steps * seconds / 60)


def _seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def warn_if_long_in_lapack(K: np.ndarray, n_pairs: int, definite: bool) -> None:
    """Warn if LAPACK will take more than a minute to decompose K.

    The decomposition of `LAPACK_ROWS` rows is timed, which takes a tenth of a second. This time is
    multiplied by the cube of the ratio of the numbers of rows.
    """
    if len(K) <= TIMED_ROWS:
        return
    block = K[:LAPACK_ROWS, :LAPACK_ROWS].copy()
    started = time.perf_counter()
    leading_eigenpairs(block, min(n_pairs, len(block) - 1), definite=definite)
    seconds = (time.perf_counter() - started) * (len(K) / len(block)) ** 3
    warn_of_minutes(f"The eigenpairs of {len(K)} rows by LAPACK", seconds / 60)


def warn_if_links_are_long(cloud: PointCloud, lists: csr_array, relative_cost: float) -> None:
    """Warn if the search for links between components will take more than a minute.

    Each round of the search at least halves the number of components. A round computes the
    distances from the rows outside the largest component to all rows. If there are many such rows,
    one pass of the engine over all pairs is used instead, which takes 1 / `relative_cost` of the
    time for each pair. The distances of a few rows are timed.
    """
    n_connected, component_of = connected_components(lists, directed=False)
    if n_connected == 1:
        return
    timed = np.arange(min(LINKED_ROWS, cloud.n_samples))

    def distances() -> None:
        cloud.squared_distances_between(timed, slice(None)).min(axis=1)

    seconds = min(_seconds(distances) for _ in range(2)) / len(timed)  # the first call is slower
    n_outside = cloud.n_samples - int(np.bincount(component_of).max())
    seconds *= min(n_outside, cloud.n_samples / relative_cost) * math.ceil(math.log2(n_connected))
    if seconds > 60 * LONG:
        warn_caller(
            f"Linking {n_connected} components of {cloud.n_samples} rows may take "
            f"{math.ceil(seconds / 60)} minutes; a graph with more neighbors has fewer components.",
            LongFitWarning,
        )


def warn_if_search_is_long(cloud: PointCloud) -> None:
    """Warn if the search for the neighbours of sparse rows will take more than a minute."""
    if cloud.n_samples <= TIMED_ROWS:
        return
    timed = np.arange(LINKED_ROWS)
    distances = partial(cloud.squared_distances_between, timed, slice(None))
    seconds = min(_seconds(distances) for _ in range(2)) * cloud.n_samples / len(timed)
    if seconds > 60 * LONG:
        warn_caller(
            f"The neighbours of {cloud.n_samples} sparse rows may take {math.ceil(seconds / 60)} "
            f"minutes; the search is quicker after a reduction of the features, such as by "
            f"sklearn.decomposition.TruncatedSVD(50).",
            LongFitWarning,
        )


def warn_of_minutes(what: str, minutes: float) -> None:
    """Warn of the estimated time if it is more than a minute, and name quicker parameters."""
    if minutes > LONG:
        warn_caller(
            f"{what} may take {math.ceil(minutes)} minutes; landmarks=5000 takes seconds and gives "
            f"nearly the same coordinates, and neighbors=30 takes seconds too, but gives the map "
            f"of another kernel.",
            LongFitWarning,
        )
