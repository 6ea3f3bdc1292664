"""What a worker finds in tiles in a row, before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..tile import Arithmetic

if TYPE_CHECKING:
    from .statistic import Statistic

__all__ = ["Run", "RunsTogether"]


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


class RunsTogether:
    """The same of several statistics."""

    def __init__(self, runs: Sequence[Run | RunsTogether]) -> None:
        self._runs = runs

    def hint(self, rows: slice, columns: slice, told: list[Any]) -> list[Any]:
        """What tiles before tell of the next one, and the caller has told, by statistic."""
        each = zip(self._runs, told, strict=True)
        return [run.hint(rows, columns, of_it) for run, of_it in each]

    def add(self, partial: list[Any]) -> None:
        """Take the partial results of the next tile."""
        for run, part in zip(self._runs, partial, strict=True):
            run.add(part)

    def found(self) -> list[Any]:
        """All partial results of each statistic."""
        return [run.found() for run in self._runs]
