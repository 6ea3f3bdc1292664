"""The six scales that the paper marks on its curves of accuracy."""

from __future__ import annotations

import numpy as np

from ...bandwidth.rules.geometric import Geometric
from ...bandwidth.rules.log_sum import LogSum
from ...bandwidth.rules.max_min import MaxMin
from ...bandwidth.rules.probabilistic import Probabilistic
from ...bandwidth.rules.spectral import Spectral
from ...bandwidth.rules.standard_deviation import StandardDeviation
from ...data import PointCloud

__all__ = ["GE", "PROPOSED", "RHO_P", "RHO_PSI", "TITLES", "six_scales"]

GE, RHO_PSI, RHO_P = "spectral", "geometric", "probabilistic"
TITLES = {
    "standard_deviation": "eps_std",
    "max_min": "eps_MaxMin",
    "log_sum": "eps_0",
    GE: "eps_Ge",
    RHO_PSI: "eps_rho_Psi",
    RHO_P: "eps_rho_P",
}
"""The name of each in the paper, by the name of its rule."""
PROPOSED = {GE: "Ge", RHO_PSI: "rho_Psi", RHO_P: "rho_P"}
"""The criteria of the paper, which depend on the classes, by the name of the rule."""


def six_scales(cloud: PointCloud, n_components: int) -> dict[str, float]:
    """The scale each rule chooses, by its name.

    Parameters
    ----------
    cloud : PointCloud
        Points with their classes.
    n_components : int
        Number of diffusion coordinates of rho_Psi.

    Examples
    --------
    Two clusters 100 apart, each 1 wide: rules that use the classes choose a scale at which steps
    within a cluster are probable, and steps to the other one are not.

    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> found = six_scales(PointCloud(X, np.repeat([0, 1], 20)), n_components=1)
    >>> [name for name, scale in found.items() if 1 < scale < 1000]
    ['spectral', 'geometric', 'probabilistic']
    """
    rules = (
        StandardDeviation(),
        MaxMin(),
        LogSum(),
        Spectral(),
        Geometric(n_components),
        Probabilistic(),
    )
    # None of these rules answers without a scale.
    scales = [float(rule.choose(cloud).epsilon or np.nan) for rule in rules]
    return dict(zip(TITLES, scales, strict=True))
