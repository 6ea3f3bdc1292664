"""Bars on stderr for work that takes more than two seconds, on a terminal or in a notebook.

A call with ``progress=True`` sends no event when it fails, so nothing ends its bars. For this
reason the bars use no thread, do not redirect streams and do not hide the cursor. They disappear
with the last open stage, and the next call starts new bars.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from rich.console import Console
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

from . import ProgressEvent

__all__ = ["ProgressBars", "begin"]

PATIENCE = 2.0  # number of seconds before bars appear
PAUSE = 1.0  # after this many seconds without an open stage, the wait of `PATIENCE` starts again
A_PICTURE = 0.1  # shortest time between two drawings, seconds


class _TimeLeft(TimeRemainingColumn):
    """The time left; empty for stages with steps of uneven length or an unknown number of steps."""

    def render(self, task: Task) -> Text:
        uneven = task.description in ("rules", "methods", "steps", "steps of the iteration")
        return Text("") if uneven else super().render(task)


class ProgressBars:
    """A listener for `progress=` that draws one bar for each stage.

    A stage, such as "distances", may contain other stages. The bar of a repeated stage starts
    again, and disappears at the end of the stage.

    Parameters
    ----------
    console : Console
        Where to draw.
    patience : float
        Number of seconds before anything is drawn.
    **look
        Further options of `rich.progress.Progress`.
    """

    def __init__(self, console: Console, patience: float = PATIENCE, **look: Any) -> None:
        self._console = console
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
            **look,
        )

    @property
    def is_seen(self) -> bool:
        """Whether the console is a terminal or a notebook, which redraw bars in place."""
        return self._console.is_terminal or self._console.is_jupyter

    def __call__(self, event: ProgressEvent) -> None:
        """Update the bars for one event."""
        if self.is_seen and time.monotonic() - self._started >= self._patience:
            self._bars.start()
            self._show(event)

    def stop(self) -> None:
        """Remove the bars."""
        if self._bars.live.is_started:
            self._bars.stop()

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


class _OfCalls(ProgressBars):
    """Bars that successive calls share; they appear and disappear at events."""

    def __init__(self, console: Console, patience: float = PATIENCE) -> None:
        alone = {"auto_refresh": False, "redirect_stdout": False, "redirect_stderr": False}
        super().__init__(console, patience, **alone)
        self._open: set[str] = set()
        self._heard = self._drawn = -float("inf")

    def __call__(self, event: ProgressEvent) -> None:
        now = time.monotonic()
        if not self._open and now - self._heard > PAUSE:
            self._started = now
        self._heard = now
        super().__call__(event)
        (self._open.discard if event.done >= event.total else self._open.add)(event.stage)
        if not self._open:
            self.stop()
        elif self._bars.live.is_started and now - self._drawn > A_PICTURE:
            self._drawn = now
            self._bars.refresh()
            self._console.show_cursor(True)  # otherwise it would stay hidden if the call failed

    def forget(self) -> None:
        """Remove the bars that a failed call left."""
        self.stop()
        while self._tasks:
            self._bars.remove_task(self._tasks.popitem()[1])
        self._open.clear()


_BARS = _OfCalls(Console(stderr=True))
_LOCK = threading.Lock()


def begin() -> Any:
    """Remove the bars of a failed call, and return the listener that all calls share."""
    with _LOCK:
        _BARS.forget()
    return _listen


def _listen(event: ProgressEvent) -> None:
    with _LOCK:
        _BARS(event)
