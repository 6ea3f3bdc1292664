"""What is wrong with data, in one sentence, and what to type to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

__all__ = ["ColumnError", "DataError", "DataWarning", "Remedy", "listed"]

_MOST_NAMES = 12  # in a message


class Remedy(NamedTuple):
    """How to change a command so that the data can be read.

    Attributes
    ----------
    flags : tuple of str
        What to add to it.
    typed, meant : str
        A word in it, and the one that was meant.
    """

    flags: tuple[str, ...] = ()
    typed: str = ""
    meant: str = ""


class DataError(ValueError):
    """Data cannot be used as they are; the message is one sentence and says how to mend them.

    Parameters
    ----------
    message : str
        The sentence.
    *remedies : Remedy
        Changes of a command line, each of which mends it.
    """

    def __init__(self, message: str = "", *remedies: Remedy) -> None:
        super().__init__(message)
        self.remedies = remedies


class ColumnError(DataError):
    """A column is missing, or cannot be used in the selected way."""


class DataWarning(UserWarning):
    """Data were taken in a way that may not be the one meant; the message says which."""


def listed(names: Iterable[Any]) -> str:
    """Names for a message, the first dozen of them."""
    quoted = [repr(str(name)) for name in names]
    more = len(quoted) - _MOST_NAMES
    return ", ".join(quoted[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
