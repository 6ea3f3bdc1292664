"""A data set of which only the distances of all pairs are known."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ._cached import cached_property
from ._validation import check_distances, check_name
from .distances import warn_of_distances
from .engine import METRICS
from .point_cloud import PointCloud

__all__ = ["DistanceCloud", "make_cloud"]


class DistanceCloud(PointCloud):
    """Distances of all pairs, and the facts about them that a `PointCloud` knows.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_samples) or (n_samples * (n_samples - 1) / 2,)
        Distances, not squared; condensed if it has one dimension.
    y, **engine_options
        As in `PointCloud`.
    """

    metric: ClassVar[str] = "precomputed"

    def _checked(self, X: Any) -> np.ndarray:
        return check_distances(X, memory_limit=self.memory_limit)

    @property
    def points(self) -> np.ndarray:
        """Refused: there are only distances."""
        raise ValueError(
            "The points were asked for, but only distances were given (metric='precomputed'); "
            "use squared_distances or nearest, which both kinds of data have."
        )

    @property
    def features(self) -> None:
        """None: there are only distances."""
        return None

    @property
    def n_features(self) -> int:
        """0: there are only distances."""
        return 0

    def _chosen(self, rows: np.ndarray) -> np.ndarray:
        return self._values[np.ix_(rows, rows)]

    def rescaled(self, scale: np.ndarray) -> PointCloud:
        """Refused: there are no features to rescale."""
        raise ValueError("Features cannot be scaled where only distances are given; pass points.")

    def vary(self, rows: np.ndarray) -> bool:
        """Whether some of the rows are apart from each other."""
        return bool(self._chosen(rows).any())

    @cached_property
    def mean_squared_deviation(self) -> float:
        """Half the mean squared distance of all pairs."""
        return float(np.einsum("ij,ij->", self._values, self._values) / (2 * self.n_samples**2))

    @cached_property
    def first_alike(self) -> np.ndarray:
        """For each row the index of the first one at no distance, of shape (n_samples,)."""
        return (self._values == 0).argmax(axis=1)

    def squared_distances_between(self, rows: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Squared distances of some rows to some others, of shape (len(rows), len(others))."""
        return np.square(self._values[np.ix_(rows, others)])

    def _distances_from(self, rows: np.ndarray | slice) -> np.ndarray:
        return np.square(self._values[rows])


def make_cloud(X: Any, y: Any = None, *, metric: str = "euclidean", **options: Any) -> PointCloud:
    """The cloud of points or, with ``metric="precomputed"``, of given distances."""
    if check_name(metric, METRICS, "metric") == "precomputed":
        return DistanceCloud(X, y, **options)
    cloud = PointCloud(X, y, **options)
    warn_of_distances(cloud.points)
    return cloud
