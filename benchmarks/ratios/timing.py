"""Time ratios that do not depend on the machine's mood: alternating runs, medians."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

N_REPEATS = 3


def cloud(n_samples: int, n_features: int = 10) -> np.ndarray:
    """Points of a curved sheet with noise."""
    random = np.random.default_rng(0)
    latent = random.uniform(-1, 1, (n_samples, 2))
    return np.tanh(latent @ random.normal(size=(2, n_features))) + 0.05 * random.normal(
        size=(n_samples, n_features)
    )


def ratio_of_times(
    ours: Callable[[], Any], theirs: Callable[[], Any], n_repeats: int = N_REPEATS
) -> float:
    """Median time of ours over median time of theirs, run in turn, both with BLAS on one thread."""
    with threadpool_limits(1):
        pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(n_repeats)]
    first, second = zip(*pairs, strict=True)
    return statistics.median(first) / statistics.median(second)


def _seconds(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
