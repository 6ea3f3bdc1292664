"""One method on one graph: time, memory, residuals."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, load_npz
from threadpoolctl import threadpool_limits

from .methods import METHODS, largest_residual

BYTES = 1 if sys.platform == "darwin" else 1024  # of the unit of the largest resident set


class Run(NamedTuple):
    """Eigenvalues, processor time, what memory it took, and the largest residual."""

    values: np.ndarray
    seconds: float
    gigabytes: float
    residual: float


def measured(method: str, graph: Path) -> Run:
    """One run on a stored graph, on one thread."""
    K = csr_array(load_npz(graph))
    with threadpool_limits(1):
        before, started = _peak(), time.process_time()
        pairs = METHODS[method](K)
        seconds = time.process_time() - started
    return Run(pairs[0], seconds, _peak() - before, largest_residual(K, pairs))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES / 1e9
