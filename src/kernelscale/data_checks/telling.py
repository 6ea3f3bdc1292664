"""The warning of notes, and the names of features in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._warnings import NoteWarning, warn_caller
from .note import Note

__all__ = ["names_of_features", "warn_of_notes"]


def names_of_features(X: Any, feature_names: Any, n_features: int) -> list[str]:
    """Names as given, or those of a data frame, or numbers.

    Raises
    ------
    ValueError
        If there is not one for each feature.
    """
    given = getattr(X, "columns", None) if feature_names is None else feature_names
    names = [str(name) for name in (range(n_features) if given is None else given)]
    if len(names) != n_features:
        raise ValueError(
            f"feature_names must name all {n_features} features, but {len(names)} were given."
        )
    return names


def warn_of_notes(notes: Sequence[Note]) -> None:
    """Warn once of all notes; distances have a warning of their own, `DistancesWarning`."""
    sentences = [str(note) for note in notes if note.kind != "distances"]
    if sentences:
        warn_caller("\n".join(sentences), NoteWarning)
