"""DANCo: the dimension from angles and norm concentration (Ceruti et al. 2014)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ..._validation import check_name
from ..._warnings import warn_caller
from ...results import Dimension
from ..calibration.ball_signatures import SignaturesOfBalls
from ..calibration.closest_dimension import Closest, closest_dimension
from ..calibration.divergences import angle_divergence, ratio_divergence
from ..calibration.signature import Signature
from ..caveats import NEAR_DUPLICATES, DimensionWarning
from ..sample import Sample
from .ball_comparison import BallComparison
from .cross_check import cross_check

__all__ = ["DANCo"]

LOW_DIM_RULES = ("calibrated", "paper", "matlab")
LARGEST_CALIBRATED = 2.5  # if the most likely dimension is below this, only ratios are compared
LARGEST_MATLAB = 5.0  # called minCorrectionDim in the authors' program


@dataclass(repr=False, eq=False)
class DANCo(BallComparison):
    """Dimensionality from Angle and Norm Concentration, by comparison with solid balls.

    As the dimension grows, the distances to the neighbours of a point and the angles between the
    directions to them vary less and less. The dimension is the d that minimises

    ``KL(g(.; k, d_ML) || g(.; k, d_ML^(d))) + KL(VM(nu, tau) || VM(nu^(d), tau^(d)))``

    In both divergences the statistics before the bars are those of the data. The statistics after
    the bars are those of as many points, uniform in the solid unit ball of d dimensions.

    - d_ML is the most likely dimension from ratios of distances: those to the nearest and to the
      (k+1)-th neighbour.
    - nu and tau describe the angles between the directions from a point to its k nearest
      neighbours. A von Mises distribution is fitted to these angles at each point; nu is its mean
      angle and tau its concentration, averaged over all points.

    Parameters
    ----------
    n_neighbors : int
        The number k of neighbours, at least 3. For k = 10 the package contains the statistics of
        balls. For another k they are simulated once (seconds to a minute) and kept on disk. The
        folder is given by the environment variable KERNELSCALE_CACHE, or is the platform's folder
        for caches.
    low_dim : {"calibrated", "paper", "matlab"}
        How low dimensions are estimated, where angles depend little on the dimension.

        - "calibrated": below d_ML = 2.5 only the first divergence, of the ratios, is used; it is
          defined between 1 and 2 dimensions too, where there are no balls.
        - "paper": both divergences are always used.
        - "matlab": below d_ML = 5 the estimate is d_ML itself, as in the authors' program.
    n_subsamples, subsample_size : int
        Number and size of random subsamples. With more than 10,000 distinct rows the statistics
        are means over the subsamples, and `result_.sd` follows from the differences between them.
    exact : bool
        Whether to use the neighbours of all rows, whatever their number.
    jitter : float
        Standard deviation of noise added to every coordinate, as a share (0 to 1) of the median
        distance to the nearest neighbour. Use 0.3 for rounded data.
    random_state : int, RandomState instance or None
        Seed of subsamples, halves and jitter.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    dimension_ : int
        The whole number with the smallest divergence.
    dimension_continuous_ : float
        The real number with the smallest divergence.
    result_ : Dimension
        The dimension with its evidence:

        - `most_likely`, `angle` and `concentration`: d_ML, nu (in radians) and tau of the data;
        - `dimensions` and `divergence`: dimensions, and the divergence at each of them;
        - `balls_of`: number of points of the balls;
        - `subsamples`: the estimates on subsamples;
        - `others`: other estimates;
        - `scales`: the dimension at four scales, or fewer for fewer than 48 rows;
        - `noise_floor`: the noise floor.

        The flag "saturated" means that the divergence is smallest at a dimension more than 0.5
        above 100 or above the rank of the data. "few rows" means that there are fewer than 5 k
        rows. Other flags are "discrete data", "near duplicates", "rows dropped" and "one point". If
        other evidence contradicts the estimate, the flag "noise floor" or "scales disagree" is
        added, `caveat` states the evidence, and `trusted` is False. `trusted` may also be False
        because of "discrete data", "near duplicates" or "saturated". `sd` is None if its
        computation would take more than about a second.
    pointwise_ : None
        The method has no estimates for single rows.

    Notes
    -----
    Noise raises the estimate strongly, and strong curvature raises it by a few tenths. The estimate
    does not change if the data are rotated, or if all features are multiplied by the same factor.
    It changes if features are multiplied by different factors.

    References
    ----------
    C. Ceruti, S. Bassis, A. Rozza, G. Lombardi, E. Casiraghi, P. Campadelli: DANCo: an intrinsic
    dimensionality estimator exploiting angle and norm concentration. Pattern Recognition 47
    (2014) 2569-2581.

    Examples
    --------
    A five-dimensional ball in eight features. The estimate from the ratios alone is biased.

    >>> from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball
    >>> ball = solid_ball(1000, 5, np.random.default_rng(0)) @ np.eye(5, 8)
    >>> danco = DANCo().fit(ball)
    >>> danco.dimension_
    5
    >>> round(danco.dimension_continuous_, 1), round(danco.result_.evidence["most_likely"], 1)
    (5.0, 4.6)

    The standard deviation is small, and no other evidence contradicts the estimate.

    >>> danco.result_.sd < 0.2, danco.result_.trusted
    (True, True)
    """

    low_dim: str = "calibrated"
    method: ClassVar[str] = "danco"

    def estimate(self, sample: Sample) -> Dimension:
        """The dimension of a sample, and whether to trust it."""
        found = super().estimate(sample)
        if self._sample.rank < 2:
            return replace(found, trusted=True)  # there is no estimate to doubt
        whole = self._is_whole(sample)
        used = sample if whole else self._first_subsample(sample)
        once = self._sample if whole else self._counted_once(used)
        duplicates_left = once.n_samples == used.n_samples and NEAR_DUPLICATES[0] in found.flags
        check = cross_check(self._jittered(once), found, self._of_any_rank, duplicates_left)
        if check.flags:
            warn_caller(check.caveat, DimensionWarning)
        return replace(
            found,
            flags=(*found.flags, *check.flags),
            evidence={**found.evidence, **check.evidence},
            caveat=check.caveat,
            trusted=not check.caveat,
        )

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_name(self.low_dim, LOW_DIM_RULES, "low_dim")

    def _closest(self, seen: Signature, balls: SignaturesOfBalls, largest: int) -> Closest:
        def from_ratios(d: np.ndarray) -> np.ndarray:
            return ratio_divergence(seen.most_likely, balls.most_likely(d), self.n_neighbors)

        def from_both(d: np.ndarray) -> np.ndarray:
            there = balls.statistics(d)
            angles = angle_divergence(
                seen.angle, seen.concentration, there.angle, there.concentration
            )
            return from_ratios(d) + angles

        if self.low_dim == "calibrated" and seen.most_likely < LARGEST_CALIBRATED:
            return closest_dimension(from_ratios, largest, gap=False)
        closest = closest_dimension(from_both, largest, gap=True)
        if self.low_dim == "matlab" and seen.most_likely < LARGEST_MATLAB:
            return _most_likely_itself(closest, seen.most_likely, largest)
        return closest


def _most_likely_itself(closest: Closest, most_likely: float, largest: int) -> Closest:
    """The divergence that was found, with d_ML as the estimate."""
    return closest._replace(
        dimension=int(np.clip(round(most_likely), 1, largest)),
        continuous=min(most_likely, float(largest)),
        unbounded=most_likely,
        saturated=most_likely > largest + 0.5,
    )
