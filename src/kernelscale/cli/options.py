"""Arguments and options that commands share, each with its help text."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .._validation import check_memory
from ..engine import DEFAULT_MEMORY_LIMIT
from .problems import UsageError

__all__ = [
    "AsJson",
    "Data",
    "Drop",
    "Label",
    "MemoryLimit",
    "Standardize",
    "Threads",
    "engine_options",
]

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        show_default=False,
        help="A table with names in its first line (.csv, .tsv, also .gz; .parquet), an array "
        "(.npy, .npz), or the bundled set mfeat. Every column but an index is a feature unless you "
        "say otherwise.",
    ),
]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="The column that holds each row's class. With classes, the scale is chosen to tell "
        "them apart.",
    ),
]
Drop = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="A column to leave out, such as row numbers. Give it once for each.",
    ),
]
Standardize = Annotated[
    bool,
    typer.Option(
        "--standardize",
        help="Give every feature mean 0 and standard deviation 1 first. Do this when features "
        "have different units.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
MemoryLimit = Annotated[
    str,
    typer.Option(
        metavar="SIZE", help='Memory allowed beyond the data, such as "512 MiB" or "4 GB".'
    ),
]


def _read_threads(typed: str) -> int:
    """A number of threads; in our words, because not every Typer says what was given."""
    if not typed.isdecimal() or int(typed) < 1:
        raise typer.BadParameter(
            f"a whole number of at least 1 is needed, but {typed!r} was given.",
            param_hint="'--threads'",
        )
    return int(typed)


Threads = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=_read_threads,
        show_default="all processors",
        help="Threads to use. The answer does not depend on it.",
    ),
]


def engine_options(memory_limit: str = DEFAULT_MEMORY_LIMIT, threads: int | None = None) -> Any:
    """The options of the engine, checked before anything is read."""
    with UsageError.instead_of(ValueError):
        return {"memory_limit": check_memory(memory_limit), "n_threads": threads}
