"""Theorem 3.2: the distance of two eigenspaces, and its bounds, over cases and scales."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...data import PointCloud
from ...engine.progress import Progress
from ...theory.theorem import perturbation_bound
from ..harness.repeats import measure_repeats
from ..harness.tables import Row, Tables
from ..shared.spreads import mixture_cloud
from .cases import exceeds, ideal_case, is_violated, random_case, rounding_of
from .findings import summary
from .separation import scale_of_largest_gap, separation_over_scales
from .stated import stated_sides

__all__ = ["run"]

BLOCKS = 10  # number of blocks of random cases; progress is reported after each block
# Standard deviations of the classes. At 0.05 nearly all draws meet the corollary's assumption
# D_Class << D_Gap, at 0.1 most do, and from 0.2 on hardly any.
CLASS_SDS = (0.05, 0.1, 0.3, 0.5)
CURVES = {"distance": "distance", "tight": "tight bound", "printed": "printed bound"}


class Plan(NamedTuple):
    """Sizes of the experiment.

    There are `n_cases` random cases. A mixture has `n_per_class` rows in each class. There are
    `n_draws` draws for the theorem and, for each of `CLASS_SDS`, `n_separated` draws for its
    corollary. `ratio` is the ratio of neighbouring scales. `n_jobs` is the number of processes.
    """

    n_cases: int
    n_per_class: int
    n_draws: int
    n_separated: tuple[int, ...]
    ratio: float
    n_jobs: int | None


FULL = Plan(5000, 100, 10, (60, 60, 20, 20), 2**0.5, None)
QUICK = Plan(100, 20, 2, (2, 2, 2, 2), 2.0, 1)


def run(quick: bool, progress: Progress) -> Tables:
    """Tables of both sides of the theorem's inequality, on random cases and on mixtures."""
    plan = QUICK if quick else FULL
    n_each = plan.n_cases // BLOCKS
    blocks = measure_repeats(_AtRandom(n_each), range(BLOCKS), n_each, progress, plan.n_jobs)
    cases = [row for block in blocks for row in block]
    draws = measure_repeats(_OverScales(plan), CLASS_SDS, plan.n_draws, progress, plan.n_jobs)
    rows = [row for of_spread in draws for draw in of_spread for row in draw]
    separated = measure_repeats(
        _Separated(plan), CLASS_SDS, plan.n_separated, progress, plan.n_jobs
    )
    return {
        "summary": summary(cases, rows),
        "curves": [row for of_spread in draws for row in _curves(of_spread[0])],
        "ideal": [ideal_case(n_classes) for n_classes in (2, 3, 4, 5)],
        "draws": [draw["place"] for of_spread in separated for draw in of_spread],
        "separation": [
            draw["place"] | row
            for of_spread in separated
            for draw in of_spread
            for row in draw["rows"]
        ],
        "scales": rows,
        "cases": cases,
    }


class _AtRandom:
    """Measures one random case; progress is reported after each block of cases."""

    def __init__(self, n_each: int) -> None:
        self.n_each = n_each

    def __call__(self, block: int, seed: int) -> Row:
        number = block * self.n_each + seed
        points, labels, epsilon = random_case(number)
        found = _both_sides(PointCloud(points, labels, n_threads=1), epsilon)
        return {"case": number, "n_samples": len(labels), **found}


class _OverScales:
    """Measures one draw of the mixture at all useful scales, and at eps_Ge."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, class_sd: float, seed: int) -> list[Row]:
        cloud = mixture_cloud(self.plan.n_per_class, class_sd, seed)
        eps_Ge = scale_of_largest_gap(cloud)
        scales = np.append(cloud.candidate_scales(self.plan.ratio), eps_Ge)
        return [
            {
                "class_sd": class_sd,
                "seed": seed,
                "scale": scale,
                "is_eps_Ge": scale == eps_Ge,
                **_both_sides(cloud, scale),
            }
            for scale in np.unique(scales).tolist()
        ]


class _Separated:
    """Measures one draw of the mixture at the scales of the corollary."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, class_sd: float, seed: int) -> Row:
        cloud = mixture_cloud(self.plan.n_per_class, class_sd, seed)
        place = {"class_sd": class_sd, "seed": seed}
        return {"place": place, "rows": separation_over_scales(cloud, self.plan.ratio)}


def _both_sides(cloud: PointCloud, epsilon: float) -> Row:
    """Distances and bounds, for the matrices A of the proof and for P of the theorem.

    A value that is infinite or not defined is None.
    """
    bound = perturbation_bound(cloud.points, cloud.codes, epsilon, n_threads=1)
    stated = stated_sides(cloud, epsilon, bound.perturbation_norm)
    of_P = {
        "stated_distance": stated.distance,
        "stated": stated.bound,
        "signed": stated.signed,
    }
    values = {
        "distance": bound.distance,
        "tight": bound.tight_bound,
        "printed": bound.printed_bound,
        "Ge": bound.operator_eigengap,
    }
    return {
        "n_classes": bound.n_classes,
        **{name: value if np.isfinite(value) else None for name, value in values.items()},
        **of_P,
        "in_doubt": min(rounding_of(bound.eigengap), bound.largest_distance),
        "stated_in_doubt": rounding_of(stated.gap),
        "tight_violated": is_violated(bound, bound.tight_bound),
        "printed_violated": is_violated(bound, bound.printed_bound),
        "stated_violated": exceeds(stated.distance, stated.bound, stated.gap),
        "signed_violated": exceeds(stated.distance, stated.signed, stated.gap),
    }


def _curves(draw: list[Row]) -> list[Row]:
    """Curves of the first draw of a spread, as decimal logarithms, for a picture."""
    return [
        {
            "scale": row["scale"],
            "curve": f"log10 of the {title}, class sd {row['class_sd']:g}",
            "value": float(np.log10(row[name])) if row[name] else None,
            "panel": f"class sd {row['class_sd']:g}",
            "quantity": name,
            "is_eps_Ge": row["is_eps_Ge"],
        }
        for name, title in CURVES.items()
        for row in draw
    ]
