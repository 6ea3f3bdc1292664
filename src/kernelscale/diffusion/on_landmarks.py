"""Diffusion maps of some rows, the landmarks, among which all others are placed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from .._validation import check_count, check_seed
from .._warnings import warn_caller
from ..bandwidth import Rule
from ..bandwidth.rule import RuleWarning
from ..data import PointCloud
from ..markov import Eigenpairs
from ..markov.conjugate import oriented
from ..metrics import Metric
from ..neighbor_graphs import GraphExtension
from ..out_of_sample import SMALLEST_DIVISOR, STAGE, Extension, Placement
from ..results import Bandwidth
from .far_rows import warn_of_far_rows
from .fitted import Fitted
from .resolution import looks_at_labels

__all__ = ["check_landmarks", "cloud_of_landmarks", "draw_landmarks", "place_others"]

ROWS_AT_ONCE = 4096  # placed between two words of progress


def check_landmarks(
    landmarks: int | None, random_state: Any, metric: Metric, keep_distances: bool
) -> None:
    """Refuse landmarks that are no number, or go with nothing that they were asked for with."""
    check_seed(random_state)
    if landmarks is None:
        return
    check_count(landmarks, "landmarks", smallest=2)
    if not metric.sees_points:
        raise ValueError(
            f"landmarks={landmarks} places all other rows by their points, but only "
            f"{metric.takes} are given (metric={metric.name!r}); leave it at None."
        )
    if keep_distances:
        raise ValueError(
            f"landmarks={landmarks} needs few distances, and keeps none, but keep_distances=True "
            f"was given; leave it at False."
        )


def draw_landmarks(n_samples: int, n_landmarks: int, random_state: Any) -> np.ndarray:
    """Rows drawn with equal chance and without replacement, ascending; all where there are fewer.

    Equal chances keep the density, and with it what the walk on the landmarks tends to.
    """
    random = check_random_state(check_seed(random_state))
    if n_landmarks >= n_samples:
        return np.arange(n_samples)
    return np.sort(random.choice(n_samples, n_landmarks, replace=False))


def cloud_of_landmarks(
    cloud: PointCloud, landmarks: np.ndarray, rule: Rule | Bandwidth
) -> PointCloud:
    """The landmarks alone, with their labels if the rule looks at some, and a listener.

    Raises
    ------
    ValueError
        If they are all at one place, or of too few classes, or too many, for a rule that needs
        labels; others then choose without, and a warning says so.
    """
    if not cloud.vary(landmarks):
        raise ValueError(
            f"The {len(landmarks)} landmarks drawn are the same point, though other rows are not; "
            f"take more landmarks, or another random_state."
        )
    part = cloud.restricted(landmarks).labelled(_classes_of(cloud, landmarks, rule))
    return part.bare(progress=cloud.resources.progress)


def _classes_of(
    cloud: PointCloud, landmarks: np.ndarray, rule: Rule | Bandwidth
) -> np.ndarray | None:
    """The class of each landmark, where the rule has a use for it."""
    if isinstance(rule, Bandwidth) or not cloud.n_classes:
        return None
    if not looks_at_labels(rule):
        return None
    codes = cloud.codes[landmarks]  # some class may have none
    n_classes = len(np.unique(codes))
    if 1 < n_classes < len(landmarks):
        return codes
    drawn = (
        f"The {len(landmarks)} landmarks drawn are of {n_classes} of the {cloud.n_classes} classes "
        f"of y, but at least two are needed, and two rows of one of them"
    )
    if rule.needs_labels:
        raise ValueError(
            f"{drawn}; take more landmarks, another random_state, or a rule without labels."
        )
    warn_caller(
        f"{drawn}, so the rule {rule.name!r} chooses as if there were no labels; take more "
        f"landmarks or another random_state.",
        RuleWarning,
    )
    return None


def place_others(fitted: Fitted, cloud: PointCloud, landmarks: np.ndarray) -> Fitted:
    """The map of all rows, from one of the landmarks.

    Copies of a landmark are where it is, and all other rows are placed by the Nystrom extension.
    What the walk's stationary distribution is of a placed row is the mean of that of the landmarks
    over a step from it, all of them over their sum. With it each coordinate is brought to length
    and sign again.

    Parameters
    ----------
    fitted : Fitted
        The map of the landmarks.
    cloud : PointCloud
        All rows.
    landmarks : ndarray of shape (n_landmarks,)
        Which of them are landmarks, ascending.
    """
    n_samples, values = cloud.n_samples, fitted.pairs.values[1:]
    place = np.full(n_samples, -1)
    place[cloud.first_alike[landmarks]] = np.arange(len(landmarks))
    place = place[cloud.first_alike]  # the landmark that a row is a copy of
    place[landmarks] = np.arange(len(landmarks))
    others = np.flatnonzero(place < 0)
    psi, stationary = fitted.pairs.vectors[place, 1:], fitted.pairs.stationary[place]
    mass = np.full(n_samples, np.inf)
    averages = _averages(fitted, cloud, others)
    divisors = np.where(values < 0, -1.0, 1.0) * np.maximum(np.abs(values), SMALLEST_DIVISOR)
    psi[others] = averages.coordinates[:, :-1] / divisors
    stationary[others] = averages.coordinates[:, -1]
    mass[others] = averages.kernel_mass
    warn_of_far_rows(mass, "landmarks")
    stationary /= stationary.sum()
    factors = _factors(psi, stationary)
    vectors = np.column_stack([np.ones(n_samples), psi * factors])
    pairs = Eigenpairs(fitted.pairs.values, vectors, stationary)
    extension = replace(fitted.extension, vectors=fitted.extension.vectors * factors)
    return replace(fitted, pairs=pairs, extension=extension, landmarks=landmarks)


def _factors(psi: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """What brings each coordinate to length 1 and the sign it has by convention."""
    lengths = np.sqrt(stationary @ psi**2)
    turned = (oriented(psi / lengths, stationary) * psi).sum(axis=0) < 0
    factors: np.ndarray = np.where(turned, -1.0, 1.0) / lengths
    return factors


def _averages(fitted: Fitted, cloud: PointCloud, rows: np.ndarray) -> Placement:
    """``lambda_k psi_k`` of some rows, and as one coordinate more the stationary distribution."""
    extension, points = _with_stationary(fitted), cloud.features
    assert points is not None  # landmarks are drawn from rows
    resources = replace(cloud.resources, progress=None)  # told here, of all rows
    parts = [Placement(np.empty((0, len(extension.values))), np.empty(0))]
    for start in range(0, len(rows), ROWS_AT_ONCE):
        cloud.report(STAGE, start, len(rows))
        some = points[rows[start : start + ROWS_AT_ONCE]]
        parts.append(extension.place(some, resources))
    cloud.report(STAGE, len(rows), len(rows))
    return Placement(*map(np.concatenate, zip(*parts, strict=True)))


def _with_stationary(fitted: Fitted) -> Extension:
    """The extension with one function more, which a step of the walk averages and leaves so."""
    extension, seen = fitted.extension, fitted.pairs.stationary
    of_nodes = seen[extension.nodes] if isinstance(extension, GraphExtension) else seen
    return replace(
        extension,
        values=np.append(extension.values, 1.0),
        vectors=np.column_stack([extension.vectors, of_nodes]),
        scales=() if fitted.scale is None else (fitted.scale,),
        t=1,
    )
