"""Two Gaussian classes (section 4.2.1): the paper's three criteria at each scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...data import PointCloud
from ...engine.progress import Progress
from ...theory.perturbation_norm import perturbation_norm
from ..harness.repeats import measure_repeats
from ..harness.tables import Row, Tables
from ..shared.criteria_over_scales import chosen_scales, criteria_over_scales, embedding_rows
from ..shared.spirals import AS_PRINTED, spiral_cloud
from ..shared.spreads import N_COMPONENTS, mixture_cloud
from .criterion_cost import products_for_eigenpairs
from .draws import measure_draw
from .findings import summary
from .three_scales import OtherPlan, on_other_classes

__all__ = ["run"]

CLASS_SDS = (0.1, 0.3, 0.5, 0.7)
SHOWN = 2.0 ** np.arange(-11, 11)  # scales of the embeddings
CURVES = 2.0 ** (np.arange(-22, 25) / 2)  # scales of the curves
COST_RATIO = 2.0  # ratio of successive scales at which products are counted


class Plan(NamedTuple):
    """Sizes of the experiment.

    A mixture has two classes of `n_per_class` rows. For each standard deviation of the classes,
    `n_draws` draws are measured. `ratio` is the ratio of neighbouring scales. Products of the
    kernel with a vector are counted on data sets of several sizes: `cost_sizes` lists their numbers
    of rows. `others` has the sizes of the spirals and the digits. `n_jobs` is the number of
    processes.
    """

    n_per_class: int
    n_draws: int
    ratio: float
    cost_sizes: tuple[int, ...]
    others: OtherPlan
    n_jobs: int | None


FULL = Plan(100, 128, 2**0.25, (100, 200, 400), OtherPlan(100, 8, 200), None)
QUICK = Plan(40, 2, 2**0.5, (20, 40), OtherPlan(15, 2, 20), 1)


def run(quick: bool, progress: Progress) -> Tables:
    """Tables of the criteria on many draws.

    Curves and embeddings are those of the first draw at each standard deviation of the classes.
    """
    plan = QUICK if quick else FULL
    measured = measure_repeats(
        _Measurement(plan), CLASS_SDS, plan.n_draws, progress, n_jobs=plan.n_jobs
    )
    draws = [row for rows in measured for row in rows]
    cost = [row for n in plan.cost_sizes for each in _costs(n) for row in each]
    others = on_other_classes(plan.others, progress, plan.n_jobs)
    first = {sd: mixture_cloud(plan.n_per_class, sd, 0) for sd in CLASS_SDS}
    return {
        "summary": summary(draws),
        "data": [row for sd, cloud in first.items() for row in _data(cloud, _panel(sd))],
        "chosen": [row for sd, cloud in first.items() for row in _chosen(cloud, _panel(sd))],
        "curves": [row for sd, cloud in first.items() for row in _curves(cloud, _panel(sd))],
        "embeddings": [
            row for sd, cloud in first.items() for row in _embeddings(cloud, _panel(sd))
        ],
        "cost": cost,
        "draws": draws,
        "other_classes": others,
    }


class _Measurement:
    """Measures one draw of the mixture, with a given standard deviation of the classes."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, class_sd: float, seed: int) -> Row:
        cloud = mixture_cloud(self.plan.n_per_class, class_sd, seed)
        found = measure_draw(cloud, class_sd, self.plan.ratio)
        return {"class_sd": class_sd, "seed": seed, **found}


def _panel(class_sd: float) -> str:
    return f"class sd {class_sd:g}"


def _data(cloud: PointCloud, panel: str) -> list[Row]:
    """The first two features of each point."""
    places = enumerate(zip(cloud.codes.tolist(), cloud.points[:, :2].tolist(), strict=True))
    return [
        {"panel": panel, "point": point, "label": f"class {code + 1}", "x": x, "y": y}
        for point, (code, (x, y)) in places
    ]


def _chosen(cloud: PointCloud, panel: str) -> list[Row]:
    chosen = chosen_scales(cloud, N_COMPONENTS)
    return [{"panel": panel, "criterion": name, "scale": scale} for name, scale in chosen.items()]


def _curves(cloud: PointCloud, panel: str) -> list[Row]:
    found = criteria_over_scales(cloud, CURVES, N_COMPONENTS)
    norm = perturbation_norm(cloud.points, cloud.codes, CURVES)
    curves = {**found.values, "||W-hat||_F": norm}
    return [
        {
            "scale": scale,
            "curve": f"{name}, {panel}",
            "value": value if np.isfinite(value) else None,
            "panel": panel,
            "criterion": name,
        }
        for name, values in curves.items()
        for scale, value in zip(CURVES.tolist(), values.tolist(), strict=True)
    ]


def _embeddings(cloud: PointCloud, panel: str) -> list[Row]:
    pairs = criteria_over_scales(cloud, SHOWN, N_COMPONENTS).pairs
    labels = [f"class {code + 1}" for code in cloud.codes.tolist()]
    return embedding_rows(pairs, SHOWN, labels, panel)


def _costs(n_samples: int) -> Iterator[list[Row]]:
    """Numbers of products of the kernel with a vector, on mixtures and on a spiral of the paper."""
    for class_sd in CLASS_SDS:
        yield _cost("mixture", mixture_cloud(n_samples // 2, class_sd, 0))
    yield _cost("spiral", spiral_cloud(n_samples // 4, AS_PRINTED, gap=0.02, seed=0))


def _cost(data: str, cloud: PointCloud) -> list[Row]:
    """Number of products of the kernel with a vector, at every scale of a grid.

    These products compute eigenpairs. Ge needs as many, besides the trivial one, as there are
    classes, and rho_Psi as many as it has coordinates.
    """
    rows = []
    for scale in cloud.candidate_scales(COST_RATIO).tolist():
        products = {
            n_pairs: products_for_eigenpairs(cloud.squared_distances, scale, n_pairs)
            for n_pairs in {cloud.n_classes, N_COMPONENTS}
        }
        columns = {"products_Ge": cloud.n_classes, "products_rho_Psi": N_COMPONENTS}
        row = {"data": data, "n_samples": cloud.n_samples, "scale": scale}
        rows.append(row | {name: products[n_pairs] for name, n_pairs in columns.items()})
    return rows
