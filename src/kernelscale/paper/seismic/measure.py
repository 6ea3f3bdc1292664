"""Section 5, seismic parameters from recordings, on substitutes for the paper's recordings.

Synthetic blasts need no download. Earthquakes of northern Chile, features of recordings in Alaska
and a worked example are measured if their files are in the folder of data.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...engine.machine.blas import one_blas_thread
from ...engine.progress import Progress
from ..harness import data_folder
from ..harness.tables import Row, Tables
from .classes import CLASS_FILE, classes_tables
from .example import EXAMPLE_FILE, example_tables
from .manifold import FILE, manifold_tables
from .synthetic_blasts import synthetic_tables

__all__ = ["run"]


class _Substitute(NamedTuple):
    """Substitute data for a section of the paper.

    `source` names the section, `what` describes the data, and `file` is their file, None if they
    are synthetic. The function `tables` measures them.
    """

    source: str
    what: str
    file: str | None
    tables: Callable[[Path | None, bool, Progress], Tables]


def _synthetic(path: Path | None, quick: bool, progress: Progress) -> Tables:
    return synthetic_tables(quick, progress)


def _manifold(path: Path | None, quick: bool, progress: Progress) -> Tables:
    return {} if path is None else manifold_tables(path, quick, progress)


def _classes(path: Path | None, quick: bool, progress: Progress) -> Tables:
    return {} if path is None else classes_tables(path, quick, progress)


def _example(path: Path | None, quick: bool, progress: Progress) -> Tables:
    return {} if path is None else example_tables(path)


SUBSTITUTES = (
    _Substitute(
        "Section 5.1", "eight earthquakes and eight explosions, waveforms", EXAMPLE_FILE, _example
    ),
    _Substitute("Section 5.2", "synthetic blasts of four quarries, waveforms", None, _synthetic),
    _Substitute(
        "Section 5.2", "200 earthquakes at station PB01 in Chile, waveforms", FILE, _manifold
    ),
    _Substitute(
        "Section 5.3", "icequakes and earthquakes in Alaska, features only", CLASS_FILE, _classes
    ),
)


def run(quick: bool, progress: Progress) -> Tables:
    """Measure every substitute whose data are available."""
    summary: list[Row] = []
    tables: Tables = {}
    with one_blas_thread():
        for each in SUBSTITUTES:
            path = data_folder.find(each.file) if each.file else None
            missing = each.file is not None and path is None
            if not missing:
                tables |= each.tables(path, quick, progress)
            summary.append(
                {
                    "source": each.source,
                    "substitute": each.what,
                    "state": _why_skipped(each.file or "") if missing else "measured",
                }
            )
    return {"summary": summary, **tables}


def _why_skipped(file: str) -> str:
    (row,) = data_folder.skipped(file)["summary"]
    return f"skipped: {row['skipped']}"
