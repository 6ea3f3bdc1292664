"""Ways to scale the features of a noisy Swiss roll, compared over settings of the noise.

The table `map` goes beyond the paper and varies three things. The noise level goes from 0 to five
times the spread of an informative feature. The number of noise features is half or three times
the number of informative features. Units are equal, or differ by factors of up to 10^3. The table
`paper` has the paper's own settings: N = 2000, 40 repeats, theta and h as in section 4.1.1. The
paper states neither the numbers D_1 of informative features and D_2 of noise features, nor the
standard deviations. The table `counts` has other numbers of noise features, and the table
`within_roll` several orders of the features of one roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...engine.progress import Progress
from ..harness.repeats import measure_repeats
from ..harness.tables import Row, Tables
from ..shared.scaling_way import ScalingWay, embed_by_ways
from ..shared.scaling_ways import ORACLE, OURS, trying
from .comparisons import Scores, compared, orders, ways
from .examples import example_tables
from .findings import summary
from .orders import KINDS, ErrorsOfOrders, within_roll
from .plan import FULL, N_DIMS, N_INFORMATIVE, QUICK, Plan, Setting
from .rolls import made
from .scores import Scorer, noise_share
from .ways import (
    CLEAN,
    OF_ALL_REPEATS,
    OF_COUNTS,
    OF_FIRST_REPEATS,
    OF_MAP,
    OF_PAPERS_SIZE,
    OF_STRONG_NOISE,
    ORACLES_WAY,
    OTHERS,
    READINGS,
    READINGS_OF_COUNTS,
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
    [of_orders] = measure_repeats(
        ErrorsOfOrders(plan), [KINDS], plan.orders_rolls, progress, plan.n_jobs
    )
    example = made(plan.of_paper[len(plan.papers_noises) // 2], 0)
    against_ours = compared(of_map, OURS, [way for way in (*OF_MAP, ORACLE) if way != OURS])
    return {
        "summary": summary(against_ours),
        "map": against_ours,
        "ways": ways(of_map),
        "paper": ways(of_paper),
        "counts": ways(of_counts),
        "paper_compared": _against_others(of_paper, READINGS),
        "counts_compared": _against_others(of_counts, READINGS_OF_COUNTS),
        "orders": orders(of_paper),
        "within_roll": within_roll(plan, of_orders),
        **example_tables(*example, trying(SHOWN, plan.n_tried), CLEAN),
    }


def _against_others(
    measured: Mapping[Setting, Sequence[Scores]], readings: Sequence[str]
) -> list[Row]:
    return [{"way": way, **row} for way in readings for row in compared(measured, way, OTHERS)]


def _measured(
    plan: Plan,
    settings: Sequence[Setting],
    n_repeats: int | Sequence[int],
    progress: Progress,
) -> dict[Setting, list[Scores]]:
    """The scores of each repeat at each setting.

    Settings with the same numbers of rows and features are measured together, because they share
    maps. Later repeats may leave out the last settings.
    """
    sizes = dict.fromkeys((setting.n_samples, setting.n_noise) for setting in settings)
    cases = [[s for s in settings if (s.n_samples, s.n_noise) == size] for size in sizes]
    found = measure_repeats(_Measurement(plan), cases, n_repeats, progress, plan.n_jobs)
    of_setting = {
        setting: [scores[place] for scores in repeats if place < len(scores)]
        for case, repeats in zip(cases, found, strict=True)
        for place, setting in enumerate(case)
    }
    return {setting: of_setting[setting] for setting in settings}


class _Measurement:
    """Computes the scores of all ways on one roll, at several settings of the noise.

    The settings have the same numbers of rows and features, so their rolls are the same. A way
    whose map depends on standardised features only has one map at all settings without noise, and
    one at all others.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, settings: Sequence[Setting], seed: int) -> list[Scores]:
        plan, first = self.plan, settings[0]
        roll, _ = made(first, seed)
        small = first.n_samples != plan.papers_samples
        n_components = N_COORDINATES if small else N_DIMS
        clean = CLEAN.mapped(roll.clean, np.ones(3), N_DIMS)
        scorer = Scorer(clean, roll.parameters if small else None)
        informative = roll.data[:, :N_INFORMATIVE]
        oracle = embed_by_ways({ORACLE: ORACLES_WAY}, informative, N_DIMS, n_components)
        alone = informative.std(axis=0)
        kept = {noisy: {ORACLE: scorer(oracle[ORACLE], alone)} for noisy in (False, True)}
        found = []
        for setting in self._tried(settings, seed):
            ways = trying(self._ways(setting, seed), plan.n_tried)
            _, points = made(setting, seed)
            same, spreads = kept[setting.noise > 0], points.std(axis=0)
            new = {name: way for name, way in ways.items() if name not in same}
            maps = embed_by_ways(new, points, N_DIMS, n_components)
            scores = same | {name: scorer(each, spreads) for name, each in maps.items()}
            same |= {name: scores[name] for name in new if ways[name].of_standardised}
            raw = noise_share(spreads)
            found.append({name: {**each, "raw_share": raw} for name, each in scores.items()})
        return found

    def _ways(self, setting: Setting, seed: int) -> Mapping[str, ScalingWay]:
        plan = self.plan
        if setting.n_samples != plan.papers_samples:
            return OF_MAP if seed < plan.n_algorithms else WITHOUT_ALGORITHMS
        if setting.n_noise != N_INFORMATIVE:
            return OF_COUNTS
        if seed < plan.papers_few:
            return OF_FIRST_REPEATS
        if seed >= plan.papers_others:
            return OF_ALL_REPEATS
        return OF_STRONG_NOISE if setting.noise in plan.strong_noises else OF_PAPERS_SIZE

    def _tried(self, settings: Sequence[Setting], seed: int) -> list[Setting]:
        """The settings, of the paper's size without strong noise if `seed` is large."""
        plan = self.plan
        if settings[0].n_samples != plan.papers_samples or seed < plan.strong_repeats:
            return list(settings)
        return [setting for setting in settings if setting.noise not in plan.strong_noises]
