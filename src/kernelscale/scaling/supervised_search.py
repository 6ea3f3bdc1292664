"""Factors of features that predict rows left out, with the strength of a prior from unseen rows.

With hundreds of factors the error of rows left out can be made small for any labels. So the rows
are divided into folds, and factors are found without each fold in turn, with a larger ridge than
the given one, and judged on the fold with the given one. The factors are the geometric means of
those of all folds.
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
REGULAR = 10.0  # times the ridge in the search: with a smaller one the factors overfit
PATIENCE = 2  # strengths in sequence that may be worse than the best one before
_STEPS = 20  # for each strength
_SETTLED = 1e-4  # relative change of the objective
_FARTHEST = 8.0  # difference of a log factor from its first value
_SCALES = 4.0 ** np.arange(-5, 4)  # of equal factors, times the number of features
_MARGIN = 0.02
_SEEN = 1.0  # least sum of the kernel with other rows, so that there is a gradient
_SMALL_STEP = 0.25  # of log factors


def factor_search(
    rows: LeftOut,
    strengths: tuple[float, ...],
    random: Any,
    report: Callable[[int, int], None],
) -> FactorSearch:
    """Find factors at each strength, from the strongest on, and choose one by unseen rows."""
    folds = folds_of(rows, random)
    kept = [rows.only(np.flatnonzero(folds != fold)) for fold in range(folds.max() + 1)]
    equal = [_equal_factors(each) for each in kept]
    starts = [beginning(each, logs) for each, logs in zip(kept, equal, strict=True)]
    found, tried, seen = starts, [], []
    for number, strength in enumerate(strengths):
        report(number, len(strengths))
        inputs = zip(kept, found, starts, strict=True)
        found = [_factors(each, strength, logs, start) for each, logs, start in inputs]
        tried.append(np.mean(found, axis=0))
        seen.append(_unseen(rows, kept, folds, found))
        if number - np.argmin([each.squares.mean() for each in seen]) >= PATIENCE:
            break
    report(len(strengths), len(strengths))
    return chosen_factors(rows, _unseen(rows, kept, folds, equal), seen, tried, strengths)


def folds_of(rows: LeftOut, random: Any) -> np.ndarray:
    """The fold of each row, an integer: classes are spread evenly, and groups are not divided."""
    units = np.arange(len(rows.points))
    if rows.groups is not None:
        units = np.unique(rows.groups, return_inverse=True)[1]
    firsts = np.unique(units, return_index=True)[1]
    kinds = rows.targets[firsts].argmax(axis=1) if rows.of_classes else np.zeros(len(firsts))
    order = np.lexsort((random.permutation(len(firsts)), kinds))
    folds = np.empty(len(firsts), dtype=np.intp)
    folds[order] = np.arange(len(firsts)) % min(N_FOLDS, len(firsts))
    return folds[units]


def _equal_factors(rows: LeftOut) -> np.ndarray:
    """Equal factors, as logarithms, at the scale that predicts rows left out best."""
    n_features = rows.points.shape[1]

    def logs(scale: float) -> np.ndarray:
        return np.full(n_features, -np.log(scale) / 2)

    def criterion(scale: float) -> float:
        return -rows.error(logs(scale))

    return logs(climbed_maximum(n_features * _SCALES, criterion, margin=_MARGIN).scale)


def beginning(rows: LeftOut, equal: np.ndarray) -> np.ndarray:
    """Equal factors to begin with, at a scale at which the kernel with other rows is not 0.

    Where the features together predict nothing, the best scale may be so small that the kernel
    matrix is the identity for all factors near these, and the gradient is 0.
    """
    most = len(rows.points) - 1  # 0 for a single row
    while rows.others_seen(equal) < min(_SEEN, most / 2):
        equal = equal - _SMALL_STEP
    return equal


def _factors(rows: LeftOut, strength: float, begin: np.ndarray, equal: np.ndarray) -> np.ndarray:
    """Logarithms of the factors for which the sum of error and prior is least."""
    regular = replace(rows, ridge=REGULAR * rows.ridge)

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
    rows: LeftOut, kept: list[LeftOut], folds: np.ndarray, found: list[np.ndarray]
) -> Unseen:
    """Each row predicted without its fold."""
    predicted = np.empty_like(rows.targets)
    for fold, (each, logs) in enumerate(zip(kept, found, strict=True)):
        predicted[folds == fold] = each.predicted(rows.points[folds == fold], logs)
    squares = ((predicted - rows.targets) ** 2).sum(axis=1) / rows.spread
    wrong = predicted.argmax(axis=1) != rows.targets.argmax(axis=1)
    return Unseen(squares, wrong.astype(float))
