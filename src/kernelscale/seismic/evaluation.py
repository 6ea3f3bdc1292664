"""Evaluation of embeddings of events: correlations with the source, and classes of neighbours."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from .._validation import check_count, check_labels, check_points
from .._validation.numbers import as_numeric
from .sources import SourceGeometry

__all__ = [
    "CanonicalCorrelations",
    "canonical_correlations",
    "leave_one_out_accuracy",
    "source_correlations",
]

# A direction counts as a linear combination of the other directions if its singular value is below
# this share of the largest one.
SMALLEST_DIRECTION = 1e-10


class CanonicalCorrelations(NamedTuple):
    """Pairs of linear combinations, one from each of two sets of variables, that correlate most.

    Attributes
    ----------
    coefficients : ndarray of shape (n_pairs,)
        Correlations of the pairs, descending.
    X_variates, Y_variates : ndarray of shape (n_samples, n_pairs)
        Linear combinations of the variables, with mean 0 and variance 1. Variates of different
        pairs are uncorrelated.

    Examples
    --------
    Two linear combinations of two variables span the same plane as the variables, so both
    correlations are 1.

    >>> X = np.random.default_rng(0).normal(size=(50, 2))
    >>> canonical_correlations(X, X @ [[1.0, 2.0], [0.0, 1.0]]).coefficients.round(6)
    array([1., 1.])
    """

    coefficients: np.ndarray
    X_variates: np.ndarray
    Y_variates: np.ndarray


def canonical_correlations(X: Any, Y: Any) -> CanonicalCorrelations:
    """Canonical correlations between the features of `X` and of `Y` (paper's section 5.2).

    Parameters
    ----------
    X, Y : array-like of shape (n_samples, n_features)
        Two sets of variables of the same rows, such as diffusion coordinates and places of sources.

    Returns
    -------
    CanonicalCorrelations
        The number of pairs is the smaller of the numbers of linearly independent variables of `X`
        and of `Y`.

    Raises
    ------
    ValueError, TypeError
        If the data are not valid or differ in their number of rows.

    Examples
    --------
    The first coordinate is a linear combination of the places; the second is noise.

    >>> random = np.random.default_rng(0)
    >>> places = random.normal(size=(400, 2))
    >>> known = np.c_[places @ [0.6, 0.8], random.normal(size=400)]
    >>> canonical_correlations(known, places).coefficients.round(1)
    array([1. , 0.1])
    """
    left, right = _directions(check_points(X, name="X")), _directions(check_points(Y, name="Y"))
    if len(left) != len(right):
        raise ValueError(
            f"X has {len(left)} rows, but Y has {len(right)}; both need the same number of rows."
        )
    turn, coefficients, other = np.linalg.svd(left.T @ right, full_matrices=False)
    root = len(left) ** 0.5
    return CanonicalCorrelations(
        np.minimum(coefficients, 1.0), root * left @ turn, root * right @ other.T
    )


def source_correlations(coordinates: Any, geometry: SourceGeometry) -> dict[str, np.ndarray]:
    """Correlation of each coordinate with distance, and with azimuth.

    Parameters
    ----------
    coordinates : array-like of shape (n_events, n_coordinates)
        Coordinates of events, such as diffusion coordinates.
    geometry : SourceGeometry
        Distance and azimuth of the same events.

    Returns
    -------
    dict
        ``"distance"``: absolute correlation of each coordinate. ``"azimuth"``: multiple correlation
        of each coordinate with sine and cosine of the azimuth, because an angle has no origin.

    Raises
    ------
    ValueError, TypeError
        If the coordinates are not valid, or the geometry has NaN or a different number of events.

    Examples
    --------
    The absolute correlation of a coordinate that equals minus the distance is 1.

    >>> geometry = SourceGeometry(np.array([1.0, 2.0, 4.0, 9.0]), np.array([0.0, 90.0, 180.0, 9.0]))
    >>> source_correlations(-geometry.distance[:, None], geometry)["distance"].round(6)
    array([1.])
    """
    points = check_points(coordinates, name="coordinates")
    if not isinstance(geometry, SourceGeometry):
        raise TypeError(
            f"geometry must be a SourceGeometry, but {type(geometry).__name__} was given."
        )
    distance = _of_each(geometry.distance, "distance", len(points))
    angle = np.radians(_of_each(geometry.azimuth, "azimuth", len(points)))
    sought = {
        "distance": distance[:, None],
        "azimuth": np.c_[np.cos(angle), np.sin(angle)],
    }
    return {
        name: np.array([_multiple_correlation(column, targets) for column in points.T])
        for name, targets in sought.items()
    }


def leave_one_out_accuracy(coordinates: Any, labels: Any, k: int = 5, events: Any = None) -> float:
    """Share of records whose class is the majority class of their k nearest neighbours.

    Parameters
    ----------
    coordinates : array-like of shape (n_records, n_coordinates)
        Coordinates of the records, such as diffusion coordinates.
    labels : array-like of shape (n_records,)
        Class of each record.
    k : int
        Number of neighbours that vote. If several classes share the largest number of votes, the
        prediction is the class of the nearest neighbour among them.
    events : array-like of shape (n_records,), optional
        Event of each record. Records of the same event do not vote for each other: they are similar
        because they record one event, and a new event has no such record.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError, TypeError
        If the data are not valid, or a record has fewer than k neighbours of other events.

    Examples
    --------
    Two events with two records each: only the other record of the same event has the right class.

    >>> place, labels = [[0.0], [0.1], [5.0], [5.1]], ["a", "a", "b", "b"]
    >>> leave_one_out_accuracy(place, labels, k=1)
    1.0
    >>> leave_one_out_accuracy(place, labels, k=1, events=[1, 1, 2, 2])
    0.0
    """
    points = check_points(coordinates, name="coordinates")
    classes, _ = check_labels(labels, len(points))
    of_event = np.arange(len(points)) if events is None else np.asarray(events)
    if of_event.shape != (len(points),):
        raise ValueError(
            f"events must name one event for each of the {len(points)} records, but its shape is "
            f"{of_event.shape}."
        )
    if (of_event != of_event).any():  # NaN is not equal even to itself
        row = int(np.flatnonzero(of_event != of_event)[0])
        raise ValueError(f"events must name the event of every record, but record {row} has NaN.")
    of_others = of_event[:, None] != of_event
    if not of_others.any():
        raise ValueError(
            f"events must name at least two events, because records of the same event do not vote, "
            f"but all {len(points)} records are of one event."
        )
    check_count(k, "k", largest=int(of_others.sum(axis=1).min()))
    distances = np.where(of_others, cdist(points, points), np.inf)
    near = np.argpartition(distances, k - 1, axis=1)[:, :k]
    order = np.argsort(np.take_along_axis(distances, near, axis=1), axis=1, kind="stable")
    votes = classes[np.take_along_axis(near, order, axis=1)]
    # Number of votes for the class of each neighbour.
    counts = (votes[:, :, None] == votes[:, None]).sum(axis=2)
    predicted = np.take_along_axis(votes, counts.argmax(axis=1)[:, None], axis=1)[:, 0]
    return float((predicted == classes).mean())


def _directions(points: np.ndarray) -> np.ndarray:
    """Orthonormal columns that span the centred columns of the points."""
    centred = points - points.mean(axis=0)
    spread = centred.std(axis=0)
    left, singular, _ = np.linalg.svd(
        centred / np.where(spread > 0, spread, 1), full_matrices=False
    )
    return left[:, singular > SMALLEST_DIRECTION * singular[0]]


def _of_each(values: Any, name: str, n_events: int) -> np.ndarray:
    numbers = as_numeric(values, name).astype(np.float64)
    if numbers.shape != (n_events,) or not np.isfinite(numbers).all():
        n_unknown = int(np.count_nonzero(~np.isfinite(numbers)))
        raise ValueError(
            f"geometry must have one {name} for each of the {n_events} rows of coordinates, but "
            f"its shape is {numbers.shape} and {n_unknown} entries are not known; leave those "
            f"events out."
        )
    return numbers


def _multiple_correlation(column: np.ndarray, targets: np.ndarray) -> float:
    if np.ptp(column) == 0 or (np.ptp(targets, axis=0) == 0).all():
        return 0.0
    return float(canonical_correlations(column[:, None], targets).coefficients[0])
