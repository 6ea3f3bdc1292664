"""One data set, checked once, with everything about its pairs computed once and kept.

Every rule asks the same few questions: the histogram of distances, the nearest other points, the
curve of the kernel's sum, leading eigenpairs at a scale. A `PointCloud` answers each at most
once, so that comparing ten rules costs little more than the dearest of them.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import Any

import numpy as np

from ._cached import cached_property
from ._validation import (
    LARGEST_SCALE,
    check_labels,
    check_sample_size,
    check_targets,
    group_codes,
    on_host,
)
from .data_checks import Note, notes_on
from .data_checks.telling import names_of_features
from .engine import (
    ClassRowSums,
    DistanceHistogram,
    KernelSums,
    NearestOthers,
    Progress,
    Resources,
    Statistic,
    Together,
    distances_between,
)
from .engine.blas import one_blas_thread
from .engine.histogram import PairHistogram
from .engine.passes import run_pass
from .engine.plan import readable
from .engine.row_sampler import ALL_ROWS, PILOT_ROWS, RowSampler
from .engine.sampling import ClassSample, SampledPairs, drawn_by_class, drawn_rows
from .engine.scale_range import geometric_grid, useful_range
from .engine.source import SINGLE_ROWS, Source
from .engine.statistics import Neighbors, RowSumsByClass
from .kernels import Gaussian
from .markov import Eigenpairs, EigenPath, gaussian_walk, leading_eigenpairs
from .metrics import EUCLIDEAN, Metric, RowMetric, metric_named
from .metrics.euclidean import opened_for
from .neighbor_graphs import Found, index_of_checked
from .neighbors import Edges, linked, neighbor_edges
from .results import ScaleCurve
from .stored_rows import StoredRows

__all__ = ["GRAPH_NEIGHBORS", "PointCloud"]

GRAPH_NEIGHBORS = 16
_SHARE_KEPT = 1 / 16  # of the memory limit that distances may take which are kept for later passes
_DENSE_COPIES = 6  # N x N arrays alive while eigenpairs, however many, are computed (5.2 seen)


class PointCloud:
    """Points, optionally with labels, and lazily computed facts about their pairs.

    What depends on what the data are, points or distances, the metric is asked for.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or what the metric takes for them; read in blocks, as in `engine.reduce`.
    y : array-like of shape (n_samples,), optional
        Class of each point.
    targets : array-like of shape (n_samples,) or (n_samples, n_targets), optional
        In place of classes, what a regression is to predict.
    groups : array-like of shape (n_samples,), optional
        What rows belong together: rows of one group are left out together.
    metric : str or Metric
        As in `engine.reduce`.
    n_sample : "auto", int or None
        As in `select_bandwidth`: rows drawn at random, each compared with all.
    feature_names : sequence of str, optional
        Names of the features in notes; those of a data frame, or else their numbers, by default.
    **engine_options
        `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in `engine.reduce`.

    Attributes
    ----------
    metric : Metric
        What distances are.
    resources : Resources
        What its computations may use.
    """

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        targets: Any = None,
        groups: Any = None,
        metric: str | Metric = "euclidean",
        n_sample: int | str | None = None,
        feature_names: Any = None,
        **engine_options: Any,
    ) -> None:
        X, metric = on_host(X), metric_named(metric)
        resources = _checked_resources(engine_options)
        with one_blas_thread():
            X = opened_for(metric, X, resources.bytes_allowed, resources.report)
            metric = metric.fitted_to(X)
            values = metric.checked(X, memory_limit=resources.bytes_allowed)
        labels = None if y is None else check_labels(y, len(values))
        self._hold(values, labels, metric, resources, check_sample_size(n_sample))
        self.targets = None if targets is None else check_targets(targets, len(values))
        self.groups = None if groups is None else group_codes(groups, len(values))
        if metric.sees_points:
            self.feature_names = names_of_features(X, feature_names, self.n_features)
        metric.warn_of_others(values)

    @classmethod
    def of_checked(
        cls,
        values: np.ndarray,
        resources: Resources,
        metric: Metric = EUCLIDEAN,
        *,
        labels: tuple[np.ndarray, np.ndarray] | None = None,
        n_sample: int | str | None = None,
    ) -> PointCloud:
        """The cloud of data that the metric has checked and prepared."""
        cloud = cls.__new__(cls)
        cloud._hold(values, labels, metric, resources, n_sample)
        return cloud

    def _hold(
        self,
        values: np.ndarray,
        labels: tuple[np.ndarray, np.ndarray] | None,
        metric: Metric,
        resources: Resources,
        n_sample: int | str | None,
    ) -> None:
        self.metric, self.resources = metric, resources
        self._values, self._labels, self._n_sample = values, labels, n_sample
        self._eigenpairs: dict[float, Eigenpairs] = {}
        self.kept_parts: dict[int, list[PointCloud]] = {}

    rows: np.ndarray | None = None
    """Where the rows stood in the cloud they were taken from."""

    targets: np.ndarray | None = None
    """What a regression is to predict, of shape (n_samples, n_targets); None where nothing is."""

    groups: np.ndarray | None = None
    """A number for each row, equal in rows that are left out together; None where each is alone."""

    feature_names: list[str] | None = None
    """Names of the features, where there are some."""

    weighed = False
    """Whether features were multiplied by factors, for some to count more than others."""

    def _like(self, **changes: Any) -> PointCloud:
        """A cloud with nothing computed yet, the same but for some of what it is made of."""
        made_of: dict[str, Any] = {
            "values": self._values,
            "resources": self.resources,
            "metric": self.metric,
            "labels": self._labels,
            "n_sample": self._n_sample,
        }
        cloud = type(self).of_checked(**{**made_of, **changes})
        cloud.targets, cloud.groups = self.targets, self.groups
        cloud.weighed = self.weighed
        return cloud

    @property
    def points(self) -> np.ndarray:
        """The points, of shape (n_samples, n_features), whose Euclidean distances are meant.

        An error where there are others, or only distances are known.
        """
        if not self.metric.is_euclidean:
            raise ValueError(
                f"The points were asked for, but only {self.metric.described} were given "
                f"(metric='{self.metric.name}'); use squared_distances or nearest, which all "
                f"kinds of data have."
            )
        return np.asarray(self._values)

    @property
    def features(self) -> np.ndarray | None:
        """The rows as the metric measures them; None where only distances are known."""
        return np.asarray(self._values) if self.metric.sees_points else None

    @property
    def blocks(self) -> StoredRows | None:
        """The rows, where they are read in blocks."""
        return self._values if isinstance(self._values, StoredRows) else None

    @property
    def holds_rows(self) -> bool:
        """Whether all rows are in memory, or fit there."""
        return self.blocks is None or self.blocks.fits

    @property
    def n_features(self) -> int:
        """Number of features; 0 where only distances are known."""
        return self.metric.n_features(self._values)

    def in_memory(self) -> PointCloud:
        """The same with all rows in memory; refused where they do not fit."""
        if self.blocks is None:
            return self
        cloud = self._like(values=np.asarray(self.blocks))
        cloud.feature_names = self.feature_names
        return cloud

    def check_holds_rows(self) -> None:
        """Refuse, before it begins, what needs all rows in memory."""
        if self.blocks is not None:
            self.blocks.check_fits(self.n_samples)

    def rescaled(self, scale: np.ndarray) -> PointCloud:
        """The same cloud with each feature multiplied by its entry of `scale`."""
        cloud = self._like(values=self.metric.rescaled(self._values, scale))
        cloud.weighed = True
        return cloud

    def vary(self, rows: np.ndarray) -> bool:
        """Whether some of the rows are apart from each other."""
        return self.metric.vary(self._values, rows)

    @cached_property
    def mean_squared_deviation(self) -> float:
        """Half the mean squared distance of all pairs.

        Where that takes a look at the pairs and only some rows are to be asked, it is of some.
        """
        with one_blas_thread():
            known = self.metric.mean_squared_deviation(self._values)
        if known is not None:
            return known
        some = self._n_sample is not None and self.n_samples > ALL_ROWS
        rows = drawn_rows(self.n_samples, PILOT_ROWS) if some else None
        sums = self.reduce(KernelSums(np.array([LARGEST_SCALE])), rows)  # where K is 1
        return float(sums.T[0] / (2 * sums.S[0]))

    @cached_property
    def first_alike(self) -> np.ndarray:
        """For each row the index of the first one at no distance, of shape (n_samples,)."""
        return self.metric.first_alike(self._values)

    @property
    def distinct_rows(self) -> np.ndarray:
        """Indices of the rows left when exact duplicates are dropped, ascending."""
        return np.flatnonzero(self.first_alike == np.arange(self.n_samples))

    def squared_distances_between(
        self, rows: np.ndarray | slice, others: np.ndarray | slice
    ) -> np.ndarray:
        """Squared distances of some rows to some others, of shape (len(rows), len(others))."""
        if "squared_distances" in vars(self):  # computed before, and kept
            return np.array(self.squared_distances[rows][:, others])
        return self.metric.squared_distances(self._values, rows, others, self._between)

    def _between(
        self, X: np.ndarray, Y: np.ndarray, progress: Progress | bool | None = None
    ) -> np.ndarray:
        assert isinstance(self.metric, RowMetric)  # others need no blocks of points
        used = self.resources
        return distances_between(
            *(X, Y, used.arithmetic, used.executor, used.n_threads, progress), metric=self.metric
        )

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What to know about the data before they are asked for a scale."""
        euclidean = self.metric == EUCLIDEAN
        prepared = self.metric.ranks_as_euclidean and not euclidean  # unit rows, whitened points
        if not self.metric.sees_points or prepared:  # checks are about points as given
            return ()
        labelled = self._labels is not None or self.targets is not None
        return notes_on(
            self._values,
            feature_names=self.feature_names,
            grouped=self.groups is not None,
            labelled=labelled,
            euclidean=euclidean,
        )

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return len(self._values)

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

    @property
    def label_codes(self) -> np.ndarray | None:
        """A number for each point, equal where labels or targets are; None without either."""
        if self.targets is None:
            return None if self._labels is None else self._labels[0]
        return np.unique(self.targets, axis=0, return_inverse=True)[1].ravel()

    def restricted(self, rows: np.ndarray) -> PointCloud:
        """The same cloud with some of its rows only; `rows` are indices."""
        part = self._like(
            values=self.metric.part(self._values, rows),
            labels=None if self._labels is None else (self.codes[rows], self._labels[1]),
            resources=self.resources.quiet(),
            n_sample=None,
        )
        part.rows = rows
        part.targets = None if self.targets is None else self.targets[rows]
        part.groups = None if self.groups is None else self.groups[rows]
        if self.keeps_distances and "squared_distances" in vars(self):
            part.squared_distances = self.squared_distances[np.ix_(rows, rows)]
            part.squared_distances.flags.writeable = False
        return part

    def own_points(self, X: Any) -> None:
        """Take a copy of the points if they share memory with what they came from."""
        if isinstance(X, np.ndarray) and np.shares_memory(self._values, X):
            self._values = self._values.copy()

    def labelled(self, y: Any) -> PointCloud:
        """The same points with these classes."""
        cloud = self._like(labels=None if y is None else check_labels(y, self.n_samples))
        cloud.targets = None
        return cloud

    def bare(
        self,
        *,
        with_distances: bool = False,
        with_source: bool = False,
        taken: int = 0,
        progress: Progress | bool | None = None,
    ) -> PointCloud:
        """The same cloud with nothing computed yet, or only the squared distances.

        With its `source` the points that a device has stay there. So many bytes of its memory limit
        are `taken` by others, and another one listens, if any.
        """
        part = self._like(resources=replace(self.resources.quiet(taken), progress=progress))
        if with_distances:
            part.squared_distances = self.squared_distances
        if with_source:
            part.source = self.source
        return part

    @cached_property
    def source(self) -> Source:
        """The points as passes take them."""
        return Source.of(self._values, self.metric)

    def reduce(self, statistic: Statistic, rows: np.ndarray | None = None) -> Any:
        """A statistic over all pairs, or of some rows with all, with the cloud's own resources."""
        known = self.squared_distances if self.keeps_distances else None
        source = None if self.keeps_distances else self.source
        return run_pass(
            self._values,
            statistic,
            self.resources,
            rows=rows,
            metric=self.metric,
            known=known,
            source=source,
        )

    @property
    def keeps_distances(self) -> bool:
        """Whether the distances of all pairs are formed once, and read whenever they are asked for.

        So where they take no more room than the points, as of few rows of many features, and a
        small share of the memory limit, and all passes would form them in float64.
        """
        fit = 8 * self.n_samples**2 <= _SHARE_KEPT * self.memory_limit
        return fit and self.n_samples <= min(self.n_features, SINGLE_ROWS)

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
        sampler = RowSampler(self.n_samples, 2 * self.mean_squared_deviation, self.reduce)
        return sampler.sample(self._n_sample)

    @property
    def neighbors(self) -> Neighbors:
        """The `GRAPH_NEIGHBORS` nearest other points (all others where there are fewer)."""
        return self._neighbors_searched if self._may_miss else self._histogram_and_neighbors[1]

    @property
    def _may_miss(self) -> bool:
        """Whether a few of the nearest may be missed, as those who draw rows ask for estimates."""
        return self.sampled is not None and self.metric.ranks_as_euclidean

    @cached_property
    def _neighbors_searched(self) -> Neighbors:
        return self._searched(min(GRAPH_NEIGHBORS, self.n_samples - 1))

    def _searched(self, n_neighbors: int) -> Neighbors:
        """The nearest others by cells, of which some are missed; exact for few rows."""
        resources = replace(self.resources, progress=None)
        index = index_of_checked(
            np.asarray(self._values), n_neighbors, self.metric, resources=resources
        )
        return Found.by(index, n_neighbors).neighbors

    def nearest(self, n_neighbors: int) -> Neighbors:
        """The given number of nearest other points, from the shared pass where it has them."""
        if n_neighbors <= GRAPH_NEIGHBORS:
            return Neighbors(*(part[:, :n_neighbors] for part in self.neighbors))
        if self._may_miss:
            return self._searched(n_neighbors)
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
        return useful_range(self.histogram, self.n_samples)

    def candidate_scales(self, ratio: float = 2**0.5) -> np.ndarray:
        """Geometric grid over `scale_range` whose neighbours differ by `ratio` at most."""
        return geometric_grid(*self.scale_range, ratio)

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

    @property
    def memory_limit(self) -> int:
        """Bytes allowed beyond the data themselves."""
        return self.resources.bytes_allowed

    def largest_dense(self, n_vectors: int = 0) -> int:
        """Most rows whose N x N kernel, and so many vectors, fit the memory limit."""
        # The positive root of 8 copies N^2 + 8 n_vectors N = limit.
        half = n_vectors / (2 * _DENSE_COPIES)
        return int((half**2 + self.memory_limit / (8 * _DENSE_COPIES)) ** 0.5 - half)

    def check_dense(self, n_kept: int = 0) -> None:
        """Refuse rows whose eigenpairs, and so many matrices beside, would not fit."""
        needed = 8 * (_DENSE_COPIES + n_kept) * self.n_samples**2
        if needed > self.memory_limit:
            raise MemoryError(
                f"Eigenpairs of {self.n_samples} rows need {readable(needed)} but memory_limit is "
                f"{readable(self.memory_limit)}; raise it or pass fewer rows."
            )

    @cached_property
    def squared_distances(self) -> np.ndarray:
        """All squared distances, of shape (n_samples, n_samples); refused where too large.

        Read-only, as other rules and passes read them too.
        """
        self.check_dense()
        between, every = partial(self._between, progress=self.resources.progress), slice(None)
        r = self.metric.squared_distances(self._values, every, every, between)
        r.flags.writeable = False
        return r

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
        return self.squared_distances_between(rows, slice(None))

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
        arithmetic = self.resources.arithmetic
        return EigenPath(
            lambda epsilon: gaussian_walk(squared_distances, epsilon, arithmetic),
            lambda epsilon, n_pairs: leading_eigenpairs(
                Gaussian(epsilon).from_squared_distances(squared_distances), n_pairs
            ),
            self.n_samples,
        )

    def report(self, stage: str, done: int, total: int) -> None:
        """Tell the listener, if there is one, how far a stage is."""
        self.resources.report(stage, done, total)


def _checked_resources(engine_options: dict[str, Any]) -> Resources:
    """The resources that options ask for, once all of these are known."""
    names = [field.name for field in fields(Resources)]
    unknown = [name for name in engine_options if name not in names]
    if unknown:
        raise TypeError(
            f"There is no option '{unknown[0]}'; the options are groups, metric, n_sample, "
            f"{', '.join(names[:-1])} and {names[-1]}."
        )
    return Resources(**engine_options)
