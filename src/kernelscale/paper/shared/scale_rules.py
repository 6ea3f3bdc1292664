"""The scales marked on curves of accuracy: six scales of the paper, and two scales of `auto`."""

from __future__ import annotations

import warnings

import numpy as np

from ...bandwidth import (
    Auto,
    Geometric,
    LogSum,
    MaxMin,
    Probabilistic,
    Spectral,
    StandardDeviation,
)
from ...data import PointCloud
from ...diffusion.diffusion_map import DiffusionMap

__all__ = [
    "GE",
    "MARKED",
    "PROPOSED",
    "RHO_P",
    "RHO_PSI",
    "TITLES",
    "marked_scales",
    "neighbor_graph_map",
    "scale_of_rho_Psi",
]

GE, RHO_PSI, RHO_P = "spectral", "geometric", "probabilistic"
TITLES = {
    "standard_deviation": "eps_std",
    "max_min": "eps_MaxMin",
    "log_sum": "eps_0",
    GE: "eps_Ge",
    RHO_PSI: "eps_rho_Psi",
    RHO_P: "eps_rho_P",
}
"""The name of each scale in the paper, by the name of its rule."""
MARKED = TITLES | {"auto": "auto", "auto_with_labels": "auto with labels"}
"""The names of the paper's scales, and of the scales of `auto` without and with labels."""
PROPOSED = {GE: "Ge", RHO_PSI: "rho_Psi", RHO_P: "rho_P"}
"""The criteria of the paper, which depend on the classes, by the name of the rule."""


def marked_scales(cloud: PointCloud, n_components: int) -> dict[str, float]:
    """The scale that each rule chooses, by the name of the rule.

    Parameters
    ----------
    cloud : PointCloud
        Points with their classes.
    n_components : int
        Number of diffusion coordinates of rho_Psi.

    Examples
    --------
    Two clusters are 100 apart, and each is 1 wide. Rules that use the classes choose a scale at
    which steps within a cluster are probable, and steps to the other cluster are not.

    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> found = marked_scales(PointCloud(X, np.repeat([0, 1], 20)), n_components=1)
    >>> [name for name, scale in found.items() if 1 < scale < 1000]
    ['spectral', 'geometric', 'probabilistic', 'auto_with_labels']
    """
    rules = (
        StandardDeviation(),
        MaxMin(),
        LogSum(),
        Spectral(),
        Geometric(n_components),
        Probabilistic(),
    )
    unlabelled = PointCloud(cloud.points, n_threads=1)
    answers = [
        *(rule.choose(cloud) for rule in rules),
        Auto().choose(unlabelled),
        Auto().choose(cloud),
    ]
    # All of these rules choose a scale.
    scales = [float(answer.epsilon or np.nan) for answer in answers]
    return dict(zip(MARKED, scales, strict=True))


def scale_of_rho_Psi(cloud: PointCloud, n_components: int) -> float:  # noqa: N802
    """The scale of rho_Psi in `n_components` diffusion coordinates."""
    return float(Geometric(n_components).choose(cloud).epsilon or np.nan)


def neighbor_graph_map(points: np.ndarray, n_components: int) -> np.ndarray:
    """Coordinates by `DiffusionMap` with default options, which uses nearest neighbours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a graph of several components is a result, not a fault
        return DiffusionMap(n_components, n_threads=1).fit(points).embedding_
