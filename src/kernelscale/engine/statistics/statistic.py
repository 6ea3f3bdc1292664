"""What the engine asks of a statistic, and several of them in one pass.

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
from dataclasses import dataclass
from typing import Any, ClassVar

from ..._attributes import cached_property
from ..._validation import check_kind, shown
from ..requests import Request
from ..tile import Arithmetic, Tile
from .run import Run, RunsTogether

__all__ = ["Statistic", "Streamed", "Together"]


class Statistic(ABC):
    """What the engine asks of a statistic; a new one is a subclass with the methods left open here.

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
    >>> from kernelscale.engine import KernelSums
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

    def run(self, n_samples: int, arithmetic: Arithmetic) -> Run | RunsTogether:
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


@dataclass(frozen=True, eq=False)
class Together(Statistic):
    """Several statistics from one pass over the pairs; the answer is a tuple.

    Parameters
    ----------
    statistics : sequence of Statistic
        The answers come in their order.

    Raises
    ------
    TypeError
        If one of them is no statistic.
    ValueError
        In `reduce`, if there are none, or one of them does not fit the data.

    Examples
    --------
    How near each of three points comes to another, and how many pairs there are; distances are
    computed once for both.

    >>> from kernelscale.engine import KernelSums, NearestOthers, reduce
    >>> both = Together([NearestOthers(), KernelSums([1e6])])
    >>> nearest, sums = reduce([[0.0], [1.0], [3.0]], both)
    >>> nearest.squared_distances.ravel(), sums.S.round()
    (array([1., 1., 4.]), array([9.]))
    """

    statistics: Sequence[Statistic]

    def __post_init__(self) -> None:
        if not isinstance(self.statistics, (list, tuple)):
            raise TypeError(
                f"Together needs a list of statistics, but {shown(self.statistics)} was given."
            )
        for statistic in self.statistics:
            check_kind(statistic, Statistic, "each statistic of Together")

    @property
    def of_some_rows(self) -> bool:  # type: ignore[override]
        """Whether all of them can be had of some rows."""
        return all(statistic.of_some_rows for statistic in self.statistics)

    @property
    def requests(self) -> Sequence[Request] | None:
        """Those of all of them, unless one looks at distances."""
        streamed = self._streamed
        all_are = len(streamed) == len(self.statistics)
        return [each.request for each in streamed] if all_are else None

    @cached_property
    def _streamed(self) -> list[Streamed]:
        return [each for each in self.statistics if isinstance(each, Streamed)]

    def __str__(self) -> str:
        return " and ".join(dict.fromkeys(map(str, self.statistics)))

    def check(self, n_samples: int) -> None:
        if not self.statistics:
            raise ValueError("Together needs at least one statistic, but none was given.")
        for statistic in self.statistics:
            statistic.check(n_samples)

    def result_bytes(self, n_samples: int) -> int:
        return sum(statistic.result_bytes(n_samples) for statistic in self.statistics)

    def tile_bytes(self, side: int) -> int:
        return max(statistic.tile_bytes(side) for statistic in self.statistics)

    def work_bytes(self, arithmetic: Arithmetic, side: int, some_rows: bool) -> int:
        requests = [each.request for each in self._streamed]
        streamed = arithmetic.stream_bytes(requests, side, some_rows) if requests else 0
        others = [each for each in self.statistics if not isinstance(each, Streamed)]
        work = max((each.work_bytes(arithmetic, side, some_rows) for each in others), default=0)
        # Some may want the distances in float64, others in float32.
        return streamed + work + (4 * side**2 if others else 0)

    def partial_bytes(self, side: int) -> int:
        return sum(statistic.partial_bytes(side) for statistic in self.statistics)

    def start(self, n_samples: int) -> list[Any]:
        return [statistic.start(n_samples) for statistic in self.statistics]

    def hint(self, state: list[Any], rows: slice, columns: slice) -> list[Any]:
        return [
            statistic.hint(total, rows, columns)
            for statistic, total in zip(self.statistics, state, strict=True)
        ]

    def on_tile(self, tile: Tile, hint: list[Any]) -> list[Any]:
        both = list(zip(self.statistics, hint, strict=True))
        hints = [known for each, known in both if isinstance(each, Streamed)]
        requests = [each.request for each in self._streamed]
        # Distances are formed once for all that ask the arithmetic, and not for nobody.
        answers = iter(tile.arithmetic.answers(tile, requests, hints) if requests else [])
        return [
            each.partial(tile, next(answers))
            if isinstance(each, Streamed)
            else each.on_tile(tile, known)
            for each, known in both
        ]

    def merge(self, state: list[Any], partial: list[Any]) -> list[Any]:
        return [
            statistic.merge(total, part)
            for statistic, total, part in zip(self.statistics, state, partial, strict=True)
        ]

    def told(self, state: list[Any], rows: slice, columns: slice) -> list[Any]:
        return [
            statistic.told(total, rows, columns)
            for statistic, total in zip(self.statistics, state, strict=True)
        ]

    def run(self, n_samples: int, arithmetic: Arithmetic) -> RunsTogether:
        return RunsTogether([each.run(n_samples, arithmetic) for each in self.statistics])

    def merge_run(self, state: list[Any], found: list[Any]) -> list[Any]:
        return [
            statistic.merge_run(total, part)
            for statistic, total, part in zip(self.statistics, state, found, strict=True)
        ]

    def finish(self, state: list[Any]) -> tuple[Any, ...]:
        return tuple(
            statistic.finish(total) for statistic, total in zip(self.statistics, state, strict=True)
        )
