"""Scalings of features, maps of the scaled features, and the scores of these maps."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from kernelscale import DiffusionMap, ManifoldScaler
from kernelscale.bandwidth.rules.standardized import inverse_deviations

N_NEIGHBORS, N_FOLDS, MOST = 5, 5, 10
Scaling = Callable[[np.ndarray], np.ndarray]
SCALINGS: dict[str, Scaling] = {
    "raw": lambda X: np.ones(X.shape[1]),
    "standardised": inverse_deviations,
    "ManifoldScaler": lambda X: ManifoldScaler().fit(X).scale_,
}
MAPS: dict[str, dict[str, object]] = {
    "MaxMin": {"bandwidth": "max_min", "neighbors": None},
    "auto": {"bandwidth": "auto", "neighbors": None},
    "10 neighbours": {"bandwidth": "auto", "neighbors": 10},
}


def scores(
    X: np.ndarray, targets: np.ndarray, dimension: int | None, scaling: Scaling
) -> dict[str, float]:
    """Score of each map, by name: the mean for 2, `dimension` + 1 and 10 coordinates.

    For classes, 4 coordinates are used in place of `dimension` + 1.
    """
    numbers = sorted({2, 4 if dimension is None else dimension + 1, MOST})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings on disconnected graphs, whose maps count too
        scaled = X * scaling(X)
        found = {
            name: DiffusionMap(MOST, **options).fit(scaled).embedding_  # type: ignore[arg-type]
            for name, options in MAPS.items()
        }
    return {
        name: float(np.mean([score(Y[:, :n], targets) for n in numbers]))
        for name, Y in found.items()
    }


def score(coordinates: np.ndarray, targets: np.ndarray) -> float:
    """Accuracy for classes, or share of explained variance, of predictions by 5 neighbours."""
    if targets.dtype.kind == "i":
        folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0)
        machine = KNeighborsClassifier(N_NEIGHBORS)
        return float(np.mean(cross_val_predict(machine, coordinates, targets, cv=folds) == targets))
    folds = KFold(N_FOLDS, shuffle=True, random_state=0)
    missed = targets - cross_val_predict(
        KNeighborsRegressor(N_NEIGHBORS), coordinates, targets, cv=folds
    )
    return float(1 - (missed**2).sum() / ((targets - targets.mean(axis=0)) ** 2).sum())
