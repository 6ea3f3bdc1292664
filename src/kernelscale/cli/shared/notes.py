"""Notes on faults of the data, as sentences to print."""

from __future__ import annotations

from collections.abc import Iterable

from ...data_checks import notes_on
from ...data_checks.note import Note
from .data_table import Table
from .file_rows import Rows

__all__ = ["notes_on_table", "sentences"]


def notes_on_table(
    table: Table, *, standardized: bool = False, labelled: bool = False
) -> list[str]:
    """Notes on a table, one sentence each, for a command whose result contains no notes.

    Parameters
    ----------
    table : Table
        The data.
    standardized : bool
        Whether features will be standardised later.
    labelled : bool
        Whether labels of rows left out will be predicted.
    """
    if table.holds_distances:  # all notes are about features, not distances
        return []
    points = table.X * table.standard_scale() if standardized else table.X
    found = notes_on(
        points,
        feature_names=table.feature_names,
        grouped=table.groups is not None,
        labelled=labelled,
        euclidean=table.metric == "euclidean",
    )
    return sentences(found, table.rows)


def sentences(notes: Iterable[Note], rows: Rows) -> list[str]:
    """Each note as a sentence, except the note that `X` may be distances, which is also a warning.

    If rows of the file were skipped, indices of rows are not positions in the file. A sentence that
    names rows then also states their positions.
    """
    kept = [note for note in notes if note.kind != "distances"]
    return [f"{str(note).removesuffix('.')}{rows.lines(note.rows)}." for note in kept]
