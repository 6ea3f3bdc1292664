"""Ways to choose the scale of an SVC with a given C; each sees the training rows alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import SVC

from kernelscale import select_bandwidth

__all__ = ["GRID_SEARCH", "SCALE", "WAYS", "grid"]

Way = Callable[[np.ndarray, np.ndarray, float], float]

N_SCALES = 21
GRID_SEARCH = "grid search"
SCALE = "gamma='scale'"


def grid(X: np.ndarray) -> np.ndarray:
    """Scales half an octave apart, from 2^-6 to 2^4 times the median squared distance."""
    exponents = np.arange(N_SCALES) / 2 - 6
    return select_bandwidth(X, rule="median").epsilon * 2.0**exponents


def _searched(X: np.ndarray, y: np.ndarray, C: float) -> float:
    # As many folds as the smallest class allows, so that none is without it.
    n_folds = int(np.clip(np.bincount(y).min(), 2, 5))
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=0)
    search = GridSearchCV(SVC(C=C), {"gamma": 1 / (2 * grid(X))}, cv=folds, refit=False)
    return 1 / (2 * search.fit(X, y).best_params_["gamma"])


def _left_out(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return select_bandwidth(X, y, "leave_one_out", C=C).epsilon


def _joined(X: np.ndarray, y: np.ndarray, C: float) -> float:
    found = select_bandwidth(X, y, "leave_one_out", C=C)
    return float(np.sqrt(found.epsilon * found.evidence["scikit_learn_scale"]))


def _scikit_learn(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return X.shape[1] * X.var() / 2


def _jacobian(X: np.ndarray, y: np.ndarray, C: float) -> float:
    return select_bandwidth(X, rule="jacobian", C=C).epsilon


WAYS: dict[str, Way] = {
    "leave_one_out": _left_out,
    "leave_one_out, joined with 'scale'": _joined,
    SCALE: _scikit_learn,
    "jacobian": _jacobian,
    GRID_SEARCH: _searched,
}
