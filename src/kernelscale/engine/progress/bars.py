"""Bars on stderr for work that takes more than two seconds, on a terminal or in a notebook.

A call with ``progress=True`` says what it is at, and nobody says when it has ended or failed. So
those bars have no thread, leave the streams and the cursor alone, go with the last stage that is
open, and are begun afresh by the next call.
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

PATIENCE = 2.0  # seconds
PAUSE = 1.0  # seconds without a stage, after which work is another one
A_PICTURE = 0.1  # seconds that one is seen at least


class _TimeLeft(TimeRemainingColumn):
    """Time left, but not for what takes from microseconds to minutes each, or ends when it may."""

    def render(self, task: Task) -> Text:
        uneven = task.description in ("rules", "methods", "steps", "steps of the iteration")
        return Text("") if uneven else super().render(task)


class ProgressBars:
    """A listener for `progress=` that draws one bar a stage.

    Stages nest, and one stage may come many times: its bar starts again, and goes when it is done.

    Parameters
    ----------
    console : Console
        Where to draw.
    patience : float
        Seconds before anything is drawn.
    **look
        As `rich.progress.Progress` takes it.
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
        """Whether there is anyone to see them: bars in a file would be lines without end."""
        return self._console.is_terminal or self._console.is_jupyter

    def __call__(self, event: ProgressEvent) -> None:
        """Take note of one event."""
        if self.is_seen and time.monotonic() - self._started >= self._patience:
            self._bars.start()
            self._show(event)

    def stop(self) -> None:
        """Take the bars away."""
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
    """Bars of one call after the other, which begin and end by what is heard."""

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
            self._console.show_cursor(True)  # which nobody would, if the call failed

    def forget(self) -> None:
        """Take away what a call that failed has left."""
        self.stop()
        while self._tasks:
            self._bars.remove_task(self._tasks.popitem()[1])
        self._open.clear()


_BARS = _OfCalls(Console(stderr=True))
_LOCK = threading.Lock()


def begin() -> Any:
    """The listener of ``progress=True``, for a call that begins; all calls share one."""
    with _LOCK:
        _BARS.forget()
    return _listen


def _listen(event: ProgressEvent) -> None:
    with _LOCK:
        _BARS(event)
