"""Handwritten digits (section 4.2.3): accuracy over the whole useful range, raw and z-scored.

At the smallest scales the graph has more components than there are coordinates. Which vectors of
the repeated eigenvalue a solver returns is then an arbitrary choice, and so is the accuracy; the
table `arbitrary` shows how much it varies with that choice. At somewhat larger scales each
coordinate is carried by one digit alone: all others lie at nearly one point of it, and the accuracy
falls to chance when coordinates are rounded to 1e-4 of their range. None of these scales count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedKFold

from ...bandwidth.eigen.class_criteria import within_class_probability
from ...bandwidth.rules.median import exact_median
from ...bandwidth.rules.standardized import inverse_deviations
from ...data import PointCloud
from ...datasets.mfeat import load_mfeat
from ...diffusion.over_scales import embeddings_over_scales
from ...engine.progress import Progress
from ..harness.experiment import Measured, Row
from ..harness.repeats import measure_repeats
from ..shared.accuracy_at_scale import AtScale, accuracy_at_scale, nearest_is_right, pairs_needed
from ..shared.six_scales import TITLES, six_scales
from .arbitrary import arbitrary_choices
from .version import Digits, Version, accuracy_rows, curve_rows, summary_row

__all__ = ["run"]

N_COMPONENTS = 4
N_FOLDS = 20
RAW, STANDARDISED = "raw", "z-scored"
N_SHOWN, N_PICTURES = 400, 20
DIGITS = 4  # decimals of numbers for pictures


class Plan(NamedTuple):
    """Rows of each digit, and the ratio of neighbouring scales."""

    n_per_class: int
    ratio: float


FULL = Plan(200, 2**0.5)
QUICK = Plan(30, 2.0)


def run(quick: bool, progress: Progress) -> Measured:
    """Both versions of the features at every scale."""
    plan = QUICK if quick else FULL
    clouds = _clouds(plan)
    grids = {name: cloud.candidate_scales(plan.ratio).tolist() for name, cloud in clouds.items()}
    chosen = {name: six_scales(cloud, N_COMPONENTS) for name, cloud in clouds.items()}
    cases = [
        (name, scale) for name in clouds for scale in sorted({*grids[name], *chosen[name].values()})
    ]
    # In one process, where every scale needs the same distances and a good share of the memory.
    found = measure_repeats(_Measurement(clouds), cases, 1, progress, n_jobs=1)
    seen = {case: AtScale(*at_scale) for case, [at_scale] in zip(cases, found, strict=True)}
    versions = [
        _version(name, cloud, grids[name], chosen[name], seen) for name, cloud in clouds.items()
    ]
    raw = clouds[RAW]
    arbitrary = arbitrary_choices(RAW, raw, N_COMPONENTS, _folds(raw.codes))
    tables = {
        "summary": [summary_row(version, rule) for version in versions for rule in TITLES],
        "accuracy": [row for version in versions for row in accuracy_rows(version)],
        "arbitrary": [arbitrary],
        "curves": [row for version in versions for row in curve_rows(version)],
        "embeddings": [row for name, cloud in clouds.items() for row in _embeddings(name, cloud)],
    }
    return Measured(tables, Digits(versions, arbitrary))


def _clouds(plan: Plan) -> dict[str, PointCloud]:
    X, y = load_mfeat(return_X_y=True)
    rows = np.flatnonzero(np.arange(len(y)) % 200 < plan.n_per_class)  # sorted by the digit
    X, y = X[rows], y[rows]
    versions = {RAW: X, STANDARDISED: (X - X.mean(axis=0)) * inverse_deviations(X)}
    return {name: PointCloud(points, y) for name, points in versions.items()}


def _folds(codes: np.ndarray) -> np.ndarray:
    """Number of the fold of each row: equal shares of all classes, shuffled."""
    folds = np.empty(len(codes), dtype=int)
    splits = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0).split(codes, codes)
    for number, (_, tested) in enumerate(splits):
        folds[tested] = number
    return folds


class _Measurement:
    """One version of the features at one scale, by LAPACK in float64."""

    def __init__(self, clouds: dict[str, PointCloud]) -> None:
        self.clouds = clouds
        self.folds = _folds(clouds[RAW].codes)

    def __call__(self, case: tuple[str, float], seed: int) -> AtScale:
        name, scale = case
        cloud = self.clouds[name]
        pairs = cloud.eigenpairs(scale, pairs_needed(cloud, N_COMPONENTS))
        return accuracy_at_scale(pairs, cloud.codes, N_COMPONENTS, self.folds)


def _version(
    name: str,
    cloud: PointCloud,
    grid: list[float],
    chosen: dict[str, float],
    seen: dict[tuple[str, float], AtScale],
) -> Version:
    scales = sorted({*grid, *chosen.values()})
    at_scales = [seen[name, scale] for scale in scales]
    probability = within_class_probability(cloud.class_row_sums(np.array(scales)), cloud.codes)
    folds = _folds(cloud.codes)
    raw = float(nearest_is_right(cloud.points, cloud.codes, folds).mean())
    return Version(
        name,
        cloud.n_samples,
        exact_median(cloud),
        chosen,
        scales,
        at_scales,
        probability,
        folds,
        raw,
        pairs_needed(cloud, N_COMPONENTS) + 1,
    )


def _embeddings(name: str, cloud: PointCloud) -> Iterator[Row]:
    """Some of the digits, embedded with all the others."""
    scales = np.geomspace(*cloud.scale_range, N_PICTURES)
    found = embeddings_over_scales(cloud.points, scales, most_rows=cloud.n_samples)
    shown = np.linspace(0, cloud.n_samples - 1, min(N_SHOWN, cloud.n_samples)).astype(int)
    pictures = found.coordinates[:, shown].round(DIGITS).tolist()
    for scale, picture in zip(scales.tolist(), pictures, strict=True):
        for point, (x, y) in zip(shown.tolist(), picture, strict=True):
            place = {"panel": f"{name} features", "scale": scale, "point": point}
            yield {**place, "x": x, "y": y, "label": str(cloud.codes[point])}
