"""Warnings that point at the line of the user, or become part of a result, in any thread.

The filters of Python's `warnings` are those of the process: two threads inside `catch_warnings`
leave each other's filters behind. So our own warnings go through `warn_caller`, and `collected`
takes them as messages for a result; filters are for warnings of other packages only.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import count
from threading import RLock
from typing import Any, Literal, NamedTuple, cast

__all__ = ["NoteWarning", "collected", "filtered", "warn_caller"]

_OURS = ("kernelscale.", "sklearn.")


class NoteWarning(UserWarning):
    """A fault of the data that may decide a result; the result has it in `notes`."""


class _Collector(NamedTuple):
    category: type[Warning]
    messages: list[str]


_collectors: ContextVar[tuple[_Collector, ...]] = ContextVar("collectors", default=())
_filters = RLock()
_numbers = count()


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warn as if from the nearest caller outside this package and scikit-learn.

    Where warnings of the category are `collected` the message goes there instead.
    """
    for collector in reversed(_collectors.get()):
        if issubclass(category, collector.category):
            collector.messages.append(message)
            return
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and f"{frame.f_globals.get('__name__')}.".startswith(_OURS):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


@contextmanager
def collected(category: type[Warning]) -> Iterator[list[str]]:
    """Context in which this thread's own warnings of a category become a list of messages.

    Examples
    --------
    What is warned of inside is not shown, and nothing is left of it outside.

    >>> with collected(UserWarning) as messages:
    ...     warn_caller("two rows are the same", UserWarning)
    >>> messages
    ['two rows are the same']
    """
    messages: list[str] = []
    token = _collectors.set((*_collectors.get(), _Collector(category, messages)))
    try:
        yield messages
    finally:
        _collectors.reset(token)


@contextmanager
def filtered(
    action: Literal["ignore", "error"], category: type[Warning], message: str = "", module: str = ""
) -> Iterator[None]:
    """Context with a filter for another package's warnings, one thread at a time.

    `warnings.catch_warnings` puts a copy of the list of filters in its place and the old one back:
    where it overlaps with another thread's, a copy stays for good. So an entry is written into the
    list as it is, and taken out of whatever lists have it by then.

    Parameters
    ----------
    action : {"ignore", "error"}
        What becomes of such warnings.
    category : type
        Their class.
    message, module : str
        Patterns that the text, and the name of the module that warns, begin with.
    """
    # The comment makes the entry this context's alone: no equal one, of the user's or of a context
    # around this one, goes with it.
    text = f"(?#kernelscale {next(_numbers)}){message}"
    with _filters:
        before = warnings.filters
        warnings.filterwarnings(action, text, category, module)
        written = warnings.filters
        try:
            yield
        finally:
            for filters in (before, written, warnings.filters):
                _take_out(cast(list, filters), text)


def _take_out(filters: list[Any], text: str) -> None:
    """Remove entries with this pattern from a list that other threads may write to."""
    for entry in list(filters):
        if getattr(entry[1], "pattern", None) == text:
            with suppress(ValueError):
                filters.remove(entry)
