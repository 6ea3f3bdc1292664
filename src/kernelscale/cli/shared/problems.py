"""Errors and warnings of a command: one sentence on stderr, and an exit code.

The exit code is 0 for success, 1 if the data or the machine cannot be used, 2 if the command line
is wrong, 3 if the program has a fault, and 130 after an interrupt. The message of a foreseen error
states what is wrong; the message of a fault states how to see the traceback.
"""

from __future__ import annotations

import dis
import os
import shlex
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from ..._warnings import NoteWarning
from .screen import print_message

if TYPE_CHECKING:
    from ...datasets.errors import Remedy

__all__ = [
    "INTERRUPTED",
    "USAGE",
    "UsageError",
    "exit_code",
    "is_foreseen",
    "notes_from_warnings",
    "print_error",
    "print_warning",
    "sentence",
]

DATA = 1
USAGE = 2
FAULT = 3
INTERRUPTED = 130  # exit code of an interrupted command: 128 + SIGINT, as in shells

TRACEBACK = "KERNELSCALE_TRACEBACK"  # environment variable; any text in it shows the traceback
PACKAGE = __name__.partition(".")[0]
# Classes of the errors that this package raises on purpose.
FORESEEN = (ValueError, TypeError, ImportError, OSError, RuntimeError)
_RAISE = dis.opmap["RAISE_VARARGS"]  # the bytecode of a `raise` statement

FOR_PROGRAMMERS = (DeprecationWarning, PendingDeprecationWarning)
"""Warnings that concern programmers only; commands do not print them."""


class UsageError(Exception):
    """An error in the command line; the message is one sentence, and remedies may follow."""

    def __init__(self, message: str = "", *remedies: Remedy) -> None:
        super().__init__(message)
        self.remedies = remedies

    @classmethod
    @contextmanager
    def instead_of(cls, *errors: type[Exception]) -> Iterator[None]:
        """Context that turns foreseen errors of these types into a `UsageError`."""
        try:
            yield
        except errors as error:
            if not is_foreseen(error):
                raise
            raise cls(sentence(error)) from error


def is_foreseen(error: BaseException) -> bool:
    """Whether an error concerns the data, the command line or the machine, and is not a fault.

    An error is foreseen if its class belongs to this package, if it is a MemoryError, or if the
    operating system or a `raise` statement of this package raised it. For example, a ValueError is
    a fault, whatever its message, if another package raised it, or an expression of this package
    such as ``int("x")``.
    """
    if type(error).__module__.partition(".")[0] == PACKAGE or isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno is not None:
        return True
    if isinstance(error, NotImplementedError):  # a subclass of RuntimeError
        return False
    return isinstance(error, FORESEEN) and _is_raised_here(error)


def _is_raised_here(error: BaseException) -> bool:
    """Whether a `raise` statement of this package raised the error."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return False
    frame = place.tb_frame
    module = str(frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] == PACKAGE and frame.f_code.co_code[place.tb_lasti] == _RAISE


def exit_code(error: BaseException) -> int:
    """The exit code for an error."""
    if isinstance(error, UsageError):
        return USAGE
    return DATA if is_foreseen(error) else FAULT


def sentence(error: BaseException) -> str:
    """The message of an error, on one line; for a fault of the program, a request to report it."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{str(error.filename)!r} cannot be used: {error.strerror}."
    if isinstance(error, OSError) and error.strerror:
        return f"The system cannot read or write: {error.strerror}."
    text = " ".join(str(error).split())
    if is_foreseen(error):
        return text or f"{type(error).__name__} without a message."
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f", raised in {spot.filename}, line {spot.lineno}" for spot in place)
    return (
        f"This is a fault of {PACKAGE}, not of your data or your command: "
        f"{type(error).__name__}{text and f' ({text})'}{where}. Please report it with the "
        f"traceback, which the environment variable {TRACEBACK}=1 shows."
    )


def print_error(error: BaseException, about: str = "", typed: Sequence[str] = ()) -> int:
    """Print an error and its remedies; return the exit code.

    A remedy is printed as the command line `typed` with the remedy applied.
    """
    if os.environ.get(TRACEBACK):
        print_message("".join(traceback.format_exception(error)))
    print_message(about + sentence(error), kind="Error", color=typer.colors.RED)
    for remedy in getattr(error, "remedies", ()) or getattr(error.__cause__, "remedies", ()):
        words = [_corrected(word, remedy) for word in typed]
        command = shlex.join([PACKAGE, *words, *remedy.flags])
        print_message(command, kind="Try", color=typer.colors.GREEN)
    return exit_code(error)


def _corrected(word: str, remedy: Remedy) -> str:
    """A word of the command line, with the wrong name in it replaced by the right one."""
    flag, sign, value = word.rpartition("=") if word.startswith("--") else ("", "", word)
    parts = [remedy.meant if part == remedy.typed else part for part in value.split(",")]
    value = remedy.meant if value == remedy.typed else ",".join(parts)
    return word if not remedy.typed else f"{flag}{sign}{value}"


def print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Print a warning as one sentence, without the lines of code that Python adds."""
    if issubclass(category, FOR_PROGRAMMERS):
        return
    print_message(" ".join(str(message).split()), kind="Warning", color=typer.colors.YELLOW)


@contextmanager
def notes_from_warnings(at_once: type[Warning] | None = None) -> Iterator[list[str]]:
    """Context that collects warnings as sentences, each once; the list is filled at the end.

    Warnings of the category `at_once` are printed immediately instead, because they announce a long
    wait.
    """
    notes: list[str] = []
    found: list[str] = []

    def collect(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        if at_once is not None and issubclass(category, at_once):
            print_warning(message, category)
        else:
            found.append(" ".join(str(message).split()))

    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.simplefilter("ignore", NoteWarning)  # These warnings are also printed as notes.
        for category in FOR_PROGRAMMERS:
            warnings.simplefilter("ignore", category)
        warnings.showwarning = collect
        yield notes
    notes.extend(dict.fromkeys(found))
