"""Warnings that point at the line of the user, or travel with an answer, in any thread.

The filters of Python's `warnings` belong to the process: two threads inside `catch_warnings` leave
each other's filters behind. So our own warnings go through `warn_caller`, and whoever puts them
into an answer takes them there, by `collected`; only another package's have to be filtered.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from threading import RLock
from typing import Any, Literal, NamedTuple, cast

__all__ = ["collected", "filtered", "warn_caller"]

_OURS = ("kernelscale.", "sklearn.")


class _Collector(NamedTuple):
    category: type[Warning]
    messages: list[str]


_collectors: ContextVar[tuple[_Collector, ...]] = ContextVar("collectors", default=())
_filters = RLock()


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
    with _filters:
        # The comment makes the entry ours alone: an equal one of the user's would go with it.
        warnings.filterwarnings(action, f"(?#kernelscale){message}", category, module)
        written: list[Any] = cast(list, warnings.filters)
        entry = written[0]
        try:
            yield
        finally:
            for filters in (written, cast(list, warnings.filters)):
                with suppress(ValueError):
                    filters.remove(entry)
