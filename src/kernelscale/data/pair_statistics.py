"""Statistics over all pairs that several rules use, each computed once."""

from __future__ import annotations

import numpy as np

from .._attributes import cached_property
from .._validation import LARGEST_SCALE
from ..engine.machine.blas import one_blas_thread
from ..engine.pair_histogram import PairHistogram
from ..engine.requests import Neighbors
from ..engine.sampled_pairs import SampledPairs
from ..engine.statistics import (
    ClassRowSums,
    DistanceHistogram,
    KernelSums,
    NearestOthers,
    RowSumsByClass,
    Together,
)
from ..results import ScaleCurve
from .drawn_rows import ClassSample, drawn_by_class, drawn_rows
from .pair_distances import PairDistances
from .row_sampler import ALL_ROWS, PILOT_ROWS, RowSampler
from .scale_range import geometric_grid, useful_range

__all__ = ["GRAPH_NEIGHBORS", "PairStatistics"]

GRAPH_NEIGHBORS = 16


class PairStatistics(PairDistances):
    """Data with a histogram of their distances, the kernel's sum, and the useful range of scales.

    If rows are drawn at random (`n_sample`), these are estimates from the drawn rows.
    """

    @cached_property
    def mean_squared_deviation(self) -> float:
        """Half the mean squared distance of all pairs.

        If `n_sample` is given and there are more than `ALL_ROWS` rows, a subsample gives an
        estimate, unless the metric has a formula.
        """
        with one_blas_thread():
            known = self.metric.mean_squared_deviation(self._values)
        if known is not None:
            return known
        some = self._n_sample is not None and self.n_samples > ALL_ROWS
        rows = drawn_rows(self.n_samples, PILOT_ROWS) if some else None
        sums = self.reduce(KernelSums(np.array([LARGEST_SCALE])), rows)  # K is 1 at this scale
        return float(sums.T[0] / (2 * sums.S[0]))

    @cached_property
    def _histogram_and_neighbors(self) -> tuple[PairHistogram, Neighbors]:
        """The histogram and the nearest other rows, from one pass over the pairs."""
        n_neighbors = min(GRAPH_NEIGHBORS, self.n_samples - 1)
        histogram = DistanceHistogram(unit=2 * self.mean_squared_deviation)
        return self.reduce(Together([histogram, NearestOthers(n_neighbors)]))

    @property
    def histogram(self) -> PairHistogram:
        """Histogram of all squared distances, or of the distances of the drawn rows."""
        return self._histogram_and_neighbors[0] if self.sampled is None else self.sampled.pooled

    @cached_property
    def sampled(self) -> SampledPairs | None:
        """Pairs of each row drawn at random with every row; None if no rows are drawn."""
        sampler = RowSampler(self.n_samples, 2 * self.mean_squared_deviation, self.reduce)
        return sampler.sample(self._n_sample)

    @cached_property
    def scale_range(self) -> tuple[float, float]:
        """Ends of the useful range of epsilon; see `useful_range`."""
        return useful_range(self.histogram, self.n_samples)

    def candidate_scales(self, ratio: float = 2**0.5) -> np.ndarray:
        """Geometric grid over `scale_range`; the ratio of adjacent scales is at most `ratio`."""
        return geometric_grid(*self.scale_range, ratio)

    def curve(self, scales: np.ndarray | None = None) -> ScaleCurve:
        """The kernel's sum S and the implied dimension d_eps at scales.

        By default these are 16 scales per octave of `scale_range`.
        """
        if scales is None:
            scales = self.candidate_scales(ratio=2 ** (1 / 16))
        if self.sampled is None:
            S, T = self.histogram.sums(scales)
            return ScaleCurve(scales, S, T / (scales * S), self.n_samples)
        found = self.sampled.estimate(scales)
        return ScaleCurve(
            scales,
            found.S,
            found.dimension,
            self.n_samples,
            found.S_error,
            found.dimension_error,
            self.sampled.n_rows,
        )

    def dimension_at(self, scales: np.ndarray) -> np.ndarray:
        """The implied dimension at scales, as `curve` has it, without a curve."""
        if self.sampled is not None:
            return self.sampled.estimate(scales).dimension
        S, T = self.histogram.sums(scales)
        dimension: np.ndarray = T / (scales * S)
        return dimension

    @cached_property
    def sampled_by_class(self) -> ClassSample | None:
        """About as many rows as in `sampled`, drawn by class; None if no rows are drawn."""
        return None if self.sampled is None else drawn_by_class(self.codes, self.sampled.n_rows)

    def class_row_sums(self, scales: np.ndarray) -> RowSumsByClass:
        """Row sums of the kernel without the diagonal, over all rows and over each row's class.

        The relative error of 1 + sum is a few 1e-6. The sums are computed for the rows of
        `sampled_by_class` or, if that is None, for all rows.
        """
        rows = None if self.sampled_by_class is None else self.sampled_by_class.rows
        return self.reduce(ClassRowSums(scales, self.codes, precision="single"), rows)
