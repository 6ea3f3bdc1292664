"""Reading of a table for a command, and notes on a table that is refused for missing values."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

import numpy as np

from ..._validation import check_distances, check_points
from ...data_checks import notes_on
from ...data_checks.note import Note
from ...datasets.distance_files import read_distances
from ...datasets.errors import ColumnError, DataError, Remedy
from ...datasets.standard_input import STDIN, STDIN_NAME
from ...datasets.stored_tables import open_table
from ...datasets.table_files import read_table
from ...metrics.metric import Metric
from ...stored_rows.files import is_stored_in_blocks
from .data_table import DISTANCES, Table
from .file_rows import Rows
from .metric_options import check_standardized
from .problems import UsageError, notes_from_warnings, sentence
from .reading_options import OF_FEATURES, Reading
from .screen import print_message

__all__ = ["read"]

DROP_MISSING = Remedy(("--drop-missing",))
OF_UNITS = "dominating features"


def read(
    source: str,
    label: str | None,
    reading: Reading,
    standardize: bool,
    *,
    groups: str | None = None,
    color: str | None = None,
    distinct: bool = True,
    metric: str | Metric = "euclidean",
    units: bool = True,
    in_blocks: bool = False,
) -> Table:
    """Read a file or a bundled data set.

    Wrong names raise `UsageError`, and faulty data raise `DataError` or another ValueError.

    Parameters
    ----------
    source : str
        The file or the name of the data set, as typed.
    label, groups, color : str or None
        Names of columns that are not features.
    reading : Reading
        The options of reading.
    standardize : bool
        Whether to standardise the features.
    distinct : bool
        Whether to refuse a table whose rows are all equal, because no scale can be chosen for it.
    metric : str or Metric
        The metric.
    units : bool
        Whether a note may report features in different units. There is no such note if the features
        are standardised here.
    in_blocks : bool
        Whether a file that is stored in blocks may be read a block at a time. This is done if only
        its features are needed, without standardisation.
    """
    columns: dict[str, Any] = {"label": label, "groups": groups, "color": color}
    if in_blocks and not standardize and not any(columns.values()) and _in_blocks(source, reading):
        return _stored(source, reading, metric)
    read: Callable[..., Any] = read_table
    check: Callable[..., np.ndarray] = check_points
    check_standardized(metric, standardize)
    if metric == DISTANCES:
        _check_for_distances(reading, standardize)
        read, check = read_distances, check_distances
    arguments = {**columns, **reading.arguments(distances=metric == DISTANCES)}
    try:
        with notes_from_warnings() as remarks:
            bunch = read(source, **arguments)
    except (FileNotFoundError, ColumnError) as error:
        raise UsageError(sentence(error)) from error
    except DataError as error:
        _print_other_faults(error, read, source, arguments, metric, units=units and not standardize)
        raise
    if reading.features and bunch.feature_names is None:
        _check_numbers(source, reading.features)
    name = STDIN_NAME if source == STDIN else source
    shown = name.encode(errors="replace").decode()  # the name of a file may be invalid Unicode
    points = check(bunch.data, name=shown, distinct=distinct)
    table = Table(
        shown,
        points,
        bunch.target,
        tuple(bunch.columns),
        remarks=tuple(remarks),
        groups=bunch.groups,
        rows=Rows(bunch.ids, bunch.rows, bunch.n_rows, source, bunch.place),
        color=bunch.color,
        metric=metric,
    )
    return table.with_standard_features() if standardize else table


def _in_blocks(source: str, reading: Reading) -> bool:
    """Whether a file is stored in blocks and the typed options only select columns."""
    of_columns = {"drop", "features", "numeric_only"}
    return is_stored_in_blocks(source) and set(reading.flags) <= of_columns


def _stored(source: str, reading: Reading, metric: str | Metric) -> Table:
    """A table that is read in blocks."""
    try:
        rows = open_table(source, reading.drop, reading.features, numeric_only=reading.numeric_only)
    except FileNotFoundError as error:
        raise UsageError(sentence(error)) from error
    names = rows.columns or tuple(map(str, range(rows.n_features)))
    return Table(source, cast(Any, rows), None, names, metric=metric)


def _check_numbers(source: str, features: Sequence[str]) -> None:
    """Refuse features that are selected by name if the columns of the file have no names."""
    named = [part for name in features for part in name.split(",") if not part.strip().isdecimal()]
    if named:
        raise UsageError(
            f"--features {','.join(features)} names columns, but {source} has no names; give the "
            f"numbers of the columns, counted from 0."
        )


def _check_for_distances(reading: Reading, standardize: bool) -> None:
    """Refuse options about features if the data are distances."""
    typed = [flag for name, flag in reading.flags.items() if name in OF_FEATURES]
    typed += ["--standardize"] * standardize
    if typed:
        are = "is an option" if len(typed) == 1 else "are options"
        raise UsageError(
            f"{', '.join(typed)} {are} for features, but with --metric precomputed the data are "
            f"distances; leave out {', '.join(typed)}."
        )


def _print_other_faults(
    error: DataError,
    read: Callable[..., Any],
    source: str,
    arguments: Mapping[str, Any],
    metric: str | Metric,
    *,
    units: bool,
) -> None:
    """Print notes on the rows without missing values, so that the user sees all faults at once.

    Parameters
    ----------
    error : DataError
        The error that refused the table.
    read : callable
        The function that reads the table from `source` with `arguments`.
    metric : str or Metric
        The metric.
    units : bool
        Whether a note reports features in different units.
    """
    if DROP_MISSING not in error.remedies or source == STDIN:  # stdin cannot be read again
        return
    notes: Sequence[Note] = ()
    # An error is raised if, for example, every row has a missing value.
    with warnings.catch_warnings(), suppress(ValueError):
        warnings.simplefilter("ignore")
        rest = read(source, **{**arguments, "missing": "drop"})
        notes = notes_on(rest.data, feature_names=rest.columns, euclidean=metric == "euclidean")
    for note in notes:
        if note.features and (units or note.kind != OF_UNITS):
            print_message(str(note), kind="Note")
