"""Functions that find a factor for each feature, used by the ways of scaling."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...bandwidth.rules.standardized import inverse_deviations
from ...engine.resources import Resources
from ...intrinsic_dimension.estimators.danco import DANCo
from ...intrinsic_dimension.sample import Sample
from ...scaling.greedy_choice import NEAR, Choice, first
from ...scaling.greedy_search import greedy_search
from ...scaling.manifold_scaler import WEIGHTS, ManifoldScaler

__all__ = [
    "algorithm_2",
    "at_peak",
    "by_correlation",
    "danco_dimension",
    "default_scale",
    "largest_weights",
    "one_more",
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


def algorithm_2(X: np.ndarray, n_dims: int, order: Any = "given", **options: Any) -> np.ndarray:
    """The factor of each feature by Algorithm 2."""
    scaler = ManifoldScaler(
        n_dims, target="paper", method="greedy", order=order, n_threads=1, **options
    )
    return scaler.fit(X).scale_


def one_more(X: np.ndarray, n_dims: int) -> int:
    """One dimension more than `n_dims`."""
    return n_dims + 1


def danco_dimension(X: np.ndarray, n_dims: int) -> int:
    """The dimension that DANCo estimates; `n_dims` is not used."""
    return DANCo().estimate(Sample(X, Resources(n_threads=1))).dimension


def raw_weights(
    X: np.ndarray, n_dims: int, weights: Any = WEIGHTS, n_scales: int = 32
) -> np.ndarray:
    """Factors by Algorithm 2 as printed, where only the first `n_dims` features are standardised.

    The weights of all other features are tried relative to the raw features.
    """
    to_unit = inverse_deviations(X)
    to_unit[n_dims:] = to_unit[n_dims:] > 0
    return _searched(X, to_unit, n_dims, weights, n_scales, first)


def largest_weights(
    X: np.ndarray, n_dims: int, weights: Any = WEIGHTS, n_scales: int = 32
) -> np.ndarray:
    """Factors by Algorithm 2, with the largest weights that are nearly nearest to the target."""
    return _searched(X, inverse_deviations(X), n_dims, weights, n_scales, _largest)


def _searched(
    X: np.ndarray, to_unit: np.ndarray, n_dims: int, weights: Any, n_scales: int, choice: Choice
) -> np.ndarray:
    points = (X - X.mean(axis=0)) * to_unit
    options = np.asarray(weights), n_scales, choice, Resources(n_threads=1)
    found = greedy_search(points, n_dims, float(n_dims), *options)
    return to_unit * found.weights / np.sqrt(found.epsilon)


def _largest(surface: np.ndarray, target: float, weights: np.ndarray, scales: np.ndarray) -> int:
    """The last weight that is nearly as near to the target as the nearest, at its nearest scale."""
    missed = np.abs(surface - target)
    meets = missed.min(axis=1) <= missed.min() + NEAR * target
    weight = int(np.flatnonzero(meets)[-1])
    return weight * len(scales) + int(np.argmin(missed[weight]))


def default_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """The factor of each feature by `ManifoldScaler` with default options."""
    return ManifoldScaler(n_dims, n_threads=1).fit(X).scale_


by_correlation = partial(algorithm_2, order="cbfp")
at_peak = partial(algorithm_2, choice="peak")
