"""Who is asked: every method of ours, and those of scikit-dimension where it is installed."""

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
"""Methods of scikit-dimension by name: its class and options."""
PREFIX = "skdim "

Answer = tuple[int, float]  # whole and continuous
Ask = Callable[[np.ndarray], Answer]


def ours() -> dict[str, Ask]:
    """Our methods by name."""
    return {name: partial(_ask_ours, method=name) for name in METHODS}


def peers() -> dict[str, Ask]:
    """Methods of scikit-dimension by name; none where it is not installed."""
    if importlib.util.find_spec("skdim") is None:
        return {}
    return {PREFIX + name: partial(_ask_peer, name=name) for name in PEERS}


def left_out() -> str:
    """The sentence that says which methods are missing, or nothing if none is."""
    if peers():
        return ""
    return f"Left out, because scikit-dimension is not installed: {', '.join(PEERS)}."


def _ask_ours(points: np.ndarray, method: str) -> Answer:
    found = estimate_dimension(points, method)
    return found.dimension, found.continuous


def _ask_peer(points: np.ndarray, name: str) -> Answer:
    made, options = PEERS[name]
    estimator = getattr(importlib.import_module("skdim.id"), made)(**options)
    continuous = float(estimator.fit(points).dimension_)
    return round(continuous), continuous
