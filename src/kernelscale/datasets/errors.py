"""Errors and warnings about data files, with remedies on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

__all__ = ["ColumnError", "DataError", "DataWarning", "Remedy", "listed"]

_MOST_NAMES = 12  # largest number of names in a message


class Remedy(NamedTuple):
    """A change of the command line with which the data can be read.

    Attributes
    ----------
    flags : tuple of str
        Flags to add.
    typed, meant : str
        A word to replace, and its replacement.
    """

    flags: tuple[str, ...] = ()
    typed: str = ""
    meant: str = ""


class DataError(ValueError):
    """Error for data that cannot be used; the message is one sentence that states what to do.

    Parameters
    ----------
    message : str
        The sentence.
    *remedies : Remedy
        Changes of the command line, each of which resolves the error.
    """

    def __init__(self, message: str = "", *remedies: Remedy) -> None:
        super().__init__(message)
        self.remedies = remedies


class ColumnError(DataError):
    """Error for a column that is missing, or that cannot be used for the selected purpose."""


class DataWarning(UserWarning):
    """Warning that data were read in a way that the user may not expect; the message states how."""


def listed(names: Iterable[Any]) -> str:
    """The first twelve names and the number of the other names, as text."""
    quoted = [repr(str(name)) for name in names]
    more = len(quoted) - _MOST_NAMES
    return ", ".join(quoted[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
