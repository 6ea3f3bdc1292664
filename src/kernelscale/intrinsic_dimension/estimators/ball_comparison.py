"""The base of DANCo and MiND, which compare neighbour statistics with those of solid balls.

If there are more than 10,000 rows, the neighbours of all rows would take long to compute and would
change the statistics little. In this case the statistics are means over a few random subsamples,
and the differences between the subsamples give the uncertainty.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..._validation import check_count, check_seed, check_share, check_switch
from ...engine.progress import listener_of
from ...results import Dimension
from ..calibration.ball_signatures import LARGEST_DIMENSION, SignaturesOfBalls, signatures_of_balls
from ..calibration.closest_dimension import Closest
from ..calibration.signature import Signature, signature, usable
from ..caveats import few_rows
from ..estimator import DimensionEstimator
from ..sample import Sample
from .resampling import halves, jittered, sd_from_halves, sd_of_mean, subsamples

__all__ = ["BallComparison"]

MOST_EXACT = 10_000  # largest number of rows that are all used by default
# With fewer rows than this multiple of n_neighbors, a neighbourhood is a large share of the data.
FEW_ROWS = 5
N_SPLITS = 10  # number of random splits into halves for the standard deviation
# Largest number of operations for these splits in `fit`: about a second on one core.
MOST_OPERATIONS = 1e9


@dataclass(repr=False, eq=False)
class _BallOptions:
    """Options of `BallComparison`, in a base class so that they precede the engine's options."""

    n_subsamples: int = field(default=8, kw_only=True)
    subsample_size: int = field(default=5000, kw_only=True)
    exact: bool = field(default=False, kw_only=True)
    jitter: float = field(default=0.0, kw_only=True)
    random_state: Any = field(default=0, kw_only=True)


@dataclass(repr=False, eq=False)
class BallComparison(DimensionEstimator, _BallOptions):
    """Base of estimators that compare neighbour statistics with those of solid balls.

    A subclass compares the statistics in `_closest`.
    """

    n_neighbors: int = 10

    @abstractmethod
    def _closest(self, seen: Signature, balls: SignaturesOfBalls, largest: int) -> Closest:
        """The dimension, up to `largest`, of the balls with the closest statistics."""

    def estimate(self, sample: Sample) -> Dimension:
        """The dimension of a sample, with its standard deviation if that is quick to compute."""
        found = super().estimate(sample)
        if found.sd is not None or not self._is_quick(self._sample, found):
            return found
        return replace(found, sd=self._spread(found, N_SPLITS))

    def _is_quick(self, sample: Sample, found: Dimension) -> bool:
        """Whether, by a count of operations, the standard deviation takes at most about a second.

        Each pair of rows needs one operation for each feature, and about twenty more. To find
        the rank of the halves takes about ``5 n d min(n / 2, d)`` operations.
        """
        if found.continuous >= LARGEST_DIMENSION:
            return False  # the estimate is at its upper bound, as the estimates of all halves are
        n, d = sample.n_samples, sample.rank
        operations = n * n * (d + 20) + 5 * n * d * min(n // 2, d)
        return n // 2 >= self._fewest_rows() and operations <= MOST_OPERATIONS

    def uncertainty(self, n_halves: int = 2 * N_SPLITS) -> float:
        """Standard deviation of the estimate, from random halves of the rows.

        `fit` stores it in `result_.sd` if the computation takes at most about a second, as for 4000
        rows of 40 features.

        The two halves of a split are independent samples of half the size. Half the difference of
        their estimates therefore has the same variance as the estimate from all rows. This variance
        is computed as the mean square of the half difference over several splits. The bias from
        curvature or noise is the same in all halves and is not included.

        Parameters
        ----------
        n_halves : int, default 20
            Number of halves, two for each split; an odd number is increased by one.

        Returns
        -------
        float
            The standard deviation, which is also stored in `result_`. If the estimate is a mean
            over subsamples, this is the standard deviation of the mean, and no halves are drawn.

        Raises
        ------
        ValueError
            If a half has too few rows, or there are fewer than two halves.
        sklearn.exceptions.NotFittedError
            Before `fit`.
        """
        check_is_fitted(self, "result_")
        n_halves = check_count(n_halves, "n_halves", smallest=2)
        sd = self._spread(self.result_, (n_halves + 1) // 2)
        self.result_ = replace(self.result_, sd=sd)
        return sd

    def _spread(self, found: Dimension, n_splits: int) -> float:
        if "subsamples" in found.evidence:
            share = found.evidence["balls_of"] / self._sample.n_samples
            return sd_of_mean(found.evidence["subsamples"], share)
        if "balls_of" in found.evidence:
            return self._sd_from_halves(n_splits)
        return 0.0  # there is no estimate for a single point or points on a line

    def _sd_from_halves(self, n_splits: int) -> float:
        sample = self._sample
        size = sample.n_samples // 2
        if size < self._fewest_rows():
            raise ValueError(
                f"Half of the {sample.n_samples} distinct rows is {size}, but each half needs at "
                f"least {self._fewest_rows()}; pass more rows or set fewer neighbours."
            )
        seen = self._seen_in_halves(n_splits)
        return sd_from_halves([self._found(one, size, sample.rank).unbounded for one in seen])

    def _seen_in_halves(self, n_splits: int) -> list[Signature]:
        """The statistics of both halves of each split; estimators with a common sample share them.

        A generator of random numbers gives other halves each time, so only those of a seed are
        shared.
        """
        key = self.n_neighbors, n_splits, self.jitter, self.random_state
        shared = isinstance(self.random_state, Integral)
        if shared and key in self._sample.of_halves:
            return self._sample.of_halves[key]
        rows = halves(self._sample.n_samples, n_splits, self.random_state)
        samples = self._samples_of(self._sample, rows, "halves")
        seen = [self._seen(self._jittered(half)) for half in samples]
        if shared:
            self._sample.of_halves[key] = seen
        return seen

    def _check_parameters(self) -> None:
        # A concentration needs at least three angles, and three neighbours make three angles.
        check_count(self.n_neighbors, "n_neighbors", smallest=3)
        check_count(self.n_subsamples, "n_subsamples", smallest=2)
        check_count(self.subsample_size, "subsample_size", smallest=self._fewest_rows())
        check_switch(self.exact, "exact")
        check_share(self.jitter, "jitter")
        check_seed(self.random_state)

    def _fewest_rows(self) -> int:
        return self.n_neighbors + 2

    def _used(self, sample: Sample) -> tuple[Sample, tuple[str, ...]]:
        whole = self._is_whole(sample)
        once, flags = super()._used(sample) if whole else (sample, ())
        self._sample = once  # `uncertainty` needs the rows
        return (self._jittered(once) if whole else once), flags

    def _is_whole(self, sample: Sample) -> bool:
        """Whether all rows are used rather than subsamples."""
        return self.exact or sample.n_samples <= max(MOST_EXACT, self.subsample_size)

    def _estimate(self, sample: Sample) -> Dimension:
        used = [sample] if self._is_whole(sample) else self._subsamples(sample)
        sizes, seen = zip(*[(each.n_samples, self._seen(each)) for each in used], strict=True)
        return self._dimension(list(seen), round(np.mean(sizes)), sample)

    def _caveats(self, sample: Sample, found: Dimension) -> tuple[str, ...]:
        if self._is_whole(sample):
            few = few_rows(sample.n_samples, FEW_ROWS * self.n_neighbors)
            return (*few, *super()._caveats(sample, found))
        once, duplicate_flags = super()._used(self._first_subsample(sample))
        once = self._jittered(once)
        return (*super()._caveats(once, self._estimate(once)), *duplicate_flags)

    def _first_subsample(self, sample: Sample) -> Sample:
        return sample.replaced(sample.points[self._rows_of_subsamples(sample)[0]])

    def _rows_of_subsamples(self, sample: Sample) -> list[np.ndarray]:
        how = self.subsample_size, self.n_subsamples, self.random_state
        return subsamples(sample.n_samples, *how)

    def _subsamples(self, sample: Sample) -> Iterator[Sample]:
        for subsample in self._samples_of(sample, self._rows_of_subsamples(sample), "subsamples"):
            yield self._jittered(self._counted_once(subsample))

    def _samples_of(self, sample: Sample, sets: list[np.ndarray], stage: str) -> Iterator[Sample]:
        """A sample for each set of distinct points, one at a time."""
        for done, rows in enumerate(sets):
            self._resources.report(stage, done, len(sets))
            yield sample.replaced(sample.points[rows])
        self._resources.report(stage, len(sets), len(sets))

    def _jittered(self, sample: Sample) -> Sample:
        if not self.jitter or sample.n_samples == 1:
            return sample
        return jittered(sample, self.jitter, self.random_state)

    def _seen(self, sample: Sample) -> Signature:
        """The statistics of one sample.

        Neighbours at equal distances allow any dimension. If nearly all points have such neighbours
        the most likely dimension is infinite.
        """
        nearest = sample.nearest(self.n_neighbors + 1)
        if np.count_nonzero(usable(nearest.squared_distances)) < self._fewest_rows():
            return Signature(np.inf, np.nan, np.nan)
        return signature(sample.points, nearest)

    def _found(self, seen: Signature, size: int, rank: int) -> Closest:
        """The dimension of the balls of `size` points whose statistics are closest."""
        largest = min(rank, LARGEST_DIMENSION)
        if not np.isfinite(seen.most_likely):
            bound = float(largest)
            return Closest(largest, bound, bound, True, np.empty(0), np.empty(0))
        balls = signatures_of_balls(self.n_neighbors, size, listener_of(self.progress))
        return self._closest(seen, balls, largest)

    def _dimension(self, seen: list[Signature], size: int, sample: Sample) -> Dimension:
        mean = Signature(*np.mean(np.array(seen), axis=0).tolist())
        closest = self._found(mean, size, sample.rank)
        evidence: dict[str, Any] = {
            **mean._asdict(),
            "dimensions": closest.dimensions,
            "divergence": closest.divergence,
            "balls_of": size,
        }
        sd = None
        if len(seen) > 1:
            each = np.array([self._found(one, size, sample.rank).unbounded for one in seen])
            evidence["subsamples"] = each
            sd = sd_of_mean(each, size / sample.n_samples)
        return Dimension(
            self.method,
            closest.dimension,
            closest.continuous,
            self._reason(closest, size, len(seen)),
            sd=sd,
            flags=("saturated",) if closest.saturated else (),
            n_samples=sample.n_samples,
            evidence=evidence,
        )

    def _reason(self, closest: Closest, size: int, n_samples: int) -> str:
        of_rows = f"{size} rows" if n_samples == 1 else f"{n_samples} subsamples of {size} rows"
        if len(closest.dimensions) == 0:
            return (
                f"The nearest neighbours in {of_rows} are all at nearly equal distances, so any "
                f"dimension is possible."
            )
        return (
            f"The {self.n_neighbors} nearest neighbours in {of_rows} are most similar to those in "
            f"solid balls of {closest.continuous:.2f} dimensions."
        )
