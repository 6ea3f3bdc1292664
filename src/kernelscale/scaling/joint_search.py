"""Weights of all features at once that bring d_eps to its target and stay as near to 1 as possible.

Let z be the standardised features, s_l in [0, 1] their squared weights, and
``r_ij = sum_l s_l (z_il - z_jl)^2``. With K the kernel of r at a scale eps, S = sum K and
T = sum r K, the implied dimension is d_eps = T / (eps S). Let D(s) be its maximum over eps. The
search minimises

    (D(s) - target)^2 + penalty * sum_l (1 - s_l)

from s = 1. The penalty is linear in s, so a feature usually ends with s = 1 or exactly 0. A feature
of noise adds a dimension, so its removal lowers the first term by more than the penalty. The
removal of one of many features of the same manifold does not. There is one round of the search for
each penalty; it starts from the result of the round before. At the maximum over eps, the derivative
of d_eps with respect to eps is 0, so the derivative of D is

    dD/ds_l = sum_ij W_ij (z_il - z_jl)^2,  W = K (1 - (r - T/S) / (2 eps)) / (eps S).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread
from ..engine.pair_histogram import PairHistogram
from ..engine.passes import run_pass
from ..engine.resources import Resources
from ..engine.statistics import DistanceHistogram

__all__ = [
    "DimensionAt",
    "JointSearch",
    "dimension_at",
    "dimension_of",
    "joint_search",
    "peak_scale",
]

PENALTIES = (0.1,)
_STEPS = 40  # largest number of iterations of a round
_SETTLED = 1e-5  # relative change of the objective at which a round ends
# log2 of the scales that are tried first, divided by the mean squared distance.
_OCTAVES = np.arange(-10, 2, 1 / 8)
# log2 of the scales that are tried next, divided by the best scale so far.
_FINER = np.arange(-2, 3) / 64


class JointSearch(NamedTuple):
    """The result: `weights` of the standardised features, and the largest d_eps `attained` by them.

    For each round, `path` holds the penalty, the weights found, and the number of evaluations.
    """

    weights: np.ndarray
    attained: float
    path: dict[str, Any]


class DimensionAt(NamedTuple):
    """d_eps at a scale, and its `gradient`, of shape (n_features,), in the squared weights."""

    dimension: float
    gradient: np.ndarray


def joint_search(
    standardized: np.ndarray,
    target: float,
    resources: Resources,
    penalties: tuple[float, ...] = PENALTIES,
) -> JointSearch:
    """Minimise the objective in the docstring of this module, computed on all pairs of rows."""
    squares, quiet = np.ones(standardized.shape[1]), resources.quiet()
    rounds, counts = [], []
    with one_blas_thread():
        for done, penalty in enumerate(penalties):
            resources.report("rounds of the search", done, len(penalties))
            found = minimize(
                _objective,
                squares,
                args=(standardized, target, penalty, quiet),
                jac=True,
                method="L-BFGS-B",
                bounds=[(0.0, 1.0)] * len(squares),
                options={"maxiter": _STEPS, "ftol": _SETTLED},
            )
            squares = found.x
            rounds.append(np.sqrt(squares))
            counts.append(found.nfev)
    resources.report("rounds of the search", len(penalties), len(penalties))
    attained = dimension_of(standardized, squares, quiet)
    path = {"penalty": np.array(penalties), "weights": np.array(rounds), "evaluations": counts}
    return JointSearch(np.sqrt(squares), attained, path)


def _objective(
    squares: np.ndarray,
    standardized: np.ndarray,
    target: float,
    penalty: float,
    resources: Resources,
) -> tuple[float, np.ndarray]:
    if not squares.any():  # All distances are 0, and therefore the dimension is 0.
        return target**2 + penalty * len(squares), np.full(len(squares), -penalty)
    epsilon = peak_scale(standardized, squares, resources)
    dimension, gradient = dimension_at(standardized, squares, epsilon)
    excess = dimension - target
    return excess**2 + penalty * (1 - squares).sum(), 2 * excess * gradient - penalty


def dimension_of(standardized: np.ndarray, squares: np.ndarray, resources: Resources) -> float:
    """The largest d_eps of features weighted by the square roots of `squares`."""
    with one_blas_thread():
        epsilon = peak_scale(standardized, squares, resources)
        return dimension_at(standardized, squares, epsilon).dimension


def dimension_at(standardized: np.ndarray, squares: np.ndarray, epsilon: float) -> DimensionAt:
    """d_eps of features weighted by the roots of `squares`, and its gradient in `squares`."""
    scaled = standardized * np.sqrt(squares)
    lengths = np.einsum("ij,ij->i", scaled, scaled)
    r = scaled @ (-2 * scaled.T)
    r += lengths[:, None]
    r += lengths
    np.fill_diagonal(r, 0.0)
    W = exponential(r / (-2 * epsilon))
    S, T = W.sum(), np.einsum("ij,ij->", r, W)
    r -= T / S + 2 * epsilon
    W *= r
    W /= -2 * epsilon**2 * S
    # sum_ij W_ij (z_i - z_j)^2 = 2 (sum_i z_i^2 W_i. - sum_ij z_i W_ij z_j)
    along = np.einsum("ij,ij->j", standardized, W @ standardized)
    gradient = 2 * (W.sum(axis=1) @ standardized**2 - along)
    return DimensionAt(float(T / (epsilon * S)), gradient)


def peak_scale(standardized: np.ndarray, squares: np.ndarray, resources: Resources) -> float:
    """The scale at which d_eps is largest, by a parabola in log eps through three scales."""
    scaled = standardized * np.sqrt(squares)
    mean = 2 * float(scaled.var(axis=0).sum())
    histogram = run_pass(np.ascontiguousarray(scaled), DistanceHistogram(mean), resources)
    rough = _peak(histogram, mean * 2**_OCTAVES)
    return _peak(histogram, rough * 2**_FINER)


def _peak(histogram: PairHistogram, scales: np.ndarray) -> float:
    S, T = histogram.sums(scales)
    dimension = T / (scales * S)
    k = int(np.clip(np.argmax(dimension), 1, len(scales) - 2))
    before, at, after = dimension[k - 1 : k + 2]
    bend = before - 2 * at + after
    shift = 0.5 * (before - after) / bend if bend < 0 else 0.0
    return float(scales[k] * (scales[k + 1] / scales[k]) ** np.clip(shift, -1, 1))
