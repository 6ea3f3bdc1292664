"""The scale 1 for features divided by their standard deviations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..._validation import SMALLEST_SPREAD
from ..._warnings import warn_caller
from ...data import PointCloud
from ...distances import centred_points
from ...kernels.gaussian import Gaussian
from ...kernels.scaled import Scaled
from ...results import Bandwidth
from ...stored_rows import StoredRows
from ..rule import Rule, RuleWarning

__all__ = ["Standardized"]


@dataclass(frozen=True)
class Standardized(Rule):
    """``A_l = 1 / std_l`` and ``eps = 1`` (paper's eq. StdN, which prints A_l = std_l).

    A constant feature, whose standard deviation is 0, gets A_l = 0, and a warning names it.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        When called, if only distances are given.

    Examples
    --------
    The second feature is a hundred times the first; after scaling both have equal weight.

    >>> bandwidth = Standardized()([[-1.0, 100.0], [1.0, -100.0]])
    >>> bandwidth.epsilon, bandwidth.kernel.scale
    (1.0, array([1.  , 0.01]))
    """

    name: ClassVar[str] = "standardized"
    standardizes: ClassVar[bool] = True

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        self.check_features(cloud, to_scale=True)
        scale = inverse_deviations(cloud.points if cloud.blocks is None else cloud.blocks)
        reason = "Every feature is divided by its standard deviation, and the scale is 1."
        if not scale.all():
            n_constant = np.count_nonzero(scale == 0)
            reason += f" {n_constant} constant feature(s) get weight 0."
        return Bandwidth(
            self.name,
            1.0,
            Scaled(Gaussian(1.0), scale),
            reason,
            evidence={"scale": scale},
        )


def inverse_deviations(points: np.ndarray | StoredRows) -> np.ndarray:
    """1 / standard deviation of each feature, 0 for a constant one; of shape (n_features,)."""
    if isinstance(points, StoredRows):
        found = points.moments
        constant = found.high - found.low < SMALLEST_SPREAD
        deviations = np.sqrt(found.squares / len(points))
    else:
        spread = np.ptp(points, axis=0)
        constant = spread < SMALLEST_SPREAD
        # Division by the spread keeps squares from underflowing.
        unit = np.where(constant, 1.0, spread)
        scaled = centred_points(points)
        scaled /= unit
        np.square(scaled, out=scaled)
        deviations = unit * np.sqrt(scaled.mean(axis=0))
    if constant.any():
        warn_caller(
            f"Feature(s) {', '.join(map(str, np.flatnonzero(constant)))} are constant and get "
            f"scale 0.",
            RuleWarning,
        )
    return np.where(constant, 0.0, 1 / np.where(constant, 1.0, deviations))
