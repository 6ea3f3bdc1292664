"""Ways to scale the features of a noisy Swiss roll, compared over settings of the noise.

The table `map` goes beyond the paper and varies three things. The noise level goes from 0 to five
times the spread of an informative feature. The number of noise features goes from half to ten times
the number of informative features. Units are equal, or differ by factors of up to 10^3. The table
`paper` has the paper's own settings: N = 2000, 40 repeats, theta and h as in section 4.1.1. The
paper does not state D_1, D_2 and the standard deviations.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...datasets.synthetic import make_noisy_swiss_roll
from ...engine.progress import Progress
from ..harness.repeats import SHARES, mean_interval, measure_repeats
from ..harness.tables import Row, Tables
from ..shared.recovery import aligned_error, disparity, neighbor_regression
from ..shared.scaling_ways import (
    ALGORITHM_2,
    ALGORITHMS,
    ALGORITHMS_2_AND_3,
    ORACLE,
    OURS,
    PAPERS_OTHERS,
    WAYS,
    Embedded,
    ScalingWay,
    embed_by_ways,
)
from .examples import example_tables
from .findings import summary

__all__ = ["run"]

N_DIMS, N_INFORMATIVE = 2, 10
N_COORDINATES = 10  # number of coordinates from which the second R^2 is computed
ONE_UNIT, MANY_UNITS = "one", "differ by 10^3"
TITLES = {name: way.title for name, way in WAYS.items()} | {ORACLE: "informative alone, MaxMin"}
CLEAN = ScalingWay("the roll itself, eps_0", None, "log_sum")
ORACLES_WAY = ScalingWay(TITLES[ORACLE], None, "max_min")
SHOWN_WAYS = {name: WAYS[name] for name in (*PAPERS_OTHERS, ALGORITHM_2, ALGORITHMS_2_AND_3, OURS)}
WITHOUT_ALGORITHMS = {name: way for name, way in WAYS.items() if name not in ALGORITHMS}
WAYS_OF_PAPERS_SIZE = {
    name: WAYS[name]
    for name in (
        *PAPERS_OTHERS,
        *ALGORITHMS,
        "standardised_max_min",
        "graph",
        "standardised_graph",
        OURS,
    )
}
WAYS_OF_ALL_REPEATS = {name: WAYS[name] for name in (*PAPERS_OTHERS, ALGORITHM_2)}
"""The paper's ways, with Algorithm 2 in its plain reading."""
BOUNDS = {
    "error": SHARES,
    "mse": (0.0, np.inf),
    "r2": SHARES,
    "r2_ten": SHARES,
    "noise_share": SHARES,
}
METRICS = tuple(BOUNDS)

Scores = dict[str, dict[str, float]]  # scores by way and metric


class Setting(NamedTuple):
    """One setting of the noise.

    `n_samples` is the number of rows, `noise` the noise level in standard deviations of an
    informative feature, `n_noise` the number of noise features, and `units` the kind of units.
    """

    n_samples: int
    noise: float
    n_noise: int
    units: str


class Plan(NamedTuple):
    """Settings and numbers of repeats of the tables `map` and `paper`.

    In `map`, each setting has `n_repeats` rolls; Algorithm 2, which takes long, is run on the first
    `n_algorithms` of them. The fields whose names begin with `papers_` belong to `paper`: each of
    its settings has `papers_repeats` rolls for the paper's ways in their plain reading. All other
    ways are run on the first `papers_others` of them. `n_jobs` is the number of processes.
    """

    n_samples: int
    noises: Sequence[float]
    noise_features: Sequence[int]
    n_repeats: int
    n_algorithms: int
    papers_samples: int
    papers_repeats: int
    papers_others: int
    papers_noises: Sequence[float]
    n_jobs: int | None


FULL = Plan(400, (0.0, 0.2, 1.0, 2.0, 5.0), (5, 30, 100), 8, 2, 2000, 40, 8, (0.1, 1.0, 3.0), None)
QUICK = Plan(120, (0.2, 2.0), (2,), 2, 2, 150, 3, 2, (0.3,), 1)


def run(quick: bool, progress: Progress) -> Tables:
    """Measure the table `map`, the paper's settings, and one roll for pictures."""
    plan = QUICK if quick else FULL
    settings = [
        Setting(plan.n_samples, noise, n_noise, units)
        for units, n_noise, noise in itertools.product(
            (ONE_UNIT, MANY_UNITS), plan.noise_features, plan.noises
        )
    ]
    papers = [
        Setting(plan.papers_samples, noise, N_INFORMATIVE, ONE_UNIT) for noise in plan.papers_noises
    ]
    measure = _Measurement(plan)
    of_map = measure_repeats(measure, settings, plan.n_repeats, progress, plan.n_jobs)
    of_papers = measure_repeats(measure, papers, plan.papers_repeats, progress, plan.n_jobs)
    compared = _each(_compared, settings, of_map, OURS, [way for way in TITLES if way != OURS])
    return {
        "summary": summary(compared),
        "map": compared,
        "ways": _each(_ways, settings, of_map),
        "paper": _each(_ways, papers, of_papers),
        "paper_compared": [
            {"way": way, **row}
            for way in ALGORITHMS
            for row in _each(_compared, papers, of_papers, way, PAPERS_OTHERS)
        ],
        "orders": _each(_orders, papers, of_papers),
        **example_tables(*_made(papers[len(papers) // 2], 0), SHOWN_WAYS, CLEAN),
    }


class _Measurement:
    """Computes the scores of all ways on one roll."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, setting: Setting, seed: int) -> Scores:
        roll, points = _made(setting, seed)
        clean = CLEAN.embed(roll.clean, N_DIMS, N_DIMS)
        found = embed_by_ways(self._ways(setting, seed), points, N_DIMS, N_COORDINATES)
        informative = roll.data[:, :N_INFORMATIVE]
        found |= embed_by_ways({ORACLE: ORACLES_WAY}, informative, N_DIMS, N_COORDINATES)
        spreads = points.std(axis=0)
        return {
            name: _scores(each, spreads, clean, roll.parameters) for name, each in found.items()
        }

    def _ways(self, setting: Setting, seed: int) -> Mapping[str, ScalingWay]:
        if setting.n_samples != self.plan.papers_samples:
            return WAYS if seed < self.plan.n_algorithms else WITHOUT_ALGORITHMS
        return WAYS_OF_PAPERS_SIZE if seed < self.plan.papers_others else WAYS_OF_ALL_REPEATS


def _made(setting: Setting, seed: int) -> tuple[Any, np.ndarray]:
    """The roll, and its features with noise added and units changed."""
    roll = make_noisy_swiss_roll(
        setting.n_samples, N_INFORMATIVE, setting.n_noise, noise_sd=1.0, random_state=seed
    )
    points = roll.data.copy()
    points[:, N_INFORMATIVE:] *= setting.noise * np.median(points[:, :N_INFORMATIVE].std(axis=0))
    if setting.units == MANY_UNITS:
        random = np.random.default_rng(seed)
        points *= 10 ** random.uniform(-1.5, 1.5, points.shape[1])
    return roll, points


def _scores(
    embedded: Embedded, spreads: np.ndarray, clean: np.ndarray, hidden: np.ndarray
) -> dict[str, float]:
    """Errors of 2 coordinates, R^2 from 2 and 10, and the share of noise in squared distances."""
    found = embedded.coordinates
    few = found[:, :N_DIMS]
    squares = (embedded.factors * spreads[: len(embedded.factors)]) ** 2
    values = (
        disparity(few, clean),
        aligned_error(few, clean),
        neighbor_regression(few, hidden),
        neighbor_regression(found, hidden),
        float(squares[N_INFORMATIVE:].sum() / squares.sum()),
    )
    return dict(zip(METRICS, values, strict=True))


def _each(
    table: Any, settings: list[Setting], measured: list[list[Scores]], *options: Any
) -> list[Row]:
    pairs = zip(settings, measured, strict=True)
    return [row for setting, repeats in pairs for row in table(setting, repeats, *options)]


def _facts(setting: Setting, n_repeats: int) -> Row:
    return {
        "noise": setting.noise,
        "noise_features": setting.n_noise,
        "informative_features": N_INFORMATIVE,
        "units": setting.units,
        "n_samples": setting.n_samples,
        "repeats": n_repeats,
    }


def _ways(setting: Setting, repeats: list[Scores]) -> list[Row]:
    """A row for each way: the mean of every metric, with its interval."""
    rows = []
    for way in (way for way in TITLES if way in repeats[0]):
        having = [scores[way] for scores in repeats if way in scores]
        row = {**_facts(setting, len(having)), "way": way, "title": TITLES[way]}
        rows.append(row | _means(having, BOUNDS))
    return rows


def _compared(
    setting: Setting, repeats: list[Scores], way: str, opponents: Sequence[str]
) -> list[Row]:
    """A row for each opponent: the way's metrics minus the opponent's, on the same rolls."""
    rows = []
    for opponent in opponents:
        having = [scores for scores in repeats if way in scores and opponent in scores]
        differences = [
            {metric: scores[way][metric] - scores[opponent][metric] for metric in METRICS}
            for scores in having
        ]
        row = {**_facts(setting, len(having)), "opponent": opponent, "title": TITLES[opponent]}
        rows.append(row | _means(differences))
    return rows


def _orders(setting: Setting, repeats: list[Scores]) -> list[Row]:
    """The difference of the errors of Algorithm 2 between two orders of the features."""
    apart = [
        abs(scores[ALGORITHM_2]["error"] - scores[ALGORITHMS_2_AND_3]["error"])
        for scores in repeats
        if ALGORITHMS_2_AND_3 in scores
    ]
    mean, low, high = mean_interval(apart, SHARES)
    facts = _facts(setting, len(apart))
    return [{**facts, "apart": mean, "apart_low": low, "apart_high": high}]


def _means(
    repeats: list[dict[str, float]], bounds: Mapping[str, tuple[float, float]] | None = None
) -> Row:
    """The mean of each metric, with the ends of its interval."""
    row: Row = {}
    for metric in METRICS:
        mean, low, high = mean_interval(
            [scores[metric] for scores in repeats], (bounds or {}).get(metric)
        )
        row |= {metric: mean, f"{metric}_low": low, f"{metric}_high": high}
    return row
