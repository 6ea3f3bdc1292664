"""Handwritten digits (section 4.2.3): accuracy over the whole useful range, raw and z-scored.

At the smallest scales more parts of the graph have fallen off than there are coordinates. Which
vectors then come out of a repeated eigenvalue is an arbitrary choice, and so is the accuracy; the
table `arbitrary` shows how much it varies with that choice. At somewhat larger ones each coordinate
is one digit alone: all others lie at nearly one point of it, and rounding the coordinates to 1e-4
of their range takes the accuracy away. None of these scales count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedKFold

from ..bandwidth.class_criteria import within_class_probability
from ..bandwidth.median import exact_median
from ..bandwidth.standardized import inverse_deviations
from ..data import PointCloud
from ..datasets import load_mfeat
from ..diffusion import embeddings_over_scales
from ..engine.progress import Progress
from ..kernels import Gaussian
from ..markov import NEARLY_ONE, Eigenpairs
from . import digits_verdicts
from .accuracy_at_scale import AtScale, accuracy_at_scale, nearest_is_right, pairs_needed
from .digits_verdicts import Version
from .experiment import Experiment, Row, Tables
from .repeats import measure_repeats
from .six_scales import six_scales

__all__ = ["HANDWRITTEN_DIGITS"]

N_COMPONENTS = 4
N_FOLDS = 20
RAW, STANDARDISED = "raw", "z-scored"
ARBITRARY_POWER = -10  # of two, times the median: far below the scales that count
N_CHOICES = 50
N_SHOWN, N_PICTURES = 400, 20
DIGITS = 4  # of what is only looked at


class Plan(NamedTuple):
    """Rows of each digit, and the ratio of neighbouring scales."""

    n_per_class: int
    ratio: float


FULL = Plan(200, 2**0.5)
QUICK = Plan(30, 2.0)


def run(quick: bool, progress: Progress) -> Tables:
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
    arbitrary = _arbitrary_choices(RAW, clouds[RAW])
    return {
        **digits_verdicts.tables(versions, arbitrary),
        "arbitrary": [arbitrary],
        "curves": [row for version in versions for row in digits_verdicts.curves(version)],
        "embeddings": [row for name, cloud in clouds.items() for row in _embeddings(name, cloud)],
    }


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


def _arbitrary_choices(name: str, cloud: PointCloud) -> Row:
    """Accuracies of equally good choices of coordinates where eigenvalue 1 repeats.

    Any vectors of unit length in the space of a repeated eigenvalue are eigenvectors. Those that
    a solver returns depend on how it rounds, so they are not shown: choices at random depend on
    the space alone. The indicators of rows that have no neighbour are eigenvectors too, and leave
    all other digits at one point.
    """
    scale = exact_median(cloud) * 2.0**ARBITRARY_POWER
    pairs = _pairs_beyond_one(cloud, scale)
    n_nearly_one = int(np.count_nonzero(pairs.values > 1 - NEARLY_ONE))
    repeated = pairs.vectors[:, 1:n_nearly_one]
    folds, random = _folds(cloud.codes), np.random.default_rng(0)

    def accuracy(coordinates: np.ndarray) -> float:
        return float(nearest_is_right(coordinates, cloud.codes, folds).mean())

    found = [
        accuracy(_chosen_at_random(repeated, pairs.stationary, random)) for _ in range(N_CHOICES)
    ]
    return {
        "data": name,
        "scale": scale,
        "log2_of_median": ARBITRARY_POWER,
        "coordinates": N_COMPONENTS,
        "eigenvalues_nearly_one": n_nearly_one,
        "choices": N_CHOICES,
        "lowest": min(found),
        "highest": max(found),
        "loneliest": accuracy(_loneliest_rows(cloud, scale)),
    }


def _pairs_beyond_one(cloud: PointCloud, scale: float) -> Eigenpairs:
    """So many pairs that the last eigenvalue is well below 1."""
    n_pairs, most = 16 * N_COMPONENTS, cloud.n_samples - 1
    pairs = cloud.eigenpairs(scale, n_pairs)
    while pairs.values[-1] > 1 - NEARLY_ONE and n_pairs < most:
        n_pairs = min(4 * n_pairs, most)
        pairs = cloud.eigenpairs(scale, n_pairs)
    return pairs


def _chosen_at_random(
    vectors: np.ndarray, stationary: np.ndarray, random: np.random.Generator
) -> np.ndarray:
    """Orthonormal vectors of a space, whatever the vectors that span it.

    Points of no preferred direction are projected on the space, and made orthonormal there.
    """
    points = random.standard_normal((len(vectors), N_COMPONENTS))
    weights, _ = np.linalg.qr(vectors.T @ (np.sqrt(stationary)[:, None] * points))
    return vectors @ weights


def _loneliest_rows(cloud: PointCloud, scale: float) -> np.ndarray:
    """Indicators of the rows whose steps to others are least probable."""
    kernel = Gaussian(scale).from_squared_distances(cloud.squared_distances)
    np.fill_diagonal(kernel, 0)
    chosen = np.argsort(kernel.sum(axis=1), kind="stable")[:N_COMPONENTS]
    return (np.arange(cloud.n_samples)[:, None] == chosen).astype(float)


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


HANDWRITTEN_DIGITS = Experiment(
    name="handwritten_digits",
    source="Section 4.2.3, figure of the accuracy over epsilon",
    claim="The proposed scale concurs with the scale of the highest classification rate.",
    expected=(
        "Of z-scored features the scales of rho_Psi and Ge give the peak (0.91), of raw ones the "
        "largest maximum of rho_Psi inside the range does (0.80), but not its value at the end. "
        "At smaller scales accuracy is higher still and does not count: each coordinate is one "
        "digit alone, and rounding to 1e-4 of its range takes accuracy from 0.88 to 0.10. Beyond "
        "that it is arbitrary: of raw features at 2^-10 of the median more than a hundred "
        "eigenvalues are 1 to within 1e-8."
    ),
    data="bundled: mfeat, 2000 digits, 333 features, raw and z-scored",
    minutes=2.5,
    run=run,
)
