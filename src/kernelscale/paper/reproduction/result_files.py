"""Reads, writes and removes the files of experiments in a folder, and no other files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from ...atomic_files import atomic_file, check_writable
from ...cli.shared.problems import UsageError
from ...datasets.table_output import write_table
from ..harness.experiment import Experiment
from ..harness.tables import Row
from ..registry import EXPERIMENTS
from .outcome import Outcome, are_tables

__all__ = [
    "CACHE",
    "KINDS",
    "PAGE",
    "check_folder",
    "clear_unfinished",
    "document_of",
    "picture_files",
    "read_outcome",
    "remove_files",
    "write_outcome",
]

CACHE, PAGE = "cache", "page.html"
KINDS = ("png", "svg")
"""Formats of pictures."""
PROBE = "table.csv"  # name of a file, to test whether the folder can be written to
TEMPORARY = r"\.[0-9a-f]{32}\.tmp"  # end of the name of an unfinished file


def document_of(experiment: Experiment, folder: Path) -> Path:
    """Path of the JSON document with all tables of an experiment."""
    return folder / f"{experiment.name}.json"


def picture_files(experiment: Experiment) -> list[str]:
    """Names of the files of an experiment's pictures, NAME-PICTURE.png and .svg."""
    return [
        f"{experiment.name}-{picture}.{kind}" for picture in experiment.drawings for kind in KINDS
    ]


def check_folder(folder: Path, experiments: Iterable[Experiment]) -> None:
    """Create the folder if it does not exist; raise UsageError if it cannot be written to.

    UsageError is also raised if a link has the name of an output, or if a folder has the name of a
    file to be written (or the other way round).
    """
    with UsageError.instead_of(OSError):
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(f"{str(folder)!r} is a file; give the name of a folder.")
        if not folder.exists():
            check_writable(folder)  # its error message is clearer than mkdir's
            folder.mkdir()
        check_writable(folder / PROBE)
        cache = folder / CACHE
        if cache.exists() and not cache.is_dir():
            raise NotADirectoryError(
                f"{str(cache)!r} is a file, but a folder of this name has to keep finished work; "
                "move it away or give another folder."
            )
        for file in (folder / PAGE, *(f for e in experiments for f in _surely_written(e, folder))):
            if file.is_dir():
                raise IsADirectoryError(
                    f"{str(file)!r} is a folder, but a file of this name has to be written; "
                    "move it away or give another folder."
                )
        for file in _own_links(folder):
            raise FileExistsError(
                f"{str(file)!r} is a link, and its target would be overwritten; "
                "move it away or give another folder."
            )


def _own_links(folder: Path) -> list[Path]:
    """Symbolic links that have the name of a file or folder that this command writes."""
    name = rf"(?:{'|'.join(EXPERIMENTS)})"
    own = re.compile(rf"{PAGE}|{CACHE}(?:/.*)?|{name}(?:\.json|-\w+\.(?:csv|png|svg))")
    files = [f for place in ("*", f"{CACHE}/*", f"{CACHE}/*/*") for f in folder.glob(place)]
    return [f for f in files if f.is_symlink() and own.fullmatch(f.relative_to(folder).as_posix())]


def clear_unfinished(folder: Path) -> None:
    """Remove the unfinished files of a run that was killed."""
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
    """Write all tables as one JSON document, and each table as a CSV file, as atomic files.

    The tables of an earlier run are removed first, so that tables of two runs are never mixed.
    """
    experiment = outcome.experiment
    _remove_tables(experiment, folder)
    for table, rows in outcome.tables.items():
        write_table(_columns(rows), _table(experiment, table, folder))
    text = json.dumps(outcome.to_dict(), allow_nan=False, indent=2)
    # The document is written last, because it lists the tables.
    with atomic_file(document_of(experiment, folder)) as temporary:
        temporary.write_text(f"{text}\n", encoding="utf-8")


def read_outcome(experiment: Experiment, folder: Path) -> Outcome | None:
    """The outcome in the folder; None if it does not exist or cannot be read."""
    try:
        found = json.loads(document_of(experiment, folder).read_text(encoding="utf-8"))
        quick, tables, notes = (found[name] for name in ("quick", "tables", "notes"))
    except (OSError, ValueError, LookupError, TypeError):
        return None
    if not (isinstance(quick, bool) and isinstance(notes, list) and are_tables(tables)):
        return None
    return Outcome(experiment, quick, tables, [str(note) for note in notes], 0.0)


def remove_files(experiment: Experiment, folder: Path) -> None:
    """Remove the tables of an experiment that failed when it was run again."""
    _remove_tables(experiment, folder)
    document_of(experiment, folder).unlink(missing_ok=True)


def _remove_tables(experiment: Experiment, folder: Path) -> None:
    """Remove the tables that the document of an earlier run lists."""
    earlier = read_outcome(experiment, folder)
    for table in () if earlier is None else earlier.tables:
        _table(experiment, table, folder).unlink(missing_ok=True)


def _surely_written(experiment: Experiment, folder: Path) -> list[Path]:
    """All files of an experiment except its tables, whose names are not known before a run."""
    pictures = [folder / name for name in picture_files(experiment)]
    return [document_of(experiment, folder), *pictures]


def _table(experiment: Experiment, table: str, folder: Path) -> Path:
    return folder / f"{experiment.name}-{table}.csv"


def _columns(rows: Sequence[Row]) -> dict[str, np.ndarray]:
    # The values stay objects, because pandas would turn None into NaN in a column of numbers.
    return {name: np.array([row[name] for row in rows], dtype=object) for name in rows[0]}
