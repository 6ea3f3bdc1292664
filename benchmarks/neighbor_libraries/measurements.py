"""A search in a separate process, so that its peak memory can be measured."""

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
_BYTES = 1 if sys.platform == "darwin" else 1024  # unit of ru_maxrss


class Search(NamedTuple):
    """Measurement of a search.

    - `seconds`: processor time;
    - `recall`: share of the true neighbours that were found;
    - `megabytes`: memory in addition to the data;
    - `bits`: a hash of the result.
    """

    seconds: float
    recall: float
    megabytes: float
    bits: str


def searched(library: str, name: str, n_samples: int, n_threads: int) -> Search:
    """Measurement of a search in this process."""
    X = SETS[name](n_samples)
    before, begun = _peak(), time.process_time()
    found = LIBRARIES[library](X, K, n_threads)
    seconds, megabytes = time.process_time() - begun, _peak() - before
    bits = hashlib.md5(np.ascontiguousarray(found), usedforsecurity=False).hexdigest()
    return Search(seconds, _recall(X, found), megabytes, bits)


def measured(library: str, name: str, n_samples: int, n_threads: int) -> Search | None:
    """Measurement in a separate process; None if it fails, or if the library is not installed."""
    search = [library, name, str(n_samples), str(n_threads)]
    command = [sys.executable, "-m", __package__, "--one", *search]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if done.returncode else Search(**json.loads(done.stdout.splitlines()[-1]))


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES / 1e6


def _recall(X: np.ndarray, found: np.ndarray) -> float:
    """Of the true nearest neighbours of some random rows, the share that was found."""
    rows = np.random.default_rng(1).choice(len(X), min(_ROWS_COMPARED, len(X)), replace=False)
    r = distances_between(X[rows], X)
    r[np.arange(len(rows)), rows] = np.inf
    nearest = smallest(r, K).indices
    return float(
        np.mean([np.isin(*both).mean() for both in zip(nearest, found[rows], strict=True)])
    )
