"""Requests: what a statistic asks an arithmetic to compute for each tile (block of all pairs).

A request is plain data, the same for every tile. A tile off the diagonal also covers its mirror
image, in which rows and columns are exchanged. The results are plain data too:

- `HistogramOf`: a tuple ``(group, PartialHistogram)`` for each group that has rows in the tile. A
  pair counts twice if the tile also covers its mirror image.
- `WeightedHistogramsOf`: a `PartialHistogram` for each weight, counted in the same way.
- `KernelSumsOf`: sums of K and of r K, of shape (2, n_scales); r is the squared distance, and K the
  kernel. A pair counts twice if the tile also covers its mirror image.
- `RowSumsOf`: sums along rows, of shape (n_sets, n_rows, n_scales), and along columns, of shape
  (n_sets, n_columns, n_scales). Pairs of a point with itself are omitted.
- `NearestOf`: a tuple ``(where, Neighbors)`` for the rows and, if the tile also covers its mirror
  image, another for the columns. `Neighbors` holds the nearest among the points in the hint and in
  the tile. If too few points are within the limits, a missing neighbour has the distance infinity
  and the index -1.
- `ProductOf`: products with the vectors along rows, of shape (n_rows, n_vectors), and along
  columns, of shape (n_columns, n_vectors). The latter are None if the tile does not cover its
  mirror image. Pairs of a point with itself are included; their K is 1. If the vectors are on a
  device, the products are on it too.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Union

import numpy as np

__all__ = [
    "HistogramOf",
    "KernelSumsOf",
    "Near",
    "NearestOf",
    "Neighbors",
    "ProductOf",
    "Request",
    "RowSumsOf",
    "WeightedHistogramsOf",
    "on_a_device",
]


class Neighbors(NamedTuple):
    """The nearest points of each row, in the order of their distances.

    Attributes
    ----------
    squared_distances : ndarray of shape (n_samples, n_neighbors)
        Squared distances, ascending.
    indices : ndarray of shape (n_samples, n_neighbors)
        Indices of the points.
    """

    squared_distances: np.ndarray
    indices: np.ndarray

    @classmethod
    def none(cls, n_samples: int, n_neighbors: int) -> Neighbors:
        """Empty lists, with distances of infinity and indices of -1."""
        shape = n_samples, n_neighbors
        return cls(np.full(shape, np.inf), np.full(shape, -1, dtype=np.int64))


class Near(NamedTuple):
    """What is known from earlier tiles about the nearest other points of a block of points.

    Attributes
    ----------
    limits : ndarray of shape (n_points,)
        For each point, the squared distance beyond which a point cannot be among its nearest.
    found : Neighbors, optional
        Lists of the nearest points so far, into which the points of the tile are merged. If None,
        new lists are started.
    """

    limits: np.ndarray
    found: Neighbors | None


class HistogramOf(NamedTuple):
    """Logarithmic bins of squared distances divided by `unit`, for `n_groups` groups of rows."""

    unit: float
    n_groups: int = 1


class WeightedHistogramsOf(NamedTuple):
    """Logarithmic bins of the squared distances of points with one more feature.

    `feature` holds its values, which are multiplied by one of the `weights` in turn. `units` has
    the unit of the distances for each weight.
    """

    feature: np.ndarray
    weights: np.ndarray
    units: np.ndarray


class KernelSumsOf(NamedTuple):
    """Sums of K and of r K over all pairs at some scales, in float64."""

    scales: np.ndarray


class RowSumsOf(NamedTuple):
    """Kernel sums along rows at some scales, as in `RowSums`; with `codes` also within classes."""

    scales: np.ndarray
    precision: str = "double"
    codes: np.ndarray | None = None

    @property
    def n_sets(self) -> int:
        """Number of sets of sums: one, or two with classes."""
        return 1 if self.codes is None else 2


class NearestOf(NamedTuple):
    """The nearest other points; with `groups` only points of other groups.

    `names`, if given, replace the indices of the points in the result; they are integers that
    ascend within a tile. The hint is a list of one `Near` for the rows and, if the tile also covers
    its mirror image, another for the columns; or None.
    """

    n_neighbors: int
    groups: np.ndarray | None = None
    names: np.ndarray | None = None


class ProductOf(NamedTuple):
    """The kernel at one scale times vectors, an array of shape (n_samples, n_vectors)."""

    scale: float
    vectors: Any
    precision: str = "double"


def on_a_device(array: Any) -> bool:
    """Whether an array is in the memory of a device and accepts NumPy's functions, as with CuPy.

    Tensors of PyTorch do not accept them.
    """
    return hasattr(array, "__array_function__") and hasattr(array, "__cuda_array_interface__")


Request = Union[  # noqa: UP007
    HistogramOf, WeightedHistogramsOf, KernelSumsOf, RowSumsOf, NearestOf, ProductOf
]
