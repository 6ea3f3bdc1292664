"""Times in which `ManifoldScaler` finds scales of features: by greedy search and by joint search.

The greedy search is also compared with a naive one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

from kernelscale import ManifoldScaler
from kernelscale.datasets import make_noisy_swiss_roll

N_CELLS = 32 * 32


def naive_cell(block: np.ndarray, feature: np.ndarray) -> float:
    """The implied dimension d_eps for one weight of a feature and one scale (one cell).

    It is computed from the points, as in the paper.
    """
    lengths = (block**2).sum(axis=1)
    g = lengths[:, None] + lengths - 2 * block @ block.T
    r = g + np.subtract.outer(feature, feature) ** 2
    K = np.exp(-r / 2)
    return float((r * K).sum() / K.sum())


def seconds(call: Callable[[], object], runs: int) -> float:
    """Median processor time of a call over `runs` calls."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return median(taken)


def lines(n_rows: int, n_features: int, runs: int = 3) -> Iterator[str]:
    """A sentence with the time of each search."""
    half = n_features // 2
    X = make_noisy_swiss_roll(n_rows, half, half, noise_sd=70.0, random_state=0).data
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    cell = seconds(lambda: naive_cell(Z[:, :half], Z[:, half]), runs)
    naive = cell * N_CELLS * (n_features - 2)
    scaler = ManifoldScaler(2, "paper", "given", "greedy", n_threads=1)
    greedy = seconds(lambda: scaler.fit(X), runs)
    joint = seconds(lambda: ManifoldScaler(2, n_threads=1).fit(X), runs)
    yield f"{n_rows} rows, {n_features} features, one thread, processor time"
    yield f"naive search, one cell of one feature: {cell:.3g} s; all: {naive:.4g} s"
    yield f"greedy search: {greedy:.3g} s, {naive / greedy:.4g} times as fast as the naive search"
    yield f"joint search: {joint:.3g} s"
