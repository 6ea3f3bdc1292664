"""The methods and attributes that the engine needs of a statistic.

A statistic is three small functions: `on_tile` reduces one tile to a partial result, `merge`
adds a partial result to the state begun by `start`, `finish` turns the state into the answer.
Tiles cover the upper triangle; a tile off the diagonal stands for its mirror image too. Nothing
here knows where tiles run, and every kernel value comes from the arithmetic of the tile.

`on_tile` may run in another process: the statistic, the hint and the partial result are plain data
that can be pickled. Sums over a tile are formed there; the caller adds one tile after the other,
in their order, so what is added where does not depend on who works.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from ..requests import Request
from ..tile import Arithmetic, Tile

__all__ = ["Run", "Statistic", "Streamed"]


class Statistic(ABC):
    """Interface of a statistic; a new one is a subclass with the methods left open here.

    Raises
    ------
    TypeError
        Where an object is made of a subclass that lacks one of them; it names all that are missing.

    Examples
    --------
    What `reduce` does, by hand, where all pairs fit into one tile: three points at a scale far
    above their distances, where each of the 9 pairs counts for 1.

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
    """Whether it can be had of some rows, each against all points."""
    exact: ClassVar[bool] = False
    """Whether merging rounds nothing, so that a worker may merge some tiles on its own."""

    def __str__(self) -> str:
        return type(self).__name__

    @property
    def requests(self) -> Sequence[Request] | None:
        """All that is asked about a tile; None where its distances are looked at as well."""
        return None

    def check(self, n_samples: int) -> None:
        """Refuse options that do not fit so many points, before anything is computed."""
        return  # not every statistic has any

    @abstractmethod
    def result_bytes(self, n_samples: int) -> int:
        """Bytes of the state and of the answer."""

    @abstractmethod
    def tile_bytes(self, side: int) -> int:
        """Bytes needed while a tile is reduced, its distances not counted."""

    def work_bytes(self, arithmetic: Arithmetic, side: int, some_rows: bool) -> int:
        """Bytes needed while a tile is reduced, its points not counted."""
        distances = 16 if some_rows else 8  # a copy leaves out those of points to themselves
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
        """What a state tells of a tile that is about to be handed out; None by default.

        It may be looked at to skip what can no longer matter, and must not show in the answer. It
        is copied or taken from the state, which goes on changing meanwhile.
        """
        return None

    @abstractmethod
    def merge(self, state: Any, partial: Any) -> Any:
        """The state with one partial result added."""

    def told(self, state: Any, rows: slice, columns: slice) -> Any:
        """What a state tells of a tile to a worker elsewhere, as a hint; None by default.

        It is small beside the points of the tile.
        """
        return None

    def hear(self, state: Any, rows: slice, columns: slice, told: Any) -> None:
        """Note in the state of a worker what it was `told`."""
        return

    def as_partial(self, state: Any, arithmetic: Arithmetic) -> Any:
        """A state as a partial result; asked for only where merging is exact."""
        return state

    def run(self, n_samples: int, arithmetic: Arithmetic) -> Run:
        """What is found in tiles in a row, to be sent as one."""
        return Run(self, n_samples, arithmetic)

    def merge_run(self, state: Any, found: list[Any]) -> Any:
        """The state with all added that was found in tiles in a row."""
        for partial in found:
            state = self.merge(state, partial)
        return state

    @abstractmethod
    def finish(self, state: Any) -> Any:
        """The answer."""


class Streamed(Statistic):
    """A statistic that an arithmetic answers by request, from one look at each distance."""

    @property
    @abstractmethod
    def request(self) -> Request:
        """What is asked about each tile."""

    @property
    def requests(self) -> Sequence[Request]:
        return [self.request]

    @abstractmethod
    def partial(self, tile: Tile, answer: Any) -> Any:
        """The partial result of one tile, from the answer about it."""

    def tile_bytes(self, side: int) -> int:
        return 0  # the arithmetic says what it needs

    def work_bytes(self, arithmetic: Arithmetic, side: int, some_rows: bool) -> int:
        return arithmetic.stream_bytes([self.request], side, some_rows)

    def on_tile(self, tile: Tile, hint: Any) -> Any:
        [answer] = tile.arithmetic.answers(tile, [self.request], [hint])
        return self.partial(tile, answer)


class Run:
    """Partial results of tiles in a row: one where merging is exact, else one a tile.

    Sums of float64 depend on what is added first: there the caller has to merge tile after tile,
    whoever computed them.
    """

    def __init__(self, statistic: Statistic, n_samples: int, arithmetic: Arithmetic) -> None:
        self._statistic, self._arithmetic = statistic, arithmetic
        self._state, self._partials = statistic.start(n_samples), list[Any]()

    def hint(self, rows: slice, columns: slice, told: Any) -> Any:
        """What tiles before tell of the next one, and the caller has told."""
        self._statistic.hear(self._state, rows, columns, told)
        return self._statistic.hint(self._state, rows, columns)

    def add(self, partial: Any) -> None:
        """Take the partial result of the next tile."""
        if self._statistic.exact:
            self._state = self._statistic.merge(self._state, partial)
        else:
            self._partials.append(partial)

    def found(self) -> list[Any]:
        """All partial results, in the order of the tiles."""
        if self._statistic.exact:
            return [self._statistic.as_partial(self._state, self._arithmetic)]
        return self._partials
