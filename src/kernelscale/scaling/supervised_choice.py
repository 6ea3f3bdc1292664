"""The choice of the strength of the prior, if any, by rows that were not in the search.

Factors are accepted only where they are clearly better than equal ones, since hundreds of factors
fit something in any labels. Of strengths that are about as good the strongest is taken.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .supervised_loss import LeftOut

__all__ = ["FactorSearch", "Unseen", "chosen_factors"]

CLEARLY = 2.5  # standard errors by which unseen rows have to be predicted better
WORTH = 0.07  # share of the variance of classes: with less the accuracy hardly changes
NEAR = 1.0  # standard errors by which a stronger prior may be worse than the best


class Unseen(NamedTuple):
    """Errors of each row, predicted without its fold, of shape (n_samples,).

    `squares` are squared errors in units of the spread; `wrong` is 1 where another class than that
    of the row was likeliest, and otherwise 0.
    """

    squares: np.ndarray
    wrong: np.ndarray


class FactorSearch(NamedTuple):
    """The result of the search.

    Attributes
    ----------
    log_factors : ndarray of shape (n_features,)
        Logarithms of the factors, 0 in the mean.
    strength : float
        That of the prior; infinity for equal factors.
    equal, chosen : float
        Share of the variance of unseen rows that is not explained, with equal factors and with the
        chosen ones.
    gain, needed : float
        By how much it is less at the best strength than with equal factors, and how much is needed.
    path : dict
        The strengths tried, with the share that is not explained.
    """

    log_factors: np.ndarray
    strength: float
    equal: float
    chosen: float
    gain: float
    needed: float
    path: dict[str, Any]

    def reason(self, words: str) -> str:
        """The result in a sentence; `words` follow "the variance"."""
        unseen = f"the variance {words} in rows that the search has not seen"
        if self.gain <= 0:
            return f"Equal factors are kept: no others explain more of {unseen}."
        if np.isfinite(self.strength):
            return (
                f"Of {unseen} the factors explain {1 - self.chosen:.1%} and equal ones "
                f"{1 - self.equal:.1%}, with a prior of strength {self.strength:g}."
            )
        found = f"Equal factors are kept: the best others explain {self.gain:.1%} more of {unseen}"
        if self.gain > self.needed:
            return f"{found}, but predict the class of no more of them."
        return f"{found}, and {self.needed:.1%} would be clearly better."


def chosen_factors(
    rows: LeftOut,
    equal: Unseen,
    seen: list[Unseen],
    tried: list[np.ndarray],
    strengths: tuple[float, ...],
) -> FactorSearch:
    """The strongest prior that is near the best one, if that is clearly better than equal factors.

    Parameters
    ----------
    rows : LeftOut
        The rows.
    equal : Unseen
        Errors with equal factors.
    seen, tried : list
        For each strength tried, from the strongest on, the errors and the logarithms of factors.
    strengths : tuple of float
        The strengths, of which the last ones may not have been tried.
    """
    missed = np.array([each.squares.mean() for each in seen])
    best = int(missed.argmin())
    number = next(n for n in range(best + 1) if _near(rows, seen[n], seen[best]))
    gain, error = rows.mean_and_error(equal.squares - seen[best].squares)
    needed = max(CLEARLY * error, WORTH) if rows.of_classes else CLEARLY * error
    taken = gain > needed
    if rows.of_classes:
        taken = taken and seen[number].wrong.mean() < equal.wrong.mean()
    missed_by_equal = float(equal.squares.mean())
    return FactorSearch(
        log_factors=tried[number] - tried[number].mean() if taken else np.zeros_like(tried[0]),
        strength=strengths[number] if taken else np.inf,
        equal=missed_by_equal,
        chosen=float(missed[number]) if taken else missed_by_equal,
        gain=gain,
        needed=needed,
        path={
            "prior": np.array(strengths[: len(seen)]),
            "missed": missed,
            "missed_by_equal_factors": missed_by_equal,
        },
    )


def _near(rows: LeftOut, one: Unseen, best: Unseen) -> bool:
    """Whether the difference of the errors from those of the best may be chance."""
    more, error = rows.mean_and_error(one.squares - best.squares)
    return more <= NEAR * error
