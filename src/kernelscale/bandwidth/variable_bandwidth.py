"""One scale a point, which follows the density so that the limit of the walk is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from scipy.optimize import brentq

from .._validation import check_count
from ..engine import DistanceHistogram
from ..engine.arithmetic.reference import histogram_part
from ..engine.histogram import PairHistogram
from ..engine.scale_range import useful_range
from ..kernels import Kernel, SelfTuned, VariableGaussian
from ..kernels.variable_gaussian import BETA, log_density, scales_of_density
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .copies import Copies
from .rule import Rule
from .self_tuning import neighbor_scales

__all__ = ["VariableBandwidth"]

MOST_NEIGHBORS = 128
PILOT_SHARE = 1 / 4  # of the neighbours; more blur the density, with fewer it is noise
LONGEST = 0.6  # squared, over the variance along a direction: longer steps see no shape
FEWEST_ROWS = 256
PAIRS = 1 << 22  # of rows with all others, at least: the sum of the kernel to about 1 %
PAIRS_AT_ONCE = 1 << 16


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

    Parameters
    ----------
    n_neighbors : int, optional
        How many others a row sees on average; the root of three times the rows, at most 128, by
        default. The first estimate takes the distance to a neighbour at a quarter of it.
    dimension : int, optional
        The intrinsic dimension d; by default d_eps, as a whole number.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is no positive integer; when called, if there are not so many other rows or a
        row has so many exact duplicates and each counts.

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
        largest = min(MOST_NEIGHBORS, cloud.n_samples - 1)
        n_neighbors = self.n_neighbors or min(largest, round((3 * cloud.n_samples) ** 0.5))
        if n_neighbors >= cloud.n_samples:
            raise ValueError(
                f"The rule 'variable_bandwidth' lets a row see {n_neighbors} others, but there are "
                f"{cloud.n_samples} rows; set n_neighbors below that."
            )
        of_pilot = max(1, round(PILOT_SHARE * n_neighbors))
        pilot_scales = neighbor_scales(cloud, of_pilot)
        pilot = SelfTuned(cloud.features, pilot_scales, of_pilot)
        implied = _at_neighbors(cloud, pilot_scales, n_neighbors)[1]
        dimension = self.dimension or max(1, round(implied))
        near = cloud.nearest(of_pilot)
        log_q = log_density(pilot, near.squared_distances, near.indices, dimension)
        epsilon = _at_neighbors(cloud, np.exp(BETA * log_q), n_neighbors)[0]
        longest = float(np.sqrt(LONGEST * cloud.mean_squared_deviation / dimension))
        sigma = scales_of_density(log_q, epsilon, longest)
        kernel = VariableGaussian(
            cloud.features, pilot_scales, sigma, epsilon, longest, dimension, of_pilot
        )
        evidence = {"local_scales": kernel.local_scales, "implied_dimension": implied}
        reason = (
            f"One scale a row, which follows the density in {dimension} dimension(s): from "
            f"{kernel.local_scales.min():.3g} to {kernel.local_scales.max():.3g}. A row sees "
            f"about {n_neighbors} others, and there the implied dimension is {implied:.2f}."
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


def _at_neighbors(cloud: PointCloud, scales: np.ndarray, n_neighbors: int) -> tuple[float, float]:
    """Epsilon at which a row sees so many others by ``r_ij / (s_i s_j)``, and d_eps there.

    Both are of pairs that are apart: T / (eps (S - S_0)), S_0 those at no distance.
    """
    histogram = _scaled_distances(cloud, scales)
    n_rows = histogram.n_pairs // cloud.n_samples

    def seen(log_epsilon: float) -> float:
        S = histogram.sums(np.exp([log_epsilon]))[0]
        return float(np.log(S[0] - histogram.n_zero) - np.log(n_rows * n_neighbors))

    low, high = np.log(useful_range(histogram, cloud.n_samples))
    epsilon = float(np.exp(brentq(seen, low, high) if seen(high) > 0 else high))
    S, T = histogram.sums(np.array([epsilon]))
    return epsilon, float(T[0] / (epsilon * (S[0] - histogram.n_zero)))


def _scaled_distances(cloud: PointCloud, scales: np.ndarray) -> PairHistogram:
    """Histogram of ``r_ij / (s_i s_j)``, i all rows, or evenly spaced ones where rows are many."""
    n_samples = cloud.n_samples
    n_rows = min(n_samples, max(FEWEST_ROWS, PAIRS // n_samples))
    rows = np.arange(n_rows) * n_samples // n_rows
    unit = 2 * cloud.mean_squared_deviation / float(scales.min()) ** 2
    statistic = DistanceHistogram(unit)
    state = statistic.start(n_samples)
    for block in np.array_split(rows, min(n_rows, -(-n_rows * n_samples // PAIRS_AT_ONCE))):
        r = cloud.squared_distances_between(block, slice(None))
        r /= scales[block, None] * scales
        state = statistic.merge(state, histogram_part(r, unit))
    return statistic.finish(state)
