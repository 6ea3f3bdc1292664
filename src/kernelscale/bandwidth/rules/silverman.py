"""Silverman's rule of thumb for the density of a single group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...data import PointCloud
from ...results import Bandwidth
from ..rule import Rule, gaussian_bandwidth
from .scott import mean_variance

__all__ = ["Silverman"]


@dataclass(frozen=True)
class Silverman(Rule):
    """``eps = v (n (d + 2) / 4)^(-2 / (d + 4))``, v the mean variance of the d features.

    This scale has the least mean integrated squared error for one normal group. Like the scale of
    `Scott`, it is too large for other densities and suits features of equal variance. For one
    feature it is 1.12 times the scale of `Scott`, and for two features it is the same. scipy's
    `gaussian_kde` has the same formula as "silverman"; unlike R's `bw.nrd0` it uses no quartiles.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        When called, if only distances are given.

    References
    ----------
    B. W. Silverman, "Density Estimation for Statistics and Data Analysis", Chapman and Hall (1986),
    section 4.3.2.

    Examples
    --------
    For two features Scott's rule gives the same scale.

    >>> import numpy as np
    >>> from kernelscale.bandwidth import Scott
    >>> X = np.random.default_rng(0).normal(size=(50, 2))
    >>> bool(np.isclose(Silverman()(X).epsilon, Scott()(X).epsilon))
    True
    """

    name: ClassVar[str] = "silverman"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        self.check_features(cloud)
        n, d = cloud.n_samples, cloud.n_features
        factor = (n * (d + 2) / 4) ** (-2 / (d + 4))
        reason = (
            f"Silverman's rule gives this scale for one normal group of {n} rows in {d} "
            f"dimension(s)."
        )
        return gaussian_bandwidth(self.name, mean_variance(cloud) * factor, reason)
