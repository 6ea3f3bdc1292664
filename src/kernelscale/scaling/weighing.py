"""The choice of weights, by how well near rows predict features that are not in the distances.

Correlated features may get smaller weights (`shared_weights`), to a power that is chosen. Then
directions of few features count more, and the noise of these features as well. So the power is
chosen by the prediction from near rows (`missed`), and so is whether features are scaled at all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.resources import Resources
from ..metrics.euclidean import EUCLIDEAN
from .foretelling import missed, missed_by_map, parts_of
from .redundancy import shared_weights

__all__ = ["POWERS", "Weighed", "weigh"]

POWERS = (2.0, 1.0, 0.5, 0.0)
# Shares of the variance of the features that are predicted:
ALLOWED = 0.005  # by which a larger power may predict less than the best
CLEARLY_BETTER = 0.002  # by which features as they are have to predict more
_STANDARD_ERRORS = 3.0  # and by as many standard errors
_MAP_MAY_LOSE = 0.02  # by which leading coordinates of features as they are may predict less


class Weighed(NamedTuple):
    """Weights of the standardised features, and the evidence.

    `power` is that of the shared weights, 0 where they are not used; `left_alone` says that the
    weights give the features as they are. `foretold` is, for each power, the share of the variance
    that near rows predict of features not in the distances, the mean over the features. `scaled`
    and `raw` are that share for the weights of the chosen power and for the features as they are,
    with features weighted by their standard deviation. If it is more for `raw`, `map_loses` is how
    much less the leading coordinates of the features as they are predict; otherwise it is NaN.
    """

    weights: np.ndarray
    power: float
    left_alone: bool
    foretold: np.ndarray
    scaled: float
    raw: float
    map_loses: float

    def reason(self) -> str:
        """What was decided and why."""
        raw, scaled = max(self.raw, 0.0), max(self.scaled, 0.0)
        compared = (
            f"near rows predict {raw:.3f} of the variance of features that are not in the "
            f"distances when features are as they are, {scaled:.3f} when they are scaled."
        )
        if self.left_alone:
            return f"The features are left as they are: {compared}"
        kept, n_features = np.count_nonzero(self.weights), len(self.weights)
        shared = f"smaller weights (power {self.power:g})" if self.power else "full weights"
        return (
            f"{kept} of {n_features} varying features are kept, and correlated ones get {shared}: "
            f"{compared}{self._but()}"
        )

    def _but(self) -> str:
        if np.isnan(self.map_loses):
            return ""
        return (
            f" As they are they would predict more, but the leading coordinates of their map "
            f"predict {self.map_loses:.3f} less of it."
        )


def weigh(
    sample: np.ndarray, faded: np.ndarray, spread: np.ndarray, resources: Resources
) -> Weighed:
    """Choose among powers of the shared weights, and the features as they are.

    The largest power is taken that predicts at most 0.005 less of the variance than the best one.
    Features as they are are taken if they predict clearly more, by 0.002 and 3 standard errors, and
    if the leading coordinates of their map predict at most 0.02 less of the features: rows may be
    near in the right way while the first coordinate of the map winds several times. In these
    comparisons a feature is weighted by its standard deviation: equal weights favour standardised
    features, and weights by variance favour raw ones.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Standardised features.
    faded : ndarray of shape (n_features,)
        Weights before sharing; features of weight 0 are not predicted.
    spread : ndarray of shape (n_features,)
        Standard deviations before: the weights that give the features as they are.
    resources : Resources
        What passes over pairs may use.

    Returns
    -------
    Weighed
        The weights and the evidence.
    """
    sample = sample[np.unique(EUCLIDEAN.first_alike(sample))]  # copies predict each other
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
