"""Two diffusion coordinates at many scales, rotated so that points move little between scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import orthogonal_procrustes
from sklearn.utils import check_random_state

from .._attributes import Rebuilt, frozen
from .._validation import check_count, check_scale, check_scales, check_seed, check_switch
from ..data import PointCloud
from ..markov.krylov.required_accuracy import FOR_CURVES
from .independent_coordinates import independent_coordinates
from .map_warnings import warn_of_scales_at_rounding

__all__ = ["EmbeddingsOverScales", "embeddings_over_scales"]

N_COORDINATES = 2
AMONG = 10  # number of leading coordinates from which the independent ones are taken
MOST_ROWS = 1000
TYPICAL = 0.98  # share of the rows that lie between -1 and 1 along the wider axis of a picture


@dataclass(frozen=True, eq=False)
class EmbeddingsOverScales(Rebuilt):
    """Two coordinates of the same rows at each scale.

    Attributes
    ----------
    epsilon : ndarray of shape (n_scales,)
        Scales, ascending.
    coordinates : ndarray of shape (n_scales, n_rows, 2)
        Diffusion coordinates, multiplied at each scale by a rotation or reflection and a factor.
        All rows except a few lie between -1 and 1; outliers may lie far outside.
    rows : ndarray of shape (n_rows,)
        Indices of the embedded rows in the data, ascending.
    n_samples : int
        Number of rows of the data.

    Examples
    --------
    Two clusters: at both scales the first coordinate separates them, with the same signs.

    >>> points = np.r_[np.random.default_rng(0).normal(size=20), [100.0] * 20][:, None]
    >>> found = embeddings_over_scales(points, [500.0, 1000.0])
    >>> np.sign(found.coordinates[:, [0, -1], 0])
    array([[ 1., -1.],
           [ 1., -1.]])
    """

    epsilon: np.ndarray
    coordinates: np.ndarray
    rows: np.ndarray
    n_samples: int

    def __post_init__(self) -> None:
        for name in ("epsilon", "coordinates"):
            object.__setattr__(self, name, frozen(getattr(self, name)))


def embeddings_over_scales(
    X: Any,
    scales: Any,
    *,
    at: float | None = None,
    independent: bool = False,
    most_rows: int = MOST_ROWS,
    random_state: Any = 0,
    **engine_options: Any,
) -> EmbeddingsOverScales:
    """Diffusion coordinates of the same rows at many scales, for an animation over the scale.

    Eigenvectors of neighbouring scales differ by signs and, where two eigenvalues meet, by a
    rotation. Each picture is rotated or mirrored to minimise the sum of the squared distances that
    points move between pictures of neighbouring scales (orthogonal Procrustes).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    scales : array-like of shape (n_scales,)
        Scales epsilon.
    at : float, optional
        The picture of the scale nearest to `at` keeps the signs and axes of `DiffusionMap`; by
        default the picture of the middle scale does.
    independent : bool
        Whether to show, at each scale, the first two independent coordinates among ten
        (`DiffusionMap.independent_coordinates_`), instead of the first two coordinates. Different
        coordinates may be shown at different scales.
    most_rows : int
        If there are more rows, a subsample of this size is embedded without the others. The fewer
        the rows, the less detail a map shows at small scales.
    random_state : int, RandomState instance or None
        Seed of the subsample.
    **engine_options
        `metric`, `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in
        `select_bandwidth`.

    Returns
    -------
    EmbeddingsOverScales
        The coordinates at each scale.

    Raises
    ------
    ValueError, TypeError
        If the points or an option are not valid.

    Examples
    --------
    Points on a ring are embedded as a ring at each of three scales, and between neighbouring scales
    no point moves far.

    >>> angle = 2 * np.pi * np.arange(60) / 60
    >>> ring = np.c_[np.cos(angle), np.sin(angle)]
    >>> found = embeddings_over_scales(ring, [0.02, 0.04, 0.08])
    >>> bool(np.abs(np.diff(found.coordinates, axis=0)).max() < 0.01)
    True
    """
    check_count(most_rows, "most_rows", smallest=2)
    check_seed(random_state)
    check_switch(independent, "independent")
    epsilon = check_scales(scales)
    at = None if at is None else check_scale(at, "at")
    cloud = PointCloud(X, **engine_options)
    rows, n_samples = np.arange(cloud.n_samples), cloud.n_samples
    if n_samples > most_rows:
        rows = np.sort(check_random_state(random_state).permutation(n_samples)[:most_rows])
        cloud, report = cloud.restricted(rows), cloud.report
    else:
        report = cloud.report
    coordinates = np.zeros((len(epsilon), len(rows), N_COORDINATES))
    n_pairs = min(N_COORDINATES, len(rows) - 1)
    n_among = min(AMONG, len(rows) - 1) if independent else n_pairs
    smallest = np.empty(len(epsilon))
    # The continuation is quickest if it starts at the largest scale.
    for done, k in enumerate(range(len(epsilon) - 1, -1, -1)):
        report("embeddings", done, len(epsilon))
        picture, smallest[k] = _picture(cloud, float(epsilon[k]), n_pairs, n_among)
        coordinates[k, :, :n_pairs] = picture
    report("embeddings", len(epsilon), len(epsilon))
    warn_of_scales_at_rounding(epsilon, smallest, len(rows))
    anchor = len(epsilon) // 2 if at is None else int(np.abs(np.log(epsilon / at)).argmin())
    return EmbeddingsOverScales(epsilon, _aligned(coordinates, anchor), rows, n_samples)


def _picture(
    cloud: PointCloud, epsilon: float, n_shown: int, n_among: int
) -> tuple[np.ndarray, float]:
    """The shown coordinates, chosen among `n_among`, and the smallest eigenvalue in use."""
    pairs = cloud.continuation.at(epsilon, n_among)
    # Eigenvalues below the residual of `FOR_CURVES` are rounding errors of single precision. If too
    # few are above it, double precision is used.
    n_sound = int((np.abs(pairs.values[1 : n_among + 1]) > FOR_CURVES.residual).sum())
    if n_sound < n_shown:
        pairs, n_sound = cloud.eigenpairs(epsilon, n_shown), n_shown
    values, vectors = pairs.values[1 : n_sound + 1], pairs.vectors[:, 1 : n_sound + 1]
    shown = np.arange(n_shown)
    if n_sound > n_shown:
        shown = independent_coordinates(values, vectors, pairs.stationary).first(n_shown)
    return pairs.embedding(n_sound)[:, shown], float(np.abs(values[shown]).min())


def _aligned(coordinates: np.ndarray, anchor: int) -> np.ndarray:
    """The pictures, each rotated to match its neighbour, from the picture at `anchor` outwards."""
    turned = np.stack([_of_size_one(picture) for picture in coordinates])
    for k in [*range(anchor + 1, len(turned)), *range(anchor - 1, -1, -1)]:
        neighbor = turned[k - 1 if k > anchor else k + 1]
        # Without this clipping, outliers determine the rotation of all other points.
        rotation, _ = orthogonal_procrustes(turned[k].clip(-1, 1), neighbor.clip(-1, 1))
        turned[k] = _of_size_one(turned[k] @ rotation)
    return turned


def _of_size_one(picture: np.ndarray) -> np.ndarray:
    """The coordinates, scaled so that all rows but a few outliers lie between -1 and 1."""
    size = np.quantile(np.abs(picture), TYPICAL, axis=0).max() or np.abs(picture).max()
    return picture / size if size > 0 else picture
