"""scikit-learn's ``gamma="scale"``, converted to epsilon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...data import PointCloud
from ...results import Bandwidth
from ..rule import Rule, gaussian_bandwidth

__all__ = ["ScikitLearnScale"]


@dataclass(frozen=True)
class ScikitLearnScale(Rule):
    """``gamma = 1 / (n_features X.var())``, so ``eps = n_features X.var() / 2``: SVC's default.

    The variance is taken over all entries of X together, so shifting one feature changes the scale.

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
    Two features; the variance of the four entries is 1.25.

    >>> ScikitLearnScale()([[0.0, 1.0], [2.0, 3.0]]).epsilon
    1.25
    """

    name: ClassVar[str] = "scikit_learn_scale"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        self.check_features(cloud)
        epsilon = cloud.n_features * _variance(cloud) / 2
        return gaussian_bandwidth(
            self.name, epsilon, "This is the scale of scikit-learn's gamma='scale'."
        )


def _variance(cloud: PointCloud) -> float:
    """Variance of all entries."""
    if cloud.blocks is None:
        return float(cloud.points.var())
    found = cloud.blocks.moments
    return float(found.squares.mean() / cloud.n_samples + found.mean.var())
