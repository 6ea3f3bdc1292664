"""Sparse rows as a cloud, for graphs of nearest neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from ..._attributes import cached_property
from ..._validation import check_sparse_points, looks_like_graph
from ..._warnings import warn_caller
from ...bandwidth.rule import Rule
from ...bandwidth.rules.fixed import Fixed
from ...data import PointCloud
from ...distances import DistancesWarning
from ...engine.resources import Resources
from ...engine.statistics import NearestOthers, Neighbors, Statistic
from ...metrics.euclidean import EUCLIDEAN
from ...metrics.registry import metric_named
from ...neighbor_graphs import SparseSearch, first_alike
from ...results import Bandwidth
from ..kernel_choice import check_bandwidth
from ..long_fits import warn_if_search_is_long
from .graph_options import GraphOptions

__all__ = ["SparseCloud", "check_takes_sparse", "is_sparse", "takes_sparse"]


class SparseCloud(PointCloud):
    """A cloud of sparse rows, whose zeros are not stored.

    It has no `points` and no `features`, as these are dense arrays. The only statistic that it
    computes is the nearest other rows of each row.
    """

    _values: Any

    @classmethod
    def of(cls, X: Any, resources: Resources) -> PointCloud:
        """A cloud of checked copies of the given rows."""
        rows: Any = check_sparse_points(X)
        if looks_like_graph(rows):
            warn_caller(
                f"X is a sparse matrix of shape {rows.shape} with an empty diagonal, as "
                f"a matrix of distances to neighbours is, but it was taken for {rows.shape[0]} "
                f"rows of features; if it holds distances, pass metric='precomputed'.",
                DistancesWarning,
            )
        return cls.of_checked(rows, resources)

    @property
    def sparse_points(self) -> csr_array:
        """The rows, as `check_sparse_points` returns them."""
        return self._values

    def entries(self) -> dict[str, Any]:
        """The rows as a model file holds them."""
        rows = self.sparse_points
        stored = {f"points_{name}": getattr(rows, name) for name in ("data", "indices", "indptr")}
        return {**stored, "n_features": rows.shape[1]}

    @classmethod
    def of_entries(cls, entries: Mapping[str, np.ndarray]) -> PointCloud:
        """The cloud of the rows in a model file; they are checked like any rows."""
        stored = [entries[f"points_{name}"] for name in ("data", "indices", "indptr")]
        shape = len(entries["embedding"]), entries["n_features"].item()
        rows: Any = check_sparse_points(csr_array(tuple(stored), shape=shape))
        return cls.of_checked(rows, Resources())

    @property
    def points(self) -> np.ndarray:
        """Raises TypeError, as sparse rows have no dense points."""
        raise TypeError("Dense points are needed here, but the rows are sparse; pass X.toarray().")

    @property
    def features(self) -> None:
        """None: there are no dense features."""
        return

    @property
    def notes(self) -> tuple[()]:
        """Empty: the checks need dense features."""
        return ()

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self._values.shape[0])

    @cached_property
    def mean_squared_deviation(self) -> float:
        """Half the mean squared distance of all pairs."""
        means = self._values.mean(axis=0)
        n_zeros = self.n_samples - np.bincount(self._values.indices, minlength=len(means))
        stored = np.square(self._values.data - means[self._values.indices]).sum()
        return float((stored + n_zeros @ np.square(means)) / self.n_samples)

    @cached_property
    def first_alike(self) -> np.ndarray:
        """For each row the index of the first row that equals it."""
        return first_alike(self._values)

    def restricted(self, rows: np.ndarray) -> SparseCloud:
        """The cloud of some of the rows."""
        return self._like(
            values=self._values[rows], labels=None, resources=self.resources.quiet(), n_sample=None
        )

    def nearest(self, n_neighbors: int) -> Neighbors:
        """The nearest other rows of each row."""
        return self.reduce(NearestOthers(n_neighbors))

    def reduce(self, statistic: Statistic, rows: np.ndarray | None = None) -> Neighbors:
        """The nearest other rows, which are the only statistic of sparse rows."""
        assert isinstance(statistic, NearestOthers)  # other statistics raise an error earlier
        if rows is None:
            warn_if_search_is_long(self)
        search = SparseSearch(self._values, statistic.groups)
        return search.others(statistic.n_neighbors, self.resources, rows)

    def squared_distances_between(
        self, rows: np.ndarray | slice, others: np.ndarray | slice
    ) -> np.ndarray:
        """Squared distances between some rows and some other rows."""
        return SparseSearch(self._values[others]).squares(self._values[rows])


def check_takes_sparse(estimator: Any, rule: Rule | Bandwidth) -> None:
    """Refuse parameters that need dense rows, with a remedy in the message.

    Raises
    ------
    TypeError
        If a parameter needs more than the nearest neighbours of each row.
    """
    for needs, instead in _hindrances(estimator, rule):
        raise TypeError(
            f"{needs} needs dense rows, but X is sparse, and for sparse rows only the nearest "
            f"neighbours are computed; {instead}, or pass X.toarray() if it fits in memory, or "
            f"fewer features, such as those of sklearn.decomposition.TruncatedSVD(50)."
        )


def takes_sparse(estimator: Any) -> bool:
    """Whether a map with these parameters takes sparse rows; False if they are not valid."""
    try:
        return not list(_hindrances(estimator, check_bandwidth(estimator.bandwidth)))
    except (ValueError, TypeError):
        return False


def _hindrances(estimator: Any, rule: Rule | Bandwidth) -> Iterator[tuple[str, str]]:
    """The parameters that need dense rows, each with a remedy."""
    metric = metric_named(estimator.metric)
    if metric != EUCLIDEAN:
        yield f"metric={metric.name!r}", "leave it at 'euclidean'"
    if GraphOptions.of(estimator).neighbors is None:
        names = "neighbors, bandwidth, kept_mass, eigen_solver and keep_distances"
        yield "A map of all pairs", f"leave {names} at their defaults"
    if estimator.scale is not None:
        yield "scale", "pass X.multiply(scale) and leave it at None"
    if estimator.landmarks is not None:
        yield f"landmarks={estimator.landmarks}", "leave it at None"
    if estimator.approximate_neighbors not in ("auto", False):
        yield "approximate_neighbors=True", "leave it at 'auto'"
    known = isinstance(rule, Fixed) or (
        isinstance(rule, Bandwidth)
        and rule.kernel.scales_of_rows() is None
        and rule.kernel.feature_scale is None
    )
    if estimator.edge_weights == "bandwidth" and not known:
        instead = "pass a number or a Bandwidth of one scale, or leave edge_weights at its default"
        yield "A bandwidth that a rule chooses", instead


def is_sparse(X: Any, metric: Any) -> bool:
    """Whether X holds sparse points, and not distances or similarities."""
    return issparse(X) and metric_named(metric).sees_points
