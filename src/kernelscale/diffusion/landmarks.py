"""Landmarks: some rows are fitted, and all other rows are embedded among them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from .._validation import check_count, check_seed
from .._warnings import warn_caller
from ..bandwidth.rule import Rule, RuleWarning
from ..data import PointCloud
from ..markov.eigenpairs import Eigenpairs, oriented
from ..markov.out_of_sample.averages import STAGE
from ..markov.out_of_sample.extension import SMALLEST_DIVISOR, EmbeddedRows, Extension
from ..metrics.metric import Metric
from ..neighbor_graphs import GraphExtension
from ..results import Bandwidth
from .fitted_map import Fitted
from .kernel_choice import looks_at_labels
from .map_warnings import warn_of_far_rows

__all__ = ["check_landmarks", "cloud_of_landmarks", "draw_landmarks", "embed_others"]

ROWS_AT_ONCE = 4096  # number of rows embedded between two reports of progress


def check_landmarks(
    landmarks: int | None, random_state: Any, metric: Metric, keep_distances: bool
) -> None:
    """Refuse a number of landmarks that is not valid, or contradicts another parameter."""
    check_seed(random_state)
    if landmarks is None:
        return
    check_count(landmarks, "landmarks", smallest=2)
    if not metric.sees_points:
        raise ValueError(
            f"landmarks={landmarks} embeds all other rows by their features, but only "
            f"{metric.takes} are given (metric={metric.name!r}); leave landmarks at None."
        )
    if keep_distances:
        raise ValueError(
            f"landmarks={landmarks} does not compute the distances of all pairs, but "
            f"keep_distances=True was given; leave keep_distances at False."
        )


def draw_landmarks(n_samples: int, n_landmarks: int, random_state: Any) -> np.ndarray:
    """Landmarks drawn uniformly without replacement, ascending; at most all rows.

    Rows drawn uniformly have the same density as all rows, so the operator has the same limit for
    many rows.
    """
    random = check_random_state(check_seed(random_state))
    if n_landmarks >= n_samples:
        return np.arange(n_samples)
    return np.sort(random.choice(n_samples, n_landmarks, replace=False))


def cloud_of_landmarks(
    cloud: PointCloud, landmarks: np.ndarray, rule: Rule | Bandwidth
) -> PointCloud:
    """The landmarks alone, with their labels if the rule uses labels.

    Raises
    ------
    ValueError
        If all landmarks are the same point; or if they belong to too few or too many classes for a
        rule that needs labels. A rule that can do without labels then ignores them, with a warning.
    """
    if not cloud.vary(landmarks):
        raise ValueError(
            f"The {len(landmarks)} landmarks drawn are equal, but other rows differ from them; "
            f"take more landmarks, or another random_state."
        )
    drawn = cloud.restricted(landmarks).labelled(_classes_of(cloud, landmarks, rule))
    return drawn.bare(progress=cloud.resources.progress)


def _classes_of(
    cloud: PointCloud, landmarks: np.ndarray, rule: Rule | Bandwidth
) -> np.ndarray | None:
    """The class of each landmark, if the rule uses it."""
    if isinstance(rule, Bandwidth) or not cloud.n_classes:
        return None
    if not looks_at_labels(rule):
        return None
    codes = cloud.codes[landmarks]  # some classes may have no landmark
    n_classes = len(np.unique(codes))
    if 1 < n_classes < len(landmarks):
        return codes
    drawn = (
        f"The {len(landmarks)} landmarks drawn come from {n_classes} of the {cloud.n_classes} "
        f"classes of y, but a rule that uses labels needs at least two classes, and two landmarks "
        f"of the same class"
    )
    if rule.needs_labels:
        raise ValueError(
            f"{drawn}; take more landmarks, another random_state, or a rule without labels."
        )
    warn_caller(
        f"{drawn}, so the rule {rule.name!r} ignores the labels; take more landmarks or another "
        f"random_state.",
        RuleWarning,
    )
    return None


def embed_others(fitted: Fitted, cloud: PointCloud, landmarks: np.ndarray) -> Fitted:
    """The map of all rows, from a map of the landmarks.

    Duplicates of a landmark have its coordinates, and all other rows are embedded by the Nystrom
    extension. The stationary probability of an embedded row is a weighted mean of those of the
    landmarks; the weight of a landmark is the probability with which the walk steps to it from this
    row. Then the stationary distribution is normalised to sum 1. Each coordinate gets the length
    and the sign that `DiffusionMap.eigenvectors_` defines.

    Parameters
    ----------
    fitted : Fitted
        The map of the landmarks.
    cloud : PointCloud
        All rows.
    landmarks : ndarray of shape (n_landmarks,)
        Indices of the landmarks, ascending.
    """
    n_samples, values = cloud.n_samples, fitted.pairs.values[1:]
    landmark_at = np.full(n_samples, -1)
    landmark_at[cloud.first_alike[landmarks]] = np.arange(len(landmarks))
    landmark_at = landmark_at[cloud.first_alike]  # the landmark of which a row is a duplicate
    landmark_at[landmarks] = np.arange(len(landmarks))
    others = np.flatnonzero(landmark_at < 0)
    psi, stationary = fitted.pairs.vectors[landmark_at, 1:], fitted.pairs.stationary[landmark_at]
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
    """Factors that give each coordinate length 1 and the conventional sign."""
    lengths = np.sqrt(stationary @ psi**2)
    turned = (oriented(psi / lengths, stationary) * psi).sum(axis=0) < 0
    factors: np.ndarray = np.where(turned, -1.0, 1.0) / lengths
    return factors


def _averages(fitted: Fitted, cloud: PointCloud, rows: np.ndarray) -> EmbeddedRows:
    """``lambda_k psi_k`` of some rows; the last coordinate is the stationary distribution."""
    extension, points = _with_stationary(fitted), cloud.features
    assert points is not None  # landmarks are rows of points
    resources = replace(cloud.resources, progress=None)  # progress is reported here, for all rows
    found = [EmbeddedRows(np.empty((0, len(extension.values))), np.empty(0))]
    for start in range(0, len(rows), ROWS_AT_ONCE):
        cloud.report(STAGE, start, len(rows))
        some = points[rows[start : start + ROWS_AT_ONCE]]
        found.append(extension.embed(some, resources))
    cloud.report(STAGE, len(rows), len(rows))
    return EmbeddedRows(*map(np.concatenate, zip(*found, strict=True)))


def _with_stationary(fitted: Fitted) -> Extension:
    """The extension with the stationary distribution added as a vector with eigenvalue 1."""
    extension, seen = fitted.extension, fitted.pairs.stationary
    of_nodes = seen[extension.nodes] if isinstance(extension, GraphExtension) else seen
    return replace(
        extension,
        values=np.append(extension.values, 1.0),
        vectors=np.column_stack([extension.vectors, of_nodes]),
        scales=() if fitted.scale is None else (fitted.scale,),
        t=1,
    )
