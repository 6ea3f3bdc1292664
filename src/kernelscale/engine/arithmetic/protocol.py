"""What the engine asks of an arithmetic: how one tile is computed, and what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from ..neighbors import Neighbors
from ..source import QuickDistances, Source
from .requests import Request

if TYPE_CHECKING:
    from ..tile import Tile

__all__ = ["Arithmetic"]


@runtime_checkable
class Arithmetic(Protocol):
    """How one tile is computed.

    An object without a state, so that it may travel to another process. A new one is a class, and
    a line in `ARITHMETICS` if it is to have a name; a subclass of `Reference` has only to replace
    what it does better.
    """

    name: str
    """What it goes by."""

    def largest_side(self, n_samples: int, streamed: bool, some_rows: bool) -> int:
        """Rows and columns of the largest tile that pays.

        `streamed` says whether all that is wanted of a tile are answers to requests, `some_rows`
        whether only some rows are asked about.
        """

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Bytes that `answers` needs for a tile, its points and its answers not counted."""

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """Answers to some requests about a tile, as said in `requests`."""

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances of two blocks of points, by direct differences in float64."""

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
        """The same, perhaps in float32 and over a unit; None where there are no quicker ones."""

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """exp(-r / 2 eps) of each squared distance, in its type."""

    def take_in(self, known: Neighbors, where: slice, found: Neighbors) -> None:
        """Put the nearest others that a tile found among those known, in place."""
