"""Time and residuals of one method on one graph."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, load_npz
from threadpoolctl import threadpool_limits

from .methods import METHODS, largest_residual


class Run(NamedTuple):
    """Eigenvalues, processor time in seconds, and the largest residual of a pair."""

    values: np.ndarray
    seconds: float
    residual: float


def measured(method: str, graph: Path) -> Run:
    """Run of a method on a stored graph, on one thread."""
    K = csr_array(load_npz(graph))
    with threadpool_limits(1):
        started = time.process_time()
        pairs = METHODS[method](K)
        seconds = time.process_time() - started
    return Run(pairs[0], seconds, largest_residual(K, pairs))
