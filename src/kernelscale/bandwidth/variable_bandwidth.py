"""One scale a point, which follows the density so that the limit of the walk is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np
from scipy.optimize import brentq

from .._validation import check_count
from ..data import PointCloud
from ..engine.statistics import Neighbors
from ..kernels import Kernel, SelfTuned, VariableGaussian
from ..kernels.variable_gaussian import BETA, log_density, scales_of_density, share_beyond
from ..results import Bandwidth
from .copies import Copies
from .rule import Rule
from .scaled_pairs import AllPairs, KnownPairs, Seen
from .self_tuning import local_scales

__all__ = ["VariableBandwidth"]

MOST_NEIGHBORS = 128
PILOT_SHARE = 1 / 4  # of the neighbours; more blur the density, with fewer it is noise
CUT = 0.01  # of the mean square of steps, which the end of a graph's lists may take away
SHARE_SEEN = 1 / 7  # of a graph's neighbours, at least; in two dimensions this cuts about `CUT`
FEWEST_SEEN = 8  # or that, where it is fewer; with fewer the walk is noise
LONGEST = 0.6  # squared, over the variance along a direction: longer steps see no shape


class _Density(NamedTuple):
    """A first estimate of the density, and what goes with it.

    `implied` is d_eps where a row sees `n_neighbors` others by the pilot's scales, `longest` the
    distance that no scale reaches, and `seen` is by scales ``q^beta``.
    """

    pilot: SelfTuned
    n_neighbors: int
    implied: float
    dimension: int
    log_q: np.ndarray
    longest: float
    seen: Seen

    def scale_within(self, radii: np.ndarray, least: float, most: float) -> float:
        """The largest epsilon between two whose steps are hardly cut at these squared distances."""

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
    distances to a neighbour, as ``q_i = sum_j exp(-r_ij / (s_i s_j)) / s_i^d``. Of the curve of
    the kernel's sum S and the dimension it implies, ``d_eps = T / (eps (S - N))``, the scale is
    taken at which a row sees `n_neighbors` others, S - N being so many a row, and d is d_eps there.
    (The lower end of the plateau, as in `LogSum`, leaves thin tails unconnected, and its peak is
    where curvature is felt.) Scales in thin tails, where q comes to nothing, stay below a length
    L: ``1 / sigma_i^2 = q_i / epsilon + 1 / L^2``, L^2 being 0.6 of the rows' variance over d.

    For a graph of the k nearest neighbours, as of ``DiffusionMap(neighbors=k)``, all is taken from
    these. The scale is the largest up to that of all pairs at which 1 % of the mean square of
    steps, by the formula for a Gaussian in d dimensions, lies beyond the k-th neighbour; but a row
    sees at least eight others, or a seventh of k, which in three dimensions or more may cut more.

    Parameters
    ----------
    n_neighbors : int, optional
        How many others a row sees on average; the root of three times the rows, at most 128, by
        default. The first estimate takes the distance to a neighbour at a quarter of it; on a graph
        at a quarter of the default, or to the last one.
    dimension : int, optional
        The intrinsic dimension d; by default d_eps, as a whole number.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is no positive integer; when called, if there are not so many other rows or a
        row has so many exact duplicates and each counts, or a graph has so few neighbours.

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
                f"The rule 'variable_bandwidth' lets a row see {n_neighbors} others, but there are "
                f"{cloud.n_samples} rows; set n_neighbors below that."
            )
        of_pilot = max(1, round(PILOT_SHARE * n_neighbors))
        near = cloud.nearest(of_pilot)
        local_scales(cloud, near)  # refused where one is 0
        found = self._density(cloud, near, AllPairs(cloud), n_neighbors)
        return self._following(found, found.seen.scale_at(n_neighbors))

    def check_neighbors(self, n_neighbors: int) -> None:
        seen = self.n_neighbors or 1
        if seen >= n_neighbors:
            raise ValueError(
                f"The rule 'variable_bandwidth' lets a row see {seen} others, but the graph has "
                f"{n_neighbors} neighbours of each, and of so many a row sees {seen} at no scale; "
                f"take more, such as neighbors={round(seen / SHARE_SEEN)}, or let it see fewer."
            )

    def _choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        usual, n_known = _usual_number(cloud.n_samples), neighbors.indices.shape[1]
        fewest = self.n_neighbors or max(1, min(usual, FEWEST_SEEN, round(SHARE_SEEN * n_known)))
        of_pilot = min(n_known, max(1, round(PILOT_SHARE * usual)))
        near = Neighbors(*(part[:, :of_pilot] for part in neighbors))
        found = self._density(cloud, near, KnownPairs(neighbors), fewest)
        epsilon = found.seen.scale_at(fewest)
        if not self.n_neighbors:
            most = found.seen.scale_at(usual)
            epsilon = found.scale_within(neighbors.squared_distances[:, -1], epsilon, most)
        return self._following(found, epsilon)

    def _density(
        self, cloud: PointCloud, near: Neighbors, pairs: AllPairs | KnownPairs, n_neighbors: int
    ) -> _Density:
        """The density that the nearest of each row tell."""
        unit = 2 * cloud.mean_squared_deviation
        pilot_scales = np.sqrt(near.squared_distances[:, -1])
        pilot = SelfTuned(cloud.features, pilot_scales, near.indices.shape[1])
        seen = Seen.by(pilot_scales, pairs, unit)
        implied = seen.dimension(seen.scale_at(n_neighbors))
        dimension = self.dimension or max(1, round(implied))
        log_q = log_density(pilot, near.squared_distances, near.indices, dimension)
        longest = float(np.sqrt(LONGEST * cloud.mean_squared_deviation / dimension))
        seen = Seen.by(np.exp(BETA * log_q), pairs, unit)
        return _Density(pilot, n_neighbors, implied, dimension, log_q, longest, seen)

    def _following(self, found: _Density, epsilon: float) -> Bandwidth:
        """The kernel of this scale that follows the density."""
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
            f"One scale a row, which follows the density in {dimension} dimension(s): from "
            f"{kernel.local_scales.min():.3g} to {kernel.local_scales.max():.3g}. A row sees about "
            f"{found.seen.others(epsilon):.0f} others, and where it sees {found.n_neighbors} the "
            f"implied dimension is {found.implied:.2f}."
        )
        return Bandwidth(self.name, None, kernel, reason, evidence=evidence)

    def _for_all_rows(self, answer: Bandwidth, cloud: PointCloud, copies: Copies) -> Bandwidth:
        kernel: VariableGaussian = answer.kernel  # type: ignore[assignment]
        kernel = replace(
            kernel,
            points=cloud.features,
            pilot_scales=kernel.pilot_scales[copies.group],
            local_scales=kernel.local_scales[copies.group],
            counted=np.isin(np.arange(cloud.n_samples), copies.rows),
            within=copies.within,
        )
        evidence = {**answer.evidence, "local_scales": kernel.local_scales}
        return replace(answer, kernel=kernel, evidence=evidence)

    def _smallest_scale(self, kernel: Kernel) -> float | None:
        return kernel.pilot.typical_scale  # type: ignore[attr-defined]


def _usual_number(n_samples: int) -> int:
    """How many others a row sees where nothing else is said."""
    return min(MOST_NEIGHBORS, n_samples - 1, round((3 * n_samples) ** 0.5))
