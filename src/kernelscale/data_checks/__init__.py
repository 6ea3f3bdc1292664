"""Checks of data before a scale is chosen, with a small function for each check.

Common faults change a result without an error: different units, a column of row numbers, a table of
distances that is read as points. `notes_on` finds them in less than a second and gives advice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._validation import check_points
from .._warnings import NoteWarning
from .category_codes import categories
from .feature_checks import booleans, dominating_features, identifiers, row_numbers
from .inspected_points import InspectedPoints
from .note import Note, names_of_features
from .row_checks import (
    distances,
    duplicates,
    few_distinct_rows,
    few_rows,
    following_rows,
    near_duplicates,
    outliers,
)

__all__ = ["NoteWarning", "notes_on"]

CHECKS: dict[str, Callable[[InspectedPoints], Note | None]] = {
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

    Most checks use a subsample of at most 2000 rows, the same in each call; exact duplicates and
    outliers are searched among all rows.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    feature_names : sequence of str, optional
        Names of the features; by default the column names of a data frame, or the indices of the
        features.
    grouped : bool
        Whether the user named groups of rows that belong together.
    labelled : bool
        Whether labels of rows will be predicted from the other rows (leave-one-out).
    euclidean : bool
        Whether distances are Euclidean. If not, only the checks "row numbers", "identifiers" and
        "few rows" are made.

    Returns
    -------
    tuple
        A `Note` for each fault that was found, in the order of `CHECKS`; empty for clean data. If
        the points look like a table of distances, this is the only note.

    Raises
    ------
    ValueError, TypeError
        If the data are not valid, or there is not one name for each feature.

    Examples
    --------
    Two measurements, and a column of row numbers.

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
    data = InspectedPoints(points, names, grouped=grouped, labelled=labelled)
    if euclidean and (note_on_distances := distances(data)):
        return (note_on_distances,)
    names_of_checks = CHECKS if euclidean else OF_ANY_DISTANCES
    return tuple(note for name in names_of_checks if (note := CHECKS[name](data)) is not None)
