"""DANCo: the dimension from angles and norm concentration (Ceruti et al. 2014)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from .._validation import check_name
from .._warnings import warn_caller
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT
from ..engine.tile import Arithmetic
from ..results import Dimension
from .calibrated import Calibrated
from .calibration import Calibration
from .caveats import NEAR_DUPLICATES, DimensionWarning
from .cross_check import cross_check
from .dimension_search import Closest, closest_dimension
from .divergences import angle_divergence, ratio_divergence
from .sample import Sample
from .signature import Signature

__all__ = ["DANCo"]

LOW_DIM_RULES = ("calibrated", "paper", "matlab")
LARGEST_CALIBRATED = 2.5  # most likely dimensions below are read off the ratios alone
LARGEST_MATLAB = 5.0  # the authors' minCorrectionDim


class DANCo(Calibrated):
    """Dimensionality from Angle and Norm Concentration: the balls most like the data.

    Two things concentrate as the dimension grows: the distances to a point's neighbours, and the
    angles between them. The dimension is the d that minimises

    ``KL(g(.; k, d_ML) || g(.; k, d_ML^(d))) + KL(VM(nu, tau) || VM(nu^(d), tau^(d)))``

    with the statistics of the data before, and those of as many points uniform in the solid
    unit d-ball behind the bars: d_ML is the most likely dimension from the ratios of distances to
    the nearest and the (k+1)-th neighbour; nu and tau are the means of the mean angle and of the
    concentration (von Mises) of the angles between directions to the k nearest neighbours.

    Parameters
    ----------
    n_neighbors : int
        k, at least 3. For 10 the statistics of balls come with the package; for others they are
        simulated once (seconds to a minute) and kept on disk, in the folder that the environment
        variable KERNELSCALE_CACHE names or in the platform's folder for caches.
    low_dim : {"calibrated", "paper", "matlab"}
        What to do for low dimensions, where angles say little. "calibrated": below d_ML = 2.5
        compare the ratios alone; between 1 and 2 dimensions there are no balls to compare angles
        with. "paper": always both. "matlab": as the authors' program, d_ML itself below 5.
    n_subsamples, subsample_size : int
        With more than 10,000 distinct rows, the statistics are means over so many random
        subsamples of so many rows, and `result_.sd` follows from their spread.
    exact : bool
        Whether to search the neighbours of all rows, however many.
    jitter : float
        Standard deviation of noise added to every coordinate, as a share (0 to 1) of the median
        distance to the nearest other point. For rounded data: 0.3 undoes a lattice.
    random_state : int, RandomState instance or None
        Seed of subsamples, halves and jitter.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `engine.reduce`.

    Attributes
    ----------
    dimension_ : int
        The whole number at which the divergence is smallest.
    dimension_continuous_ : float
        The number at which it is smallest.
    result_ : Dimension
        The answer. Its evidence: `most_likely` d_ML, `angle` nu in radians, `concentration` tau
        of the data; `dimensions` and `divergence`, the curve; `balls_of`, the number of points of
        the balls; `subsamples`, the estimate of each. Its flags: "saturated" if the divergence
        is smallest beyond the rank of the data or beyond 100, "discrete data", "near
        duplicates", "few rows" (less than 5 k), "rows dropped"; and "noise floor" or "scales
        disagree", with a `caveat` and `trusted` False, where other evidence speaks against the
        estimate: `others`, estimates by name, `scales`, the dimension at four scales, and
        `noise_floor`. Its `sd` is there where it takes less than about a second.
    pointwise_ : None
        The method has no values for single rows.

    Notes
    -----
    Noise raises the estimate quickly, and strong curvature by some tenths. It is the same after
    rotation and after scaling all features alike, and another one after scaling them unlike.

    References
    ----------
    C. Ceruti, S. Bassis, A. Rozza, G. Lombardi, E. Casiraghi, P. Campadelli: DANCo: an intrinsic
    dimensionality estimator exploiting angle and norm concentration. Pattern Recognition 47
    (2014) 2569-2581.

    Examples
    --------
    A five-dimensional ball in eight features. The ratios alone are biased, the comparison is not.

    >>> from kernelscale.intrinsic_dimension.solid_balls import solid_ball
    >>> ball = solid_ball(1000, 5, np.random.default_rng(0)) @ np.eye(5, 8)
    >>> danco = DANCo().fit(ball)
    >>> danco.dimension_
    5
    >>> round(danco.dimension_continuous_, 1), round(danco.result_.evidence["most_likely"], 1)
    (5.0, 4.6)

    How far do subsamples spread, and is there anything against it?

    >>> danco.result_.sd < 0.2, danco.result_.trusted
    (True, True)
    """

    method: ClassVar[str] = "danco"

    def __init__(
        self,
        n_neighbors: int = 10,
        low_dim: str = "calibrated",
        *,
        n_subsamples: int = 8,
        subsample_size: int = 5000,
        exact: bool = False,
        jitter: float = 0.0,
        random_state: Any = 0,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        super().__init__(
            n_neighbors,
            n_subsamples=n_subsamples,
            subsample_size=subsample_size,
            exact=exact,
            jitter=jitter,
            random_state=random_state,
            memory_limit=memory_limit,
            executor=executor,
            arithmetic=arithmetic,
            n_threads=n_threads,
            progress=progress,
        )
        self.low_dim = low_dim

    def estimate(self, sample: Sample) -> Dimension:
        """The dimension of a sample that several estimators may share, and whether to trust it."""
        found = super().estimate(sample)
        if self._sample.rank < 2:
            return replace(found, trusted=True)  # nothing was estimated
        whole = self._is_whole(sample)
        part = sample if whole else self._first_subsample(sample)
        once = self._sample if whole else self._counted_once(part)
        copies_left = once.n_samples == part.n_samples and NEAR_DUPLICATES[0] in found.flags
        check = cross_check(self._shaken(once), found, self._of_any_rank, copies_left)
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

    def _closest(self, seen: Signature, balls: Calibration, largest: int) -> Closest:
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
    """The curve that was found, but d_ML for an answer."""
    return closest._replace(
        dimension=int(np.clip(round(most_likely), 1, largest)),
        continuous=min(most_likely, float(largest)),
        unbounded=most_likely,
        saturated=most_likely > largest + 0.5,
    )
