"""The kernel matrix times a few vectors, without the matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_name, check_scale, check_vectors
from ..source import QuickDistances
from ..tile import Tile
from .kernel_sums import PRECISIONS
from .statistic import Statistic

__all__ = ["KernelProduct"]


@dataclass(frozen=True, eq=False)
class KernelProduct(Statistic):
    """``K V`` for the Gaussian kernel at one scale, formed tile by tile and never stored.

    Parameters
    ----------
    scale : float
        Epsilon, a squared distance.
    vectors : array-like of shape (n_samples, n_vectors)
        V.
    precision : {"double", "single"}
        Digits asked for: to 1e-12 of the largest entry, or to a few 1e-6 and a few times as fast.

    Raises
    ------
    ValueError
        If the scale or the precision is not valid or, in `reduce`, V has not a row for each point.

    Examples
    --------
    With a vector of ones the product is the row sums, here of two points that see each other at
    exp(-1/2).

    >>> from kernelscale.engine import reduce
    >>> reduce([[0.0], [1.0]], KernelProduct(1.0, np.ones((2, 1)))).round(4)
    array([[1.6065],
           [1.6065]])
    """

    scale: float
    vectors: np.ndarray
    precision: str = "double"
    streamed: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_scale(self.scale, "scale")
        check_name(self.precision, PRECISIONS, "precision")
        object.__setattr__(self, "vectors", check_vectors(self.vectors, "vectors"))

    def check(self, n_samples: int) -> None:
        if self.vectors.ndim != 2 or len(self.vectors) != n_samples:
            raise ValueError(
                f"vectors must be of shape ({n_samples}, n_vectors), one row a point, but their "
                f"shape is {self.vectors.shape}."
            )

    def result_bytes(self, n_samples: int) -> int:
        return 16 * self.vectors.size

    def tile_bytes(self, side: int) -> int:
        return 8 * side * side + 32 * side * int(self.vectors.shape[1])

    def partial_bytes(self, side: int) -> int:
        return 16 * side * int(self.vectors.shape[1])

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros(self.vectors.shape)

    def on_tile(self, tile: Tile, hint: Any) -> Any:
        single = self.precision == "single"
        quick = tile.quick_distances if single else QuickDistances(tile.distances, 1.0)
        K = tile.arithmetic.kernel(quick.values, float(quick.over_unit(self.scale)))
        vectors = self.vectors.astype(K.dtype, copy=False)
        along_rows = (tile.rows, K @ vectors[tile.columns])
        if tile.on_diagonal:
            return [along_rows]
        return [along_rows, (tile.columns, K.T @ vectors[tile.rows])]

    def merge(self, state: np.ndarray, partial: Any) -> np.ndarray:
        for where, product in partial:
            state[where] += product
        return state

    def finish(self, state: np.ndarray) -> np.ndarray:
        return state
