"""Progress on stderr for work that takes more than two seconds, and only on a terminal."""

from __future__ import annotations

from types import TracebackType

from ...engine.progress.bars import PATIENCE, ProgressBars
from .screen import Screen, standard_error

__all__ = ["ProgressDisplay"]


class ProgressDisplay(ProgressBars):
    """Progress bars for a `with` block; they disappear at its end.

    Parameters
    ----------
    console : Screen, optional
        Where to draw; stderr by default.
    patience : float
        Number of seconds before the bars appear.
    """

    def __init__(self, console: Screen | None = None, patience: float = PATIENCE) -> None:
        super().__init__(standard_error() if console is None else console, patience)

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()
