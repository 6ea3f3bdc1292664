"""Ways of scaling: the ways that section 4.1 compares, and the ways of this library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial

import numpy as np

from ...scaling.manifold_scaler import WEIGHTS
from .scale_functions import (
    algorithm_2,
    at_peak,
    by_correlation,
    danco_dimension,
    default_scale,
    largest_weights,
    one_more,
    printed_scale,
    raw_weights,
    standard_scale,
)
from .scaling_way import Scale, ScalingWay

__all__ = [
    "ALGORITHMS",
    "ALGORITHMS_2_AND_3",
    "ALGORITHM_2",
    "AT_PEAK",
    "BY_DANCO",
    "LARGEST",
    "MORE_DIMS",
    "ORACLE",
    "OURS",
    "PAPERS_OTHERS",
    "RAW_WEIGHTS",
    "THEN_EPS_0",
    "WAYS",
    "WAYS_OF_CIRCLES",
    "WAYS_OF_ROLL",
    "trying",
]

OURS, ORACLE = "ours", "oracle"
ALGORITHM_2, ALGORITHMS_2_AND_3 = "algorithm_2", "algorithms_2_and_3"
THEN_EPS_0, AT_PEAK = "algorithm_2_eps_0", "algorithm_2_peak"
MORE_DIMS, BY_DANCO = "algorithm_2_more_dims", "algorithm_2_danco"
RAW_WEIGHTS, LARGEST = "algorithm_2_raw_weights", "algorithm_2_largest_weights"


def _of_standardised(
    title: str, scale: Scale, bandwidth: str | float, neighbors: str | None = None
) -> ScalingWay:
    return ScalingWay(title, scale, bandwidth, neighbors, of_standardised=True)


def _more_dims(title: str) -> ScalingWay:
    return replace(WAYS[ALGORITHM_2], title=title, dimension=one_more)


WAYS = {
    "standard": _of_standardised("standardised, eps = 1", standard_scale, 1.0),
    "standard_as_printed": ScalingWay("times deviation, eps = 1", printed_scale, 1.0),
    "eps_0": ScalingWay("raw, eps_0", None, "log_sum"),
    "max_min": ScalingWay("raw, MaxMin", None, "max_min"),
    "self_tuning": ScalingWay("raw, self-tuning", None, "self_tuning"),
    ALGORITHM_2: _of_standardised("Algorithm 2, given order", algorithm_2, 1.0),
    ALGORITHMS_2_AND_3: ScalingWay("Algorithms 2 and 3", by_correlation, 1.0),
    THEN_EPS_0: _of_standardised("Algorithm 2, then eps_0", algorithm_2, "log_sum"),
    AT_PEAK: _of_standardised("Algorithm 2, largest d_eps", at_peak, 1.0),
    "nearest_neighbors": ScalingWay("raw, nearest neighbours", None, "nearest_neighbors"),
    "standardised_max_min": _of_standardised("standardised, MaxMin", standard_scale, "max_min"),
    "standardised_eps_0": _of_standardised("standardised, eps_0", standard_scale, "log_sum"),
    "auto": ScalingWay("raw, auto", None, "auto"),
    "standardised_auto": _of_standardised("standardised, auto", standard_scale, "auto"),
    "graph": ScalingWay("raw, neighbour graph", None, "auto", "auto"),
    "standardised_graph": _of_standardised(
        "standardised, neighbour graph", standard_scale, "auto", "auto"
    ),
    OURS: ScalingWay("ManifoldScaler's default", default_scale, 1.0),
}
"""Ways by name; the factors that `ManifoldScaler` finds are for eps = 1.

The neighbour graph is the graph of `DiffusionMap` with default options.
"""
_OF_STEPS = {
    BY_DANCO: ScalingWay(
        "Algorithm 2, dimension by DANCo", algorithm_2, 1.0, dimension=danco_dimension
    ),
    RAW_WEIGHTS: ScalingWay("Algorithm 2, weights of raw features", raw_weights, 1.0),
}
"""Algorithm 2 with an estimated dimension, and with weights of raw features, as its steps print."""
WAYS_OF_CIRCLES = WAYS | {
    ALGORITHM_2: replace(WAYS[ALGORITHM_2], title="Algorithm 2, weights of standardised features"),
    MORE_DIMS: _more_dims("Algorithm 2, dimension 2"),
    **_OF_STEPS,
    LARGEST: _of_standardised("Algorithm 2, largest weights", largest_weights, 1.0),
}
"""All ways, and Algorithm 2 with the dimension of the plane of a circle, as its steps print, or
with the largest weights that solve step 7. Weights of raw features are the plain reading here, so
the title of `ALGORITHM_2` names its weights."""
WAYS_OF_ROLL = WAYS | {
    MORE_DIMS: _more_dims("Algorithm 2, dimension 3"),
    **_OF_STEPS,
}
"""All ways, and Algorithm 2 with the dimension of the space of the roll, or as its steps print."""
PAPERS_OTHERS = ("standard", "eps_0", "max_min", "self_tuning")
"""The ways that the paper compares with its own. Its k-NN scaling is self-tuning here, because the
paper cites the article on self-tuning for it."""
ALGORITHMS = (ALGORITHM_2, ALGORITHMS_2_AND_3, THEN_EPS_0, AT_PEAK)
"""Readings of the paper's own way with weights of standardised features.

Algorithm 2 searches for a weight and a scale at which d_eps, the dimension that the kernel implies,
meets a target. Many pairs of a weight and a scale do so. By default the smallest such weight is
taken. `AT_PEAK` ("largest d_eps") takes the weight for which the maximum of d_eps over the scales
is nearest to the target.
"""


def trying(ways: Mapping[str, ScalingWay], n_tried: int | None) -> dict[str, ScalingWay]:
    """The ways, where Algorithm 2 tries `n_tried` weights of each feature and as many scales.

    With None it tries as many as by default. Ways with the same scaling function still share one.
    """
    if n_tried is None:
        return dict(ways)
    return {
        name: replace(way, scale=_trying(way.scale, n_tried)) if name in _BY_ALGORITHM_2 else way
        for name, way in ways.items()
    }


_BY_ALGORITHM_2 = (*ALGORITHMS, MORE_DIMS, BY_DANCO, RAW_WEIGHTS, LARGEST)


@cache
def _trying(scale: Callable[..., np.ndarray], n_tried: int) -> Scale:
    weights = np.geomspace(WEIGHTS[0], WEIGHTS[-1], n_tried)
    return partial(scale, weights=weights, n_scales=n_tried)
