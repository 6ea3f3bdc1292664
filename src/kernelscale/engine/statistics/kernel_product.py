"""The product of the kernel matrix with a few vectors, without the matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import check_name, check_scale, check_vectors
from ..requests import ProductOf, on_a_device
from ..tile import Tile
from .kernel_sums import PRECISIONS
from .statistic import Streamed

__all__ = ["KernelProduct"]


@dataclass(frozen=True, eq=False)
class KernelProduct(Streamed):
    """``K V`` for the Gaussian kernel matrix K, which is computed tile by tile and never stored.

    Parameters
    ----------
    scale : float
        Epsilon, a squared distance.
    vectors : array-like of shape (n_samples, n_vectors)
        V; a copy in float64 is kept. With ``arithmetic="gpu"``, V may be a CuPy array; the copy and
        the result are then on its device.
    precision : {"double", "single"}
        "double": errors of at most 1e-12 times the largest entry of the product. "single": errors
        of a few 1e-6 times that entry; the product is computed several times as fast.

    Raises
    ------
    ValueError
        If the scale or the precision is not valid; in `reduce`, if V does not have a row for each
        point.
    TypeError
        If V does not hold real numbers.

    Examples
    --------
    The product with a vector of ones is the row sums of K. Here K of the two points is exp(-1/2).

    >>> from kernelscale.engine.passes import reduce
    >>> reduce([[0.0], [1.0]], KernelProduct(1.0, np.ones((2, 1)))).round(4)
    array([[1.6065],
           [1.6065]])
    """

    scale: float
    vectors: Any
    precision: str = "double"

    def __post_init__(self) -> None:
        check_scale(self.scale, "scale")
        check_name(self.precision, PRECISIONS, "precision")
        there = on_a_device(self.vectors)
        copied = _copied(self.vectors) if there else check_vectors(self.vectors, "vectors")
        object.__setattr__(self, "vectors", copied)

    def check(self, n_samples: int) -> None:
        if self.vectors.ndim != 2 or len(self.vectors) != n_samples:
            raise ValueError(
                f"vectors must be of shape ({n_samples}, n_vectors), one row for each point, but "
                f"their shape is {self.vectors.shape}."
            )

    def result_bytes(self, n_samples: int) -> int:
        return 16 * int(self.vectors.size)

    @property
    def request(self) -> ProductOf:
        return ProductOf(self.scale, self.vectors, self.precision)

    def partial_bytes(self, side: int) -> int:
        return 16 * side * int(self.vectors.shape[1])

    def start(self, n_samples: int) -> Any:
        return np.zeros_like(self.vectors, dtype=np.float64)  # on the device of the vectors

    def partial(self, tile: Tile, answer: tuple[Any, Any]) -> list[tuple[slice, Any]]:
        along_rows, along_columns = answer
        both = [(tile.rows, along_rows), (tile.columns, along_columns)]
        return both if tile.mirrored else both[:1]

    def merge(self, state: Any, partial: list[tuple[slice, Any]]) -> Any:
        for where, product in partial:
            state[where] += product
        return state

    def finish(self, state: Any) -> Any:
        return state


def _copied(vectors: Any) -> Any:
    """A copy on the same device, so that later changes of the caller's array have no effect."""
    if vectors.dtype.kind not in "biuf":
        raise TypeError(f"vectors must hold real numbers, but their type is {vectors.dtype}.")
    return vectors.astype(np.float64)
