"""Several statistics in one pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..._attributes import cached_property
from ..._validation import check_kind, shown
from ..requests import Request
from ..tile import Arithmetic, Tile
from .statistic import Run, Statistic, Streamed

__all__ = ["Together"]


@dataclass(frozen=True, eq=False)
class Together(Statistic):
    """Several statistics from one pass over the pairs; the result is a tuple.

    Parameters
    ----------
    statistics : sequence of Statistic
        The results have the order of the statistics.

    Raises
    ------
    TypeError
        If an entry is not a statistic.
    ValueError
        In `reduce`, if the list is empty, or a statistic does not fit the data.

    Examples
    --------
    The nearest neighbours of three points, and S at a large scale, where each of the nine ordered
    pairs adds nearly 1. Distances are computed once for both.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import KernelSums, NearestOthers
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
        """Whether all statistics can be computed for some rows."""
        return all(statistic.of_some_rows for statistic in self.statistics)

    @property
    def requests(self) -> Sequence[Request] | None:
        """Requests of all statistics; None if a statistic reads distances."""
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
        # Some statistics may need the distances in float64, and others a copy of them in float32.
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
        # All requests go to the arithmetic together, so that distances are formed once.
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

    def remote_hint(self, state: list[Any], rows: slice, columns: slice) -> list[Any]:
        return [
            statistic.remote_hint(total, rows, columns)
            for statistic, total in zip(self.statistics, state, strict=True)
        ]

    def run(self, n_samples: int, arithmetic: Arithmetic) -> _RunsTogether:
        return _RunsTogether([each.run(n_samples, arithmetic) for each in self.statistics])

    def merge_run(self, state: list[Any], found: list[Any]) -> list[Any]:
        return [
            statistic.merge_run(total, part)
            for statistic, total, part in zip(self.statistics, state, found, strict=True)
        ]

    def finish(self, state: list[Any]) -> tuple[Any, ...]:
        return tuple(
            statistic.finish(total) for statistic, total in zip(self.statistics, state, strict=True)
        )


class _RunsTogether(Run):
    """Partial results of consecutive tiles, for several statistics."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs

    def hint(self, rows: slice, columns: slice, remote: list[Any]) -> list[Any]:
        """The hint of each statistic for the next tile, from earlier tiles and from the caller."""
        each = zip(self._runs, remote, strict=True)
        return [run.hint(rows, columns, of_it) for run, of_it in each]

    def add(self, partial: list[Any]) -> None:
        """Add the partial results of the next tile."""
        for run, part in zip(self._runs, partial, strict=True):
            run.add(part)

    def found(self) -> list[Any]:
        """All partial results of each statistic."""
        return [run.found() for run in self._runs]
