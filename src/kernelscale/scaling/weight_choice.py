"""The choice of weights with which near rows best predict features left out of the distances.

Correlated features may get smaller weights, which are powers of `shared_weights`. Features that are
correlated with few others then get relatively more weight, and so does their noise. So the power is
chosen by the errors of predictions from near rows (`prediction_errors`). These errors also decide
whether features are scaled at all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.machine.blas import one_blas_thread
from ..engine.resources import Resources
from ..metrics.euclidean import EUCLIDEAN
from .feature_prediction import error_of_map, feature_groups, prediction_errors

__all__ = ["POWERS", "WeightChoice", "choose_weights", "shared_weights"]

POWERS = (2.0, 1.0, 0.5, 0.0)
# The following are differences in the predicted share of the variance of features.
ALLOWED = 0.005  # a larger power may predict this much less than the best power
# Unscaled features are clearly better if their advantage exceeds both this share of the variance
# and this number of standard errors.
CLEARLY_BETTER = 0.002
_STANDARD_ERRORS = 3.0
# The map of unscaled features may predict this much less than the map of scaled features.
_MAP_MAY_LOSE = 0.02


class WeightChoice(NamedTuple):
    """Weights of the standardised features, and the evidence for them.

    Attributes
    ----------
    weights : ndarray of shape (n_features,)
        The weights.
    power : float
        The power of `shared_weights`; 0 if correlated features do not get smaller weights.
    unscaled : bool
        Whether the features keep their own units.
    predicted : ndarray of shape (n_powers,)
        For each power, the share of the variance that near rows predict: a mean over features that
        are not in the distances.
    scaled, raw : float
        The predicted share of the variance for the chosen power and for unscaled features, with
        features weighted by their standard deviations.
    map_loses : float
        The share of the variance that the leading coordinates of scaled features predict, minus
        the share that those of unscaled features predict. NaN unless `raw` is clearly larger
        than `scaled`.
    """

    weights: np.ndarray
    power: float
    unscaled: bool
    predicted: np.ndarray
    scaled: float
    raw: float
    map_loses: float

    def reason(self) -> str:
        """The choice and the reason for it."""
        raw, scaled = max(self.raw, 0.0), max(self.scaled, 0.0)
        compared = (
            f"if features are unscaled, near rows predict {raw:.3f} of the variance of features "
            f"that are not in the distances; if they are scaled, {scaled:.3f}."
        )
        if self.unscaled:
            return f"The features keep their own units: {compared}"
        kept, n_features = np.count_nonzero(self.weights), len(self.weights)
        shared = "full weights"
        if self.power:
            shared = (
                f"smaller weights (squared weights are divided by r^{self.power:g}, with r the sum "
                f"of squared correlations with all features)"
            )
        return (
            f"{kept} of {n_features} varying features are kept, and correlated ones get {shared}: "
            f"{compared}{self._on_map()}"
        )

    def _on_map(self) -> str:
        if np.isnan(self.map_loses):
            return ""
        return (
            f" Unscaled features predict more, but the leading coordinates of their map predict "
            f"{self.map_loses:.3f} less."
        )


def choose_weights(
    sample: np.ndarray, faded: np.ndarray, spread: np.ndarray, resources: Resources
) -> WeightChoice:
    """Choose a power of `shared_weights`, or unscaled features.

    The choice is the largest power that predicts at most 0.005 less of the variance than the best
    power. Unscaled features are chosen instead on two conditions. First, they predict more than
    scaled features, by over 0.002 and over 3 standard errors. Second, the leading coordinates of
    their map predict at most 0.02 less than those of scaled features. (Near rows may predict well
    even if the first coordinate of the map does not follow the data from one end to the other.)

    In these comparisons features are weighted by their standard deviations. Equal weights would
    favour standardised features; weights equal to the variances would favour unscaled ones.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Standardised features.
    faded : ndarray of shape (n_features,)
        Weights that `joint_search` found; features of weight 0 are not predicted.
    spread : ndarray of shape (n_features,)
        Standard deviations of the features before standardisation.
    resources : Resources
        Memory limit, executor and threads of passes over pairs.

    Returns
    -------
    WeightChoice
        The weights and the evidence.
    """
    # Duplicates would predict each other.
    sample = sample[np.unique(EUCLIDEAN.first_alike(sample))]
    on = faded > 0
    shares = np.zeros(len(faded))
    shares[on] = shared_weights(sample[:, on])
    groups = np.full(len(faded), -1)
    groups[on] = feature_groups(1 / shares[on])
    tried = [faded * np.where(on, shares, 0.0) ** (power / 2) for power in POWERS]
    equal = np.ones(len(faded))
    means = np.array([prediction_errors(sample, each, groups, equal).mean() for each in tried])
    taken = int(np.argmax(means <= means.min() + ALLOWED))
    counts = spread / spread.max()
    scaled, raw = (
        prediction_errors(sample, weights, groups, counts) for weights in (tried[taken], spread)
    )
    map_loses = np.nan
    if _clearly_better(scaled - raw):
        of_raw, of_scaled = (
            error_of_map(sample, weights, counts * on, resources)
            for weights in (spread, tried[taken])
        )
        map_loses = of_raw - of_scaled
    unscaled = bool(map_loses <= _MAP_MAY_LOSE)
    return WeightChoice(
        spread if unscaled else tried[taken],
        POWERS[taken],
        unscaled,
        1 - means,
        1 - float(scaled.mean()),
        1 - float(raw.mean()),
        map_loses,
    )


def _clearly_better(gain: np.ndarray) -> bool:
    error = gain.std() / len(gain) ** 0.5
    return bool(gain.mean() > max(CLEARLY_BETTER, _STANDARD_ERRORS * error))


def shared_weights(sample: np.ndarray) -> np.ndarray:
    """Squared weights of features: 1 over the sum of squared correlations with all features.

    Ten standardised features that follow one direction of a manifold make squared distances along
    it ten times as large. These weights correct for that. The sum is ``sum_m R_lm^2``, with R the
    correlations. It is 1 for a feature that is correlated with no other feature. It is k for each
    of k equal features, so together they weigh as much as one feature.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Features, in any units.

    Returns
    -------
    ndarray of shape (n_features,)
        Squared weights of the standardised features, from 1 / n_features to 1.
    """
    centred = sample - sample.mean(axis=0)
    lengths = np.linalg.norm(centred, axis=0)
    unit = centred / np.where(lengths > 0, lengths, 1.0)
    with one_blas_thread():
        if unit.shape[1] <= len(unit):
            sums = ((unit.T @ unit) ** 2).sum(axis=1)
        else:
            sums = np.einsum("ij,ij->j", unit, (unit @ unit.T) @ unit)
    return 1 / np.maximum(sums, 1.0)  # the sum is 0 for a constant feature
