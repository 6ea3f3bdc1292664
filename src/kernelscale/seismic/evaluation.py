"""How much of an event's source an embedding shows: correlations, and neighbours of the class."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.distance import cdist

from .._validation import as_numeric, check_count, check_kind, check_labels, check_points, shown

__all__ = [
    "CanonicalCorrelations",
    "SourceGeometry",
    "canonical_correlations",
    "leave_one_out_accuracy",
    "source_correlations",
    "source_geometry",
]

EARTH_RADIUS_KM = 6371.0
SMALLEST_DIRECTION = 1e-10  # of the widest: what is narrower is taken for a combination of others


class CanonicalCorrelations(NamedTuple):
    """The directions of two sets of variables that correlate most.

    Attributes
    ----------
    coefficients : ndarray of shape (n_pairs,)
        Correlations of the pairs, descending.
    X_variates, Y_variates : ndarray of shape (n_samples, n_pairs)
        Uncorrelated directions of mean 0 and variance 1; those of a pair correlate.

    Examples
    --------
    Two variables and a mixture of them say the same.

    >>> X = np.random.default_rng(0).normal(size=(50, 2))
    >>> canonical_correlations(X, X @ [[1.0, 2.0], [0.0, 1.0]]).coefficients.round(6)
    array([1., 1.])
    """

    coefficients: np.ndarray
    X_variates: np.ndarray
    Y_variates: np.ndarray


class SourceGeometry(NamedTuple):
    """Where sources lie, seen from a station.

    Attributes
    ----------
    distance : ndarray of shape (n_events,)
        Hypocentral distance in km.
    azimuth : ndarray of shape (n_events,)
        Direction to the epicentre in degrees, clockwise from north.

    Examples
    --------
    A source at one degree to the east, on the equator.

    >>> source_geometry([0.0], [1.0], [0.0], (0.0, 0.0)).azimuth
    array([90.])
    """

    distance: np.ndarray
    azimuth: np.ndarray


def canonical_correlations(X: Any, Y: Any) -> CanonicalCorrelations:
    """Canonical correlation analysis of rows of `X` and of `Y` (paper's section 5.2).

    Parameters
    ----------
    X, Y : array-like of shape (n_samples, n_features)
        Two descriptions of the same samples, such as diffusion coordinates and places of sources.

    Returns
    -------
    CanonicalCorrelations
        As many pairs as the smaller of the two has independent variables.

    Raises
    ------
    ValueError, TypeError
        If the data are not valid or differ in their number of rows.

    Examples
    --------
    Of two coordinates one knows the first of two places, turned; the other knows nothing.

    >>> random = np.random.default_rng(0)
    >>> places = random.normal(size=(400, 2))
    >>> known = np.c_[places @ [0.6, 0.8], random.normal(size=400)]
    >>> canonical_correlations(known, places).coefficients.round(1)
    array([1. , 0.1])
    """
    left, right = _directions(check_points(X, name="X")), _directions(check_points(Y, name="Y"))
    if len(left) != len(right):
        raise ValueError(f"X has {len(left)} rows, but Y has {len(right)}; both need as many.")
    turn, coefficients, other = np.linalg.svd(left.T @ right, full_matrices=False)
    root = len(left) ** 0.5
    return CanonicalCorrelations(
        np.minimum(coefficients, 1.0), root * left @ turn, root * right @ other.T
    )


def source_geometry(
    latitude: Any, longitude: Any, depth_km: Any, station: tuple[float, float]
) -> SourceGeometry:
    """Hypocentral distance and azimuth of sources from a station, on a round earth.

    Parameters
    ----------
    latitude, longitude : array-like of shape (n_events,)
        Of the epicentres, in degrees.
    depth_km : array-like of shape (n_events,)
        Of the hypocentres.
    station : tuple of float
        Its latitude and longitude in degrees.

    Returns
    -------
    SourceGeometry
        Distances in km (the root of epicentral distance and depth squared) and azimuths; NaN where
        a place is not known (NaN).

    Raises
    ------
    ValueError
        If a latitude lies beyond a pole.

    Examples
    --------
    A degree of latitude is 111 km.

    >>> source_geometry([1.0], [0.0], [0.0], (0.0, 0.0)).distance.round()
    array([111.])
    """
    latitude, longitude, depth_km = _places(latitude, longitude, depth_km)
    place = as_numeric(station, "station").astype(float)
    if place.shape != (2,) or not np.isfinite(place).all():
        raise ValueError(
            f"station must be a latitude and a longitude in degrees, but {shown(station)} was "
            f"given."
        )
    for angle in (*np.atleast_1d(latitude), place[0]):
        if abs(angle) > 90:
            raise ValueError(f"latitudes must lie from -90 to 90 degrees, but {angle:g} was given.")
    lat, lon = np.radians(latitude), np.radians(longitude)
    station_lat, station_lon = np.radians(place)
    east = lon - station_lon
    haversine = (
        np.sin((lat - station_lat) / 2) ** 2
        + np.cos(lat) * np.cos(station_lat) * np.sin(east / 2) ** 2
    )
    epicentral = 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(haversine))
    azimuth = np.arctan2(
        np.sin(east) * np.cos(lat),
        np.cos(station_lat) * np.sin(lat) - np.sin(station_lat) * np.cos(lat) * np.cos(east),
    )
    degrees = np.degrees(azimuth) % 360 % 360  # once would leave 360 of a hair west of north
    return SourceGeometry(np.hypot(epicentral, depth_km), degrees)


def _places(*of_events: Any) -> list[np.ndarray]:
    """Latitudes, longitudes and depths as numbers, as many of each; NaN where one is not known."""
    names = ("latitude", "longitude", "depth_km")
    arrays = [as_numeric(v, n).astype(float) for v, n in zip(of_events, names, strict=True)]
    for name, array in zip(names, arrays, strict=True):
        if array.ndim > 1 or array.shape != arrays[0].shape:
            raise ValueError(
                f"latitude, longitude and depth_km must have one entry an event, but {name} is of "
                f"shape {array.shape}, and latitude of {arrays[0].shape}."
            )
        if np.isinf(array).any():
            raise ValueError(f"{name} must be finite, or NaN where it is not known.")
    return arrays


def source_correlations(coordinates: Any, geometry: SourceGeometry) -> dict[str, np.ndarray]:
    """How each coordinate alone correlates with distance, and with azimuth.

    Parameters
    ----------
    coordinates : array-like of shape (n_events, n_coordinates)
        Such as diffusion coordinates.
    geometry : SourceGeometry
        Of the same events.

    Returns
    -------
    dict
        ``"distance"``: absolute correlations, an entry a coordinate. ``"azimuth"``: multiple
        correlations with sine and cosine of the azimuth, for an angle has no zero.

    Raises
    ------
    ValueError, TypeError
        If the coordinates are not valid.

    Examples
    --------
    A coordinate that is the distance.

    >>> geometry = SourceGeometry(np.array([1.0, 2.0, 4.0, 9.0]), np.array([0.0, 90.0, 180.0, 9.0]))
    >>> source_correlations(-geometry.distance[:, None], geometry)["distance"].round(6)
    array([1.])
    """
    points = check_points(coordinates, name="coordinates")
    check_kind(geometry, SourceGeometry, "geometry")
    angle = np.radians(geometry.azimuth)
    sought = {
        "distance": geometry.distance[:, None],
        "azimuth": np.c_[np.cos(angle), np.sin(angle)],
    }
    return {
        name: np.array([_multiple_correlation(column, targets) for column in points.T])
        for name, targets in sought.items()
    }


def leave_one_out_accuracy(coordinates: Any, labels: Any, k: int = 5, events: Any = None) -> float:
    """Share of records whose class the majority of the k nearest others have.

    Parameters
    ----------
    coordinates : array-like of shape (n_records, n_coordinates)
        Such as diffusion coordinates.
    labels : array-like of shape (n_records,)
        Class of each record.
    k : int
        Neighbours that vote; of classes with as many votes the one with the nearest wins.
    events : array-like of shape (n_records,), optional
        Event of each record. Records of the same event do not vote on one another: they are alike
        because they are of one event, which a new event has none of.

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
    Pairs of records of one event: the other one of the pair knows the class, other events do not.

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
    if (of_event != of_event).any():  # NaN is of no event, not even its own
        row = int(np.flatnonzero(of_event != of_event)[0])
        raise ValueError(f"events must name the event of every record, but record {row} has NaN.")
    strangers = of_event[:, None] != of_event
    if not strangers.any():
        raise ValueError(
            f"events must be two or more, for records of the own event do not vote, but all "
            f"{len(points)} records are of one."
        )
    check_count(k, "k", largest=int(strangers.sum(axis=1).min()))
    distances = np.where(strangers, cdist(points, points), np.inf)
    near = np.argpartition(distances, k - 1, axis=1)[:, :k]
    order = np.argsort(np.take_along_axis(distances, near, axis=1), axis=1, kind="stable")
    votes = classes[np.take_along_axis(near, order, axis=1)]
    counts = (votes[:, :, None] == votes[:, None]).sum(axis=2)  # votes for the class of each
    said = np.take_along_axis(votes, counts.argmax(axis=1)[:, None], axis=1)[:, 0]
    return float((said == classes).mean())


def _directions(points: np.ndarray) -> np.ndarray:
    """Orthonormal columns that span the centred columns of the points."""
    centred = points - points.mean(axis=0)
    spread = centred.std(axis=0)
    left, singular, _ = np.linalg.svd(
        centred / np.where(spread > 0, spread, 1), full_matrices=False
    )
    return left[:, singular > SMALLEST_DIRECTION * singular[0]]


def _multiple_correlation(column: np.ndarray, targets: np.ndarray) -> float:
    if np.ptp(column) == 0 or (np.ptp(targets, axis=0) == 0).all():
        return 0.0
    return float(canonical_correlations(column[:, None], targets).coefficients[0])
