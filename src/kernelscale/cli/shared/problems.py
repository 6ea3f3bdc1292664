"""Failures: one sentence on stderr and an exit code.

0 is success; 1 means that the data (or the machine) cannot be used, 2 that what was typed cannot,
and 3 that the program has a fault. The message of an error that is raised on purpose says what is
wrong with the data; that of a fault says how to see the traceback.
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
from .screen import tell

if TYPE_CHECKING:
    from ...datasets.errors import Remedy

__all__ = [
    "INTERRUPTED",
    "USAGE",
    "UsageError",
    "exit_code",
    "is_foreseen",
    "notes_from_warnings",
    "say_error",
    "sentence",
    "tell_warning",
]

DATA = 1
USAGE = 2
FAULT = 3
INTERRUPTED = 130  # 128 + SIGINT, as shells report it

TRACEBACK = "KERNELSCALE_TRACEBACK"  # an environment variable; anything in it shows the traceback
OURS = __name__.partition(".")[0]
# Kinds that this package raises on purpose.
SPOKEN = (ValueError, TypeError, ImportError, OSError, RuntimeError)
_RAISE = dis.opmap["RAISE_VARARGS"]  # what a `raise` statement is compiled to

FOR_PROGRAMMERS = (DeprecationWarning, PendingDeprecationWarning)
"""Warnings that users of a program can do nothing about."""


class UsageError(Exception):
    """An error in what was typed; the message is one sentence, and remedies may follow."""

    def __init__(self, message: str = "", *remedies: Remedy) -> None:
        super().__init__(message)
        self.remedies = remedies

    @classmethod
    @contextmanager
    def instead_of(cls, *errors: type[Exception]) -> Iterator[None]:
        """Turn foreseen errors of these types into a `UsageError`."""
        try:
            yield
        except errors as error:
            if not is_foreseen(error):
                raise
            raise cls(sentence(error)) from error


def is_foreseen(error: BaseException) -> bool:
    """Whether an error is about data, what was typed or the machine, not a fault of the program.

    It is if its class is this package's own, or if a `raise` statement of this package or the
    operating system raised it. An error of the same class out of an expression of this package, or
    out of another package, is a fault, whatever its message says.
    """
    if type(error).__module__.partition(".")[0] == OURS or isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno is not None:
        return True
    if isinstance(error, NotImplementedError):  # a RuntimeError, and a method that is missing
        return False
    return isinstance(error, SPOKEN) and _is_raised_by_us(error)


def _is_raised_by_us(error: BaseException) -> bool:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return False
    frame = place.tb_frame
    module = str(frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] == OURS and frame.f_code.co_code[place.tb_lasti] == _RAISE


def exit_code(error: BaseException) -> int:
    """The exit code of a run that an error ended."""
    if isinstance(error, UsageError):
        return USAGE
    return DATA if is_foreseen(error) else FAULT


def sentence(error: BaseException) -> str:
    """The message of an error, on one line; a fault is called one."""
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
        f"This is a fault of {OURS}, not of your data or of what you typed: "
        f"{type(error).__name__}{text and f' ({text})'}{where}. Please report it with the "
        f"traceback, which is shown where the environment has {TRACEBACK}=1."
    )


def say_error(error: BaseException, about: str = "", typed: Sequence[str] = ()) -> int:
    """Print the error that ended a run or a part of it, with remedies; return the exit code."""
    if os.environ.get(TRACEBACK):
        tell("".join(traceback.format_exception(error)))
    tell(about + sentence(error), kind="Error", color=typer.colors.RED)
    for remedy in getattr(error, "remedies", ()) or getattr(error.__cause__, "remedies", ()):
        words = [_meant(word, remedy) for word in typed]
        tell(shlex.join([OURS, *words, *remedy.flags]), kind="Try", color=typer.colors.GREEN)
    return exit_code(error)


def _meant(word: str, remedy: Remedy) -> str:
    """A word of the command line, with the remedy in the place of what was typed wrongly."""
    flag, sign, value = word.rpartition("=") if word.startswith("--") else ("", "", word)
    parts = [remedy.meant if part == remedy.typed else part for part in value.split(",")]
    value = remedy.meant if value == remedy.typed else ",".join(parts)
    return word if not remedy.typed else f"{flag}{sign}{value}"


def tell_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Print a warning as a sentence, instead of Python's own lines."""
    if issubclass(category, FOR_PROGRAMMERS):
        return
    tell(" ".join(str(message).split()), kind="Warning", color=typer.colors.YELLOW)


@contextmanager
def notes_from_warnings(at_once: type[Warning] | None = None) -> Iterator[list[str]]:
    """Collect the warnings raised inside, each once, as plain sentences.

    Those of the category `at_once` are printed at once: at the end they would come too late.
    """
    notes: list[str] = []
    found: list[str] = []

    def hear(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        if at_once is not None and issubclass(category, at_once):
            tell_warning(message, category)
        else:
            found.append(" ".join(str(message).split()))

    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.simplefilter("ignore", NoteWarning)  # `notes` prints what they say
        for of_programs in FOR_PROGRAMMERS:
            warnings.simplefilter("ignore", of_programs)
        warnings.showwarning = hear
        yield notes
    notes.extend(dict.fromkeys(found))
