"""All methods of this package, and methods of scikit-dimension if it is installed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import METHODS

PEERS: dict[str, tuple[str, dict[str, Any]]] = {
    "DANCo": ("DANCo", {"random_state": 0}),
    "DANCoFit": ("DANCo", {"ver": "DANCoFit"}),
    "MLE": ("MLE", {}),
    "TwoNN": ("TwoNN", {}),
}
"""The class of each method in scikit-dimension, and the options of this class."""
PREFIX = "skdim "

Estimate = tuple[int, float]  # whole-number and continuous estimate
Method = Callable[[np.ndarray], Estimate]


def ours() -> dict[str, Method]:
    """Methods of this package by name."""
    return {name: partial(_our_estimate, method=name) for name in METHODS}


def peers() -> dict[str, Method]:
    """Methods of scikit-dimension by name; none if it is not installed."""
    if importlib.util.find_spec("skdim") is None:
        return {}
    return {PREFIX + name: partial(_peer_estimate, name=name) for name in PEERS}


def skipped_methods() -> str:
    """A sentence that names the missing methods; empty if none is missing."""
    if peers():
        return ""
    return f"Skipped, because scikit-dimension is not installed: {', '.join(PEERS)}."


def _our_estimate(points: np.ndarray, method: str) -> Estimate:
    found = estimate_dimension(points, method)
    return found.dimension, found.continuous


def _peer_estimate(points: np.ndarray, name: str) -> Estimate:
    made, options = PEERS[name]
    estimator = getattr(importlib.import_module("skdim.id"), made)(**options)
    continuous = float(estimator.fit(points).dimension_)
    return round(continuous), continuous
