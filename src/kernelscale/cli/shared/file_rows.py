"""Results for the rows of a file, in its order: with names of rows, and blanks for skipped rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...datasets.columns import NAMELESS, counted_from_0
from ...datasets.standard_input import STDIN

__all__ = ["Rows"]

# Largest number of rows whose positions in the file a message states; the file is read again to
# find each position.
MOST_PLACES = 3
# Headings of columns that have no name; pandas writes the last one into Parquet files.
UNNAMED = (*NAMELESS, "__index_level_0__")


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a file for which there is a result, and the names of these rows.

    Attributes
    ----------
    ids : dict of str to ndarray of shape (n_rows,)
        Columns that name the rows of the file.
    kept : ndarray of shape (n_samples,) or None
        Indices of the rows that were not skipped; None for all rows.
    n_rows : int
        Number of rows in the file.
    source : str
        The file.
    place : callable
        Function from the index of a row, counted from 0, to its position in the file as text.
    """

    ids: Mapping[str, np.ndarray] = field(default_factory=dict)
    kept: np.ndarray | None = None
    n_rows: int = 0
    source: str = ""
    place: Callable[[int], str] = counted_from_0

    def lines(self, numbers: Sequence[int]) -> str:
        """The end of a sentence with positions of rows in the file.

        Empty if no row was skipped, if the positions are the row numbers, or if the file cannot be
        read again.
        """
        if self.kept is None or self.source == STDIN:  # standard input cannot be read again
            return ""
        first = numbers[:MOST_PLACES]
        places = [self.place(int(self.kept[number])) for number in first]
        if places == list(map(counted_from_0, first)):
            return ""
        more = len(numbers) - len(first)
        them = "them" if len(numbers) > 1 else "it"
        return f"; the file has {them} in {', '.join(places)}" + f" and {more} more" * (more > 0)

    def in_place(self, values: np.ndarray) -> np.ndarray:
        """The values in the order of the file, with NaN or None for rows that were skipped."""
        if self.kept is None or len(self.kept) == self.n_rows:
            return values
        numeric = values.dtype.kind == "f"
        shape, blank = (self.n_rows, *values.shape[1:]), np.nan if numeric else None
        placed = np.full(shape, blank, dtype=values.dtype if numeric else object)
        placed[self.kept] = values
        return placed

    def columns(self, found: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Columns of a table: names of rows, then values, blank for rows that were skipped."""
        placed = {name: _blank(self.in_place(values)) for name, values in found.items()}
        return {**self.names(placed), **placed}

    def arrays(self, found: Mapping[str, np.ndarray]) -> dict[str, Any]:
        """Arrays for a NumPy archive, with NaN or empty text for rows that were skipped."""
        placed = {name: _as_array(self.in_place(values)) for name, values in found.items()}
        names = {name: _as_array(values) for name, values in self.names(placed).items()}
        return {**placed, **names}

    def for_json(self, values: np.ndarray) -> list[Any]:
        """The values as a list, with None for rows that were skipped."""
        if self.kept is None:
            return list(values.tolist())
        placed: list[Any] = [None] * self.n_rows
        for row, value in zip(self.kept, values.tolist(), strict=True):
            placed[row] = value
        return placed

    def names(self, beside: Mapping[str, Any]) -> dict[str, np.ndarray]:
        """Columns that name the rows, with headings that differ from the headings in `beside`."""
        named: dict[str, np.ndarray] = {}
        for name, values in self.ids.items():
            heading = "row" if name in UNNAMED else name
            while heading in beside or heading in named:
                heading += "_"
            named[heading] = _as_plain(values)
        return named


def _blank(values: np.ndarray) -> np.ndarray:
    """Numbers with None instead of NaN, because a file shows None as an empty field."""
    if values.dtype.kind != "f" or not np.isnan(values).any():
        return values
    return np.array([None if x != x else x for x in values.tolist()], dtype=object)


def _as_plain(values: np.ndarray) -> np.ndarray:
    """Names of rows as text or numbers; other types become text."""
    if values.dtype.kind != "O":
        return values
    plain = (str, int, float, np.generic, type(None))
    return np.array([x if isinstance(x, plain) else str(x) for x in values], dtype=object)


def _as_array(values: np.ndarray) -> np.ndarray:
    """Values of a type that NumPy writes without pickling."""
    if values.dtype.kind != "O":
        return values
    return np.array(["" if value is None else str(value) for value in values])
