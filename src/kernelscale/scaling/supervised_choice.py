"""The choice of the strength of the prior, by predicting rows that were not in the search.

The prior is a penalty on factors that are not equal. Unequal factors are accepted only if they are
clearly better than equal factors, because hundreds of factors can fit any labels. If several
strengths are about equally good, the largest of them is taken.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .supervised_loss import RowsLeftOut

__all__ = ["FactorSearch", "HeldOutErrors", "chosen_factors"]

CLEARLY = 2.5  # a gain of more than this number of standard errors is clear
WORTH = 0.07  # smaller gains, as shares of the variance of classes, do not change the accuracy
NEAR = 1.0  # number of standard errors by which a stronger prior may be worse than the best prior


class HeldOutErrors(NamedTuple):
    """The error of each row, predicted from the other folds, in arrays of shape (n_samples,).

    `squares` are squared errors in units of the variance of the targets; `wrong` is 1 if the
    predicted class is wrong, and otherwise 0.
    """

    squares: np.ndarray
    wrong: np.ndarray


class FactorSearch(NamedTuple):
    """The result of the search.

    Attributes
    ----------
    log_factors : ndarray of shape (n_features,)
        Logarithms of the factors; their mean is 0.
    strength : float
        Strength of the prior; infinity for equal factors.
    equal, chosen : float
        Unexplained share of the variance in rows outside the search, with equal factors and with
        the chosen factors.
    gain, needed : float
        `gain` is the unexplained share with equal factors minus that with the factors of the best
        strength; `needed` is the gain above which unequal factors are accepted.
    path : dict
        The strengths tried, and the unexplained share with each of them.
    """

    log_factors: np.ndarray
    strength: float
    equal: float
    chosen: float
    gain: float
    needed: float
    path: dict[str, Any]

    def reason(self, words: str) -> str:
        """The result in a sentence; `words`, such as "of the targets", follow "the variance"."""
        variance = f"the variance {words} in rows outside the search"
        if self.gain <= 0:
            return f"Equal factors are kept: no other factors explain more of {variance}."
        if np.isfinite(self.strength):
            return (
                f"The factors explain {1 - self.chosen:.1%} of {variance}, and equal factors "
                f"{1 - self.equal:.1%}; the strength of the prior is {self.strength:g}."
            )
        found = (
            f"Equal factors are kept: the best unequal factors explain {self.gain:.1%} more of "
            f"{variance}"
        )
        if self.gain > self.needed:
            return f"{found}, but do not predict the classes of more rows correctly."
        return f"{found}, but at least {self.needed:.1%} is needed."


def chosen_factors(
    rows: RowsLeftOut,
    equal: HeldOutErrors,
    errors: list[HeldOutErrors],
    tried: list[np.ndarray],
    strengths: tuple[float, ...],
) -> FactorSearch:
    """The factors found with the strongest prior that is about as good as the best prior.

    Equal factors are returned instead if the best prior is not clearly better than they are, or if
    the targets are classes and the factors found do not classify more rows correctly.

    Parameters
    ----------
    rows : RowsLeftOut
        The rows.
    equal : HeldOutErrors
        Errors with equal factors.
    errors, tried : list
        For each strength tried, strongest first, the errors and the logarithms of the factors.
    strengths : tuple of float
        The strengths; the last ones may not have been tried.
    """
    unexplained = np.array([each.squares.mean() for each in errors])
    best = int(unexplained.argmin())
    number = next(n for n in range(best + 1) if _near(rows, errors[n], errors[best]))
    gain, error = rows.mean_and_error(equal.squares - errors[best].squares)
    needed = max(CLEARLY * error, WORTH) if rows.of_classes else CLEARLY * error
    taken = gain > needed
    if rows.of_classes:
        taken = taken and errors[number].wrong.mean() < equal.wrong.mean()
    with_equal = float(equal.squares.mean())
    return FactorSearch(
        log_factors=tried[number] - tried[number].mean() if taken else np.zeros_like(tried[0]),
        strength=strengths[number] if taken else np.inf,
        equal=with_equal,
        chosen=float(unexplained[number]) if taken else with_equal,
        gain=gain,
        needed=needed,
        path={
            "prior": np.array(strengths[: len(errors)]),
            "unexplained": unexplained,
            "unexplained_by_equal_factors": with_equal,
        },
    )


def _near(rows: RowsLeftOut, one: HeldOutErrors, best: HeldOutErrors) -> bool:
    """Whether the mean of `one` exceeds the mean of `best` by at most `NEAR` standard errors."""
    more, error = rows.mean_and_error(one.squares - best.squares)
    return more <= NEAR * error
