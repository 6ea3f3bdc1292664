"""Which weights are taken: by what neighbours foretell, shared as far as that costs little.

Features that say the same may share their say (`shared_weights`), more or less of it: the squared
weights are those to a power. Sharing shows directions that few features say, and the noise of those
few with them; how far to go is asked of the neighbours (`missed`). So is whether features should be
scaled at all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine import Resources
from ..metrics.euclidean import EUCLIDEAN
from .foretelling import missed, missed_by_map, parts_of
from .redundancy import shared_weights

__all__ = ["POWERS", "Weighed", "weigh"]

POWERS = (2.0, 1.0, 0.5, 0.0)
ALLOWED = 0.005  # of the variance of what is foretold, that sharing may cost
CLEARLY_BETTER = 0.002  # of it, by which features as they are foretell more
_STANDARD_ERRORS = 3.0
_MAP_MAY_LOSE = 0.02  # of it, by which the leading coordinates of features as they are show less


class Weighed(NamedTuple):
    """Weights of the standardised features, and what was foretold.

    `power` is that of the shares, 0 where nothing is shared; `left_alone` says that the weights
    give the features as they are. `foretold` is by power, of the variance of features that had no
    say in who is near, the mean over the features; `scaled` and `raw` are by the weights of that
    power and by the features as they are, features counting by their standard deviation. If more
    by these, `map_loses` is how much less their leading coordinates show; otherwise it is NaN.
    """

    weights: np.ndarray
    power: float
    left_alone: bool
    foretold: np.ndarray
    scaled: float
    raw: float
    map_loses: float

    def reason(self) -> str:
        """What was decided and why, in a sentence or two."""
        raw, scaled = max(self.raw, 0.0), max(self.scaled, 0.0)
        compared = (
            f"near rows foretell {raw:.3f} of the variance of features that had no say in who is "
            f"near when features are as they are, {scaled:.3f} when they are scaled."
        )
        if self.left_alone:
            return f"The features are left as they are: {compared}"
        kept, n_features = np.count_nonzero(self.weights), len(self.weights)
        shared = f"share their say (power {self.power:g})" if self.power else "each have a full say"
        return (
            f"{kept} of {n_features} varying features are kept, and those that say the same "
            f"{shared}: {compared}{self._but()}"
        )

    def _but(self) -> str:
        if np.isnan(self.map_loses):
            return ""
        return (
            f" As they are they would foretell more, but the leading coordinates of their map show "
            f"{self.map_loses:.3f} less of it."
        )


def weigh(
    sample: np.ndarray, faded: np.ndarray, spread: np.ndarray, resources: Resources
) -> Weighed:
    """Choose among weights that are shared more or less, and the features as they are.

    Taken is the largest power that foretells at most 0.005 less of the variance than the best one;
    features as they are if they foretell clearly more than that, by 0.002 and 3 standard errors,
    and if the leading coordinates of a map of them show no less of the features, or at most 0.02
    less: near rows may be right, and the map begin with a coordinate that winds several times. In
    these comparisons a feature counts by its standard deviation, half way between counting alike,
    which favours standardised features, and counting by its variance, which favours raw ones.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Standardised features.
    faded : ndarray of shape (n_features,)
        Weights before anything is shared; features of weight 0 are not foretold.
    spread : ndarray of shape (n_features,)
        Standard deviations before, the weights that give the features as they are.
    resources : Resources
        What passes over pairs may use.

    Returns
    -------
    Weighed
        The weights and the evidence.
    """
    sample = sample[np.unique(EUCLIDEAN.first_alike(sample))]  # copies foretell each other
    on = faded > 0
    shares = np.zeros(len(faded))
    shares[on] = shared_weights(sample[:, on])
    parts = np.full(len(faded), -1)
    parts[on] = parts_of(1 / shares[on])
    tried = [faded * np.where(on, shares, 0.0) ** (power / 2) for power in POWERS]
    alike = np.ones(len(faded))
    means = np.array([missed(sample, weights, parts, alike).mean() for weights in tried])
    taken = int(np.argmax(means <= means.min() + ALLOWED))
    counts = spread / spread.max()
    scaled, raw = (missed(sample, weights, parts, counts) for weights in (tried[taken], spread))
    map_loses = np.nan
    if _clearly_better(scaled - raw):
        of_raw, of_scaled = (
            missed_by_map(sample, weights, counts * on, resources)
            for weights in (spread, tried[taken])
        )
        map_loses = of_raw - of_scaled
    left_alone = bool(map_loses <= _MAP_MAY_LOSE)
    return Weighed(
        spread if left_alone else tried[taken],
        POWERS[taken],
        left_alone,
        1 - means,
        1 - float(scaled.mean()),
        1 - float(raw.mean()),
        map_loses,
    )


def _clearly_better(gain: np.ndarray) -> bool:
    error = gain.std() / len(gain) ** 0.5
    return bool(gain.mean() > max(CLEARLY_BETTER, _STANDARD_ERRORS * error))
