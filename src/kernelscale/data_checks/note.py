"""A note: a fault of the data that may change a result without an error, and what to do."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .._warnings import NoteWarning, warn_caller

__all__ = ["Note", "about_features", "listed", "names_of_features", "warn_of_notes"]

MOST_LISTED = 6


@dataclass(frozen=True)
class Note:
    """A fault of the data, with advice.

    Attributes
    ----------
    kind : str
        Name of the check, such as "duplicates"; docs/data_checks.md lists all checks.
    finding : str
        The fault, without a full stop.
    advice : str
        What to do; the flag and the call follow it in the sentence.
    flag : str
        What to add on the command line; empty if no flag helps.
    call : str
        The equivalent in Python; empty if no call helps.
    features : tuple of str
        Names of the features concerned.
    rows : tuple of int
        Indices of the rows concerned; if there are many, of the first rows only.

    Examples
    --------
    A note reads as one sentence.

    >>> print(Note("few rows", "There are only 7 rows", "measure more"))
    There are only 7 rows; measure more.
    """

    kind: str
    finding: str
    advice: str
    flag: str = ""
    call: str = ""
    features: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()

    def __str__(self) -> str:
        call = self.call and f"{self.call} in Python"
        helps = f" {self.flag} ({call})" if self.flag and call else f" {self.flag or call}"
        return f"{self.finding}; {self.advice}{helps}".rstrip() + "."

    def to_dict(self) -> dict[str, Any]:
        """The note as a dict for JSON, with the sentence as `text`."""
        return {
            **asdict(self),
            "features": [*self.features],
            "rows": [*self.rows],
            "text": f"{self}",
        }


def listed(things: Iterable[Any]) -> str:
    """The first elements of a list as text, and how many more elements there are."""
    texts = [str(thing) for thing in things]
    more = len(texts) - MOST_LISTED
    return ", ".join(texts[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def about_features(
    kind: str, names: Sequence[str], numbers: Iterable[Any], finding: str, advice: str
) -> Note:
    """A note that advises dropping features.

    Parameters
    ----------
    kind, finding, advice : str
        As in `Note`, but `finding` has no subject: the names of the features are put before it.
    names : sequence of str
        Names of all features.
    numbers : iterable of int
        Indices of the features concerned.
    """
    columns = [int(number) for number in numbers]
    about = tuple(names[column] for column in columns)
    many = len(about) > MOST_LISTED
    flag = "--drop NAME for each" if many else " ".join(f"--drop {shlex.quote(n)}" for n in about)
    places = "[...]" if many else str(columns)
    subject = "Feature" if len(about) == 1 else "Each of the features"
    finding = f"{subject} {listed(about)} {finding}"
    return Note(kind, finding, advice, flag, f"np.delete(X, {places}, axis=1)", about)


def names_of_features(X: Any, feature_names: Any, n_features: int) -> list[str]:
    """The given names of the features, or the column names of a data frame, or indices as text.

    Raises
    ------
    ValueError
        If there is not one name for each feature.
    """
    given = getattr(X, "columns", None) if feature_names is None else feature_names
    names = [str(name) for name in (range(n_features) if given is None else given)]
    if len(names) != n_features:
        raise ValueError(
            f"feature_names must name all {n_features} features, but {len(names)} were given."
        )
    return names


def warn_of_notes(notes: Sequence[Note]) -> None:
    """Give one warning with all notes except that on distances, which has its own warning."""
    sentences = [str(note) for note in notes if note.kind != "distances"]
    if sentences:
        warn_caller("\n".join(sentences), NoteWarning)
