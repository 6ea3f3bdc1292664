"""The interface of a statistic: the methods and attributes that the engine uses.

Tiles are blocks of the matrix of pairs. They cover its upper triangle; a tile off the diagonal also
covers its mirror image, in which rows and columns are exchanged. A statistic has four main methods:
`start` creates an empty state, `on_tile` computes the partial result of one tile, `merge` adds a
partial result to the state, and `finish` turns the state into the result. A statistic does not
depend on where tiles are computed, and every kernel value comes from the arithmetic of the tile.

`on_tile` may run in another process: the statistic, the hint and the partial result are plain data
that can be pickled. The caller merges the partial results in a fixed order, so that the result does
not depend on the number of workers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from ..requests import Request
from ..tile import Arithmetic, Tile

__all__ = ["Run", "Statistic", "Streamed"]


class Statistic(ABC):
    """Interface of a statistic; a new statistic is a subclass that defines the abstract methods.

    Raises
    ------
    TypeError
        If a subclass that lacks abstract methods is instantiated; the error names these methods.

    Examples
    --------
    The steps of `reduce` for a single tile: three points at a scale much larger than their
    distances, at which each of the 9 pairs adds 1.

    >>> import numpy as np
    >>> from kernelscale.engine.arithmetic.registry import ARITHMETICS
    >>> from kernelscale.engine.statistics import KernelSums
    >>> from kernelscale.engine.source import Source
    >>> from kernelscale.engine.tile import Tile
    >>> statistic, X, rows = KernelSums([1e6]), np.array([[0.0], [1.0], [2.0]]), slice(0, 3)
    >>> tile = Tile(Source.of(X), rows, rows, ARITHMETICS["reference"])
    >>> state = statistic.start(n_samples=3)
    >>> state = statistic.merge(state, statistic.on_tile(tile, None))
    >>> statistic.finish(state).S.round(3)
    array([9.])
    """

    of_some_rows: ClassVar[bool] = False
    """Whether the statistic can be computed for the pairs of some rows with all points."""
    exact: ClassVar[bool] = False
    """Whether merging is exact, so that a worker may merge several tiles."""

    def __str__(self) -> str:
        return type(self).__name__

    @property
    def requests(self) -> Sequence[Request] | None:
        """All requests about a tile; None if the statistic also reads its distances."""
        return None

    def check(self, n_samples: int) -> None:
        """Raise an error if options do not fit the number of points, before any work."""
        return  # by default there are no such options

    @abstractmethod
    def result_bytes(self, n_samples: int) -> int:
        """Bytes of the state and of the result."""

    @abstractmethod
    def tile_bytes(self, side: int) -> int:
        """Bytes needed while a tile is reduced, without its distances."""

    def work_bytes(self, arithmetic: Arithmetic, side: int, some_rows: bool) -> int:
        """Bytes needed while a tile is reduced, without its points."""
        distances = 16 if some_rows else 8  # pairs of a point with itself are omitted in a copy
        return distances * side**2 + self.tile_bytes(side)

    @abstractmethod
    def partial_bytes(self, side: int) -> int:
        """Bytes of one partial result."""

    @abstractmethod
    def start(self, n_samples: int) -> Any:
        """The state before any tile."""

    @abstractmethod
    def on_tile(self, tile: Tile, hint: Any) -> Any:
        """The partial result of one tile."""

    def hint(self, state: Any, rows: slice, columns: slice) -> Any:
        """A hint, made from the state, for a tile that is about to be computed; None by default.

        The worker may use the hint to skip pairs that cannot matter; the result does not depend on
        it. The hint must be a copy, or must be removed from the state, because the state changes
        while the tile is computed.
        """
        return None

    @abstractmethod
    def merge(self, state: Any, partial: Any) -> Any:
        """The state with one partial result added."""

    def remote_hint(self, state: Any, rows: slice, columns: slice) -> Any:
        """A hint for a worker in another process; None by default.

        It is small compared with the points of the tile.
        """
        return None

    def take_hint(self, state: Any, rows: slice, columns: slice, remote: Any) -> None:
        """Add a hint from `remote_hint` to the state of a worker."""
        return

    def as_partial(self, state: Any, arithmetic: Arithmetic) -> Any:
        """A state as a partial result; used only if merging is exact."""
        return state

    def run(self, n_samples: int, arithmetic: Arithmetic) -> Run:
        """An object that collects the partial results of consecutive tiles, to be sent together."""
        return Run(self, n_samples, arithmetic)

    def merge_run(self, state: Any, found: list[Any]) -> Any:
        """The state with the partial results of consecutive tiles added."""
        for partial in found:
            state = self.merge(state, partial)
        return state

    @abstractmethod
    def finish(self, state: Any) -> Any:
        """The result."""


class Streamed(Statistic):
    """A statistic that is computed from the result of a request, without stored distances."""

    @property
    @abstractmethod
    def request(self) -> Request:
        """The request about each tile."""

    @property
    def requests(self) -> Sequence[Request]:
        return [self.request]

    @abstractmethod
    def partial(self, tile: Tile, answer: Any) -> Any:
        """The partial result of one tile, from the result of the request."""

    def tile_bytes(self, side: int) -> int:
        return 0  # `stream_bytes` of the arithmetic includes them

    def work_bytes(self, arithmetic: Arithmetic, side: int, some_rows: bool) -> int:
        return arithmetic.stream_bytes([self.request], side, some_rows)

    def on_tile(self, tile: Tile, hint: Any) -> Any:
        [answer] = tile.arithmetic.answers(tile, [self.request], [hint])
        return self.partial(tile, answer)


class Run:
    """Partial results of consecutive tiles: one if merging is exact, otherwise one for each tile.

    Merging is not exact for sums in float64, because they depend on the order of additions. They
    are merged by the caller, tile after tile.
    """

    def __init__(self, statistic: Statistic, n_samples: int, arithmetic: Arithmetic) -> None:
        self._statistic, self._arithmetic = statistic, arithmetic
        self._state, self._partials = statistic.start(n_samples), list[Any]()

    def hint(self, rows: slice, columns: slice, remote: Any) -> Any:
        """The hint for the next tile, from earlier tiles and from the caller."""
        self._statistic.take_hint(self._state, rows, columns, remote)
        return self._statistic.hint(self._state, rows, columns)

    def add(self, partial: Any) -> None:
        """Add the partial result of the next tile."""
        if self._statistic.exact:
            self._state = self._statistic.merge(self._state, partial)
        else:
            self._partials.append(partial)

    def found(self) -> list[Any]:
        """All partial results, in the order of the tiles."""
        if self._statistic.exact:
            return [self._statistic.as_partial(self._state, self._arithmetic)]
        return self._partials
