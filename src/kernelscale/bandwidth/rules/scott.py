"""Scott's rule of thumb for the density of a single group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...data import PointCloud
from ...results import Bandwidth
from ..rule import Rule, gaussian_bandwidth

__all__ = ["Scott", "mean_variance"]


@dataclass(frozen=True)
class Scott(Rule):
    """``eps = v n^(-2 / (d + 4))``, v the mean variance of the d features.

    This scale is for kernel density estimation of one group that is nearly normal. For several
    groups, a skewed group or heavy tails it is too large; `Likelihood` is for any density. The
    bandwidth of the density estimate is ``sqrt(eps)``. One scale applies to all features, so scale
    them to the same variance first. scipy's `gaussian_kde` uses the covariance of the features
    times ``n^(-2 / (d + 4))``. This is the same kernel for one feature, and for uncorrelated
    features of equal variance.

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
    D. W. Scott, "Multivariate Density Estimation: Theory, Practice, and Visualization", Wiley
    (1992), equation 6.42.

    Examples
    --------
    Two points at a distance of 2, whose variance is 2 with n - 1 in the denominator.

    >>> round(Scott()([[0.0], [2.0]]).epsilon, 4) == round(2 * 2 ** (-2 / 5), 4)
    True
    """

    name: ClassVar[str] = "scott"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        self.check_features(cloud)
        n, d = cloud.n_samples, cloud.n_features
        reason = (
            f"Scott's rule gives this scale for one normal group of {n} rows in {d} dimension(s)."
        )
        return gaussian_bandwidth(self.name, mean_variance(cloud) * n ** (-2 / (d + 4)), reason)


def mean_variance(cloud: PointCloud) -> float:
    """Mean of the variances of the features, with n - 1 in the denominator."""
    n = cloud.n_samples
    return cloud.mean_squared_deviation / cloud.n_features * n / (n - 1)
