"""One search in a process of its own, so that its peak of memory is its own."""

from __future__ import annotations

import hashlib
import json
import resource
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np

from kernelscale.engine.arithmetic.reference import smallest
from kernelscale.engine.passes import distances_between

from .libraries import LIBRARIES
from .sets import SETS

__all__ = ["K", "Search", "measured", "searched"]

K = 30
_ROWS_COMPARED = 500
_BYTES = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss


class Search(NamedTuple):
    """Seconds of the processor, share found, MB beyond the data, and the bits."""

    seconds: float
    recall: float
    megabytes: float
    bits: str


def searched(library: str, name: str, n_samples: int, n_threads: int) -> Search:
    """A search in this process."""
    X = SETS[name](n_samples)
    before, begun = _peak(), time.process_time()
    found = LIBRARIES[library](X, K, n_threads)
    seconds, megabytes = time.process_time() - begun, _peak() - before
    bits = hashlib.md5(np.ascontiguousarray(found), usedforsecurity=False).hexdigest()
    return Search(seconds, _recall(X, found), megabytes, bits)


def measured(library: str, name: str, n_samples: int, n_threads: int) -> Search | None:
    """The same in a process of its own; None where it fails, as where it is not installed."""
    search = [library, name, str(n_samples), str(n_threads)]
    command = [sys.executable, "-m", __package__, "--one", *search]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode else Search(**json.loads(done.stdout.splitlines()[-1]))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES / 1e6


def _recall(X: np.ndarray, found: np.ndarray) -> float:
    """Share of the nearest that some rows, drawn, have in their lists."""
    rows = np.random.default_rng(1).choice(len(X), min(_ROWS_COMPARED, len(X)), replace=False)
    r = distances_between(X[rows], X)
    r[np.arange(len(rows)), rows] = np.inf
    nearest = smallest(r, K).indices
    return float(
        np.mean([np.isin(*both).mean() for both in zip(nearest, found[rows], strict=True)])
    )
