"""One data set, checked once, with everything about its pairs computed once and kept.

Every rule asks the same few questions: the histogram of distances, the nearest other points, the
curve of the kernel's sum, leading eigenpairs at a scale. A `PointCloud` answers each at most
once, so that comparing ten rules costs little more than the dearest of them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy.optimize import brentq

from ._cached import cached_property
from ._validation import check_labels, check_memory, check_points, check_sample_size
from .distances import centred_points
from .engine import (
    DEFAULT_MEMORY_LIMIT,
    ClassRowSums,
    DistanceHistogram,
    GroupedHistogram,
    NearestOthers,
    Progress,
    ProgressEvent,
    Statistic,
    Together,
    check_options,
    distances_between,
    reduce,
)
from .engine.histogram import PairHistogram
from .engine.plan import readable
from .engine.sampling import N_GROUPS, ClassSample, SampledPairs, drawn_by_class, drawn_rows
from .engine.statistics import Neighbors, RowSumsByClass
from .kernels import Gaussian
from .markov import Eigenpairs, EigenPath, gaussian_walk, leading_eigenpairs
from .neighbors import Edges, linked, neighbor_edges
from .results import ScaleCurve

__all__ = ["GRAPH_NEIGHBORS", "PointCloud"]

GRAPH_NEIGHBORS = 16
NEARLY_ALONE = 1e-3  # other points' share in an average row sum, at the low end of the range
NEARLY_ALL = 0.999  # share of all pairs counted, at the high end
ALL_ROWS = 20_000  # up to here n_sample="auto" asks them all: seconds, as measured
PILOT_ROWS = 512  # say how many rows are enough
ENOUGH = 0.01  # standard error of S, at the scale where it is largest
_DENSE_COPIES = 6  # N x N arrays alive while eigenpairs are computed


class PointCloud:
    """Points, optionally with labels, and lazily computed facts about their pairs.

    Everything that looks at the points themselves, and not at their distances, is at the top:
    a `DistanceCloud` replaces it.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    y : array-like of shape (n_samples,), optional
        Class of each point.
    n_sample : "auto", int or None
        Rows drawn at random that S, d_eps, the histogram and rho_P are estimated from, each with
        all points; None for all rows. "auto" takes all up to 20,000 and above as many as give S
        to about 1 % at every scale. What asks for neighbours asks those of all rows.
    memory_limit, executor, arithmetic, n_threads, progress
        As in `engine.reduce`.
    """

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        n_sample: int | str | None = None,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str = "threads",
        arithmetic: str = "auto",
        n_threads: int | None = None,
        progress: Progress | None = None,
        **unknown: Any,
    ) -> None:
        if unknown:
            raise TypeError(
                f"There is no option '{next(iter(unknown))}'; the options are metric, "
                f"n_sample, memory_limit, executor, arithmetic, n_threads and progress."
            )
        check_options(memory_limit, executor, arithmetic, n_threads, progress)
        self.memory_limit = check_memory(memory_limit)
        self.points = self._checked(X)
        self._labels = None if y is None else check_labels(y, len(self.points))
        self.progress = progress
        self._n_sample = check_sample_size(n_sample)
        self._options: dict[str, Any] = {
            "n_sample": n_sample,
            "memory_limit": self.memory_limit,
            "executor": executor,
            "arithmetic": arithmetic,
            "n_threads": n_threads,
            "progress": progress,
        }
        self._eigenpairs: dict[float, Eigenpairs] = {}
        self.kept_parts: dict[int, list[PointCloud]] = {}

    metric: ClassVar[str] = "euclidean"

    def _checked(self, X: Any) -> np.ndarray:
        return check_points(X)

    @property
    def features(self) -> np.ndarray | None:
        """The points, of shape (n_samples, n_features); None where only distances are known."""
        return self.points

    @property
    def n_features(self) -> int:
        """Number of features; 0 where only distances are known."""
        return self.points.shape[1]

    def _chosen(self, rows: np.ndarray) -> np.ndarray:
        """What a cloud of some of the rows is made from."""
        return self.points[rows]

    def rescaled(self, scale: np.ndarray) -> PointCloud:
        """The same cloud with each feature multiplied by its entry of `scale`."""
        part = PointCloud(self.points * scale, **self._options)
        part._labels = self._labels
        return part

    def vary(self, rows: np.ndarray) -> bool:
        """Whether some of the rows differ from each other."""
        return bool(np.ptp(self.points[rows], axis=0).any())

    @cached_property
    def mean_squared_deviation(self) -> float:
        """Mean squared distance from the mean; half the mean squared distance of all pairs."""
        centred = centred_points(self.points)
        return float(np.einsum("ij,ij->", centred, centred) / self.n_samples)

    @cached_property
    def distinct_rows(self) -> np.ndarray:
        """Indices of the rows left when exact duplicates are dropped, ascending."""
        if self.neighbors.squared_distances[:, 0].all():
            return np.arange(self.n_samples)
        return np.sort(np.unique(self.points, axis=0, return_index=True)[1])

    def _distances_from(self, rows: np.ndarray | slice) -> np.ndarray:
        """Squared distances of some rows to all, computed anew."""
        return distances_between(self.points[rows], self.points, self._options["arithmetic"])

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return len(self.points)

    @property
    def n_classes(self) -> int:
        """Number of classes; 0 without labels."""
        return 0 if self._labels is None else len(self._labels[1])

    @property
    def codes(self) -> np.ndarray:
        """Class of each point as an integer, of shape (n_samples,); an error without labels."""
        if self._labels is None:
            raise ValueError("This needs a label for each row; pass y.")
        return self._labels[0]

    def restricted(self, rows: np.ndarray) -> PointCloud:
        """The same cloud with some of its rows only; `rows` are indices."""
        options = {**self._options, "progress": None, "n_sample": None}
        part = type(self)(self._chosen(rows), **options)
        if self._labels is not None:
            part._labels = self.codes[rows], self._labels[1]
        return part

    def own_points(self, X: Any) -> None:
        """Take a copy of the points if they share memory with what they came from."""
        if isinstance(X, np.ndarray) and np.shares_memory(self.points, X):
            self.points = self.points.copy()

    def labelled(self, y: Any) -> PointCloud:
        """The same points with these classes."""
        return type(self)(self.points, y, **self._options)

    def bare(self, *, with_distances: bool = False) -> PointCloud:
        """The same cloud with nothing computed yet, or only the squared distances."""
        part = type(self)(self.points, **{**self._options, "progress": None})
        part._labels = self._labels
        if with_distances:
            part.squared_distances = self.squared_distances
        return part

    def reduce(self, statistic: Statistic, rows: np.ndarray | None = None) -> Any:
        """A statistic over all pairs, or of some rows with all, with the cloud's own options."""
        options = {name: value for name, value in self._options.items() if name != "n_sample"}
        return reduce(self.points, statistic, rows=rows, metric=self.metric, **options)

    @cached_property
    def _histogram_and_neighbors(self) -> tuple[PairHistogram, Neighbors]:
        n_neighbors = min(GRAPH_NEIGHBORS, self.n_samples - 1)
        histogram = DistanceHistogram(unit=2 * self.mean_squared_deviation)
        return self.reduce(Together([histogram, NearestOthers(n_neighbors)]))

    @property
    def histogram(self) -> PairHistogram:
        """Histogram of all squared distances, or of those of the rows drawn."""
        return self._histogram_and_neighbors[0] if self.sampled is None else self.sampled.pooled

    @cached_property
    def sampled(self) -> SampledPairs | None:
        """Pairs of rows drawn at random with all points; None where all rows are asked."""
        if self._n_sample == "auto":
            n_rows = self.n_samples if self.n_samples <= ALL_ROWS else self._enough_rows()
            # Half the rows with all points are as many pairs as there are.
            return None if 2 * n_rows >= self.n_samples else self._draw(n_rows)
        n_rows = self.n_samples if self._n_sample is None else int(self._n_sample)
        return None if n_rows >= self.n_samples else self._draw(n_rows)

    def _draw(self, n_rows: int) -> SampledPairs:
        statistic = GroupedHistogram(2 * self.mean_squared_deviation, N_GROUPS)
        return self.reduce(statistic, drawn_rows(self.n_samples, n_rows))

    def _enough_rows(self) -> int:
        """Rows that give S to the stated error, as far as some tell."""
        pilot = self._draw(PILOT_ROWS)
        grid = _geometric_grid(*self._range_of(pilot.pooled), ratio=2**0.5)
        S, _, S_error, _ = pilot.estimate(grid)
        # The squared error falls with 1 / n_rows - 1 / n_samples.
        a_row = (S_error / S).max() ** 2 / (1 / PILOT_ROWS - 1 / self.n_samples)
        return max(PILOT_ROWS, int(np.ceil(1 / (ENOUGH**2 / a_row + 1 / self.n_samples))))

    @property
    def neighbors(self) -> Neighbors:
        """The `GRAPH_NEIGHBORS` nearest other points (all others where there are fewer)."""
        return self._histogram_and_neighbors[1]

    def nearest(self, n_neighbors: int) -> Neighbors:
        """The given number of nearest other points, from the shared pass where it has them."""
        if n_neighbors <= GRAPH_NEIGHBORS:
            return Neighbors(*(part[:, :n_neighbors] for part in self.neighbors))
        return self.reduce(NearestOthers(n_neighbors))

    @cached_property
    def distinct(self) -> PointCloud:
        """The cloud without exact duplicates; itself where there are none."""
        rows = self.distinct_rows
        return self if len(rows) == self.n_samples else self.restricted(rows)

    @cached_property
    def neighbor_edges(self) -> Edges:
        """Edges of the graph of `GRAPH_NEIGHBORS` nearest others."""
        return neighbor_edges(self.neighbors)

    @cached_property
    def linked_edges(self) -> Edges:
        """The same graph made one by the shortest links between its parts."""
        return linked(
            self.n_samples,
            self.neighbor_edges,
            lambda parts: self.reduce(NearestOthers(groups=parts)),
        )

    @cached_property
    def scale_range(self) -> tuple[float, float]:
        """Ends of the useful range of epsilon.

        Low: ``(S - S_0) / N = 1e-3``, rows nearly alone. High: ``(S - S_0) / (N^2 - S_0) =
        0.999``, nearly all ones. S_0 counts the pairs at distance zero, which say nothing about
        scale.
        """
        return self._range_of(self.histogram)

    def _range_of(self, histogram: PairHistogram) -> tuple[float, float]:
        n_rows = histogram.n_pairs // self.n_samples
        n_apart = histogram.n_pairs - histogram.n_zero
        return (
            _scale_where_pairs_count(histogram, NEARLY_ALONE * n_rows),
            _scale_where_pairs_count(histogram, NEARLY_ALL * n_apart),
        )

    def candidate_scales(self, ratio: float = 2**0.5) -> np.ndarray:
        """Geometric grid over `scale_range` whose neighbours differ by `ratio` at most.

        It begins at the low end and goes at most a step beyond the high one, because there is a
        whole number of steps to a factor of exactly 2: a kernel at half the scale is a square.
        """
        return _geometric_grid(*self.scale_range, ratio)

    def curve(self, scales: np.ndarray | None = None) -> ScaleCurve:
        """S and d_eps at the given scales; by default 16 an octave over `scale_range`."""
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

    @cached_property
    def sampled_by_class(self) -> ClassSample | None:
        """As many rows as are drawn, every class its share; None where all rows are asked."""
        return None if self.sampled is None else drawn_by_class(self.codes, self.sampled.n_rows)

    def class_row_sums(self, scales: np.ndarray) -> RowSumsByClass:
        """Off-diagonal row sums of the kernel, over all and over the row's own class, to 1e-6.

        Of the rows of `sampled_by_class`, where there are some.
        """
        rows = None if self.sampled_by_class is None else self.sampled_by_class.rows
        return self.reduce(ClassRowSums(scales, self.codes, precision="single"), rows)

    def largest_dense(self, n_vectors: int = 0) -> int:
        """Most rows whose N x N kernel, and so many vectors, fit the memory limit."""
        # The positive root of 8 copies N^2 + 8 n_vectors N = limit.
        half = n_vectors / (2 * _DENSE_COPIES)
        return int((half**2 + self.memory_limit / (8 * _DENSE_COPIES)) ** 0.5 - half)

    def check_dense(self, n_vectors: int = 0, n_kept: int = 0) -> None:
        """Refuse rows whose eigenpairs, and so many vectors and matrices, would not fit."""
        needed = 8 * self.n_samples * ((_DENSE_COPIES + n_kept) * self.n_samples + n_vectors)
        if needed > self.memory_limit:
            raise MemoryError(
                f"Eigenpairs of {self.n_samples} rows need {readable(needed)} but memory_limit is "
                f"{readable(self.memory_limit)}; raise it or pass fewer rows."
            )

    @cached_property
    def squared_distances(self) -> np.ndarray:
        """All squared distances, of shape (n_samples, n_samples); refused where too large."""
        self.check_dense()
        return self._distances_from(slice(None))

    def forget_eigenpairs(self) -> None:
        """Let go of eigenpairs and parts that rules have asked for."""
        self._eigenpairs.clear()
        self.kept_parts.clear()
        vars(self).pop("eigen_path", None)

    def forget_distances(self) -> None:
        """Let go of the squared distances, if they were computed."""
        vars(self).pop("squared_distances", None)

    def squared_distances_from(self, rows: np.ndarray) -> np.ndarray:
        """Squared distances of some rows to all, of shape (len(rows), n_samples)."""
        if "squared_distances" in vars(self):  # computed before, and kept
            return self.squared_distances[rows]
        return self._distances_from(rows)

    def eigenpairs(self, epsilon: float, n_pairs: int) -> Eigenpairs:
        """Leading eigenpairs of P by LAPACK, at least `n_pairs` beside the trivial one."""
        kept = self._eigenpairs.get(epsilon)
        if kept is None or len(kept.values) <= n_pairs:
            K = Gaussian(epsilon).from_squared_distances(self.squared_distances)
            kept = self._eigenpairs[epsilon] = leading_eigenpairs(K, n_pairs)
        return kept

    @cached_property
    def eigen_path(self) -> EigenPath:
        """Leading eigenpairs at many scales, to 1e-6 and in a small part of LAPACK's time."""
        squared_distances = self.squared_distances  # not `self`, which would be a cycle
        return EigenPath(
            lambda epsilon: gaussian_walk(squared_distances, epsilon),
            lambda epsilon, n_pairs: leading_eigenpairs(
                Gaussian(epsilon).from_squared_distances(squared_distances), n_pairs
            ),
            self.n_samples,
        )

    def report(self, stage: str, done: int, total: int) -> None:
        """Tell the listener, if there is one, how far a stage is."""
        if self.progress is not None:
            self.progress(ProgressEvent(stage, done, total))


def _scale_where_pairs_count(histogram: PairHistogram, target: float) -> float:
    """Epsilon at which the kernel's sum over pairs that are apart reaches `target`."""
    apart = histogram.means[histogram.bins > 0]

    def excess(log_epsilon: float) -> float:
        S, _ = histogram.sums(np.array([np.exp(log_epsilon)]))
        return float(np.log(np.maximum(S[0] - histogram.n_zero, 1e-300)) - np.log(target))

    ends = np.log(apart.min() / 1400), np.log(apart.max() * 1e4)
    return float(np.exp(brentq(excess, *ends, xtol=1e-12)))


def _geometric_grid(low: float, high: float, ratio: float) -> np.ndarray:
    """Scales from `low` to a step beyond `high` at most, a whole number of steps an octave."""
    per_octave = max(1, int(np.ceil(np.log(2) / np.log(ratio) - 1e-9)))
    n_steps = int(np.ceil(per_octave * (np.log2(high) - np.log2(low)) - 1e-9))
    octaves, steps = np.divmod(np.arange(max(n_steps, 2) + 1), per_octave)
    return np.ldexp(low * 2 ** (steps / per_octave), octaves)
