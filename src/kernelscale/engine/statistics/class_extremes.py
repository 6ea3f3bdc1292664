"""The smallest distance between classes, and the largest distance within a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..._validation import check_groups
from ..tile import Tile
from .statistic import Statistic

__all__ = ["ClassExtremes", "Extremes"]


class Extremes(NamedTuple):
    """Smallest squared distance between classes, and largest squared distance within a class."""

    smallest_between: float
    largest_within: float


@dataclass(frozen=True, eq=False)
class ClassExtremes(Statistic):
    """The smallest squared distance between classes, and the largest within a class.

    They are the paper's D_gap and D_class (eqs. Dgap and Dclass), which are squared distances.

    Parameters
    ----------
    codes : ndarray of shape (n_samples,)
        As in `ClassRowSums`.

    Raises
    ------
    ValueError
        In `reduce`, if a code is not valid or there is not one code for each row.

    Examples
    --------
    Two classes with widths of 1 and 2 and a gap of 3 between them.

    >>> from kernelscale.engine.passes import reduce
    >>> reduce([[0.0], [1.0], [4.0], [6.0]], ClassExtremes(np.array([0, 0, 1, 1])))
    Extremes(smallest_between=9.0, largest_within=4.0)
    """

    codes: np.ndarray
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", np.asarray(self.codes))

    def check(self, n_samples: int) -> None:
        check_groups(self.codes, n_samples, "codes")

    def result_bytes(self, n_samples: int) -> int:
        return 32

    def tile_bytes(self, side: int) -> int:
        return 9 * side * side

    def partial_bytes(self, side: int) -> int:
        return 16

    def start(self, n_samples: int) -> Extremes:
        return Extremes(np.inf, 0.0)

    def on_tile(self, tile: Tile, hint: Any) -> Extremes:
        same = self.codes[tile.rows, None] == self.codes[None, tile.columns]
        between = np.min(tile.distances, where=~same, initial=np.inf)
        within = np.max(tile.distances, where=same, initial=0.0)
        return Extremes(float(between), float(within))

    def merge(self, state: Extremes, partial: Extremes) -> Extremes:
        return Extremes(
            min(state.smallest_between, partial.smallest_between),
            max(state.largest_within, partial.largest_within),
        )

    def finish(self, state: Extremes) -> Extremes:
        return state
