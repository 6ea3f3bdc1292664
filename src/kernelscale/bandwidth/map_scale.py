"""The scale for a map of all pairs, from coordinates and neighbours, for data without labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..data import PointCloud
from ..kernels import Gaussian
from ..markov import fewest_rows
from ..results import Bandwidth
from .diagnostics import component_sizes
from .leading_coordinates import LeadingCoordinates
from .map_rows import (
    asked_rows,
    distinct_rows,
    joining_scale,
    most_neighbors,
    without_strays,
)
from .max_min import MaxMin
from .median import exact_median
from .subsampling import interval_around, random_parts

__all__ = ["map_scale"]

N_NEIGHBORS = 7
FEW_ROWS = 50  # of fewer a coordinate that rests on five rows may well show shape
SMALLEST = 1 / 15  # of the typical squared distance to a neighbour: rows see two or three others
LARGEST = 100 * SMALLEST  # beyond, a few lonely rows would blur all others
APART = 100.0  # times the same distance: rows so far from all others cannot be joined
STEP = 2.0
STAGE = "scales for a map"

Report = Callable[[str, int, int], None]


def map_scale(rule: str, cloud: PointCloud, n_subsamples: int, near_too: bool) -> Bandwidth:
    """The answer of `Auto` for a map.

    Parameters
    ----------
    rule : str
        The name that the answer bears.
    cloud : PointCloud
        The rows.
    n_subsamples : int
        How many random halves make its interval.
    near_too : bool
        Whether near copies count once, too, where rows are drawn: those drawn do not show them.
    """
    distinct, within = distinct_rows(cloud, near_too)
    part = asked_rows(distinct)
    few = part.n_samples < FEW_ROWS
    chosen = _choice(part, few, cloud.report)
    halves = random_parts(part, -(-part.n_samples // 2), n_subsamples) if n_subsamples else ()
    repeats = [_choice(half, few, cloud.report).epsilon for half in halves]
    kernel = Gaussian(chosen.epsilon)
    reason = " ".join(
        [
            chosen.reason,
            *_about_rows(cloud.n_samples, distinct.n_samples, within, part.n_samples),
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
            "strays": part.n_samples - chosen.coordinates.n_samples,
            "subsamples": repeats,
        },
    )


class _Choice(NamedTuple):
    """A scale, why it was chosen, and the coordinates that were looked at."""

    epsilon: float
    near: float
    low: float
    reason: str
    coordinates: LeadingCoordinates


def _choice(part: PointCloud, few: bool, report: Report) -> _Choice:
    """The scale for distinct rows, without those that no scale could bring near the others.

    A part of a cloud has no listener; `report` is of that which has.
    """
    n_neighbors = min(N_NEIGHBORS, most_neighbors(part.n_samples))
    near = float(np.median(part.nearest(n_neighbors).squared_distances[:, -1]))
    kept = without_strays(part, APART * near)
    coordinates = LeadingCoordinates(kept)
    low = max(SMALLEST * near, joining_scale(kept, APART * near))
    typical = f"the typical squared distance to neighbour {n_neighbors}"
    if few:
        reason = f"By neighbours: {typical}"
        if n_neighbors < N_NEIGHBORS:
            reason += f" (of so few rows, {part.n_samples}, the 7th may be far off)"
        return _Choice(near, near, low, f"{reason}.", coordinates)
    epsilon, reason = _by_coordinates(kept, coordinates, near, low, typical, report)
    return _Choice(epsilon, near, low, reason + _about_strays(part, kept), coordinates)


def _by_coordinates(
    cloud: PointCloud,
    coordinates: LeadingCoordinates,
    near: float,
    low: float,
    typical: str,
    report: Report,
) -> tuple[float, str]:
    """The smallest scale at which no coordinate is localized, or one that joins lonely rows."""
    n_rows = f"{fewest_rows(cloud.n_samples):.3g} rows"
    scales = list(_scales(low, min(exact_median(cloud), LARGEST * near)))
    for done, epsilon in enumerate(scales):
        report(STAGE, done, len(scales))
        if coordinates.none_localized(epsilon):
            report(STAGE, len(scales), len(scales))
            return epsilon, (
                f"By coordinates: the smallest scale, {epsilon / near:.3g} times {typical}, at "
                f"which none of the {coordinates.n_pairs} leading ones rests on fewer than "
                f"{n_rows}."
            )
    report(STAGE, len(scales), len(scales))
    lonely = MaxMin().choose(cloud).epsilon
    assert lonely is not None
    reason = (
        f"By neighbours, as at no scale up to the median, or {LARGEST:.3g} times {typical}, do all "
        f"of the {coordinates.n_pairs} leading coordinates rest on {n_rows}: "
    )
    if lonely <= LARGEST * near:
        return lonely, reason + "twice the squared distance of the loneliest row to its nearest."
    return LARGEST * near, reason + "the latter."


def _scales(low: float, high: float) -> Iterator[float]:
    """Steps up from the lowest, whose place follows the data."""
    epsilon = low
    while epsilon <= high:
        yield epsilon
        epsilon *= STEP


def _about_strays(part: PointCloud, kept: PointCloud) -> str:
    n_strays = part.n_samples - kept.n_samples
    return f" {n_strays} rows far from all others had no say." if n_strays else ""


def _about_rows(n_samples: int, n_distinct: int, within: float, n_asked: int) -> Iterator[str]:
    beyond = f" by more than a squared distance of {within:.3g}" if within else ""
    if n_distinct < n_samples:
        yield f"Of the {n_samples} rows {n_distinct} are distinct{beyond}, and only these count."
    if n_asked < n_distinct:
        yield f"{n_asked} rows drawn at random were asked."


def _connectedness(n_components: int) -> str:
    if n_components == 1:
        return "All rows stay connected."
    return f"Far groups or strays stay apart, {n_components} parts in all."
