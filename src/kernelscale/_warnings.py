"""Warnings that point at the user's line or become part of a result, in any thread.

All threads of a process share the filters of Python's `warnings`. If two threads are inside
`catch_warnings` at the same time, the filters of one of them may stay in use afterwards. So the
package's own warnings go through `warn_caller`, and `collected` stores them as messages for a
result. Filters are used only for warnings of other packages.
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
    """Warning of a fault of the data that may change a result; the result's `notes` list it too."""


class _Collector(NamedTuple):
    category: type[Warning]
    messages: list[str]


_collectors: ContextVar[tuple[_Collector, ...]] = ContextVar("collectors", default=())
_filters = RLock()
_numbers = count()


def warn_caller(message: str, category: type[Warning]) -> None:
    """Warn as if from the nearest caller outside this package and scikit-learn.

    Inside a `collected` context for the category, the message is stored instead.
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
    """Context that collects messages of the package's warnings of a category, in this thread.

    Examples
    --------
    Warnings inside the context are not shown, and the filters are unchanged after it.

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
    """Context with a filter for another package's warnings; one thread at a time can enter it.

    `warnings.catch_warnings` replaces the list of filters by a copy and later restores the
    original; if two threads do this at overlapping times, a copy stays in use. So this function
    adds an entry to the current list, and at the end removes it from this list and from the list
    that is then in use.

    Parameters
    ----------
    action : {"ignore", "error"}
        What happens to the warnings.
    category : type
        Their class.
    message, module : str
        Patterns that match the beginning of the message, and of the name of the module that warns.
    """
    # The comment in the pattern makes the entry unique, so that equal entries of the user or of an
    # outer context are not removed with it.
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
