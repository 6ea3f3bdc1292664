"""The search for factors of features that predict rows left out, by cross-validation.

With hundreds of factors, the error of rows left out can be made small whatever the labels are. So
the rows are divided into folds, and in turn each fold is left out. Factors are found from the other
rows, with a larger ridge than the given one. Then they are evaluated on the fold, with the given
ridge. The result is the geometric mean of the factors of all folds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import minimize

from ..bandwidth.maximum import climbed_maximum
from .supervised_choice import FactorSearch, HeldOutErrors, chosen_factors
from .supervised_loss import RowsLeftOut, equality_prior

__all__ = ["STRENGTHS", "factor_search", "folds_of", "initial_factors"]

STRENGTHS = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01)  # of the prior, a penalty on unequal factors
N_FOLDS = 4
# Ratio of the ridge in the search to the given ridge; with a smaller ratio, factors overfit.
REGULAR = 10.0
PATIENCE = 2  # the search ends after this number of consecutive strengths without improvement
_STEPS = 20  # largest number of iterations for each strength
_SETTLED = 1e-4  # relative change of the objective at which iterations end
_FARTHEST = 8.0  # largest difference of a log factor from its initial value
_SCALES = 4.0 ** np.arange(-5, 4)  # scales for equal factors, in units of the number of features
_MARGIN = 0.02
_LEAST_SUM = 1.0  # least mean sum of kernel values with other rows, so that the gradient is not 0
_SMALL_STEP = 0.25  # step by which initial log factors are reduced


def factor_search(
    rows: RowsLeftOut,
    strengths: tuple[float, ...],
    random: Any,
    report: Callable[[int, int], None],
) -> FactorSearch:
    """Find factors for each strength, strongest first, and choose one by cross-validation."""
    folds = folds_of(rows, random)
    kept = [rows.only(np.flatnonzero(folds != fold)) for fold in range(folds.max() + 1)]
    equal = [_equal_factors(each) for each in kept]
    starts = [initial_factors(each, logs) for each, logs in zip(kept, equal, strict=True)]
    found, tried, errors = starts, [], []
    for number, strength in enumerate(strengths):
        report(number, len(strengths))
        inputs = zip(kept, found, starts, strict=True)
        found = [_factors(each, strength, logs, start) for each, logs, start in inputs]
        tried.append(np.mean(found, axis=0))
        errors.append(_held_out_errors(rows, kept, folds, found))
        if number - np.argmin([each.squares.mean() for each in errors]) >= PATIENCE:
            break
    report(len(strengths), len(strengths))
    with_equal = _held_out_errors(rows, kept, folds, equal)
    return chosen_factors(rows, with_equal, errors, tried, strengths)


def folds_of(rows: RowsLeftOut, random: Any) -> np.ndarray:
    """The fold of each row; classes are spread evenly over the folds, groups are not divided."""
    units = np.arange(len(rows.points))
    if rows.groups is not None:
        units = np.unique(rows.groups, return_inverse=True)[1]
    firsts = np.unique(units, return_index=True)[1]
    kinds = rows.targets[firsts].argmax(axis=1) if rows.of_classes else np.zeros(len(firsts))
    order = np.lexsort((random.permutation(len(firsts)), kinds))
    folds = np.empty(len(firsts), dtype=np.intp)
    folds[order] = np.arange(len(firsts)) % min(N_FOLDS, len(firsts))
    return folds[units]


def _equal_factors(rows: RowsLeftOut) -> np.ndarray:
    """Logarithms of equal factors, for the scale that best predicts rows left out."""
    n_features = rows.points.shape[1]

    def logs(scale: float) -> np.ndarray:
        return np.full(n_features, -np.log(scale) / 2)

    def criterion(scale: float) -> float:
        return -rows.error(logs(scale))

    return logs(climbed_maximum(n_features * _SCALES, criterion, margin=_MARGIN).scale)


def initial_factors(rows: RowsLeftOut, equal: np.ndarray) -> np.ndarray:
    """Equal factors, reduced until kernel values with other rows are not 0.

    If the features together predict nothing, the best scale may be so small that the kernel matrix
    is the identity. The matrix is then the identity for slightly different factors too, so the
    gradient is 0 and the search could not begin.
    """
    n_others = len(rows.points) - 1  # 0 for a single row, for which the loop must not run
    while rows.mean_kernel_sum(equal) < min(_LEAST_SUM, n_others / 2):
        equal = equal - _SMALL_STEP
    return equal


def _factors(
    rows: RowsLeftOut, strength: float, begin: np.ndarray, equal: np.ndarray
) -> np.ndarray:
    """Logarithms of the factors that minimise the sum of error and prior."""
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


def _held_out_errors(
    rows: RowsLeftOut, kept: list[RowsLeftOut], folds: np.ndarray, found: list[np.ndarray]
) -> HeldOutErrors:
    """The error of each row, predicted from the other folds."""
    predicted = np.empty_like(rows.targets)
    for fold, (each, logs) in enumerate(zip(kept, found, strict=True)):
        predicted[folds == fold] = each.predicted(rows.points[folds == fold], logs)
    squares = ((predicted - rows.targets) ** 2).sum(axis=1) / rows.spread
    wrong = predicted.argmax(axis=1) != rows.targets.argmax(axis=1)
    return HeldOutErrors(squares, wrong.astype(float))
