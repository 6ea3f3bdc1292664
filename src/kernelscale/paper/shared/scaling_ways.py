"""Ways of scaling: the ways that section 4.1 compares, and the ways of this library."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from ...diffusion.diffusion_map import DiffusionMap
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
    "Embedded",
    "ScalingWay",
    "embed_by_ways",
    "trying",
]

Scale = Callable[[np.ndarray, int], np.ndarray]


class Embedded(NamedTuple):
    """Diffusion coordinates of the rows, the factor of each feature, and the eigenvalues."""

    coordinates: np.ndarray
    factors: np.ndarray
    eigenvalues: np.ndarray


@dataclass(frozen=True)
class ScalingWay:
    """A way to scale the features, and a rule for epsilon.

    Attributes
    ----------
    title : str
        Name of the way on pictures.
    scale : callable or None
        ``scale(X, n_dims)`` returns a factor for each feature; None if features are not scaled.
    bandwidth : str or float
        The rule, or epsilon itself.
    neighbors : str or None
        As in `DiffusionMap`: "auto" is a graph of nearest neighbours, None means all pairs.
    of_standardised : bool
        Whether the map depends on standardised features only. Then units do not change it, nor does
        the noise level of a Swiss roll, whose noise is in features of its own.
    dimension : callable or None
        ``dimension(X, n_dims)`` returns the dimension that `scale` gets; None if it is `n_dims`.
    """

    title: str
    scale: Scale | None
    bandwidth: str | float
    neighbors: str | None = None
    of_standardised: bool = False
    dimension: Callable[[np.ndarray, int], int] | None = None

    def n_dims(self, X: np.ndarray, given: int) -> int:
        """The dimension for which features are scaled; `given` is that of the manifold."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an estimate by a doubtful fit is a result, too
            return given if self.dimension is None else self.dimension(X, given)

    def factors(self, X: np.ndarray, n_dims: int) -> np.ndarray:
        """The factor of each feature, for the dimension that `n_dims` returned."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a constant feature is a result, not a fault
            return np.ones(X.shape[1]) if self.scale is None else self.scale(X, n_dims)

    def embed(self, X: np.ndarray, n_dims: int, n_components: int) -> np.ndarray:
        """Diffusion coordinates of the rows, of shape (n_samples, n_components)."""
        factors = self.factors(X, self.n_dims(X, n_dims))
        return self.mapped(X, factors, n_components).coordinates

    def mapped(self, X: np.ndarray, factors: np.ndarray, n_components: int) -> Embedded:
        """The map of the features, with these factors."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # several components are a result, not a fault
            found = DiffusionMap(
                n_components,
                self.bandwidth,
                scale=factors if self.scale is not None else None,
                neighbors=self.neighbors,
                n_threads=1,
            ).fit(X)
        return Embedded(found.embedding_, factors, found.eigenvalues_)


def embed_by_ways(
    ways: Mapping[str, ScalingWay], X: np.ndarray, n_dims: int, n_components: int
) -> dict[str, Embedded]:
    """Maps by every way; ways with the same scaling function and dimension share one search."""
    known: dict[tuple[Scale | None, int], np.ndarray] = {}
    found = {}
    for name, way in ways.items():
        search = way.scale, way.n_dims(X, n_dims)
        if search not in known:
            known[search] = way.factors(X, search[1])
        found[name] = way.mapped(X, known[search], n_components)
    return found


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
    MORE_DIMS: _more_dims("Algorithm 2, dimension 2"),
    **_OF_STEPS,
    LARGEST: _of_standardised("Algorithm 2, largest weights", largest_weights, 1.0),
}
"""All ways, and Algorithm 2 with the dimension of the plane of a circle, as its steps print, or
with the largest weights that solve step 7."""
WAYS_OF_ROLL = WAYS | {
    MORE_DIMS: _more_dims("Algorithm 2, dimension 3"),
    **_OF_STEPS,
}
"""All ways, and Algorithm 2 with the dimension of the space of the roll, or as its steps print."""
PAPERS_OTHERS = ("standard", "eps_0", "max_min", "self_tuning")
"""The ways that the paper compares with its own. Its k-NN scaling is self-tuning here, because the
paper cites the article on self-tuning for it."""
ALGORITHMS = (ALGORITHM_2, ALGORITHMS_2_AND_3, THEN_EPS_0, AT_PEAK)
"""Readings of the paper's own way: the first is the plain one, the others are favourable.

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
