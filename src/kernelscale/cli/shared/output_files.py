"""Files that a command writes: none of them is one that it reads, and no two are the same.

Every option that names such a file has `output_file` for its parser. `Command` compares all these
files before the command runs, so that no command can forget it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ...atomic_files import check_writable, user_path
from .problems import UsageError
from .screen import tell

__all__ = [
    "Command",
    "FigurePath",
    "check_figure_path",
    "check_table_files",
    "output_file",
    "write_figure",
]

TABLES = (".npz", ".csv", ".parquet")

_Path: Any = type(Path())  # which of its kinds depends on the system


class _OutputFile(_Path):
    """A path that a command writes to."""


def output_file(text: str) -> Path:
    """The path of a file to write, out of what was typed."""
    if not text.strip():
        raise UsageError(f"A file needs a name, but {text!r} was given.")
    path: Path = _OutputFile(text)
    return path


FigurePath = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also draw the evidence into this file (.png, .pdf, .svg, ...).",
    ),
]


class Command(TyperCommand):
    """A command that refuses to write to a file that it reads."""

    def invoke(self, ctx: Any) -> Any:
        """Check the files to write, and run the command."""
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
    """The flag of each parameter that may name a file, and each value typed for it."""
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        for entry in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(entry, (str, Path)):
                yield max(parameter.opts, key=len), entry


def _is_read(path: Path, source: str | Path) -> bool:
    """Whether a command that reads a source reads a file: itself, or in the folder."""
    folder = _real(source)
    if not folder.is_dir() or not _real(path).exists():
        return _is_same(path, source)
    from .readers import files_in

    with contextlib.suppress(OSError, ValueError):  # a folder of nothing that is read
        return any(_is_same(path, file) for file in files_in(folder))
    return False


def _is_same(one: str | Path, other: str | Path) -> bool:
    """Whether two names lead to one file, whether or not it is there yet."""
    first, second = _real(one), _real(other)
    with contextlib.suppress(OSError):  # one is not there
        return first == second or first.samefile(second)
    return False


def _real(path: str | Path) -> Path:
    """Where a name leads, through links."""
    with contextlib.suppress(
        FileNotFoundError
    ):  # an unknown home is an error when the file is opened
        path = user_path(path)
    return Path(os.path.realpath(path))


def check_table_files(paths: Iterable[Path]) -> None:
    """Refuse files of arrays or of a table that could not be written."""
    from ...datasets.table_output import check_table_path

    for path in paths:
        extension = path.suffix.lower()
        if extension not in TABLES:
            raise UsageError(
                f"{str(path)!r} has no extension that can be written; those are "
                f"{', '.join(TABLES)}."
            )
        with UsageError.instead_of(OSError):
            (check_writable if extension == ".npz" else check_table_path)(path)


def check_figure_path(path: Path | None) -> None:
    """Refuse a figure that could not be written."""
    if path is not None:
        from ...reports import figure_file

        with UsageError.instead_of(ValueError, OSError):
            figure_file.check_figure_path(path)


def write_figure(result: Any, path: Path | None) -> None:
    """Draw a result into a file, if one was typed."""
    if path is not None:
        from ... import reports

        reports.plot(result, path)
        tell(f"Plot written to {path}.")
