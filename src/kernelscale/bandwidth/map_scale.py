"""The scale for a diffusion map of data without labels, from coordinates and neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..data import PointCloud
from ..kernels.gaussian import Gaussian
from ..markov.participation import fewest_rows
from ..results import Bandwidth
from .diagnostics import component_sizes
from .eigen.leading_coordinates import LeadingCoordinates
from .map_rows import connecting_scale, distinct_rows, drawn_rows, most_neighbors, without_outliers
from .rules.max_min import MaxMin
from .rules.median import exact_median
from .subsampling import interval_around, random_subsamples

__all__ = ["map_scale"]

N_NEIGHBORS = 7
# With fewer rows the scale does not depend on coordinates, because a coordinate that is far from 0
# on five rows may be meaningful.
FEW_ROWS = 50
# Multiples of the typical squared distance to a neighbour:
SMALLEST = 1 / 15  # at this scale the kernel of a row reaches two or three other rows
LARGEST = 100 * SMALLEST  # a larger scale would connect a few outliers and blur all other rows
APART = 100.0  # rows farther than this from all other rows are too far away to be connected
STEP = 2.0  # ratio of neighbouring scales
STAGE = "scales for a map"

Report = Callable[[str, int, int], None]


def map_scale(rule: str, cloud: PointCloud, n_subsamples: int, near_too: bool) -> Bandwidth:
    """The choice of `Auto` for a map.

    Parameters
    ----------
    rule : str
        The name of the rule in the result.
    cloud : PointCloud
        The rows.
    n_subsamples : int
        Number of random halves on which the choice is repeated for the interval.
    near_too : bool
        Whether near-duplicates also count once if a subsample is drawn.
    """
    distinct, within = distinct_rows(cloud, near_too)
    drawn = drawn_rows(distinct)
    few = drawn.n_samples < FEW_ROWS
    chosen = _choice(drawn, few, cloud.report)
    n_half = -(-drawn.n_samples // 2)
    halves = random_subsamples(drawn, n_half, n_subsamples) if n_subsamples else ()
    repeats = [_choice(half, few, cloud.report).epsilon for half in halves]
    kernel = Gaussian(chosen.epsilon)
    reason = " ".join(
        [
            chosen.reason,
            *_on_rows(cloud.n_samples, distinct.n_samples, within, drawn.n_samples),
            *([_connectedness(len(component_sizes(cloud, kernel)))] if cloud.holds_rows else []),
        ]
    )
    return Bandwidth(
        rule,
        chosen.epsilon,
        kernel,
        reason,
        interval=interval_around(chosen.epsilon, repeats) if repeats else None,
        as_good=chosen.coordinates.alike_around(chosen.epsilon, chosen.low, STEP),
        evidence={
            "near": chosen.near,
            "participation": chosen.coordinates.participation(chosen.epsilon),
            "fewest_rows": fewest_rows(chosen.coordinates.n_samples),
            "outliers": drawn.n_samples - chosen.coordinates.n_samples,
            "subsamples": repeats,
        },
    )


class _Choice(NamedTuple):
    """A scale and how it was chosen.

    Attributes
    ----------
    epsilon : float
        The scale.
    near : float
        The typical squared distance to a neighbour.
    low : float
        The lower end of the scales searched.
    reason : str
        The reason for the scale.
    coordinates : LeadingCoordinates
        The coordinates of the rows that are not outliers.
    """

    epsilon: float
    near: float
    low: float
    reason: str
    coordinates: LeadingCoordinates


def _choice(rows: PointCloud, few: bool, report: Report) -> _Choice:
    """The scale for distinct rows; outliers that no useful scale could connect are not used.

    Progress goes to `report`, since a subsample of a cloud does not report progress.
    """
    n_neighbors = min(N_NEIGHBORS, most_neighbors(rows.n_samples))
    near = float(np.median(rows.nearest(n_neighbors).squared_distances[:, -1]))
    kept = without_outliers(rows, APART * near)
    coordinates = LeadingCoordinates(kept)
    low = max(SMALLEST * near, connecting_scale(kept, APART * near))
    typical = f"the median squared distance to neighbour {n_neighbors}"
    if few:
        reason = f"With few rows the scale is {typical}"
        if n_neighbors < N_NEIGHBORS:
            reason += f" (among only {rows.n_samples} rows, neighbour 7 may be far away)"
        return _Choice(near, near, low, f"{reason}.", coordinates)
    epsilon, reason = _by_coordinates(kept, coordinates, near, low, typical, report)
    return _Choice(epsilon, near, low, reason + _on_outliers(rows, kept), coordinates)


def _by_coordinates(
    cloud: PointCloud,
    coordinates: LeadingCoordinates,
    near: float,
    low: float,
    typical: str,
    report: Report,
) -> tuple[float, str]:
    """The smallest scale at which no coordinate is localized, and the reason.

    If there is no such scale, the scale of `MaxMin` is taken, or a smaller one that does not blur
    the rows.
    """
    n_rows = f"{fewest_rows(cloud.n_samples):.3g} rows"
    scales = list(_scales(low, min(exact_median(cloud), LARGEST * near)))
    for done, epsilon in enumerate(scales):
        report(STAGE, done, len(scales))
        if coordinates.none_localized(epsilon):
            report(STAGE, len(scales), len(scales))
            return epsilon, (
                f"This is the smallest scale at which each of the {coordinates.n_pairs} leading "
                f"coordinates is far from 0 on at least {n_rows}; it is {epsilon / near:.3g} times "
                f"{typical}."
            )
    report(STAGE, len(scales), len(scales))
    connecting = MaxMin().choose(cloud).epsilon
    assert connecting is not None
    reason = (
        f"At each scale searched one of the {coordinates.n_pairs} leading coordinates is far from "
        f"0 on fewer than {n_rows}, so the scale is chosen from neighbours: "
    )
    if connecting <= LARGEST * near:
        return connecting, f"{reason}twice the largest squared distance to a nearest neighbour."
    return LARGEST * near, f"{reason}{LARGEST:.3g} times {typical}."


def _scales(low: float, high: float) -> Iterator[float]:
    """Scales from the lowest to the highest, each twice the one before."""
    epsilon = low
    while epsilon <= high:
        yield epsilon
        epsilon *= STEP


def _on_outliers(rows: PointCloud, kept: PointCloud) -> str:
    n_outliers = rows.n_samples - kept.n_samples
    return f" {n_outliers} outlier(s) far from all other rows were not used." if n_outliers else ""


def _on_rows(n_samples: int, n_distinct: int, within: float, n_drawn: int) -> Iterator[str]:
    beyond = f" by more than a squared distance of {within:.3g}" if within else ""
    if n_distinct < n_samples:
        yield (
            f"Of the {n_samples} rows {n_distinct} are distinct{beyond}, and duplicates count once."
        )
    if n_drawn < n_distinct:
        yield f"The scale was chosen on {n_drawn} rows drawn at random."


def _connectedness(n_connected: int) -> str:
    if n_connected == 1:
        return "All rows are connected."
    return f"Distant groups or outliers are not connected: there are {n_connected} components."
