"""Which files in a folder are an experiment's own: no others are replaced or removed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..atomic_files import atomic_file, check_writable
from ..datasets.writing import write_table
from ..experiments import EXPERIMENTS, Experiment
from ..experiments.experiment import Row
from ..reports.page.pictures import picture_files
from .experiment_tables import Outcome
from .problems import UsageError

__all__ = [
    "CACHE",
    "PAGE",
    "are_tables",
    "check_folder",
    "clear_unfinished",
    "document_of",
    "read_outcome",
    "remove_files",
    "write_outcome",
]

CACHE, PAGE = "cache", "page.html"
PROBE = "table.csv"  # a name to try whether anything can be written
TEMPORARY = r"\.[0-9a-f]{32}\.tmp"  # what `atomic_file` adds to a name, a dot before it


def document_of(experiment: Experiment, folder: Path) -> Path:
    """The file of all tables of an experiment."""
    return folder / f"{experiment.name}.json"


def check_folder(folder: Path, experiments: Iterable[Experiment]) -> None:
    """Make the folder if there is none, and refuse one that cannot be written to."""
    with UsageError.instead_of(OSError):
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(f"{str(folder)!r} is a file; give the name of a folder.")
        if not folder.exists():
            check_writable(folder)  # says it better than mkdir
            folder.mkdir()
        check_writable(folder / PROBE)
        cache = folder / CACHE
        if cache.exists() and not cache.is_dir():
            raise NotADirectoryError(
                f"{str(cache)!r} is a file where finished work is to be kept in a folder; "
                "move it away or give another folder."
            )
        for file in (folder / PAGE, *(f for e in experiments for f in _surely_written(e, folder))):
            if file.is_dir():
                raise IsADirectoryError(
                    f"{str(file)!r} is a folder where a file is to be written; "
                    "move it away or give another folder."
                )
        for file in _own_links(folder):
            raise FileExistsError(
                f"{str(file)!r} is a link, and what it leads to would be overwritten; "
                "move it away or give another folder."
            )


def _own_links(folder: Path) -> list[Path]:
    """Links in the place of what is written, as a folder that somebody else made may have them."""
    name = rf"(?:{'|'.join(EXPERIMENTS)})"
    own = re.compile(rf"{PAGE}|{CACHE}(?:/.*)?|{name}(?:\.json|-\w+\.(?:csv|png|svg))")
    files = [f for place in ("*", f"{CACHE}/*", f"{CACHE}/*/*") for f in folder.glob(place)]
    return [f for f in files if f.is_symlink() and own.fullmatch(f.relative_to(folder).as_posix())]


def clear_unfinished(folder: Path) -> None:
    """Remove what a run that was killed was about to write."""
    name = rf"(?:{'|'.join(EXPERIMENTS)})"
    own = re.compile(
        rf"\.(?:{name}(?:\.json|-\w+\.(?:csv|png|svg))|{PAGE}|{PROBE}){TEMPORARY}"
        rf"|{CACHE}/\.{name}-pictures\.json{TEMPORARY}"
        rf"|{CACHE}/{name}-(?:full|quick)/\.(?:outcome|part-\d+)\.json{TEMPORARY}"
    )
    for place in ("", f"{CACHE}/", f"{CACHE}/*/"):
        for file in folder.glob(f"{place}.*.tmp"):
            if own.fullmatch(file.relative_to(folder).as_posix()):
                file.unlink(missing_ok=True)


def write_outcome(outcome: Outcome, folder: Path) -> None:
    """All tables as one JSON document, and each as a CSV file; each whole or not at all.

    Those of an earlier run go first, so that none contradicts another, whatever happens.
    """
    experiment = outcome.experiment
    _remove_tables(experiment, folder)
    for table, rows in outcome.tables.items():
        write_table(_columns(rows), _table(experiment, table, folder))
    text = json.dumps(outcome.to_dict(), allow_nan=False, indent=2)
    with atomic_file(document_of(experiment, folder)) as temporary:  # last: it says what there is
        temporary.write_text(f"{text}\n", encoding="utf-8")


def read_outcome(experiment: Experiment, folder: Path) -> Outcome | None:
    """What is in the folder of an experiment; None if nothing that can be read."""
    try:
        found = json.loads(document_of(experiment, folder).read_text(encoding="utf-8"))
        quick, tables, notes = (found[name] for name in ("quick", "tables", "notes"))
    except (OSError, ValueError, LookupError, TypeError):
        return None
    if not (isinstance(quick, bool) and isinstance(notes, list) and are_tables(tables)):
        return None
    return Outcome(experiment, quick, tables, [str(note) for note in notes], 0.0)


def remove_files(experiment: Experiment, folder: Path) -> None:
    """Remove the tables of an experiment: it has been run again, and nothing came out."""
    _remove_tables(experiment, folder)
    document_of(experiment, folder).unlink(missing_ok=True)


def _remove_tables(experiment: Experiment, folder: Path) -> None:
    """Those that the document of an earlier run names, and no other file of a like name."""
    earlier = read_outcome(experiment, folder)
    for table in () if earlier is None else earlier.tables:
        _table(experiment, table, folder).unlink(missing_ok=True)


def are_tables(tables: Any) -> bool:
    """Whether a file of this folder, whoever made it, holds tables as experiments give them.

    Names of tables become part of names of files: one with a slash would lead to another folder.
    """
    return isinstance(tables, dict) and all(
        name.isidentifier() and _are_rows(rows) for name, rows in tables.items()
    )


def _are_rows(rows: Any) -> bool:
    """Rows of the same columns, none of them empty, of what a cell of a table can hold."""
    return (
        isinstance(rows, list)
        and len(rows) > 0
        and all(isinstance(row, dict) and row and row.keys() == rows[0].keys() for row in rows)
        and all(_is_text(name) for name in rows[0])
        and all(_is_cell(value) for row in rows for value in row.values())
    )


def _is_cell(value: Any) -> bool:
    if isinstance(value, (int, float)):
        return abs(value) <= sys.float_info.max  # neither NaN nor infinite
    return value is None or _is_text(value)


def _is_text(value: Any) -> bool:
    """Whether it is text that a file can hold, without halves of characters."""
    return isinstance(value, str) and value.encode(errors="ignore").decode() == value


def _surely_written(experiment: Experiment, folder: Path) -> list[Path]:
    """All but the tables, whose names only a run tells."""
    pictures = [folder / name for name in picture_files(experiment.name)]
    return [document_of(experiment, folder), *pictures]


def _table(experiment: Experiment, table: str, folder: Path) -> Path:
    return folder / f"{experiment.name}-{table}.csv"


def _columns(rows: Sequence[Row]) -> dict[str, np.ndarray]:
    # As objects, or a column of numbers and None would become one of NaN.
    return {name: np.array([row[name] for row in rows], dtype=object) for name in rows[0]}
