"""All that is printed: no name, label or message can steer the terminal.

Everything is printed by the consoles and functions here. A control character in a file's name or
a cell, such as one that begins a sequence to colour text, move the cursor or name the window, is
shown as a question mark.
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

__all__ = ["Screen", "print_plain", "standard_error", "standard_output", "tell", "visible"]

NARROWEST = 80  # columns; on a narrower screen the terminal wraps lines, and no figure is cut short
PIPED = 100  # columns, where the width is not known
# Control characters but tabs and ends of lines, what turns the direction of writing around, ends
# of lines of other kinds, and halves of characters, which cannot be encoded.
STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""The text without what would steer a terminal.

    Examples
    --------
    >>> visible("label \x1b[31mred")
    'label ?[31mred'
    """
    return STEERING.sub("?", text)


class Screen(Console):
    """A console on which a text is only ever text."""

    def print(self, *parts: Any, **options: Any) -> None:
        """Print parts; an error names the stream that could not be written."""
        with _named(self.file):
            super().print(*parts, **options)

    def render(self, *renderable: Any, **options: Any) -> Iterable[Segment]:
        """Segments of text without control characters; Rich adds its colours later."""
        for text, style, control in super().render(*renderable, **options):
            yield Segment(text if control else visible(text), style, control)


def standard_output() -> Screen:
    """Stdout as wide as its terminal; plain and of a fixed width when piped."""
    console = Screen(highlight=False, markup=False, emoji=False)
    known = console.is_terminal or "COLUMNS" in os.environ
    console.width = max(console.width if known else PIPED, NARROWEST)
    return console


def standard_error() -> Screen:
    """Stderr, for messages while work goes on."""
    return Screen(stderr=True)


def print_plain(text: str) -> None:
    """Print text on stdout as it is; it must have no control characters."""
    with _named(sys.stdout):
        typer.echo(text)


@contextmanager
def _named(stream: Any) -> Iterator[None]:
    """Context in which an error of the system names the stream."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of the pipe has left
    except OSError as error:
        name = str(getattr(stream, "name", "the output")).strip("<>")
        reason = error.strerror or error
        raise OSError(f"{name!r} cannot be written: {reason}.") from error


def tell(text: str, *, kind: str = "", color: str = "") -> None:
    """Print lines on stderr, after a heading that is coloured only on a terminal."""
    heading = f"{typer.style(f'{kind}:', fg=color or None, bold=True)} " if kind else ""
    typer.echo(heading + visible(text), err=True)
