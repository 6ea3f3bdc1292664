"""The scale for a map of all pairs, from coordinates and neighbours, for data without labels."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

import numpy as np

from ..kernels import Gaussian
from ..markov import fewest_rows
from ..neighbors import WEAKEST_EDGE, components, neighbor_edges, spanning_forest
from ..point_cloud import GRAPH_NEIGHBORS, PointCloud
from ..results import Bandwidth
from .copies import near_copies
from .diagnostics import component_sizes
from .leading_coordinates import LeadingCoordinates
from .max_min import MaxMin
from .median import exact_median
from .subsampling import interval_around

__all__ = ["map_scale"]

N_NEIGHBORS = 7
FEW_ROWS = 50  # of fewer a coordinate that rests on five rows may well show shape
SMALLEST = 1 / 15  # of the typical squared distance to a neighbour: rows see two or three others
LARGEST = 100 * SMALLEST  # beyond, a few lonely rows would blur all others
APART = 100.0  # times the same distance: rows so far from all others cannot be joined
JOINING = 10 * WEAKEST_EDGE  # not a rounding away from falling apart
STEP = 2.0
MOST_ROWS = 2000  # a second or two


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
    distinct, within = cloud.distinct, 0.0
    if near_too and distinct.n_samples > MOST_ROWS:
        nearest = float(np.median(distinct.nearest(1).squared_distances))
        if copies := near_copies(distinct, nearest):
            distinct, within = copies.cloud, copies.within
    part = _asked(distinct)
    few = part.n_samples < FEW_ROWS
    chosen = _choice(part, few)
    repeats = [_choice(half, few).epsilon for half in _halves(part, n_subsamples)]
    kernel = Gaussian(chosen.epsilon)
    reason = " ".join(
        [
            chosen.reason,
            *_about_rows(cloud.n_samples, distinct.n_samples, within, part.n_samples),
            _connectedness(len(component_sizes(cloud, kernel))),
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


def _choice(part: PointCloud, few: bool) -> _Choice:
    """The scale for distinct rows, without those that no scale could bring near the others."""
    n_neighbors = _n_neighbors(part.n_samples)
    near = float(np.median(part.nearest(n_neighbors).squared_distances[:, -1]))
    kept = _without_strays(part, APART * near)
    coordinates = LeadingCoordinates(kept)
    low = max(SMALLEST * near, _joining(kept, APART * near))
    typical = f"the typical squared distance to neighbour {n_neighbors}"
    if few:
        reason = f"By neighbours: {typical}"
        if n_neighbors < N_NEIGHBORS:
            reason += f" (of so few rows, {part.n_samples}, the 7th may be far off)"
        return _Choice(near, near, low, f"{reason}.", coordinates)
    epsilon, reason = _by_coordinates(kept, coordinates, near, low, typical)
    return _Choice(epsilon, near, low, reason + _about_strays(part, kept), coordinates)


def _by_coordinates(
    cloud: PointCloud, coordinates: LeadingCoordinates, near: float, low: float, typical: str
) -> tuple[float, str]:
    """The smallest scale at which no coordinate is localized, or one that joins lonely rows."""
    n_rows = f"{fewest_rows(cloud.n_samples):.3g} rows"
    for epsilon in _scales(low, min(exact_median(cloud), LARGEST * near)):
        if coordinates.none_localized(epsilon):
            return epsilon, (
                f"By coordinates: the smallest scale, {epsilon / near:.3g} times {typical}, at "
                f"which none of the {coordinates.n_pairs} leading ones rests on fewer than "
                f"{n_rows}."
            )
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


def _joining(cloud: PointCloud, too_far: float) -> float:
    """The smallest scale whose kernel joins all neighbours that are not too far from each other."""
    edges = neighbor_edges(cloud.nearest(min(GRAPH_NEIGHBORS, cloud.n_samples - 1)))
    forest = spanning_forest(cloud.n_samples, edges.chosen(edges.lengths <= too_far))
    return float(forest.lengths[-1] / (-2 * np.log(JOINING)))


def _asked(cloud: PointCloud) -> PointCloud:
    """The rows, or as many drawn at random as a second or two and the memory allow."""
    n_rows = min(MOST_ROWS, cloud.largest_dense())
    if cloud.n_samples <= n_rows:
        return cloud
    drawn = np.random.default_rng(0).choice(cloud.n_samples, n_rows, replace=False)
    return cloud.restricted(np.sort(drawn))


def _halves(cloud: PointCloud, n_subsamples: int) -> Iterator[PointCloud]:
    """Random halves of the rows."""
    random = np.random.default_rng(0)
    for _ in range(n_subsamples):
        half = random.choice(cloud.n_samples, -(-cloud.n_samples // 2), replace=False)
        if len(half) > 1:
            yield cloud.restricted(np.sort(half))


def _n_neighbors(n_samples: int) -> int:
    """Seven, but of few rows no more than lie in one of two groups of the same size."""
    return max(min(N_NEIGHBORS, isqrt(n_samples), n_samples // 2 - 1), 1)


def _without_strays(cloud: PointCloud, too_far: float) -> PointCloud:
    """The rows but for the few that are farther from all others than can be joined."""
    edges = neighbor_edges(cloud.nearest(min(GRAPH_NEIGHBORS, cloud.n_samples - 1)))
    groups = components(cloud.n_samples, edges.chosen(edges.lengths <= too_far))
    kept = np.flatnonzero(np.bincount(groups)[groups] >= fewest_rows(cloud.n_samples))
    if len(kept) in (0, cloud.n_samples):
        return cloud
    return cloud.restricted(kept)


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
