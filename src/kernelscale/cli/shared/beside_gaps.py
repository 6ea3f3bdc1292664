"""What else is wrong with data that are refused for gaps, so that the next try can be the last."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ...data_checks import Note, notes_on
from ...datasets.errors import DataError, Remedy
from ...datasets.standard_input import STDIN
from ...metrics import Metric
from .screen import tell

__all__ = ["tell_what_else"]

DROP_MISSING = Remedy(("--drop-missing",))
OF_UNITS = "dominating features"


def tell_what_else(
    error: DataError,
    read: Callable[..., Any],
    source: str,
    arguments: Mapping[str, Any],
    metric: str | Metric,
    *,
    units: bool,
) -> None:
    """Notes on features, by the rows that have no gaps, if there are such.

    Parameters
    ----------
    error : DataError
        Why the table was refused.
    read : callable
        What read it, from `source` with `arguments`.
    metric : str or Metric
        What distances are.
    units : bool
        Whether the units of features matter.
    """
    if DROP_MISSING not in error.remedies or source == STDIN:  # which is read once
        return
    notes: Sequence[Note] = ()
    with warnings.catch_warnings(), suppress(ValueError):  # where no row is whole, say
        warnings.simplefilter("ignore")
        rest = read(source, **{**arguments, "missing": "drop"})
        notes = notes_on(rest.data, feature_names=rest.columns, euclidean=metric == "euclidean")
    for note in notes:
        if note.features and (units or note.kind != OF_UNITS):
            tell(str(note), kind="Note")
