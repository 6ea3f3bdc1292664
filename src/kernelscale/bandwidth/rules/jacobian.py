"""The scale that minimises a bound on the slopes of kernel ridge regression, in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import lambertw

from ...data import PointCloud
from ...engine.statistics import ClassExtremes
from ...results import Bandwidth
from ..leave_one_out.kernel_ridge import ridge_of
from ..rule import Rule, gaussian_bandwidth

__all__ = ["Jacobian"]

SWEEPS = 4  # number of steps from a row to the row farthest from it; two nearly always suffice


@dataclass(frozen=True)
class Jacobian(Rule):
    """``eps = s^2``, where s minimises a bound on the slopes of kernel ridge regression.

    The slopes are bounded by a multiple of ``J(s) = 1 / (n s exp(-(s / d)^2) + ridge s)``. Here
    ``d = 2 l / (pi ((n - 1)^(1/p) - 1))`` for n rows of p features, with l the largest distance
    between two rows. The first term of the denominator estimates the smallest eigenvalue of the
    kernel matrix for points on a grid of the same extent. J falls, then rises, then falls again,
    and its local minimum is at ``s^2 = d^2 (1/2 - W0(-ridge sqrt(e) / (2 n)))`` with Lambert's W.
    If the ridge is too large for a local minimum, ``s^2 = 3 d^2 / 2``, where the slope of J is
    smallest in magnitude.

    Parameters
    ----------
    ridge : float, optional
        The number added to the diagonal of the kernel matrix, scikit-learn's ``alpha``; 0.1 by
        default.
    C : float, optional
        The inverse of the ridge; it can be given instead of `ridge`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `ridge` or `C` is not positive, or both are given; when called, if only distances are
        given or there are only two rows.

    References
    ----------
    O. Allerbo and R. Joernsten, "Bandwidth selection for Gaussian kernel ridge regression via
    Jacobian control", arXiv:2205.11956 (2022).

    Examples
    --------
    Ten points on a line, 1 apart. With a ridge near 0 the scale is ``s^2 = d^2 / 2``.

    >>> epsilon = Jacobian(ridge=1e-9)(np.arange(10.0)[:, None]).epsilon
    >>> d = 2 * 9 / (np.pi * (9 - 1))
    >>> bool(np.isclose(epsilon, d**2 / 2))
    True
    """

    ridge: float | None = None
    C: float | None = None
    name: ClassVar[str] = "jacobian"
    takes_targets: ClassVar[bool] = True  # targets may be passed, but are not used

    def __post_init__(self) -> None:
        super().__post_init__()
        ridge_of(self.ridge, self.C)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        self.check_features(cloud)
        if cloud.n_samples < 3:
            raise ValueError(
                "The rule 'jacobian' needs at least three rows, because its formula for the "
                "spacing of the rows divides by 0 for two rows."
            )
        ridge = ridge_of(self.ridge, self.C)
        extent = _squared_diameter(cloud)
        n_steps = np.expm1(np.log(cloud.n_samples - 1) / cloud.n_features)
        spacing = 4 * extent / (np.pi * n_steps) ** 2  # d^2
        epsilon = spacing * _minimum(ridge / cloud.n_samples)
        reason = (
            f"This scale minimises a bound on the slopes of kernel ridge regression with ridge "
            f"{ridge:.3g}, for {cloud.n_samples} rows of {cloud.n_features} feature(s) on a grid "
            f"whose largest squared distance is {extent:.4g}."
        )
        return gaussian_bandwidth(self.name, epsilon, reason, ridge=ridge, extent=float(extent))


def _squared_diameter(cloud: PointCloud) -> float:
    """The largest squared distance of two rows.

    The distance of two rows is at most the sum of their distances from the mean of all rows. Let R
    be the largest distance of a row from the mean. A row at a distance a from the mean is at most
    a + R away from any other row. Only rows for which a + R reaches the largest distance found so
    far are compared with each other.
    """
    from_middle = np.linalg.norm(cloud.points - cloud.points.mean(axis=0), axis=1)
    far = int(from_middle.argmax())
    known = 0.0
    for done in range(SWEEPS):
        cloud.report("farthest rows", done, SWEEPS)
        squares = cloud.squared_distances_from(np.array([far]))[0]
        far, known = int(squares.argmax()), max(known, float(squares.max()))
    cloud.report("farthest rows", SWEEPS, SWEEPS)
    reach = from_middle + from_middle.max()
    rows = np.flatnonzero(reach >= np.sqrt(known) * (1 - 1e-6))
    in_one_class = ClassExtremes(np.zeros(len(rows), dtype=int))
    return cloud.restricted(rows).reduce(in_one_class).largest_within


def _minimum(share: float) -> float:
    """``(s / d)^2`` at the minimum of J, or 3/2 if there is none; `share` is ridge / n."""
    argument = -share * np.sqrt(math.e) / 2
    return 1.5 if argument < -1 / math.e else float(0.5 - lambertw(argument).real)
