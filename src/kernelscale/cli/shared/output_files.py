"""The files that a command writes; they must differ from each other and from its inputs.

Every option that names an output is made by `file_option`. `Command` compares all outputs with the
inputs before any command runs.
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
from .screen import print_message

__all__ = [
    "Command",
    "FigurePath",
    "check_figure_path",
    "check_table_files",
    "file_option",
    "output_file",
    "write_figure",
]

TABLES = (".npz", ".csv", ".parquet")

_Path: Any = type(Path())  # PosixPath or WindowsPath


class _OutputFile(_Path):
    """A path that a command writes to."""


def output_file(text: str) -> Path:
    """The typed text as the path of an output."""
    if not text.strip():
        raise UsageError(f"A file needs a name, but {text!r} was given.")
    path: Path = _OutputFile(text)
    return path


def file_option(help_text: str, *flags: str, metavar: str = "FILE") -> Any:
    """An option that names an output."""
    return typer.Option(
        *flags, parser=output_file, metavar=metavar, show_default=False, help=help_text
    )


FigurePath = Annotated[
    Path | None,
    file_option("Also draw the evidence into this file (.png, .pdf, .svg, ...).", "--plot"),
]


class Command(TyperCommand):
    """A command that refuses to write to a file that it reads, or twice to one file."""

    def invoke(self, ctx: Any) -> Any:
        """Check the outputs, and run the command."""
        named = list(_paths(ctx))
        written = [(flag, path) for flag, path in named if isinstance(path, _OutputFile)]
        read = [path for _, path in named if not isinstance(path, _OutputFile)]
        for number, (flag, path) in enumerate(written):
            for other_flag, other in written[:number]:
                if _is_same(path, other):
                    raise UsageError(
                        f"{other_flag} {str(other)!r} and {flag} {str(path)!r} are the same file; "
                        f"give two different names."
                    )
            if any(_is_read(path, source) for source in read):
                other_name = shlex.quote(f"{path.stem}_new{path.suffix}")
                raise UsageError(
                    f"{str(path)!r} is read by this command; write to another file, such as "
                    f"{flag} {other_name}."
                )
        return super().invoke(ctx)


def _paths(context: Any) -> Iterator[tuple[str, str | Path]]:
    """Yield the flag of a parameter and a value, for each value that may name a file."""
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        for entry in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(entry, (str, Path)):
                yield max(parameter.opts, key=len), entry


def _is_read(path: Path, source: str | Path) -> bool:
    """Whether `path` is the source or, if the source is a folder, a file that is read from it."""
    folder = _real(source)
    if not folder.is_dir() or not _real(path).exists():
        return _is_same(path, source)
    from .readers import files_in

    with contextlib.suppress(OSError, ValueError):  # if no file in the folder can be read
        return any(_is_same(path, file) for file in files_in(folder))
    return False


def _is_same(one: str | Path, other: str | Path) -> bool:
    """Whether two paths lead to one file, which need not exist yet."""
    first, second = _real(one), _real(other)
    with contextlib.suppress(OSError):  # raised if a path does not exist
        return first == second or first.samefile(second)
    return False


def _real(path: str | Path) -> Path:
    """The path with all symbolic links resolved."""
    # An unknown home folder is reported when the file is opened.
    with contextlib.suppress(FileNotFoundError):
        path = user_path(path)
    return Path(os.path.realpath(path))


def check_table_files(paths: Iterable[Path]) -> None:
    """Refuse paths to which arrays or a table cannot be written."""
    from ...datasets.table_output import check_table_path

    for path in paths:
        extension = path.suffix.lower()
        if extension not in TABLES:
            raise UsageError(
                f"{str(path)!r} has an extension that cannot be written; give one of "
                f"{', '.join(TABLES)}."
            )
        with UsageError.instead_of(OSError):
            (check_writable if extension == ".npz" else check_table_path)(path)


def check_figure_path(path: Path | None) -> None:
    """Refuse a path to which a figure cannot be written."""
    if path is not None:
        from ...reports import figure_file

        with UsageError.instead_of(ValueError, OSError):
            figure_file.check_figure_path(path)


def write_figure(result: Any, path: Path | None) -> None:
    """Draw a result into a file, if the name of a file was typed."""
    if path is not None:
        from ... import reports

        reports.plot(result, path)
        print_message(f"Plot written to {path}.")
