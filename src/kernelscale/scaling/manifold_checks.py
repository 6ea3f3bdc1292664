"""Checks of the parameters and the memory of `ManifoldScaler` before the computation."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validation import (
    as_array,
    check_count,
    check_name,
    check_positive,
    check_scales,
    check_seed,
    shown,
)
from ..bandwidth.registry import resolve_rule
from ..bandwidth.rules.self_tuning import SelfTuning
from ..bandwidth.rules.standardized import Standardized
from ..bandwidth.rules.variable_bandwidth import VariableBandwidth
from ..engine.plan import make_plan, readable
from ..engine.resources import Resources
from ..engine.statistics import DistanceHistogram, NearestOthers, Together
from ..intrinsic_dimension.calibration.ball_implied_dimensions import LARGEST_BALL
from .dependence import MOST_ROWS
from .feature_pairs import MOST_OTHERS
from .feature_prediction import N_GROUPS
from .greedy_choice import CHOICES
from .joint_fit import n_rows_used

__all__ = ["check_memory", "check_parameters", "given_order"]

METHODS = ("joint", "greedy")
TARGETS = ("calibrated", "paper")
ORDERS = ("cbfp", "given")
WEIGHT_RANGE = 1e-30, 1e30  # squares of weights far outside this range would over- or underflow
_DISTANCES = 4  # number of arrays in memory that hold all pairs of the rows drawn
_BY_GROUP = N_GROUPS + 4  # number of arrays that hold all pairs of the rows that predict features
_TABLES = 3  # number of arrays that hold pairs of features


def check_parameters(scaler: Any) -> None:
    """Raise an error if a parameter is wrong whatever the data are."""
    if scaler.n_dims is not None:
        check_count(scaler.n_dims, "n_dims", largest=int(LARGEST_BALL))
    check_name(scaler.target, TARGETS, "target")
    check_name(scaler.method, METHODS, "method")
    check_name(scaler.choice, CHOICES, "choice")
    check_count(scaler.n_scales, "n_scales", smallest=2)
    check_count(scaler.n_sample, "n_sample", smallest=2)
    check_seed(scaler.random_state)
    Resources.of(scaler)
    given = isinstance(scaler.penalties, tuple | list | np.ndarray)
    if not given or np.ndim(scaler.penalties) != 1 or not len(scaler.penalties):
        raise ValueError(
            f"penalties must be a tuple of at least one positive number, but "
            f"{shown(scaler.penalties)} was given."
        )
    for penalty in scaler.penalties:
        check_positive(penalty, "penalties")
    _check_weights(scaler.weights)
    if scaler.bandwidth is not None:
        _check_bandwidth(scaler.bandwidth)


def _check_weights(given: Any) -> None:
    if given is None:
        return
    weights = check_scales(given, name="weights")
    if weights.min() < WEIGHT_RANGE[0] or weights.max() > WEIGHT_RANGE[1]:
        raise ValueError(
            f"weights must lie between {WEIGHT_RANGE[0]:g} and {WEIGHT_RANGE[1]:g}, but they are "
            f"between {weights.min():g} and {weights.max():g}."
        )


def _check_bandwidth(given: Any) -> None:
    rule = resolve_rule(given)
    several = isinstance(rule, SelfTuning | VariableBandwidth | Standardized)
    if several or rule.needs_labels:
        raise ValueError(
            f"bandwidth must be a rule that chooses one scale for all points and features, "
            f"without labels, but '{rule.name}' was given."
        )


def check_memory(scaler: Any, n_samples: int, n_features: int) -> None:
    """Raise an error if distances, tables of feature pairs or neighbours do not fit the limit."""
    resources = Resources.of(scaler)
    limit = resources.bytes_allowed
    if scaler.method == "joint":
        _check_joint_memory(n_samples, n_features, scaler.n_sample, limit)
    largest = Together([DistanceHistogram(1.0), NearestOthers(min(16, n_samples - 1))])
    make_plan(n_samples, n_features, largest, limit, 1, resources.arithmetic)


def _check_joint_memory(n_samples: int, n_features: int, n_sample: int, limit: int) -> None:
    drawn = min(n_samples, max(n_sample, MOST_ROWS))
    used = n_rows_used(n_samples, n_features, n_sample)
    pairs = n_features * min(n_features, MOST_OTHERS)
    needed = 8 * (max(_DISTANCES * drawn**2, _BY_GROUP * used**2) + _TABLES * pairs)
    if needed > limit:
        raise MemoryError(
            f"The distances of {drawn} rows and the pairs of {n_features} features need "
            f"{readable(needed)} but memory_limit is {readable(limit)}; raise it or pass fewer "
            f"rows or features."
        )


def given_order(given: Any, n_features: int) -> np.ndarray | None:
    """The given order as indices of features; None if `feature_order` determines it."""
    if isinstance(given, str):
        named = check_name(given, ORDERS, "order")
        return np.arange(n_features) if named == "given" else None
    order = as_array(given, "order")
    if (
        order.dtype.kind not in "iuf"
        or order.shape != (n_features,)
        or (np.sort(order) != np.arange(n_features)).any()
    ):
        raise ValueError(
            f"order must be 'cbfp', 'given' or the indices of all {n_features} features, counted "
            f"from 0, each once, but {shown(given)} was given."
        )
    return order.astype(np.int64)
