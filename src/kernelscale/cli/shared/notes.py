"""What was seen in the data before they were asked, as lines beside the answer."""

from __future__ import annotations

from collections.abc import Iterable

from ...data_checks import Note, notes_on
from .rows import Rows
from .tables import Table

__all__ = ["seen_in", "sentences"]


def seen_in(table: Table, *, standardized: bool = False, labelled: bool = False) -> list[str]:
    """Notes on a table whose answer carries none, one sentence each.

    Parameters
    ----------
    table : Table
        The data.
    standardized : bool
        Whether features will be standardised, which the table does not show yet.
    labelled : bool
        Whether rows will be left out, and their labels foretold.
    """
    if table.holds_distances:  # the checks are about features
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
    """Each note as a sentence, but for that of distances, of which who checks points warns.

    Rows go by the lines of the file, too, which are others where it has names or gaps.
    """
    told = [note for note in notes if note.kind != "distances"]
    return [f"{str(note).removesuffix('.')}{rows.lines(note.rows)}." for note in told]
