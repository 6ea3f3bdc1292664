"""Estimates and times of each method on each sample."""

from __future__ import annotations

import csv
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .manifolds import MANIFOLDS, SPIRAL, Manifold
from .methods import Method


class Measurement(NamedTuple):
    """Estimates of one method on one sample.

    `truth` is the dimension of the manifold; `whole` and `continuous` are the whole-number and the
    continuous estimate, NaN if the method failed.
    """

    n_rows: int
    manifold: str
    truth: int
    seed: int
    method: str
    whole: float
    continuous: float
    seconds: float


def measure(
    methods: Mapping[str, Method],
    n_rows: int,
    seeds: Iterable[int],
    manifolds: Iterable[Manifold] = MANIFOLDS,
) -> Iterator[Measurement]:
    """Measurements of each method on each sample; times include the search for neighbours."""
    # These calls are not timed, because the first call of some methods imports or compiles code.
    for method in methods.values():
        _timed(method, MANIFOLDS[1].sample(100, 0))
    for seed in seeds:
        for manifold in manifolds:
            points = manifold.sample(n_rows, seed)
            for name, method in methods.items():
                whole, continuous, seconds = _timed(method, points)
                facts = (n_rows, manifold.name, manifold.dimension, seed, name)
                yield Measurement(*facts, whole, continuous, seconds)


def _timed(method: Method, points: np.ndarray) -> tuple[float, float, float]:
    started = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings are not measured
        try:
            whole, continuous = method(points)
        except ValueError:  # methods of scikit-dimension fail for some numbers of rows
            whole, continuous = np.nan, np.nan
    return whole, continuous, time.perf_counter() - started


def percentage_error(
    measured: Iterable[Measurement],
    *,
    whole: bool,
    with_spiral: bool = True,
    each_sample: bool = False,
) -> float:
    """Mean over manifolds of |estimate - truth| / truth in per cent; missing estimates are ignored.

    As in the literature, the estimate for a manifold is the mean over its samples, so that errors
    of opposite sign cancel. With `each_sample`, the error of a manifold is the mean of the errors
    of its samples, which cannot cancel.
    """
    estimates: dict[tuple[str, int], list[float]] = {}
    for m in measured:
        estimate = m.whole if whole else m.continuous
        if np.isfinite(estimate) and (with_spiral or m.manifold != SPIRAL):
            estimates.setdefault((m.manifold, m.truth), []).append(estimate)
    errors = [
        100 * np.mean(np.abs(np.subtract(found, truth))) / truth
        if each_sample
        else 100 * abs(np.mean(found) - truth) / truth
        for (_, truth), found in estimates.items()
    ]
    return float(np.mean(errors)) if errors else np.nan


def write_csv(path: Path, measured: Iterable[Measurement]) -> None:
    """Write one line for each measurement."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(Measurement._fields)
        writer.writerows(measured)
