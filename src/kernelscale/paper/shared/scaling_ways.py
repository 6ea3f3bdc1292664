"""Ways of scaling: the ways that section 4.1 compares, and the ways of this library."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from ...bandwidth.rules.standardized import inverse_deviations
from ...diffusion.diffusion_map import DiffusionMap
from ...engine.resources import Resources
from ...intrinsic_dimension.estimators.danco import DANCo
from ...intrinsic_dimension.sample import Sample
from ...scaling.manifold_scaler import WEIGHTS, ManifoldScaler

__all__ = [
    "ALGORITHMS",
    "ALGORITHMS_2_AND_3",
    "ALGORITHM_2",
    "AT_PEAK",
    "BY_DANCO",
    "MORE_DIMS",
    "ORACLE",
    "OURS",
    "PAPERS_OTHERS",
    "THEN_EPS_0",
    "WAYS",
    "WAYS_OF_CIRCLES",
    "WAYS_OF_ROLL",
    "Embedded",
    "ScalingWay",
    "Searched",
    "embed_by_ways",
    "trying",
]

Scale = Callable[[np.ndarray, int], np.ndarray]
Searched = dict[tuple[Scale | None, tuple[int, ...]], np.ndarray]
"""Weights of standardised features. The key has the scaling function, and the indices of the
features that are not constant."""


class Embedded(NamedTuple):
    """Diffusion coordinates of the rows, and the factor of each feature."""

    coordinates: np.ndarray
    factors: np.ndarray


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
        Whether the weights depend on standardised features only. (A weight is the factor of a
        feature times its standard deviation.) Then units do not change them, nor does the noise
        level of a Swiss roll, whose noise is in features of its own.
    """

    title: str
    scale: Scale | None
    bandwidth: str | float
    neighbors: str | None = None
    of_standardised: bool = False

    def factors(self, X: np.ndarray, n_dims: int) -> np.ndarray:
        """The factor of each feature."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a constant feature is a result, not a fault
            return np.ones(X.shape[1]) if self.scale is None else self.scale(X, n_dims)

    def embed(
        self, X: np.ndarray, n_dims: int, n_components: int, factors: np.ndarray | None = None
    ) -> np.ndarray:
        """Diffusion coordinates of the rows, of shape (n_samples, n_components).

        If `factors` is None, the factors are searched for, which takes long.
        """
        if factors is None and self.scale is not None:
            factors = self.factors(X, n_dims)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # several components are a result, not a fault
            found = DiffusionMap(
                n_components,
                self.bandwidth,
                scale=factors if self.scale is not None else None,
                neighbors=self.neighbors,
                n_threads=1,
            )
            return found.fit(X).embedding_


def embed_by_ways(
    ways: Mapping[str, ScalingWay],
    X: np.ndarray,
    n_dims: int,
    n_components: int,
    searched: Searched | None = None,
) -> dict[str, Embedded]:
    """Embeddings by every way; ways with the same scaling function share one search for factors.

    Weights of standardised features are read from `searched`, or added to it. Several calls can
    share one `searched` if their standardised features differ only in which ones are constant.
    """
    searched = {} if searched is None else searched
    known: dict[Scale | None, np.ndarray] = {}
    found = {}
    for name, way in ways.items():
        if way.scale not in known:
            known[way.scale] = _factors(way, X, n_dims, searched)
        factors = known[way.scale]
        found[name] = Embedded(way.embed(X, n_dims, n_components, factors), factors)
    return found


def _factors(way: ScalingWay, X: np.ndarray, n_dims: int, searched: Searched) -> np.ndarray:
    if not way.of_standardised:
        return way.factors(X, n_dims)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a constant feature is a result, not a fault
        to_unit = inverse_deviations(X)
    varied = to_unit > 0
    place = way.scale, tuple(np.flatnonzero(varied).tolist())
    if place not in searched:
        factors = way.factors(X, n_dims)
        searched[place] = np.divide(factors, to_unit, out=np.zeros(len(factors)), where=varied)
    return searched[place] * to_unit


def _standard_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """Factors that give each feature the standard deviation 1; `n_dims` is not used."""
    return inverse_deviations(X)


def _printed_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """The standard deviation of each feature as its factor, as eq. StdN is printed."""
    return X.std(axis=0)


def _algorithm_2(
    X: np.ndarray, n_dims: int, order: str = "given", more: int = 0, **options: Any
) -> np.ndarray:
    """The factor of each feature by Algorithm 2; `more` is added to the dimension."""
    scaler = ManifoldScaler(
        n_dims + more, target="paper", method="greedy", order=order, n_threads=1, **options
    )
    return scaler.fit(X).scale_


def _by_danco(X: np.ndarray, n_dims: int, **options: Any) -> np.ndarray:
    """Factors by Algorithm 2 with the dimension that DANCo estimates; `n_dims` is not used."""
    found = DANCo().estimate(Sample(X, Resources(n_threads=1)))
    return _algorithm_2(X, found.dimension, **options)


def _default(X: np.ndarray, n_dims: int) -> np.ndarray:
    return ManifoldScaler(n_dims, n_threads=1).fit(X).scale_


_by_correlation = partial(_algorithm_2, order="cbfp")
_at_peak = partial(_algorithm_2, choice="peak")
_more_dims = partial(_algorithm_2, more=1)

OURS, ORACLE = "ours", "oracle"
ALGORITHM_2, ALGORITHMS_2_AND_3 = "algorithm_2", "algorithms_2_and_3"
THEN_EPS_0, AT_PEAK = "algorithm_2_eps_0", "algorithm_2_peak"
MORE_DIMS, BY_DANCO = "algorithm_2_more_dims", "algorithm_2_danco"
WAYS = {
    "standard": ScalingWay("standardised, eps = 1", _standard_scale, 1.0),
    "standard_as_printed": ScalingWay("times deviation, eps = 1", _printed_scale, 1.0),
    "eps_0": ScalingWay("raw, eps_0", None, "log_sum"),
    "max_min": ScalingWay("raw, MaxMin", None, "max_min"),
    "self_tuning": ScalingWay("raw, self-tuning", None, "self_tuning"),
    ALGORITHM_2: ScalingWay("Algorithm 2, given order", _algorithm_2, 1.0, None, True),
    ALGORITHMS_2_AND_3: ScalingWay("Algorithms 2 and 3", _by_correlation, 1.0),
    THEN_EPS_0: ScalingWay("Algorithm 2, then eps_0", _algorithm_2, "log_sum", None, True),
    AT_PEAK: ScalingWay("Algorithm 2, largest d_eps", _at_peak, 1.0, None, True),
    "nearest_neighbors": ScalingWay("raw, nearest neighbours", None, "nearest_neighbors"),
    "standardised_max_min": ScalingWay("standardised, MaxMin", _standard_scale, "max_min"),
    "standardised_eps_0": ScalingWay("standardised, eps_0", _standard_scale, "log_sum"),
    "auto": ScalingWay("raw, auto", None, "auto"),
    "standardised_auto": ScalingWay("standardised, auto", _standard_scale, "auto"),
    "graph": ScalingWay("raw, neighbour graph", None, "auto", "auto"),
    "standardised_graph": ScalingWay(
        "standardised, neighbour graph", _standard_scale, "auto", "auto"
    ),
    OURS: ScalingWay("ManifoldScaler's default", _default, 1.0),
}
"""Ways by name; the factors that `ManifoldScaler` finds are for eps = 1.

The neighbour graph is the graph of `DiffusionMap` with default options.
"""
_OF_DANCO = ScalingWay("Algorithm 2, dimension by DANCo", _by_danco, 1.0)
WAYS_OF_CIRCLES = WAYS | {
    MORE_DIMS: ScalingWay("Algorithm 2, dimension 2", _more_dims, 1.0, None, True),
    BY_DANCO: _OF_DANCO,
}
"""All ways, and Algorithm 2 with the dimension of the plane of a circle, or with an estimate."""
WAYS_OF_ROLL = WAYS | {
    MORE_DIMS: ScalingWay("Algorithm 2, dimension 3", _more_dims, 1.0, None, True),
    BY_DANCO: _OF_DANCO,
}
"""All ways, and Algorithm 2 with the dimension of the space of the roll, or with an estimate."""
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


_BY_ALGORITHM_2 = (*ALGORITHMS, MORE_DIMS, BY_DANCO)


@cache
def _trying(scale: Callable[..., np.ndarray], n_tried: int) -> Scale:
    weights = np.geomspace(WEIGHTS[0], WEIGHTS[-1], n_tried)
    return partial(scale, weights=weights, n_scales=n_tried)
