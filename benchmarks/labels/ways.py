"""Ways to choose the scale of a machine of a given C; each sees the training rows alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold
from sklearn.svm import SVC

from kernelscale import Bandwidth, select_bandwidth

__all__ = ["GRID_SEARCH", "SCALE", "WAYS", "grid", "machine"]

Way = Callable[[np.ndarray, np.ndarray, float], float]

N_SCALES = 21
GRID_SEARCH = "grid search"
SCALE = "gamma='scale'"


def are_numbers(y: np.ndarray) -> bool:
    """Whether they are for a regression; classes are integers."""
    return y.dtype.kind == "f"


def machine(y: np.ndarray, C: float) -> Any:
    """What is fitted to such labels, but for its scale."""
    return KernelRidge(kernel="rbf", alpha=1 / C) if are_numbers(y) else SVC(C=C)


def grid(X: np.ndarray) -> np.ndarray:
    """Scales half an octave apart, from 2^-6 to 2^4 times the median squared distance."""
    exponents = np.arange(N_SCALES) / 2 - 6
    return select_bandwidth(X, rule="median").epsilon * 2.0**exponents


def _searched(X: np.ndarray, y: np.ndarray, C: float) -> float:
    folds: Any = KFold(5, shuffle=True, random_state=0)
    if not are_numbers(y):  # as many folds as the smallest class allows
        n_folds = int(np.clip(np.bincount(y).min(), 2, 5))
        folds = StratifiedKFold(n_folds, shuffle=True, random_state=0)
    search = GridSearchCV(machine(y, C), {"gamma": 1 / (2 * grid(X))}, cv=folds, refit=False)
    return 1 / (2 * search.fit(X, y).best_params_["gamma"])


def _left_out(X: np.ndarray, y: np.ndarray, C: float) -> Bandwidth:
    targets = "numbers" if are_numbers(y) else "classes"
    return select_bandwidth(X, y, "leave_one_out", C=C, targets=targets)


def _alone(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return _left_out(X, y, C).epsilon


def _joined(X: np.ndarray, y: np.ndarray, C: float) -> float:
    found = _left_out(X, y, C)
    return float(np.sqrt(found.epsilon * found.evidence["scikit_learn_scale"]))


def _scikit_learn(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return X.shape[1] * X.var() / 2


def _median(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return select_bandwidth(X, rule="median").epsilon


def _jacobian(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return select_bandwidth(X, rule="jacobian", C=C).epsilon


WAYS: dict[str, Way] = {
    "leave_one_out": _alone,
    "leave_one_out, joined with 'scale'": _joined,
    SCALE: _scikit_learn,
    "median": _median,
    "jacobian": _jacobian,
    GRID_SEARCH: _searched,
}
