"""Files that a command writes: none of them is one that it reads, and no two are the same.

Every option that names such a file reads it by `output_file`. All that is asked of them together
is asked in one place, before any command begins, so that no command can forget it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from ..atomic_files import user_path
from .problems import UsageError

__all__ = ["Command", "output_file"]

_Path: Any = type(Path())  # which of its kinds depends on the system


class _OutputFile(_Path):
    """A path that a command writes to."""


def output_file(text: str) -> Path:
    """What was typed as the name of a file to write."""
    if not text.strip():
        raise UsageError(f"A file needs a name, but {text!r} was given.")
    path: Path = _OutputFile(text)
    return path


class Command(TyperCommand):
    """A command that overwrites nothing it reads."""

    def invoke(self, ctx: Any) -> Any:
        """Check what is written, and run the command."""
        named = list(_paths(ctx))
        written = [(flag, path) for flag, path in named if isinstance(path, _OutputFile)]
        read = [path for _, path in named if not isinstance(path, _OutputFile)]
        for number, (flag, path) in enumerate(written):
            for other_flag, other in written[:number]:
                if _is_same(path, other):
                    raise UsageError(
                        f"{other_flag} {str(other)!r} and {flag} {str(path)!r} are the same file; "
                        f"give each a name of its own."
                    )
            if any(_is_read(path, source) for source in read):
                other_name = shlex.quote(f"{path.stem}_new{path.suffix}")
                raise UsageError(
                    f"{str(path)!r} is read by this command; write to another file, such as "
                    f"{flag} {other_name}."
                )
        return super().invoke(ctx)


def _paths(context: Any) -> Iterator[tuple[str, str | Path]]:
    """What was typed for each parameter that may name a file, and how the parameter is called."""
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        for entry in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(entry, (str, Path)):
                yield max(parameter.opts, key=len), entry


def _is_read(path: Path, source: str | Path) -> bool:
    """Whether a command that is given a source also reads a file."""
    folder = _real(source)
    if not folder.is_dir() or not _real(path).exists():
        return _is_same(path, source)
    from ..seismic.seismic_files import list_sources

    with contextlib.suppress(OSError, ValueError):  # a folder that holds no recordings
        return any(_is_same(path, file) for file in list_sources(folder)[0])
    return False


def _is_same(one: str | Path, other: str | Path) -> bool:
    """Whether two names lead to one file, whether or not it is there yet."""
    first, second = _real(one), _real(other)
    with contextlib.suppress(OSError):  # one is not there
        return first == second or first.samefile(second)
    return False


def _real(path: str | Path) -> Path:
    """Where a name leads, through links."""
    with contextlib.suppress(FileNotFoundError):  # of no known home, as is said when it is opened
        path = user_path(path)
    return Path(os.path.realpath(path))
