"""Functions that find a factor for each feature, used by the ways of scaling."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...bandwidth.rules.standardized import inverse_deviations
from ...engine.resources import Resources
from ...intrinsic_dimension.estimators.danco import DANCo
from ...intrinsic_dimension.sample import Sample
from ...scaling.greedy_search import greedy_search
from ...scaling.manifold_scaler import WEIGHTS, ManifoldScaler

__all__ = [
    "algorithm_2",
    "at_peak",
    "by_correlation",
    "by_danco",
    "default_scale",
    "more_dims",
    "printed_scale",
    "raw_weights",
    "standard_scale",
]


def standard_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """Factors that give each feature the standard deviation 1; `n_dims` is not used."""
    return inverse_deviations(X)


def printed_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """The standard deviation of each feature as its factor, as eq. StdN is printed."""
    return X.std(axis=0)


def algorithm_2(
    X: np.ndarray, n_dims: int, order: Any = "given", more: int = 0, **options: Any
) -> np.ndarray:
    """The factor of each feature by Algorithm 2; `more` is added to the dimension."""
    scaler = ManifoldScaler(
        n_dims + more, target="paper", method="greedy", order=order, n_threads=1, **options
    )
    return scaler.fit(X).scale_


def by_danco(X: np.ndarray, n_dims: int, **options: Any) -> np.ndarray:
    """Factors by Algorithm 2 with the dimension that DANCo estimates; `n_dims` is not used."""
    found = DANCo().estimate(Sample(X, Resources(n_threads=1)))
    return algorithm_2(X, found.dimension, **options)


def raw_weights(
    X: np.ndarray, n_dims: int, weights: Any = WEIGHTS, n_scales: int = 32
) -> np.ndarray:
    """Factors by Algorithm 2 as printed, where only the first `n_dims` features are standardised.

    The weights of all other features are tried relative to the raw features.
    """
    to_unit = inverse_deviations(X)
    to_unit[n_dims:] = to_unit[n_dims:] > 0
    points = (X - X.mean(axis=0)) * to_unit
    options = np.asarray(weights), n_scales, "first", Resources(n_threads=1)
    found = greedy_search(points, n_dims, float(n_dims), *options)
    return to_unit * found.weights / np.sqrt(found.epsilon)


def default_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """The factor of each feature by `ManifoldScaler` with default options."""
    return ManifoldScaler(n_dims, n_threads=1).fit(X).scale_


by_correlation = partial(algorithm_2, order="cbfp")
at_peak = partial(algorithm_2, choice="peak")
more_dims = partial(algorithm_2, more=1)
