"""Factors of features that predict rows left out, with a prior as strong as unseen rows want it.

The error of rows left out alone overfits: with hundreds of factors to choose it falls whatever the
labels are. So the rows are parted into folds, and factors are found without each fold in turn and
judged on it. The factors that come out are the geometric means of those of all folds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from ..bandwidth.search import climbed_maximum
from .supervised_loss import LeftOut, equality_prior

__all__ = ["STRENGTHS", "FactorSearch", "factor_search", "folds_of"]

STRENGTHS = (1.0, 0.3, 0.1, 0.03, 0.01)
N_FOLDS = 4
CLEARLY = 2.5  # standard errors by which unseen rows have to be predicted better
NEAR = 1.0  # standard errors from the best strength within which a stronger one is taken
PATIENCE = 2  # strengths in a row that are worse than the best one before
_STEPS = 30  # for each strength
_SETTLED = 1e-5  # relative change of the objective
_FARTHEST = 8.0  # a log factor from where all began
_SCALES = 4.0 ** np.arange(-5, 4)  # of equal factors, times the number of features
_MARGIN = 0.02


class FactorSearch(NamedTuple):
    """What was found.

    Attributes
    ----------
    log_factors : ndarray of shape (n_features,)
        Logarithms of the factors, 0 in the mean.
    strength : float
        That of the prior; infinity for equal factors.
    gain, standard_error : float
        By how much less of the variance of unseen rows was missed than with equal factors at the
        best strength, chosen or not.
    equal, chosen : float
        Share of the variance of unseen rows missed with equal factors, and with those chosen.
    path : dict
        Each strength tried with what was missed of unseen rows.
    """

    log_factors: np.ndarray
    strength: float
    gain: float
    standard_error: float
    equal: float
    chosen: float
    path: dict[str, Any]


def factor_search(
    rows: LeftOut,
    folds: np.ndarray,
    strengths: tuple[float, ...],
    report: Callable[[int, int], None],
) -> FactorSearch:
    """Find factors at each strength, from the strongest on, and choose one by unseen rows."""
    tried, missed = [], []
    parts = [rows.part(np.flatnonzero(folds != fold)) for fold in range(folds.max() + 1)]
    starts = [_equal_factors(part) for part in parts]
    equal = _missed(rows, parts, folds, starts)
    found, steps = starts, len(strengths) * len(parts)
    for number, strength in enumerate(strengths):
        reached = []
        for fold, (part, start) in enumerate(zip(parts, starts, strict=True)):
            report(number * len(parts) + fold, steps)
            reached.append(_factors(part, strength, found[fold], start))
        found = reached
        tried.append(np.mean(found, axis=0))
        missed.append(_missed(rows, parts, folds, found))
        means = [each.mean() for each in missed]
        if number - int(np.argmin(means)) >= PATIENCE:
            break
    report(steps, steps)
    return _chosen(rows, equal, np.array(missed), np.array(tried), strengths)


def _chosen(
    rows: LeftOut,
    equal: np.ndarray,
    missed: np.ndarray,
    tried: np.ndarray,
    strengths: tuple[float, ...],
) -> FactorSearch:
    """The strongest prior that is near the best one, if that is clearly better than equal ones."""
    units = np.arange(len(equal)) if rows.groups is None else rows.groups
    best = int(missed.mean(axis=1).argmin())
    gain, error = _mean_and_error(equal - missed[best], units)
    path = {
        "prior": np.array(strengths[: len(missed)]),
        "missed": missed.mean(axis=1),
        "missed_by_equal_factors": float(equal.mean()),
    }
    if gain <= CLEARLY * error:
        nothing = np.zeros(tried.shape[1])
        return FactorSearch(nothing, np.inf, gain, error, equal.mean(), equal.mean(), path)
    for number in range(best + 1):
        more, unsure = _mean_and_error(missed[number] - missed[best], units)
        if more <= NEAR * unsure:
            break
    logs = tried[number] - tried[number].mean()
    chosen = missed[number].mean()
    return FactorSearch(logs, strengths[number], gain, error, equal.mean(), chosen, path)


def folds_of(
    classes: np.ndarray | None, groups: np.ndarray | None, n_samples: int, random: Any
) -> np.ndarray:
    """The fold of each row, an integer: classes are dealt out evenly, groups whole."""
    units = np.arange(n_samples) if groups is None else np.unique(groups, return_inverse=True)[1]
    firsts = np.unique(units, return_index=True)[1]
    kinds = np.zeros(len(firsts)) if classes is None else classes[firsts]
    order = np.lexsort((random.permutation(len(firsts)), kinds))
    folds = np.empty(len(firsts), dtype=np.intp)
    folds[order] = np.arange(len(firsts)) % min(N_FOLDS, len(firsts))
    return folds[units]


def _equal_factors(part: LeftOut) -> np.ndarray:
    """Equal factors, as logarithms, at the scale that predicts rows left out best."""
    ones = np.ones(part.points.shape[1])

    def score(scale: float) -> float:
        return -part.error(-np.log(scale) / 2 * ones)

    scale = climbed_maximum(len(ones) * _SCALES, score, margin=_MARGIN).scale
    return -np.log(scale) / 2 * ones


def _factors(part: LeftOut, strength: float, begin: np.ndarray, equal: np.ndarray) -> np.ndarray:
    """Logarithms of the factors that make error and prior together least."""

    def objective(logs: np.ndarray) -> tuple[float, np.ndarray]:
        error, gradient = part.error_and_gradient(logs)
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


def _missed(
    rows: LeftOut, parts: list[LeftOut], folds: np.ndarray, found: list[np.ndarray]
) -> np.ndarray:
    """Squared error of each row, predicted without its fold, in units of the spread."""
    missed = np.empty(len(folds))
    for fold, (part, logs) in enumerate(zip(parts, found, strict=True)):
        unseen = folds == fold
        errors = part.predicted(rows.points[unseen], logs) - rows.targets[unseen]
        missed[unseen] = (errors**2).sum(axis=1) / rows.spread
    return missed


def _mean_and_error(differences: np.ndarray, units: np.ndarray) -> tuple[float, float]:
    """Mean over rows, and its standard error where rows of one unit are alike."""
    mean = differences.mean()
    sums = np.bincount(units, differences - mean)
    return float(mean), float(np.sqrt((sums**2).sum()) / len(differences))
