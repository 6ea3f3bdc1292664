"""Notes on faults of the data, as sentences to print."""

from __future__ import annotations

from collections.abc import Iterable

from ...data_checks import notes_on
from ...data_checks.note import Note
from .rows import Rows
from .tables import Table

__all__ = ["seen_in", "sentences"]


def seen_in(table: Table, *, standardized: bool = False, labelled: bool = False) -> list[str]:
    """Notes on a table, one sentence each, where the result of a command carries none.

    Parameters
    ----------
    table : Table
        The data.
    standardized : bool
        Whether features will be standardised; those of the table are not yet.
    labelled : bool
        Whether rows will be left out and their labels predicted.
    """
    if table.holds_distances:  # the notes are on features
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
    """Each note as a sentence, but for those on distances, of which there has been a warning.

    A sentence also has the lines of the file where they are not the numbers of the rows.
    """
    kept = [note for note in notes if note.kind != "distances"]
    return [f"{str(note).removesuffix('.')}{rows.lines(note.rows)}." for note in kept]
