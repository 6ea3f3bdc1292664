"""Factors of features that predict rows left out, with a prior as strong as unseen rows want it.

The error of rows left out alone overfits: with hundreds of factors to choose it falls whatever the
labels are. So the rows are parted into folds, and factors are found without each fold in turn, by
a regression more regular than the one asked for, and judged on it by that one. The factors that
come out are the geometric means of those of all folds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from ..bandwidth.search import climbed_maximum
from .supervised_loss import LeftOut, equality_prior

__all__ = [
    "CLEARLY",
    "STRENGTHS",
    "WORTH",
    "FactorSearch",
    "beginning",
    "factor_search",
    "folds_of",
]

STRENGTHS = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01)
N_FOLDS = 4
CLEARLY = 2.5  # standard errors by which unseen rows have to be predicted better
WORTH = 0.07  # of the variance of classes: who is told rightly hardly changes with less
NEAR = 1.0  # standard errors from the best strength within which a stronger one is taken
REGULAR = 10.0  # times the ridge, while factors are sought: with them free, less overfits
PATIENCE = 2  # strengths in a row that are worse than the best one before
_STEPS = 20  # for each strength
_SETTLED = 1e-4  # relative change of the objective
_FARTHEST = 8.0  # a log factor from where all began
_SCALES = 4.0 ** np.arange(-5, 4)  # of equal factors, times the number of features
_MARGIN = 0.02
_SEEN = 1.0  # kernel values of other rows together, for a gradient
_SMALL_STEP = 0.25  # of log factors


class _Unseen(NamedTuple):
    """What was missed of each row, predicted without its fold, of shape (n_samples,).

    `squares` are squared errors in units of the spread; `wrong` is 1 where another class than the
    row's own was likeliest, and 0 else.
    """

    squares: np.ndarray
    wrong: np.ndarray


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
    tried, seen = [], []
    parts = [rows.part(np.flatnonzero(folds != fold)) for fold in range(folds.max() + 1)]
    starts = [_equal_factors(part) for part in parts]
    equal = _unseen(rows, parts, folds, starts)
    starts = [beginning(part, start) for part, start in zip(parts, starts, strict=True)]
    found, steps = starts, len(strengths) * len(parts)
    for number, strength in enumerate(strengths):
        reached = []
        for fold, (part, start) in enumerate(zip(parts, starts, strict=True)):
            report(number * len(parts) + fold, steps)
            sought = replace(part, ridge=REGULAR * part.ridge)
            reached.append(_factors(sought, strength, found[fold], start))
        found = reached
        tried.append(np.mean(found, axis=0))
        seen.append(_unseen(rows, parts, folds, found))
        best = int(np.argmin([each.squares.mean() for each in seen]))
        if number - best >= PATIENCE:
            break
    report(steps, steps)
    return _chosen(rows, equal, seen, np.array(tried), strengths)


def _chosen(
    rows: LeftOut,
    equal: _Unseen,
    seen: list[_Unseen],
    tried: np.ndarray,
    strengths: tuple[float, ...],
) -> FactorSearch:
    """The strongest prior that is near the best one, if that is clearly better than none."""
    means = np.array([each.squares.mean() for each in seen])
    best = int(means.argmin())
    gain, error = rows.mean_and_error(equal.squares - seen[best].squares)
    number = next(
        number
        for number in range(best + 1)
        if _within(NEAR, *rows.mean_and_error(seen[number].squares - seen[best].squares))
    )
    better = not _within(CLEARLY, gain, error)
    if rows.of_classes:
        better = better and gain >= WORTH and seen[number].wrong.mean() < equal.wrong.mean()
    path = {
        "prior": np.array(strengths[: len(seen)]),
        "missed": means,
        "missed_by_equal_factors": float(equal.squares.mean()),
    }
    logs = tried[number] - tried[number].mean() if better else np.zeros(tried.shape[1])
    return FactorSearch(
        logs,
        strengths[number] if better else np.inf,
        gain,
        error,
        float(equal.squares.mean()),
        float(means[number] if better else equal.squares.mean()),
        path,
    )


def _within(n_errors: float, mean: float, standard_error: float) -> bool:
    """Whether a mean lies no more than so many standard errors above 0."""
    return mean <= n_errors * standard_error


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
    equal: np.ndarray = -np.log(scale) / 2 * ones
    return equal


def beginning(part: LeftOut, equal: np.ndarray) -> np.ndarray:
    """The same, but at a scale at which a row sees others.

    Where the features together predict nothing, the best scale may be so small that the kernel
    matrix is the identity, whatever the factors: no gradient leads away from there.
    """
    while part.others_seen(equal) < _SEEN:
        equal = equal - _SMALL_STEP
    return equal


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


def _unseen(
    rows: LeftOut, parts: list[LeftOut], folds: np.ndarray, found: list[np.ndarray]
) -> _Unseen:
    """Each row predicted without its fold."""
    predicted = np.empty_like(rows.targets)
    for fold, (part, logs) in enumerate(zip(parts, found, strict=True)):
        predicted[folds == fold] = part.predicted(rows.points[folds == fold], logs)
    squares = ((predicted - rows.targets) ** 2).sum(axis=1) / rows.spread
    wrong = predicted.argmax(axis=1) != rows.targets.argmax(axis=1)
    return _Unseen(squares, wrong.astype(float))
