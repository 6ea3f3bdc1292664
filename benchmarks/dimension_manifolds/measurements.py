"""Ask each method on each sample, and take the time."""

from __future__ import annotations

import csv
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .manifolds import MANIFOLDS, SPIRAL, Manifold
from .methods import Ask


class Measurement(NamedTuple):
    """One method on one sample; NaN where it did not answer."""

    n_rows: int
    manifold: str
    truth: int
    seed: int
    method: str
    whole: float
    continuous: float
    seconds: float


def measure(
    methods: Mapping[str, Ask],
    n_rows: int,
    seeds: Iterable[int],
    manifolds: Iterable[Manifold] = MANIFOLDS,
) -> Iterator[Measurement]:
    """Each method on each sample; the time includes its own search for neighbours."""
    for ask in methods.values():  # the first call of some imports and compiles
        _timed(ask, MANIFOLDS[1].sample(100, 0))
    for seed in seeds:
        for manifold in manifolds:
            points = manifold.sample(n_rows, seed)
            for name, ask in methods.items():
                whole, continuous, seconds = _timed(ask, points)
                facts = (n_rows, manifold.name, manifold.dimension, seed, name)
                yield Measurement(*facts, whole, continuous, seconds)


def _timed(ask: Ask, points: np.ndarray) -> tuple[float, float, float]:
    started = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a method remarks on is not what is measured
        try:
            whole, continuous = ask(points)
        except ValueError:  # a peer refuses some sizes
            whole, continuous = np.nan, np.nan
    return whole, continuous, time.perf_counter() - started


def percentage_error(
    measured: Iterable[Measurement], *, whole: bool, with_spiral: bool = True
) -> float:
    """Mean over samples of |estimate - truth| / truth, in per cent, where there is an answer."""
    errors = [
        100 * abs((m.whole if whole else m.continuous) - m.truth) / m.truth
        for m in measured
        if with_spiral or m.manifold != SPIRAL
    ]
    answered = [error for error in errors if np.isfinite(error)]
    return float(np.mean(answered)) if answered else np.nan


def write_csv(path: Path, measured: Iterable[Measurement]) -> None:
    """Every single answer, one line each."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Measurement._fields)
        writer.writerows(measured)
