"""The scale as the mean squared distance from the mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...data import PointCloud
from ...results import Bandwidth
from ..rule import Rule, gaussian_bandwidth

__all__ = ["StandardDeviation"]


@dataclass(frozen=True)
class StandardDeviation(Rule):
    """``eps = (1/N) sum_i |x_i - mean|^2`` (paper, Section 3.1, first of the existing methods).

    The scale is sensitive to noise and to outliers, since every direction adds its variance.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Examples
    --------
    Two points at a distance of 2 are at a distance of 1 from their mean.

    >>> StandardDeviation()([[0.0], [2.0]]).epsilon
    1.0
    """

    name: ClassVar[str] = "standard_deviation"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        return gaussian_bandwidth(
            self.name,
            cloud.mean_squared_deviation,
            "The scale is the mean squared distance from the mean.",
        )
