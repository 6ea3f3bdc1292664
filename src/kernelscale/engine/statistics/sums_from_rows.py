"""Sums of the kernel values of every point with some rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..requests import RowSumsOf
from ..tile import Tile
from .statistic import Streamed

__all__ = ["SumsFromRows"]


@dataclass(frozen=True)
class SumsFromRows(Streamed):
    """``sum_i K_ij`` over some rows i other than j, for all points j, with errors of a few 1e-6.

    Parameters
    ----------
    scale : float
        A squared distance.
    n_samples : int
        Number of all points.

    Examples
    --------
    The sums over rows 0 and 2 of three points; row 0 adds nothing to its own sum.

    >>> from kernelscale.engine.passes import reduce
    >>> reduce([[0.0], [1.0], [99.0]], SumsFromRows(1.0, n_samples=3), rows=[0, 2]).round(4)
    array([0.    , 0.6065, 0.    ])
    """

    scale: float
    n_samples: int
    of_some_rows: ClassVar[bool] = True

    def result_bytes(self, n_samples: int) -> int:
        return 8 * self.n_samples

    @property
    def request(self) -> RowSumsOf:
        return RowSumsOf(np.array([self.scale]), "single")

    def partial_bytes(self, side: int) -> int:
        return 16 * side

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros(self.n_samples)

    def partial(
        self, tile: Tile, answer: tuple[np.ndarray, np.ndarray]
    ) -> tuple[slice, np.ndarray]:
        return tile.columns, answer[1][0, :, 0]

    def merge(self, state: np.ndarray, partial: tuple[slice, np.ndarray]) -> np.ndarray:
        where, sums = partial
        state[where] += sums
        return state

    def finish(self, state: np.ndarray) -> np.ndarray:
        return state
