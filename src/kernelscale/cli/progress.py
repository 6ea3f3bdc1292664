"""Progress on stderr for work that takes more than two seconds, and only on a terminal."""

from __future__ import annotations

import time
from types import TracebackType

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ..engine import ProgressEvent
from .screen import Screen, standard_error

__all__ = ["ProgressDisplay"]

PATIENCE = 2.0  # seconds


class _TimeLeft(TimeRemainingColumn):
    """Time left, but not for what takes from microseconds to minutes each, or ends when it may."""

    def render(self, task: Task) -> Text:
        uneven = task.description in ("rules", "methods", "steps", "steps of the iteration")
        return Text("") if uneven else super().render(task)


class ProgressDisplay:
    """A listener for `progress=` that draws one bar a stage.

    Stages nest, and one stage may come many times: its bar starts again, and goes when it is done.

    Parameters
    ----------
    console : Screen, optional
        Where to draw; stderr by default.
    patience : float
        Seconds before anything is drawn.
    """

    def __init__(self, console: Screen | None = None, patience: float = PATIENCE) -> None:
        self._console = standard_error() if console is None else console
        self._patience = patience
        self._started = time.monotonic()
        self._tasks: dict[str, TaskID] = {}
        self._bars = Progress(
            TextColumn("{task.description:<12}"),
            BarColumn(),
            MofNCompleteColumn(),
            _TimeLeft(),
            console=self._console,
            transient=True,
        )

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bars.live.is_started:
            self._bars.stop()

    def __call__(self, event: ProgressEvent) -> None:
        """Take note of one event."""
        if not self._console.is_terminal:
            return
        if time.monotonic() - self._started < self._patience:
            return
        self._bars.start()
        self._show(event)

    def _show(self, event: ProgressEvent) -> None:
        task = self._tasks.get(event.stage)
        if event.done >= event.total:
            if task is not None:
                self._bars.remove_task(self._tasks.pop(event.stage))
        elif task is None:
            self._tasks[event.stage] = self._bars.add_task(
                event.stage, completed=event.done, total=event.total
            )
        else:
            self._bars.update(task, completed=event.done, total=event.total)
