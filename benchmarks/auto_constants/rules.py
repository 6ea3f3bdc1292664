"""The ways to choose a scale that are compared: rules of the package, and variants of them.

Each choice is a function of a `PointCloud`. It returns a scale, or a `Bandwidth` if its kernel has
several scales.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

from kernelscale import Gaussian
from kernelscale.bandwidth import (
    Auto,
    LargestSlope,
    MaxMin,
    Median,
    NearestNeighbors,
    ScikitLearnScale,
    SelfTuning,
    StandardDeviation,
    Standardized,
)
from kernelscale.bandwidth.diagnostics import component_sizes
from kernelscale.bandwidth.rule import Rule
from kernelscale.bandwidth.rules.log_sum import Plateau, find_plateaus, widest_plateau
from kernelscale.data import PointCloud
from kernelscale.results import Bandwidth

Choice = Callable[[PointCloud], float | Bandwidth]


def rule(chosen: Rule) -> Choice:
    """The choice that a rule of the package makes."""

    def choose(cloud: PointCloud) -> float | Bandwidth:
        with warnings.catch_warnings():
            # Pixels of the background of pictures are constant features.
            warnings.filterwarnings("ignore", message=".*constant")
            bandwidth = chosen.choose(cloud)
        return bandwidth if bandwidth.epsilon is None else bandwidth.epsilon

    return choose


def multiple(factor: float, n_neighbors: int = 7) -> Choice:
    """A multiple of the typical squared distance to the `n_neighbors`-th neighbour."""
    return lambda cloud: factor * NearestNeighbors(n_neighbors).choose(cloud).epsilon


def plateau(cloud: PointCloud) -> Plateau:
    """The plateau that the rule `log_sum` chooses.

    It is a range of scales over which the logarithm of the sum of the kernel is nearly linear.
    """
    return widest_plateau(find_plateaus(cloud, cloud.curve()))


def inside(share: float) -> Choice:
    """A scale in the plateau: at its lower end for share 0, at its upper end for share 1.

    The share is that of the width in log epsilon.
    """

    def choose(cloud: PointCloud) -> float:
        found = plateau(cloud)
        return found.low ** (1 - share) * found.high**share

    return choose


def half_the_lower_end(cloud: PointCloud) -> float:
    """Half the lower end of the plateau; no other multiple is better on the group `design`."""
    return plateau(cloud).low / 2


def if_near(place: Choice, factor: float, otherwise: Choice) -> Choice:
    """The scale of `place` if three conditions are met, else the scale of `otherwise`.

    - Both ends of the plateau are inside the range of scales.
    - The scale of `place` divided by that of the rule `nearest_neighbors` is between 1 / `factor`
      and `factor`.
    - The graph of the kernel at the scale of `place` is connected.
    """

    def choose(cloud: PointCloud) -> float | Bandwidth:
        epsilon, near = place(cloud), multiple(1)(cloud)
        usable = (
            plateau(cloud).interior
            and near / factor <= epsilon <= factor * near
            and len(component_sizes(cloud, Gaussian(epsilon))) == 1
        )
        return epsilon if usable else otherwise(cloud)

    return choose


AUTO = rule(Auto(n_subsamples=0))

PLACES = {"lower end": inside(0.0), "middle": inside(0.5), "upper end": inside(1.0)}
FALLBACKS = {"auto": AUTO, "nearest_neighbors": multiple(1)}
CONDITIONAL = {
    f"plateau, {place}, within {factor}, else {fallback}": if_near(
        PLACES[place], float(factor), FALLBACKS[fallback]
    )
    for fallback in FALLBACKS
    for place in PLACES
    for factor in (2, 4, 8)
}

CHOICES: dict[str, Choice] = {
    "auto": AUTO,
    "auto, for a machine": rule(Auto("kernel machine")),
    "auto, for a density": rule(Auto("density")),
    "max_min": rule(MaxMin()),
    "max_min, factor 3": rule(MaxMin(factor=3.0)),
    "max_min, factor 0.5": rule(MaxMin(factor=0.5)),
    "median": rule(Median()),
    "standard_deviation": rule(StandardDeviation()),
    "scikit_learn_scale": rule(ScikitLearnScale()),
    "largest_slope": rule(LargestSlope()),
    "log_sum (plateau, lower end)": inside(0.0),
    "plateau, middle": inside(0.5),
    "plateau, upper end": inside(1.0),
    "plateau, largest d_eps": lambda cloud: plateau(cloud).peak,
    "plateau, half the lower end, within 2, else auto": if_near(half_the_lower_end, 2.0, AUTO),
    **CONDITIONAL,
    "nearest_neighbors": multiple(1),
    "0.5 nearest_neighbors": multiple(0.5),
    "2 nearest_neighbors": multiple(2),
    "4 nearest_neighbors": multiple(4),
    "8 nearest_neighbors": multiple(8),
    "16 nearest_neighbors": multiple(16),
    "nearest_neighbors, k = 10": multiple(1, 10),
    "nearest_neighbors, k = 16": multiple(1, 16),
    "0.5 nearest_neighbors, k = 16": multiple(0.5, 16),
    "upper end of the range": lambda cloud: cloud.scale_range[1],
    "self_tuning": rule(SelfTuning()),
    "standardized": rule(Standardized()),
}
