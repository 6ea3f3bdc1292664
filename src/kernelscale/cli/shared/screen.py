"""Output to the terminal, without control characters from names, labels or messages.

All output passes through the consoles and functions here. A control character could colour text,
move the cursor or rename the window. If the name of a file or a cell of a table contains such a
character, a question mark is shown instead.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console
from rich.segment import Segment

__all__ = ["Screen", "print_message", "print_plain", "standard_error", "standard_output", "visible"]

# Smallest width of the output in columns; a narrower terminal wraps the lines itself.
NARROWEST = 80
PIPED = 100  # width of the output in columns if the width of the terminal is unknown
# Matches control characters except tabs and newlines, and three other kinds of characters: those
# that set the direction of writing, Unicode line separators, and surrogates, which cannot be
# encoded.
CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""The text with control characters replaced by question marks.

    Examples
    --------
    >>> visible("label \x1b[31mred")
    'label ?[31mred'
    """
    return CONTROL.sub("?", text)


class Screen(Console):
    """A console that prints control characters of texts as question marks."""

    def print(self, *parts: Any, **options: Any) -> None:
        """Print parts; an error names the stream that cannot be written."""
        with _stream_named(self.file):
            super().print(*parts, **options)

    def render(self, *renderable: Any, **options: Any) -> Iterable[Segment]:
        """Segments of text without control characters; Rich adds colours after this step."""
        for text, style, control in super().render(*renderable, **options):
            yield Segment(text if control else visible(text), style, control)


def standard_output() -> Screen:
    """A console for stdout, as wide as the terminal, but at least `NARROWEST`.

    In a pipe it is plain, and `PIPED` wide unless the variable COLUMNS is set.
    """
    console = Screen(highlight=False, markup=False, emoji=False)
    known = console.is_terminal or "COLUMNS" in os.environ
    console.width = max(console.width if known else PIPED, NARROWEST)
    return console


def standard_error() -> Screen:
    """A console for stderr, for messages during the work."""
    return Screen(stderr=True)


def print_plain(text: str) -> None:
    """Print text on stdout unchanged; it must have no control characters."""
    with _stream_named(sys.stdout):
        typer.echo(text)


@contextmanager
def _stream_named(stream: Any) -> Iterator[None]:
    """Context in which an error of the operating system names the stream."""
    try:
        yield
    except BrokenPipeError:
        raise  # this is no fault: the reader of the pipe closed the pipe
    except OSError as error:
        name = str(getattr(stream, "name", "the output")).strip("<>")
        reason = error.strerror or error
        raise OSError(f"{name!r} cannot be written: {reason}.") from error


def print_message(text: str, *, kind: str = "", color: str = "") -> None:
    """Print text on stderr as "kind: text"; `kind` is coloured only on a terminal."""
    heading = f"{typer.style(f'{kind}:', fg=color or None, bold=True)} " if kind else ""
    typer.echo(heading + visible(text), err=True)
