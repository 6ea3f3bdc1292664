"""Methods that choose the scale of a kernel density estimate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KernelDensity

from kernelscale import scale_curve, select_bandwidth

__all__ = ["METHODS", "SEARCH", "grid"]

SEARCH = "scikit-learn, 5 folds"
MOST_SEARCHED = 200  # largest number of rows for which the search runs; 1000 rows take a minute


def grid(X: np.ndarray) -> np.ndarray:
    """Scales half an octave apart, up to twice the mean variance of a feature."""
    return X.var(axis=0).mean() * 2.0 ** (np.arange(-22, 3) / 2)


def _rule(X: np.ndarray, rule: str, **options: object) -> float:
    return float(select_bandwidth(X, rule=rule, **options).epsilon)


def _implied(X: np.ndarray) -> float:
    return _rule(X, "likelihood", dimension=float(scale_curve(X).dimension.max()))


def _searched(X: np.ndarray) -> float:
    """Scale that scikit-learn's grid search chooses; NaN for more than `MOST_SEARCHED` rows."""
    if len(X) > MOST_SEARCHED:
        return np.nan
    search = GridSearchCV(KernelDensity(), {"bandwidth": np.sqrt(grid(X))}).fit(X)
    return float(search.best_params_["bandwidth"] ** 2)


METHODS: dict[str, Callable[[np.ndarray], float]] = {
    "likelihood": partial(_rule, rule="likelihood"),
    "likelihood, implied dimension": _implied,
    "scott": partial(_rule, rule="scott"),
    "silverman": partial(_rule, rule="silverman"),
    "auto, for a map": partial(_rule, rule="auto", purpose="map", n_subsamples=0),
    "auto, for a machine": partial(_rule, rule="auto", purpose="kernel machine"),
    "median": partial(_rule, rule="median"),
    SEARCH: _searched,
}
