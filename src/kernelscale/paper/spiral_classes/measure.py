"""Classes along a spiral (section 4.2.2): accuracy at each scale, and the scales that rules choose.

The paper shows embeddings in two coordinates, and does not state how many coordinates are used for
classification. With two coordinates nearly every resolved scale is good, because the spiral lies in
a plane, which two coordinates show at every large scale. One to four coordinates are measured,
because there are four classes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...bandwidth.eigen.class_criteria import within_class_probability
from ...data import PointCloud
from ...diffusion.maps_over_scales import embeddings_over_scales
from ...engine.progress import Progress
from ..harness.experiment import Measured
from ..harness.repeats import measure_repeats
from ..harness.tables import Row
from ..shared.accuracy_at_scale import AtScale, accuracy_at_scale, nearest_is_right, pairs_needed
from ..shared.over_scales import OverScales
from ..shared.scale_rules import (
    GE,
    MARKED,
    PROPOSED,
    RHO_P,
    RHO_PSI,
    marked_scales,
    neighbor_graph_map,
    scale_of_rho_Psi,
)
from ..shared.spirals import AS_PRINTED, GAPS, NOISE_SDS, SHOWN_GAPS, spiral_cloud
from .draws import Draws, Mark, Setting, SpiralDraw, marked
from .rows import accuracy_rows, chosen_row, summary_row

__all__ = ["run"]

COORDINATES = (1, 2, 3, 4)
SHOWN = 2.0 ** np.arange(-3, 17)  # scales of the embeddings
DIGITS = 4  # number of decimals in tables for pictures


class Plan(NamedTuple):
    """Sizes of the experiment.

    A class has `n_per_class` rows. `gaps` are the gaps between classes. A spiral with the printed
    covariance has `n_printed` draws; any other spiral has `n_others`. The draws are measured at
    `per_octave` scales in each octave (a factor of 2) of the scale. The scales of all rules are
    computed for the first `n_marked` draws only.
    `n_jobs` is the number of processes.
    """

    n_per_class: int
    gaps: tuple[float, ...]
    n_printed: int
    n_others: int
    n_marked: int
    per_octave: int
    n_jobs: int | None


FULL = Plan(100, GAPS, 72, 24, 20, 2, None)
QUICK = Plan(25, SHOWN_GAPS, 2, 2, 2, 1, 1)


def run(quick: bool, progress: Progress) -> Measured:
    """Accuracies of many draws, and embeddings and curves of the first draw."""
    plan = QUICK if quick else FULL
    draws = _draws(plan, progress)
    measured: Draws = {
        Setting(n, *kind): [SpiralDraw.of(*draw[place]) for draw in repeats]
        for place, n in enumerate(COORDINATES)
        for kind, repeats in draws.items()
    }
    settings = marked(measured).items()
    shown = {
        f"gap {gap:g}": spiral_cloud(plan.n_per_class, AS_PRINTED, gap, 0) for gap in SHOWN_GAPS
    }
    tables = {
        "summary": [summary_row(*each) for each in settings],
        "accuracy": [row for each in settings for row in accuracy_rows(*each)],
        "chosen": [chosen_row(*each, rule) for each in settings for rule in MARKED],
        "data": [row for panel, cloud in shown.items() for row in _data(cloud, panel)],
        "curves": [row for panel, cloud in shown.items() for row in _curves(plan, cloud, panel)],
        "embeddings": [row for panel, cloud in shown.items() for row in _embeddings(cloud, panel)],
    }
    return Measured(tables, measured)


def _draws(plan: Plan, progress: Progress) -> dict[tuple[float, float], list[Any]]:
    """The measurements of all draws, by noise level and gap."""
    kinds = list(itertools.product(NOISE_SDS, plan.gaps))
    counts = [plan.n_printed if noise_sd == AS_PRINTED else plan.n_others for noise_sd, _ in kinds]
    found = measure_repeats(_Measurement(plan), kinds, counts, progress, plan.n_jobs)
    return dict(zip(kinds, found, strict=True))


def _grid(plan: Plan, cloud: PointCloud) -> list[float]:
    """The scales in the useful range on a grid that all draws share, `per_octave` in an octave."""
    low, high = np.log2(cloud.scale_range) * plan.per_octave
    return [2.0 ** (k / plan.per_octave) for k in range(int(np.ceil(low)), int(high) + 1)]


def _seen(cloud: PointCloud, scale: float, n_components: int) -> AtScale:
    """Leave-one-out accuracy and criteria at one scale."""
    pairs = cloud.continuation.at(scale, pairs_needed(cloud, max(COORDINATES)))
    return accuracy_at_scale(pairs, cloud.codes, n_components, np.arange(cloud.n_samples))


class _Measurement:
    """Measures one spiral; returns arguments of `SpiralDraw.of` for each number of coordinates."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, kind: tuple[float, float], seed: int) -> list[tuple[Any, ...]]:
        cloud = spiral_cloud(self.plan.n_per_class, *kind, seed)
        grid = _grid(self.plan, cloud)
        over = [_over_scales(cloud, grid, n) for n in COORDINATES]
        if seed >= self.plan.n_marked:
            return [(each, {}, None, None) for each in over]
        # Most coordinates first: their eigenpairs, which the cloud keeps, serve all other rules.
        of_rho_Psi = {n: scale_of_rho_Psi(cloud, n) for n in reversed(COORDINATES)}
        chosen, raw = marked_scales(cloud, COORDINATES[0]), _accuracy(cloud.points, cloud)
        graph = neighbor_graph_map(cloud.points, max(COORDINATES))
        return [
            (each, _marks(cloud, scales, n), raw, _accuracy(graph[:, :n], cloud))
            for n, each in zip(COORDINATES, over, strict=True)
            for scales in [chosen | {RHO_PSI: of_rho_Psi[n]}]
        ]


def _accuracy(coordinates: np.ndarray, cloud: PointCloud) -> float:
    """Leave-one-out accuracy of the nearest neighbour."""
    right = nearest_is_right(coordinates, cloud.codes, np.arange(cloud.n_samples))
    return float(right.mean())


def _marks(cloud: PointCloud, scales: dict[str, float], n_components: int) -> dict[str, Mark]:
    """The scale of each rule, and whether the accuracy there counts."""
    return {
        rule: Mark(scale, _seen(cloud, scale, n_components).resolution)
        for rule, scale in scales.items()
    }


def _over_scales(cloud: PointCloud, scales: list[float], n_components: int) -> OverScales:
    """Accuracy and criteria at each scale."""
    seen = [_seen(cloud, scale, n_components) for scale in scales]
    probability = within_class_probability(cloud.class_row_sums(np.array(scales)), cloud.codes)
    criteria = {
        PROPOSED[GE]: [at.eigengap for at in seen],
        PROPOSED[RHO_PSI]: [at.separation for at in seen],
        PROPOSED[RHO_P]: probability.tolist(),
    }
    return OverScales(scales, [at.resolution for at in seen], criteria)


def _data(cloud: PointCloud, panel: str) -> Iterator[Row]:
    """All three features of each point."""
    for point, (x, y, z) in enumerate(cloud.points.round(DIGITS).tolist()):
        label = f"class {cloud.codes[point] + 1}"
        yield {"panel": panel, "point": point, "x": x, "y": y, "z": z, "label": label}


def _curves(plan: Plan, cloud: PointCloud, panel: str) -> Iterator[Row]:
    """Curves of accuracy and criteria in two coordinates, which the page shows with a slider."""
    scales = _grid(plan, cloud)
    probability = within_class_probability(cloud.class_row_sums(np.array(scales)), cloud.codes)
    for scale, rho_P in zip(scales, probability.tolist(), strict=True):
        found = _seen(cloud, scale, 2)
        values = {
            "1-NN accuracy": found.accuracy,
            "rho_P": rho_P,
            "rho_Psi": found.separation if found.counts else None,
            "Ge": found.eigengap,
            "eigenvalues above 1 - 1e-8": found.n_nearly_one,
        }
        for name, value in values.items():
            yield {"scale": scale, "curve": f"{name}, {panel}", "value": value, "panel": panel}


def _embeddings(cloud: PointCloud, panel: str) -> Iterator[Row]:
    found = embeddings_over_scales(cloud.points, SHOWN, n_threads=1)
    for scale, picture in zip(
        SHOWN.tolist(), found.coordinates.round(DIGITS).tolist(), strict=True
    ):
        for point, (x, y) in enumerate(picture):
            label = f"class {cloud.codes[point] + 1}"
            place = {"panel": panel, "scale": scale, "point": point}
            yield {**place, "x": x, "y": y, "label": label}
