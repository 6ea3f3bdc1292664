"""Methods that choose the scale of a model with a given C from the training rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.svm import SVC

from kernelscale import select_bandwidth

from .sets import Split, are_numbers

__all__ = ["EXPONENTS", "GRID_SEARCH", "METHODS", "SCALE", "Method", "folds_of", "grid", "machine"]

EXPONENTS = np.arange(21) / 2 - 6  # the scales of the grid are powers of 2 with these exponents
GRID_SEARCH = "grid search"
SCALE = "scikit_learn_scale"
OF_POINTS = (
    *("standard_deviation", "median", "nearest_neighbors", "max_min"),
    *("log_sum", "largest_slope"),
)
OF_CLASSES = ("spectral", "geometric", "probabilistic")


@dataclass(frozen=True)
class Method:
    """A function `choose` that returns a scale.

    `follows_C` is whether the scale depends on C, and `of_classes` whether `choose` needs classes.
    """

    choose: Callable[[Split, float], float]
    follows_C: bool = False  # noqa: N815
    of_classes: bool = False


def machine(y: np.ndarray, C: float, **options: Any) -> Any:
    """The model for these labels: an SVC, or kernel ridge regression."""
    return KernelRidge(alpha=1 / C, **options) if are_numbers(y) else SVC(C=C, **options)


def grid(split: Split) -> np.ndarray:
    """Scales from 2^-6 to 2^4 times the median squared distance."""
    return select_bandwidth(split.X, rule="median").epsilon * 2.0**EXPONENTS


def folds_of(y: np.ndarray) -> Any:
    """Five folds of the rows; fewer if the smallest class has fewer than five rows."""
    if are_numbers(y):
        return KFold(5, shuffle=True, random_state=0)
    n_folds = int(np.clip(np.bincount(y).min(), 2, 5))
    return StratifiedKFold(n_folds, shuffle=True, random_state=0)


def _searched(split: Split, C: float) -> float:
    """The scale that `GridSearchCV` would choose; distances are computed once for all scales."""
    tried, scales = machine(split.y, C, kernel="precomputed"), grid(split)
    scores = [
        cross_val_score(
            tried, np.exp(split.squares / (-2 * scale)), split.y, cv=folds_of(split.y)
        ).mean()
        # Of equal scores GridSearchCV takes the first: with ascending gammas, the largest scale.
        for scale in scales[::-1]
    ]
    return float(scales[::-1][np.argmax(scores)])


def _of_points(rule: str, split: Split, C: float) -> float:
    return select_bandwidth(split.X, rule=rule).epsilon


def _unlabelled(split: Split, C: float) -> float:
    return select_bandwidth(split.X, purpose="kernel machine").epsilon


def _of_classes(rule: str, split: Split, C: float) -> float:
    return select_bandwidth(split.X, split.y, rule).epsilon


def _of_machine(rule: str, split: Split, C: float) -> float:
    return select_bandwidth(split.X, split.y, rule, C=C).epsilon


def _jacobian(split: Split, C: float) -> float:
    return select_bandwidth(split.X, rule="jacobian", C=C).epsilon


def _joined(split: Split, C: float) -> float:
    found = select_bandwidth(split.X, split.y, "leave_one_out", C=C)
    return float(np.sqrt(found.epsilon * found.evidence["scikit_learn_scale"]))


METHODS: dict[str, Method] = {
    "auto": Method(partial(_of_machine, "auto"), follows_C=True),
    "auto without labels": Method(partial(_of_points, "auto")),
    "auto for a machine, without labels": Method(_unlabelled),
    "leave_one_out": Method(partial(_of_machine, "leave_one_out"), follows_C=True),
    "leave_one_out, joined with 'scale'": Method(_joined, follows_C=True),
    **{rule: Method(partial(_of_classes, rule), of_classes=True) for rule in OF_CLASSES},
    SCALE: Method(partial(_of_points, SCALE)),
    **{rule: Method(partial(_of_points, rule)) for rule in OF_POINTS},
    "jacobian": Method(_jacobian, follows_C=True),
    GRID_SEARCH: Method(_searched, follows_C=True),
}
