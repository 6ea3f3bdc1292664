"""Ratios of median times of alternating runs, which depend little on the load of the machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import eigh
from threadpoolctl import threadpool_limits

from kernelscale import engine

N_REPEATS = 3


def ratio_of_times(
    ours: Callable[[], Any], theirs: Callable[[], Any], n_repeats: int = N_REPEATS
) -> float:
    """Our median time divided by theirs, from alternating runs with BLAS on one thread."""
    with threadpool_limits(1):
        pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(n_repeats)]
    first, second = zip(*pairs, strict=True)
    return statistics.median(first) / statistics.median(second)


def full_decomposition(K: np.ndarray) -> np.ndarray:
    """All eigenvectors of the symmetric form of the diffusion operator.

    Some ratios are times divided by the time of this decomposition.
    """
    root = np.sqrt(K.sum(axis=1))
    return eigh(K / root[:, None] / root)[1]


def skip_unless_built(arithmetic: str) -> None:
    """Make asv skip an arithmetic that this installation does not have."""
    if arithmetic not in engine.arithmetic.registry.ARITHMETICS:
        raise NotImplementedError(f"The arithmetic '{arithmetic}' was not built.")


def _seconds(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
