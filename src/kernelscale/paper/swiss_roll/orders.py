"""Algorithm 2 on one roll with several orders of the features, and on slightly changed features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from ..harness.repeats import SHARES, mean_interval
from ..harness.tables import Row
from ..shared.recovery import disparity
from ..shared.scale_functions import algorithm_2
from ..shared.scaling_way import ScalingWay
from ..shared.scaling_ways import ALGORITHM_2, trying
from .plan import N_DIMS, N_INFORMATIVE, Plan
from .rolls import made
from .ways import CLEAN

__all__ = [
    "JITTER",
    "JITTERED",
    "KINDS",
    "NOISE_FIRST",
    "NOISE_PERMUTED",
    "RANDOM",
    "ErrorsOfOrders",
    "within_roll",
]

JITTER = 1e-6  # standard deviation of the change, relative to that of the feature
JITTERED, NOISE_PERMUTED = "jittered", "noise_permuted"
RANDOM, NOISE_FIRST = "random", "noise_first"
KINDS = (JITTERED, NOISE_PERMUTED, RANDOM, NOISE_FIRST)
"""Kinds of searches that a roll has, apart from that in the given order."""
N_CONTROLS = 2  # number of jittered searches, and of those with permuted noise

Errors = Mapping[str, Sequence[float]]
"""Procrustes errors on one roll by kind; those of each kind begin with that in the given order."""


class ErrorsOfOrders:
    """Computes the errors of Algorithm 2 on one roll, for each of the `KINDS`."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, kinds: Sequence[str], seed: int) -> dict[str, list[float]]:
        """The errors by kind; those of each kind begin with that in the given order."""
        roll, points = made(self.plan.of_orders, seed)
        clean = CLEAN.embed(roll.clean, N_DIMS, N_DIMS)

        def error(X: np.ndarray, order: np.ndarray) -> float:
            return disparity(self._way(order).embed(X, N_DIMS, N_DIMS), clean)

        random = np.random.default_rng(seed)
        given = error(points, np.arange(points.shape[1]))
        return {
            kind: [given, *(error(*case) for case in self._cases(kind, points, random))]
            for kind in kinds
        }

    def _way(self, order: np.ndarray) -> ScalingWay:
        way = ScalingWay("", partial(algorithm_2, order=order), 1.0)
        return trying({ALGORITHM_2: way}, self.plan.n_tried)[ALGORITHM_2]

    def _cases(
        self, kind: str, points: np.ndarray, random: np.random.Generator
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Features and their order, for each search of this kind."""
        given = np.arange(points.shape[1])
        informative, noise = given[:N_INFORMATIVE], given[N_INFORMATIVE:]
        if kind == NOISE_FIRST:
            yield points, np.concatenate([noise, informative])
        elif kind == RANDOM:
            for _ in range(self.plan.random_orders):
                yield points, random.permutation(given)
        else:
            for _ in range(N_CONTROLS):
                if kind == JITTERED:
                    change = random.standard_normal(points.shape)
                    yield points + JITTER * points.std(axis=0) * change, given
                else:
                    yield points, np.concatenate([informative, random.permutation(noise)])


def within_roll(plan: Plan, measured: Sequence[Errors]) -> list[Row]:
    """A row for each kind: how much errors differ between two searches on one roll.

    `apart` is the mean absolute difference over all pairs of searches; its interval is that of the
    mean over the rolls. `beyond_jitter` is what it exceeds that of the jittered features by.
    """
    rows = []
    jittered = _apart(measured, JITTERED)
    for kind in KINDS:
        apart = _apart(measured, kind)
        errors = [float(np.mean(errors[kind][1:])) for errors in measured]
        row: Row = {
            "kind": kind,
            "searches": len(measured[0][kind]),
            "rolls": len(measured),
            "n_samples": plan.orders_samples,
        }
        row |= mean_interval(apart, SHARES).columns("apart")
        row |= mean_interval(apart - jittered, (-1.0, 1.0)).columns("beyond_jitter")
        rows.append(row | mean_interval(errors, SHARES).columns("error"))
    return rows


def _apart(measured: Sequence[Errors], kind: str) -> np.ndarray:
    """The mean absolute difference of two errors, for each roll."""
    pairs = [[abs(a - b) for a, b in combinations(errors[kind], 2)] for errors in measured]
    return np.array([float(np.mean(of_roll)) for of_roll in pairs])
