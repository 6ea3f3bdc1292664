"""Factors of features that predict rows left out, with a prior as strong as unseen rows want it.

The error of rows left out alone overfits: with hundreds of factors to choose it falls whatever the
labels are. So the rows are parted into folds, and factors are found without each fold in turn, by
a regression more regular than the one asked for, and judged on it by that one. The factors that
come out are the geometric means of those of all folds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import minimize

from ..bandwidth.maximum import climbed_maximum
from .supervised_choice import FactorSearch, Unseen, chosen_factors
from .supervised_loss import LeftOut, equality_prior

__all__ = ["STRENGTHS", "beginning", "factor_search", "folds_of"]

STRENGTHS = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01)
N_FOLDS = 4
REGULAR = 10.0  # times the ridge, while factors are sought: with them free, less overfits
PATIENCE = 2  # strengths in a row that are worse than the best one before
_STEPS = 20  # for each strength
_SETTLED = 1e-4  # relative change of the objective
_FARTHEST = 8.0  # a log factor from where all began
_SCALES = 4.0 ** np.arange(-5, 4)  # of equal factors, times the number of features
_MARGIN = 0.02
_SEEN = 1.0  # kernel values of other rows together, for a gradient
_SMALL_STEP = 0.25  # of log factors


def factor_search(
    rows: LeftOut,
    strengths: tuple[float, ...],
    random: Any,
    report: Callable[[int, int], None],
) -> FactorSearch:
    """Find factors at each strength, from the strongest on, and choose one by unseen rows."""
    folds = folds_of(rows, random)
    parts = [rows.part(np.flatnonzero(folds != fold)) for fold in range(folds.max() + 1)]
    equal = [_equal_factors(part) for part in parts]
    starts = [beginning(part, logs) for part, logs in zip(parts, equal, strict=True)]
    found, tried, seen = starts, [], []
    for number, strength in enumerate(strengths):
        report(number, len(strengths))
        asked = zip(parts, found, starts, strict=True)
        found = [_factors(part, strength, logs, start) for part, logs, start in asked]
        tried.append(np.mean(found, axis=0))
        seen.append(_unseen(rows, parts, folds, found))
        if number - np.argmin([each.squares.mean() for each in seen]) >= PATIENCE:
            break
    report(len(strengths), len(strengths))
    return chosen_factors(rows, _unseen(rows, parts, folds, equal), seen, tried, strengths)


def folds_of(rows: LeftOut, random: Any) -> np.ndarray:
    """The fold of each row, an integer: classes are dealt out evenly, groups whole."""
    units = np.arange(len(rows.points))
    if rows.groups is not None:
        units = np.unique(rows.groups, return_inverse=True)[1]
    firsts = np.unique(units, return_index=True)[1]
    kinds = rows.targets[firsts].argmax(axis=1) if rows.of_classes else np.zeros(len(firsts))
    order = np.lexsort((random.permutation(len(firsts)), kinds))
    folds = np.empty(len(firsts), dtype=np.intp)
    folds[order] = np.arange(len(firsts)) % min(N_FOLDS, len(firsts))
    return folds[units]


def _equal_factors(part: LeftOut) -> np.ndarray:
    """Equal factors, as logarithms, at the scale that predicts rows left out best."""
    n_features = part.points.shape[1]

    def logs(scale: float) -> np.ndarray:
        return np.full(n_features, -np.log(scale) / 2)

    def score(scale: float) -> float:
        return -part.error(logs(scale))

    return logs(climbed_maximum(n_features * _SCALES, score, margin=_MARGIN).scale)


def beginning(part: LeftOut, equal: np.ndarray) -> np.ndarray:
    """The same, but at a scale at which a row sees others.

    Where the features together predict nothing, the best scale may be so small that the kernel
    matrix is the identity, whatever the factors: no gradient leads away from there.
    """
    most = len(part.points) - 1  # a row alone sees none at any scale
    while part.others_seen(equal) < min(_SEEN, most / 2):
        equal = equal - _SMALL_STEP
    return equal


def _factors(part: LeftOut, strength: float, begin: np.ndarray, equal: np.ndarray) -> np.ndarray:
    """Logarithms of the factors that make error and prior together least."""
    regular = replace(part, ridge=REGULAR * part.ridge)

    def objective(logs: np.ndarray) -> tuple[float, np.ndarray]:
        error, gradient = regular.error_and_gradient(logs)
        prior, slope = equality_prior(logs)
        return error + strength * prior, gradient + strength * slope

    found = minimize(
        objective,
        begin,
        jac=True,
        method="L-BFGS-B",
        bounds=list(zip(equal - _FARTHEST, equal + _FARTHEST, strict=True)),
        options={"maxiter": _STEPS, "ftol": _SETTLED},
    )
    return np.asarray(found.x)


def _unseen(
    rows: LeftOut, parts: list[LeftOut], folds: np.ndarray, found: list[np.ndarray]
) -> Unseen:
    """Each row predicted without its fold."""
    predicted = np.empty_like(rows.targets)
    for fold, (part, logs) in enumerate(zip(parts, found, strict=True)):
        predicted[folds == fold] = part.predicted(rows.points[folds == fold], logs)
    squares = ((predicted - rows.targets) ** 2).sum(axis=1) / rows.spread
    wrong = predicted.argmax(axis=1) != rows.targets.argmax(axis=1)
    return Unseen(squares, wrong.astype(float))
