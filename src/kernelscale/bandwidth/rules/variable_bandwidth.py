"""A scale for each row, from the density, for which the limit of the random walk is known."""

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
from ..copies import Copies
from ..rule import Rule
from .scaled_pairs import AllPairs, KnownPairs, ScaledSums
from .self_tuning import local_scales

__all__ = ["VariableBandwidth"]

MOST_NEIGHBORS = 128
PILOT_SHARE = 1 / 4  # of the neighbours; more blur the density, fewer make it noisy
CUT = 0.01  # share of the mean square of steps that may lie beyond the k nearest neighbours
# Other rows that the kernel of a row reaches at least: a seventh of a graph's neighbours, which in
# two dimensions cuts about `CUT`, or eight, where that is fewer; with fewer the operator is noisy.
SHARE_REACHED, FEWEST_REACHED = 1 / 7, 8
LONGEST = 0.6  # squared step over the variance along a direction: longer steps blur the shape


class _Density(NamedTuple):
    """A first estimate of the density, and what was computed with it.

    `implied` is d_eps at the epsilon where the pilot's kernel reaches `n_neighbors` others,
    `longest` an upper bound of the scales, and `sums` are those for the scales ``q^beta``.
    """

    pilot: SelfTuned
    n_neighbors: int
    implied: float
    dimension: int
    log_q: np.ndarray
    longest: float
    sums: ScaledSums

    def scale_within(self, radii: np.ndarray, least: float, most: float) -> float:
        """The largest epsilon between two of which few steps lie beyond these squared distances."""

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

    Berry and Harlim (2016), with beta = -1/2. The density is first estimated by the kernel of
    distances to a neighbour, as ``q_i = sum_j exp(-r_ij / (s_i s_j)) / s_i^d``. The scale is that
    at which a row reaches `n_neighbors` others on average, which is ``(S - N) / N`` with S the
    kernel's sum, and d is the implied dimension ``d_eps = T / (eps (S - N))`` there. (At the lower
    end of the plateau, as in `LogSum`, thin tails would not be connected, and its peak is where
    curvature counts.) In thin tails q is nearly 0 and sigma is kept below a length L:
    ``1 / sigma_i^2 = q_i / epsilon + 1 / L^2``, L^2 being 0.6 of the variance of the rows over d.

    For a graph of the k nearest neighbours, as of ``DiffusionMap(neighbors=k)``, all is computed
    from these. The scale is the largest, up to that of all pairs, at which 1 % of the mean square
    of steps lies beyond the k-th neighbour, by the formula for a Gaussian in d dimensions. But a
    row reaches at least eight others, or a seventh of k where that is fewer; in three dimensions or
    more that may cut more than 1 %.

    Parameters
    ----------
    n_neighbors : int, optional
        How many others a row reaches on average; by default the root of three times the number of
        rows, at most 128. The first estimate takes the distance to a neighbour at a quarter of it;
        on a graph at a quarter of the default, or to the last one.
    dimension : int, optional
        The intrinsic dimension d; by default d_eps, rounded.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is no positive integer; when called, if there are fewer other rows, a row has
        that many exact duplicates and each counts, or a graph has too few neighbours.

    Examples
    --------
    Points that are twice as far apart on the right: their squared scale is twice as large.

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
        local_scales(cloud, near)  # refused where one is 0
        found = self._density(cloud, near, AllPairs(cloud), n_neighbors)
        return self._at(found, found.sums.scale_at(n_neighbors))

    def check_neighbors(self, n_neighbors: int) -> None:
        reached = self.n_neighbors or 1
        if reached >= n_neighbors:
            raise ValueError(
                f"The rule 'variable_bandwidth' chooses the scale at which a row reaches {reached} "
                f"others, but the graph has {n_neighbors} neighbours of each row, too few for any "
                f"scale; take more, such as neighbors={round(reached / SHARE_REACHED)}, or set "
                f"n_neighbors to fewer."
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
        """The first estimate of the density, from the nearest others of each row."""
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
            f"A scale for each row, from the density in {dimension} dimension(s): from "
            f"{kernel.local_scales.min():.3g} to {kernel.local_scales.max():.3g}. A row reaches "
            f"about {found.sums.others(epsilon):.0f} others, and where it reaches "
            f"{found.n_neighbors} the implied dimension is {found.implied:.2f}."
        )
        return Bandwidth(self.name, None, kernel, reason, evidence=evidence)

    def _for_all_rows(self, found: Bandwidth, cloud: PointCloud, copies: Copies) -> Bandwidth:
        kernel: VariableGaussian = found.kernel  # type: ignore[assignment]
        kernel = replace(
            kernel,
            points=cloud.features,
            pilot_scales=kernel.pilot_scales[copies.group],
            local_scales=kernel.local_scales[copies.group],
            counted=np.isin(np.arange(cloud.n_samples), copies.rows),
            within=copies.within,
        )
        evidence = {**found.evidence, "local_scales": kernel.local_scales}
        return replace(found, kernel=kernel, evidence=evidence)

    def _smallest_scale(self, kernel: Kernel) -> float | None:
        return kernel.pilot.typical_scale  # type: ignore[attr-defined]


def _usual_number(n_samples: int) -> int:
    """How many others a row reaches by default."""
    return min(MOST_NEIGHBORS, n_samples - 1, round((3 * n_samples) ** 0.5))
