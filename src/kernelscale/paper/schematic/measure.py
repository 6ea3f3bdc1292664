"""The paper's schematic, on one data set: the quantity from which each criterion is computed."""

from __future__ import annotations

import numpy as np

from ...bandwidth.rules.geometric import Geometric
from ...bandwidth.rules.probabilistic import Probabilistic
from ...bandwidth.rules.spectral import Spectral
from ...data import PointCloud
from ...datasets import make_gaussian_mixture
from ...engine.progress import Progress, ProgressEvent
from ...kernels.gaussian import Gaussian
from ..harness.experiment import Measured
from ..harness.tables import Row, Tables
from ..shared.criteria_over_scales import CRITERIA, criteria_over_scales, embedding_rows

__all__ = ["DATA", "N_CLASSES", "N_PER_CLASS", "run"]

N_CLASSES, N_PER_CLASS, CLASS_SD, SEED = 3, 16, 0.3, 4
# There are as many coordinates as classes. With fewer, rho_Psi is largest at a scale at which the
# points of each class coincide.
N_COMPONENTS = N_CLASSES
N_EIGENVALUES = 6
DATA = f"Gaussian mixture, {N_CLASSES} x {N_PER_CLASS} rows, class sd {CLASS_SD:g}, one draw"
STEPS = {"too small": 0.05, "chosen": 1.0, "too large": 20.0}  # multiples of the chosen scale
RULES = dict(zip(CRITERIA, (Probabilistic(), Geometric(N_COMPONENTS), Spectral()), strict=True))
COMPUTED_FROM = {
    "rho_P": "transition probabilities within the classes",
    "rho_Psi": "spread of all points and of each class in diffusion coordinates",
    "Ge": "gap after as many eigenvalues as there are classes",
}


def run(quick: bool, progress: Progress) -> Measured:
    """Measure one small data set; `quick` has no effect."""
    progress(ProgressEvent("schematic", 0, 1))
    mixture = make_gaussian_mixture(N_PER_CLASS, N_CLASSES, class_sd=CLASS_SD, random_state=SEED)
    cloud = PointCloud(mixture.data, mixture.target, n_threads=1)
    answers = {name: rule.choose(cloud) for name, rule in RULES.items()}
    chosen = {name: float(answer.epsilon or np.nan) for name, answer in answers.items()}
    grid = cloud.candidate_scales()
    found = criteria_over_scales(cloud, grid, N_COMPONENTS)
    tables: Tables = {
        "summary": [
            {"criterion": name, "computed_from": COMPUTED_FROM[name], "scale": scale}
            for name, scale in chosen.items()
        ],
        "data": _data(cloud),
        "transitions": _transitions(cloud, chosen["rho_P"]),
        "spreads": _spreads(cloud, chosen["rho_Psi"]),
        "eigenvalues": _eigenvalues(cloud, chosen["Ge"]),
        "curves": _curves(grid, found.values),
        "embeddings": embedding_rows(found.pairs, grid, _labels(cloud), "embedding"),
    }
    progress(ProgressEvent("schematic", 1, 1))
    return Measured(tables, answers)


def _labels(cloud: PointCloud) -> list[str]:
    return [f"class {code + 1}" for code in cloud.codes.tolist()]


def _data(cloud: PointCloud) -> list[Row]:
    """The first two features."""
    return [
        {"point": point, "label": label, "x": x, "y": y}
        for point, (label, (x, y)) in enumerate(
            zip(_labels(cloud), cloud.points[:, :2].tolist(), strict=True)
        )
    ]


def _transitions(cloud: PointCloud, chosen: float) -> list[Row]:
    """Transition probabilities P at three scales, without the diagonal; a row for each point."""
    rows = []
    for panel, factor in STEPS.items():
        K = Gaussian(chosen * factor).from_squared_distances(cloud.squared_distances)
        P = K / K.sum(axis=1, keepdims=True)
        np.fill_diagonal(P, 0.0)
        for point, (label, steps) in enumerate(zip(_labels(cloud), P.tolist(), strict=True)):
            place: Row = {"panel": panel, "scale": chosen * factor, "point": point, "label": label}
            rows.append(place | {f"to_{other}": value for other, value in enumerate(steps)})
    return rows


def _spreads(cloud: PointCloud, chosen: float) -> list[Row]:
    """The points in two diffusion coordinates at three scales."""
    scales = chosen * np.array(list(STEPS.values()))
    pairs = criteria_over_scales(cloud, scales, N_COMPONENTS).pairs
    panels = dict(zip(scales.tolist(), STEPS, strict=True))
    rows = embedding_rows(pairs, scales, _labels(cloud), "")
    return [row | {"panel": panels[row["scale"]]} for row in rows]


def _eigenvalues(cloud: PointCloud, chosen: float) -> list[Row]:
    """The leading eigenvalues at three scales, numbered from 1."""
    return [
        {"panel": panel, "scale": chosen * factor, "number": number, "value": min(value, 1.0)}
        for panel, factor in STEPS.items()
        for number, value in enumerate(
            cloud.eigenpairs(chosen * factor, N_EIGENVALUES - 1).values[:N_EIGENVALUES].tolist(), 1
        )
    ]


def _curves(scales: np.ndarray, values: dict[str, np.ndarray]) -> list[Row]:
    return [
        {"scale": scale, "curve": name, "value": value if np.isfinite(value) else None}
        for name, curve in values.items()
        for scale, value in zip(scales.tolist(), curve.tolist(), strict=True)
    ]
