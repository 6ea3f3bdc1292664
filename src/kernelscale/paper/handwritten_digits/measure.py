"""Handwritten digits (section 4.2.3): accuracy over the whole useful range, raw and z-scored.

At the smallest scales the graph has more components than there are coordinates. The eigenvalue 1
repeats, the solver's choice of its eigenvectors is arbitrary, and so is the accuracy; the table
`arbitrary` shows the range of accuracies over such choices. At somewhat larger scales each
coordinate is far from 0 for a single image: all other images have nearly the same value. If
coordinates are rounded to 1e-4 of their range, the accuracy falls to chance. Such scales are not
resolved.

The paper uses 2000 digits; a subset of 1000 digits is measured as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedKFold

from ...bandwidth.eigen.class_criteria import within_class_probability
from ...bandwidth.rules.median import exact_median
from ...bandwidth.rules.standardized import inverse_deviations
from ...data import PointCloud
from ...datasets.mfeat import load_mfeat
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
)
from .arbitrary import arbitrary_choices
from .version import Digits, Version, accuracy_rows, curve_rows, summary_row

__all__ = ["run"]

N_DIGITS = 10
N_COMPONENTS = 4
N_FOLDS = 20
RAW, STANDARDISED = "raw", "z-scored"
N_SHOWN, N_PICTURES = 400, 20
DIGITS = 4  # number of decimals in tables for pictures


class Plan(NamedTuple):
    """Sizes of the experiment.

    `n_per_class` has an entry for each data set: the number of rows of each digit. `ratio` is the
    ratio of neighbouring scales, and `n_jobs` the number of processes.
    """

    n_per_class: tuple[int, ...]
    ratio: float
    n_jobs: int | None


FULL = Plan((200, 100), 2**0.5, None)
QUICK = Plan((30,), 2.0, 1)


def run(quick: bool, progress: Progress) -> Measured:
    """Measure raw and z-scored features of each set of digits at every scale."""
    plan = QUICK if quick else FULL
    clouds = {number: of for n in plan.n_per_class for number, of in _clouds(n).items()}
    grids = {key: cloud.candidate_scales(plan.ratio).tolist() for key, cloud in clouds.items()}
    chosen = {key: marked_scales(cloud, N_COMPONENTS) for key, cloud in clouds.items()}
    cases = [
        (*key, scale) for key in clouds for scale in sorted({*grids[key], *chosen[key].values()})
    ]
    found = measure_repeats(_at_scale, cases, 1, progress, n_jobs=plan.n_jobs)
    seen = {case: AtScale.of(*at_scale) for case, [at_scale] in zip(cases, found, strict=True)}
    versions = {
        key: _version(
            key[0], cloud, chosen[key], {case[2]: seen[case] for case in cases if case[:2] == key}
        )
        for key, cloud in clouds.items()
    }
    first = RAW, len(next(iter(clouds.values())).codes)
    raw = clouds[first]
    arbitrary = arbitrary_choices(versions[first].title, raw, N_COMPONENTS, _folds(raw.codes))
    shown = {versions[key].title: cloud for key, cloud in clouds.items() if key[1] == first[1]}
    tables = {
        "summary": [summary_row(version, rule) for version in versions.values() for rule in MARKED],
        "accuracy": [row for version in versions.values() for row in accuracy_rows(version)],
        "arbitrary": [arbitrary],
        "curves": [row for version in versions.values() for row in curve_rows(version)],
        "embeddings": [row for panel, cloud in shown.items() for row in _embeddings(panel, cloud)],
    }
    return Measured(tables, Digits([*versions.values()], arbitrary))


@lru_cache(maxsize=1)  # The scales share the distances; a process keeps those of one size.
def _clouds(n_per_class: int) -> dict[tuple[str, int], PointCloud]:
    """The points with raw and with z-scored features, by name and total number of digits."""
    X, y = load_mfeat(return_X_y=True)
    rows = np.flatnonzero(np.arange(len(y)) % 200 < n_per_class)  # 200 rows of each digit
    X, y = X[rows], y[rows]
    versions = {RAW: X, STANDARDISED: (X - X.mean(axis=0)) * inverse_deviations(X)}
    return {(name, len(y)): PointCloud(points, y) for name, points in versions.items()}


def _folds(codes: np.ndarray) -> np.ndarray:
    """The fold of each row; each fold has an equal share of every class, chosen at random."""
    folds = np.empty(len(codes), dtype=int)
    splits = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0).split(codes, codes)
    for number, (_, tested) in enumerate(splits):
        folds[tested] = number
    return folds


def _at_scale(case: tuple[str, int, float], seed: int) -> AtScale:
    """Measure one version of the features at one scale; LAPACK computes eigenpairs in float64."""
    name, n_samples, scale = case
    cloud = _clouds(n_samples // N_DIGITS)[name, n_samples]
    pairs = cloud.eigenpairs(scale, pairs_needed(cloud, N_COMPONENTS))
    return accuracy_at_scale(pairs, cloud.codes, N_COMPONENTS, _folds(cloud.codes))


def _version(
    name: str, cloud: PointCloud, chosen: dict[str, float], seen: dict[float, AtScale]
) -> Version:
    scales, at_scales = sorted(seen), [seen[scale] for scale in sorted(seen)]
    probability = within_class_probability(cloud.class_row_sums(np.array(scales)), cloud.codes)
    criteria = {
        PROPOSED[GE]: [at.eigengap for at in at_scales],
        PROPOSED[RHO_PSI]: [at.separation for at in at_scales],
        PROPOSED[RHO_P]: probability.tolist(),
    }
    folds = _folds(cloud.codes)
    on_graph = neighbor_graph_map(cloud.points, N_COMPONENTS)
    return Version(
        name,
        cloud.n_samples,
        exact_median(cloud),
        chosen,
        at_scales,
        OverScales(scales, [at.resolution for at in at_scales], criteria),
        folds,
        float(nearest_is_right(cloud.points, cloud.codes, folds).mean()),
        float(nearest_is_right(on_graph, cloud.codes, folds).mean()),
        pairs_needed(cloud, N_COMPONENTS) + 1,
    )


def _embeddings(panel: str, cloud: PointCloud) -> Iterator[Row]:
    """Coordinates of some digits at each scale; all digits are embedded together."""
    scales = np.geomspace(*cloud.scale_range, N_PICTURES)
    found = embeddings_over_scales(cloud.points, scales, most_rows=cloud.n_samples)
    shown = np.linspace(0, cloud.n_samples - 1, min(N_SHOWN, cloud.n_samples)).astype(int)
    pictures = found.coordinates[:, shown].round(DIGITS).tolist()
    for scale, picture in zip(scales.tolist(), pictures, strict=True):
        for point, (x, y) in zip(shown.tolist(), picture, strict=True):
            place = {"panel": panel, "scale": scale, "point": point}
            yield {**place, "x": x, "y": y, "label": str(cloud.codes[point])}
