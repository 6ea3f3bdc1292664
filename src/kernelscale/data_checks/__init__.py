"""Checks of data before a scale is chosen, one small function for each.

Common mistakes change a result without an error: raw units, a column of row numbers, a table of
distances taken for points. `notes_on` finds them, in well under a second, and says what helps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._validation import check_points
from .._warnings import NoteWarning
from .codes import categories
from .looked_at import LookedAt
from .note import Note
from .of_features import booleans, dominating_features, identifiers, row_numbers
from .of_rows import (
    distances,
    duplicates,
    few_distinct_rows,
    few_rows,
    following_rows,
    near_duplicates,
    outliers,
)
from .telling import names_of_features

__all__ = ["NoteWarning", "notes_on"]

CHECKS: dict[str, Callable[[LookedAt], Note | None]] = {
    "distances": distances,
    "dominating features": dominating_features,
    "row numbers": row_numbers,
    "identifiers": identifiers,
    "categories as numbers": categories,
    "booleans among measurements": booleans,
    "few rows": few_rows,
    "few distinct rows": few_distinct_rows,
    "duplicates": duplicates,
    "near duplicates": near_duplicates,
    "outliers": outliers,
    "rows that follow one another": following_rows,
}

OF_ANY_DISTANCES = ("row numbers", "identifiers", "few rows")


def notes_on(
    X: Any,
    *,
    feature_names: Sequence[str] | None = None,
    grouped: bool = False,
    labelled: bool = False,
    euclidean: bool = True,
) -> tuple[Note, ...]:
    """Notes on points, before a scale is chosen.

    Of many rows 2000 are checked, always the same ones; exact copies and outliers are sought in
    all.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    feature_names : sequence of str, optional
        Names of the features; those of a data frame, or else their numbers, by default.
    grouped : bool
        Whether it is known which rows belong together.
    labelled : bool
        Whether rows will be left out, and their labels predicted from the other rows.
    euclidean : bool
        Whether distances are Euclidean; with others only row numbers, identifiers and few rows are
        checked.

    Returns
    -------
    tuple
        A `Note` for each check that found something, in the order of `CHECKS`; none for clean data.

    Raises
    ------
    ValueError, TypeError
        If the data are not valid, or there is not a name for each feature.

    Examples
    --------
    Two measurements, and the number of the row.

    >>> import numpy as np
    >>> random = np.random.default_rng(0)
    >>> table = np.c_[random.normal(size=(60, 2)), np.arange(60)]
    >>> for note in notes_on(table, feature_names=["height", "weight", "id"]):
    ...     print(note.kind, note.features, note.flag)
    dominating features ('id',) --standardize
    row numbers ('id',) --drop id
    """
    points = check_points(X, min_rows=1, distinct=False)
    names = names_of_features(X, feature_names, points.shape[1])
    seen = LookedAt(points, names, grouped=grouped, labelled=labelled)
    if euclidean and (note_on_distances := distances(seen)):
        return (note_on_distances,)
    names_of_checks = CHECKS if euclidean else OF_ANY_DISTANCES
    return tuple(note for name in names_of_checks if (note := CHECKS[name](seen)) is not None)
