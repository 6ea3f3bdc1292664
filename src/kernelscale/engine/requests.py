"""Requests of statistics to an arithmetic: plain data, the same for every tile.

An arithmetic computes the results of several requests together, so that distances are computed
once. If a tile also covers its mirror image, pairs count twice in the results of the first two
requests. Results are plain data too:

- `HistogramOf`: a tuple ``(group, PartialHistogram)`` for each group that has rows in the tile;
- `KernelSumsOf`: sums of K and of r K, of shape (2, n_scales);
- `RowSumsOf`: sums along rows and along columns, of shapes (n_sets, n_rows, n_scales) and (n_sets,
  n_columns, n_scales); without pairs of a point with itself;
- `NearestOf`: a tuple ``(where, Neighbors)`` for the rows and, if the tile also covers its mirror
  image, another for the columns. `Neighbors` holds the nearest among the points in the hint and in
  the tile. If too few points are within the limits, a missing neighbour has the distance infinity
  and the index -1;
- `ProductOf`: products with the vectors along rows, of shape (n_rows, n_vectors), and along
  columns, of shape (n_columns, n_vectors). The latter are None if the tile does not cover its
  mirror image. Pairs of a point with itself are included, with a kernel of 1. If the vectors are on
  a device the products are there too.
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
    """What earlier tiles found about the nearest other points of a block of points.

    Attributes
    ----------
    limits : ndarray of shape (n_points,)
        For each point, the squared distance beyond which a point cannot be among its nearest.
    found : Neighbors, optional
        The nearest points so far. The points of the tile are merged with these lists; if None, the
        tile starts new lists.
    """

    limits: np.ndarray
    found: Neighbors | None


class HistogramOf(NamedTuple):
    """Logarithmic bins of squared distances divided by `unit`, for `n_groups` groups of rows."""

    unit: float
    n_groups: int = 1


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


Request = Union[HistogramOf, KernelSumsOf, RowSumsOf, NearestOf, ProductOf]  # noqa: UP007
