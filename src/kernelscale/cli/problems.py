"""Failures that are foreseen: one sentence on stderr and an exit code, never a traceback.

0 is success, 1 means that the data (or the machine) will not do, 2 that what was typed will not.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import typer

__all__ = ["DATA", "INTERRUPTED", "USAGE", "UsageError", "notes_from_warnings", "say", "sentence"]

DATA = 1
USAGE = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells report it


class UsageError(Exception):
    """What was typed cannot be done; the message is one sentence."""

    @classmethod
    @contextmanager
    def instead_of(cls, *errors: type[Exception]) -> Iterator[None]:
        """Turn errors of these types into usage problems."""
        try:
            yield
        except errors as error:
            raise cls(sentence(error)) from error


def sentence(error: BaseException) -> str:
    """The message of an error on one line."""
    text = " ".join(str(error).split())
    return text or f"{type(error).__name__} without a message."


def say(kind: str, text: str, color: str) -> None:
    """One line on stderr, coloured only on a terminal."""
    typer.echo(f"{typer.style(f'{kind}:', fg=color, bold=True)} {text}", err=True)


@contextmanager
def notes_from_warnings() -> Iterator[list[str]]:
    """Collect the warnings raised inside, each once, as plain sentences."""
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        yield notes
    notes.extend(dict.fromkeys(" ".join(str(warning.message).split()) for warning in caught))
