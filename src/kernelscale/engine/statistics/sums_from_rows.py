"""Kernel sums around all points, over some rows only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..tile import Tile
from .statistic import Statistic

__all__ = ["SumsFromRows"]


@dataclass(frozen=True)
class SumsFromRows(Statistic):
    """``sum_i K_ij`` over some rows i other than j, for all points j; to a few 1e-6.

    Parameters
    ----------
    scale : float
        A squared distance.
    n_samples : int
        Number of all points.

    Examples
    --------
    What two of three points see of the first: one is far away, and the other is the first itself.

    >>> from kernelscale.engine import reduce
    >>> reduce([[0.0], [1.0], [99.0]], SumsFromRows(1.0, n_samples=3), rows=[0, 2]).round(4)
    array([0.    , 0.6065, 0.    ])
    """

    scale: float
    n_samples: int
    streamed: ClassVar[bool] = True
    of_some_rows: ClassVar[bool] = True

    def result_bytes(self, n_samples: int) -> int:
        return 8 * self.n_samples

    def tile_bytes(self, side: int) -> int:
        return 16 * side * side

    def partial_bytes(self, side: int) -> int:
        return 16 * side

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros(self.n_samples)

    def on_tile(self, tile: Tile, state: Any) -> tuple[slice, np.ndarray]:
        quick = tile.quick_distances
        scales, r = quick.over_unit([self.scale]), tile.without_selves(quick.values)
        _, by_column = tile.arithmetic.row_sums(r, scales, False)
        return tile.columns, by_column[:, 0]

    def merge(self, state: np.ndarray, partial: tuple[slice, np.ndarray]) -> np.ndarray:
        where, sums = partial
        state[where] += sums
        return state

    def finish(self, state: np.ndarray) -> np.ndarray:
        return state
