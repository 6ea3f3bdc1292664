"""A scale for each row, from an estimate of the density."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np
from scipy.optimize import brentq

from ..._validation import check_count
from ...data import PointCloud
from ...engine.statistics import Neighbors
from ...kernels.kernel import Kernel
from ...kernels.self_tuned import SelfTuned
from ...kernels.variable_gaussian import (
    BETA,
    VariableGaussian,
    log_density,
    scales_of_density,
    share_beyond,
)
from ...results import Bandwidth
from ..duplicates import CountedRows
from ..rule import Rule
from .scaled_pairs import AllPairs, KnownPairs, ScaledSums
from .self_tuning import local_scales

__all__ = ["VariableBandwidth"]

MOST_NEIGHBORS = 128
# The first estimate of the density uses this share of the neighbours: more would blur it, fewer
# would make it noisy.
PILOT_SHARE = 1 / 4
# A row's mean squared step is the mean squared distance to other rows, weighted by the kernel. This
# share of it may come from rows beyond the k nearest neighbours.
CUT = 0.01
# In a graph, the kernel of a row reaches at least a seventh of its neighbours, or eight rows if
# that is fewer; with fewer rows the operator is noisy. In two dimensions, a kernel that reaches a
# seventh of the neighbours has about the share `CUT` of its mean squared step beyond all of them.
SHARE_REACHED, FEWEST_REACHED = 1 / 7, 8
# Largest squared scale, as a multiple of the variance along a direction; larger scales blur shapes.
LONGEST = 0.6


class _Density(NamedTuple):
    """A first estimate of the density, and quantities computed from it.

    Attributes
    ----------
    pilot : SelfTuned
        The kernel that gives the first estimate.
    n_neighbors : int
        Number of other rows that a row reaches at the epsilon of `implied`.
    implied : float
        d_eps of the pilot kernel, at the epsilon at which a row reaches `n_neighbors` other rows on
        average.
    dimension : int
        The dimension d that is used.
    log_q : ndarray of shape (n_samples,)
        Logarithm of the density at each row.
    longest : float
        Upper bound of the scales.
    sums : ScaledSums
        The kernel's sums for the scales ``q^beta``.
    """

    pilot: SelfTuned
    n_neighbors: int
    implied: float
    dimension: int
    log_q: np.ndarray
    longest: float
    sums: ScaledSums

    def scale_within(self, radii: np.ndarray, least: float, most: float) -> float:
        """The largest epsilon from `least` to `most` at which few steps lead beyond the radii.

        `radii` are squared distances. At most the share `CUT` of the mean squared step may lie
        beyond them; if more does at every epsilon, the result is `least`.
        """

        def excess(log_epsilon: float) -> float:
            sigma = scales_of_density(self.log_q, np.exp(log_epsilon), self.longest)
            return float(share_beyond(radii, sigma, self.dimension).mean()) - CUT

        low, high = np.log([least, max(least, most)])
        if excess(low) >= 0:
            return least
        return float(np.exp(high if excess(high) <= 0 else brentq(excess, low, high)))


@dataclass(frozen=True)
class VariableBandwidth(Rule):
    """``K_ij = exp(-r_ij / (2 sigma_i sigma_j))``, ``sigma_i^2 = epsilon / q_i``, q the density.

    The kernel is from Berry and Harlim (2016), with beta = -1/2. A first estimate of the density is
    ``q_i = sum_j exp(-r_ij / (s_i s_j)) / s_i^d``, where s_i is the distance of row i to a near
    neighbour. A row reaches ``(S - N) / N`` other rows on average, where S is the kernel's sum over
    N rows. The scale is the one at which this number is `n_neighbors`. The dimension d is the
    implied dimension d_eps of the kernel of the first estimate, at the scale at which it reaches
    the same number of rows. (At the lower end of the plateau of d_eps, which `LogSum` takes, thin
    tails would not be connected; at the peak of d_eps, curvature would matter.)

    In thin tails q is nearly 0, so sigma is kept below a length L: ``1 / sigma_i^2 = q_i / epsilon
    + 1 / L^2``, where L^2 is 0.6 times the variance of the rows divided by d.

    For a graph of the k nearest neighbours, as in ``DiffusionMap(neighbors=k)``, only these
    neighbours are used. The mean squared step of a row is the mean squared distance to other rows,
    weighted by the kernel. Unless `n_neighbors` is given, the scale is the largest at which at most
    1 % of this mean comes from rows beyond the k-th neighbour, by the formula for a Gaussian in d
    dimensions. There are two limits. The scale is not larger than the one at which a row reaches
    the default `n_neighbors`. And it is not smaller than the one at which a row reaches eight other
    rows, or k / 7 if that is fewer. (In three dimensions or more, the second limit may leave more
    than 1 % beyond the k-th neighbour.)

    Parameters
    ----------
    n_neighbors : int, optional
        Number of other rows that a row reaches on average; by default the square root of three
        times the number of rows, at most 128. For the first estimate s_i is the distance to
        neighbour number ``n_neighbors / 4``. On a graph, s_i is the distance to the neighbour whose
        number is a quarter of the default `n_neighbors`, or to the last neighbour of the graph if
        the graph has fewer.
    dimension : int, optional
        The intrinsic dimension d; by default d_eps, rounded.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is not a positive integer; when called, if there are at most `n_neighbors` rows
        or a graph has too few neighbours, or if the distance s_i of a row is 0, because it has too
        many exact duplicates and each duplicate counts.

    Examples
    --------
    Points on a line, twice as far apart on the right: there the squared scale is twice as large.

    >>> import numpy as np
    >>> X = np.concatenate([np.arange(-200.0, 0), np.arange(0.0, 400, 2)])[:, None]
    >>> kernel = VariableBandwidth()(X).kernel
    >>> left, right = kernel.local_scales[[100, 300]]
    >>> kernel.dimension, float(round((right / left) ** 2, 2))
    (1, 2.0)
    """

    n_neighbors: int | None = None
    dimension: int | None = None
    name: ClassVar[str] = "variable_bandwidth"
    scales_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for option in ("n_neighbors", "dimension"):
            if getattr(self, option) is not None:
                check_count(getattr(self, option), option)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        n_neighbors = self.n_neighbors or _usual_number(cloud.n_samples)
        if n_neighbors >= cloud.n_samples:
            raise ValueError(
                f"The rule 'variable_bandwidth' needs {n_neighbors} other rows, but there are "
                f"{cloud.n_samples} rows; set n_neighbors below that."
            )
        of_pilot = max(1, round(PILOT_SHARE * n_neighbors))
        near = cloud.nearest(of_pilot)
        local_scales(cloud, near)  # raises an error if a scale is 0
        found = self._density(cloud, near, AllPairs(cloud), n_neighbors)
        return self._at(found, found.sums.scale_at(n_neighbors))

    def check_neighbors(self, n_neighbors: int) -> None:
        reached = self.n_neighbors or 1
        if reached >= n_neighbors:
            raise ValueError(
                f"The rule 'variable_bandwidth' chooses the scale at which a row reaches {reached} "
                f"other rows, but the graph has only {n_neighbors} neighbours of each row; take "
                f"more, such as neighbors={round(reached / SHARE_REACHED)}, or lower n_neighbors."
            )

    def _choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        usual, n_known = _usual_number(cloud.n_samples), neighbors.indices.shape[1]
        fewest = self.n_neighbors or max(
            1, min(usual, FEWEST_REACHED, round(SHARE_REACHED * n_known))
        )
        of_pilot = min(n_known, max(1, round(PILOT_SHARE * usual)))
        near = Neighbors(*(each[:, :of_pilot] for each in neighbors))
        found = self._density(cloud, near, KnownPairs(neighbors), fewest)
        epsilon = found.sums.scale_at(fewest)
        if not self.n_neighbors:
            most = found.sums.scale_at(usual)
            epsilon = found.scale_within(neighbors.squared_distances[:, -1], epsilon, most)
        return self._at(found, epsilon)

    def _density(
        self, cloud: PointCloud, near: Neighbors, pairs: AllPairs | KnownPairs, n_neighbors: int
    ) -> _Density:
        """The first estimate of the density, from the nearest neighbours of each row."""
        unit = 2 * cloud.mean_squared_deviation
        pilot_scales = np.sqrt(near.squared_distances[:, -1])
        pilot = SelfTuned(cloud.features, pilot_scales, near.indices.shape[1])
        sums = ScaledSums.of(pilot_scales, pairs, unit)
        implied = sums.dimension(sums.scale_at(n_neighbors))
        dimension = self.dimension or max(1, round(implied))
        log_q = log_density(pilot, near.squared_distances, near.indices, dimension)
        longest = float(np.sqrt(LONGEST * cloud.mean_squared_deviation / dimension))
        sums = ScaledSums.of(np.exp(BETA * log_q), pairs, unit)
        return _Density(pilot, n_neighbors, implied, dimension, log_q, longest, sums)

    def _at(self, found: _Density, epsilon: float) -> Bandwidth:
        """The bandwidth at this epsilon, with a scale for each row."""
        pilot, dimension = found.pilot, found.dimension
        kernel = VariableGaussian(
            pilot.points,
            pilot.local_scales,
            scales_of_density(found.log_q, epsilon, found.longest),
            epsilon,
            found.longest,
            dimension,
            pilot.n_neighbors,
        )
        evidence = {"local_scales": kernel.local_scales, "implied_dimension": found.implied}
        reason = (
            f"Each row has its own scale, from the density in {dimension} dimension(s); the scales "
            f"are from {kernel.local_scales.min():.3g} to {kernel.local_scales.max():.3g}. On "
            f"average the kernel of a row reaches about {found.sums.others(epsilon):.0f} other "
            f"rows. At the scale at which it reaches {found.n_neighbors} other rows, the implied "
            f"dimension is {found.implied:.2f}."
        )
        return Bandwidth(self.name, None, kernel, reason, evidence=evidence)

    def _for_all_rows(self, found: Bandwidth, cloud: PointCloud, counted: CountedRows) -> Bandwidth:
        kernel: VariableGaussian = found.kernel  # type: ignore[assignment]
        kernel = replace(
            kernel,
            points=cloud.features,
            pilot_scales=kernel.pilot_scales[counted.group],
            local_scales=kernel.local_scales[counted.group],
            counted=np.isin(np.arange(cloud.n_samples), counted.rows),
            within=counted.within,
        )
        evidence = {**found.evidence, "local_scales": kernel.local_scales}
        return replace(found, kernel=kernel, evidence=evidence)

    def _smallest_scale(self, kernel: Kernel) -> float | None:
        return kernel.pilot.typical_scale  # type: ignore[attr-defined]


def _usual_number(n_samples: int) -> int:
    """The default number of other rows that a row reaches."""
    return min(MOST_NEIGHBORS, n_samples - 1, round((3 * n_samples) ** 0.5))
