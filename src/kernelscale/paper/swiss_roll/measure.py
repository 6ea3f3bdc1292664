"""Ways to scale the features of a noisy Swiss roll, compared over settings of the noise.

The table `map` goes beyond the paper and varies three things. The noise level goes from 0 to five
times the spread of an informative feature. The number of noise features goes from half to ten times
the number of informative features. Units are equal, or differ by factors of up to 10^3. The table
`paper` has the paper's own settings: N = 2000, 40 repeats, theta and h as in section 4.1.1. The
paper states neither the numbers D_1 of informative features and D_2 of noise features, nor the
standard deviations. The table `counts` has other numbers of noise features, for Algorithm 2 alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...datasets.synthetic import make_noisy_swiss_roll
from ...engine.progress import Progress
from ..harness.repeats import measure_repeats
from ..harness.tables import Tables
from ..shared.recovery import aligned_error, disparity, neighbor_regression
from ..shared.scaling_ways import (
    ORACLE,
    OURS,
    Embedded,
    ScalingWay,
    Searched,
    embed_by_ways,
    trying,
)
from .comparisons import Scores, compared, orders, ways
from .examples import example_tables
from .findings import summary
from .plan import FULL, MANY_UNITS, N_DIMS, N_INFORMATIVE, QUICK, Plan, Setting
from .ways import (
    CLEAN,
    OF_ALL_REPEATS,
    OF_COUNTS,
    OF_MAP,
    OF_PAPERS_SIZE,
    ORACLES_WAY,
    OTHERS,
    OWN,
    READINGS,
    SHOWN,
    WITHOUT_ALGORITHMS,
)

__all__ = ["run"]

N_COORDINATES = 10  # number of coordinates from which the second R^2 is computed


def run(quick: bool, progress: Progress) -> Tables:
    """Measure the settings of all tables, and one roll for pictures."""
    plan = QUICK if quick else FULL
    of_map = _measured(plan, plan.of_map, plan.n_repeats, progress)
    of_paper = _measured(plan, plan.of_paper, plan.papers_repeats, progress)
    of_counts = _measured(plan, plan.of_counts, plan.counts_repeats, progress)
    example = _made(plan.of_paper[len(of_paper) // 2], 0)
    against_ours = compared(of_map, OURS, [way for way in (*OF_MAP, ORACLE) if way != OURS])
    return {
        "summary": summary(against_ours),
        "map": against_ours,
        "ways": ways(of_map),
        "paper": ways(of_paper),
        "counts": ways(of_counts),
        "paper_compared": [
            {"way": way, **row} for way in READINGS for row in compared(of_paper, way, OTHERS)
        ],
        "orders": orders(of_paper),
        **example_tables(*example, trying(SHOWN, plan.n_tried), CLEAN),
    }


def _measured(
    plan: Plan, settings: Sequence[Setting], n_repeats: int, progress: Progress
) -> dict[Setting, list[Scores]]:
    """The scores of each repeat at each setting.

    Settings with the same numbers of rows and features are measured together, because they share
    the search for weights.
    """
    sizes = dict.fromkeys((setting.n_samples, setting.n_noise) for setting in settings)
    cases = [[s for s in settings if (s.n_samples, s.n_noise) == size] for size in sizes]
    found = measure_repeats(_Measurement(plan), cases, n_repeats, progress, plan.n_jobs)
    of_setting = {
        setting: [scores[place] for scores in repeats]
        for case, repeats in zip(cases, found, strict=True)
        for place, setting in enumerate(case)
    }
    return {setting: of_setting[setting] for setting in settings}


class _Measurement:
    """Computes the scores of all ways on one roll, at several settings of the noise.

    The settings have the same numbers of rows and features, so their rolls are the same.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, settings: Sequence[Setting], seed: int) -> list[Scores]:
        roll, _ = _made(settings[0], seed)
        clean = CLEAN.embed(roll.clean, N_DIMS, N_DIMS)
        informative = roll.data[:, :N_INFORMATIVE]
        oracle = embed_by_ways({ORACLE: ORACLES_WAY}, informative, N_DIMS, N_COORDINATES)
        searched: Searched = {}
        found = []
        for setting in settings:
            _, points = _made(setting, seed)
            tried = trying(self._ways(setting, seed), self.plan.n_tried)
            embedded = embed_by_ways(tried, points, N_DIMS, N_COORDINATES, searched) | oracle
            spreads, hidden = points.std(axis=0), roll.parameters
            found.append({n: _scores(e, spreads, clean, hidden) for n, e in embedded.items()})
        return found

    def _ways(self, setting: Setting, seed: int) -> Mapping[str, ScalingWay]:
        plan = self.plan
        if setting.n_samples != plan.papers_samples:
            return OF_MAP if seed < plan.n_algorithms else WITHOUT_ALGORITHMS
        if setting.n_noise != N_INFORMATIVE:
            return OF_COUNTS
        if seed >= plan.papers_others:
            return OF_ALL_REPEATS
        return OF_PAPERS_SIZE | (OWN if seed < plan.papers_own else {})


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
    """The metrics of one embedding, which are those of `BOUNDS_OF_ALL` in `comparisons`."""
    found = embedded.coordinates
    few, spreads = found[:, :N_DIMS], spreads[: len(embedded.factors)]
    weights = embedded.factors * spreads
    return {
        "error": disparity(few, clean),
        "mse": aligned_error(few, clean),
        "r2": neighbor_regression(few, hidden),
        "r2_ten": neighbor_regression(found, hidden),
        "noise_share": _noise_share(weights),
        "raw_share": _noise_share(spreads),
        "kept": float(np.count_nonzero(weights[:N_INFORMATIVE] >= weights.max() / 10)),
    }


def _noise_share(spreads: np.ndarray) -> float:
    """The share of the features of noise in the sum of all squared distances."""
    return float((spreads[N_INFORMATIVE:] ** 2).sum() / (spreads**2).sum())
