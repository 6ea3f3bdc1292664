"""Data for a command: read from a file, standardised if asked, and described in a line."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from .._validation import SMALLEST_SPREAD, check_distances, check_points
from ..bandwidth.standardized import inverse_deviations
from ..datasets import ColumnError, DataError, open_table, read_table
from ..datasets.distance_files import read_distances
from ..datasets.standard_input import STDIN, STDIN_NAME
from ..distances import centred_points, warn_of_distances
from ..metrics import Metric
from ..metrics.registry import metric_named
from ..reports import SourceMap
from ..stored_rows import StoredRows
from ..stored_rows.files import is_stored_in_blocks
from .beside_gaps import tell_what_else
from .metric_options import check_standardized
from .problems import UsageError, notes_from_warnings, sentence
from .reading import OF_FEATURES, Reading
from .rows import Rows

__all__ = ["DISTANCES", "Table", "read"]

DISTANCES = "precomputed"


@dataclass(frozen=True, eq=False)
class Table:
    """Features, labels if there are any, and how they came about.

    Attributes
    ----------
    source : str
        The file, as typed.
    X : ndarray of shape (n_samples, n_features)
        Features, as the rules will see them; or `StoredRows`, which are read where they are used.
    y : ndarray of shape (n_samples,) or None
        Labels.
    feature_names : tuple of str
        Names of the columns, or their numbers.
    standardized : bool
        Whether features have been given mean 0 and standard deviation 1.
    remarks : tuple of str
        What was decided when the file was read.
    sources : SourceMap or None
        Where recorded events come from.
    groups : ndarray of shape (n_samples,) or None
        Which rows belong together.
    numbers : bool
        Whether labels are known to be numbers to predict, even if none has a fraction.
    rows : Rows
        Which rows of the file these are, and what names them.
    color : ndarray of shape (n_samples,) or None
        What only colours a picture.
    metric : str or Metric
        What distances are; "precomputed" where `X` holds those of all pairs.
    """

    source: str
    X: np.ndarray
    y: np.ndarray | None
    feature_names: tuple[str, ...]
    standardized: bool = False
    remarks: tuple[str, ...] = ()
    sources: SourceMap | None = None
    groups: np.ndarray | None = None
    numbers: bool = False
    rows: Rows = field(default_factory=Rows)
    color: np.ndarray | None = None
    metric: str | Metric = "euclidean"

    @property
    def n_classes(self) -> int:
        """Number of classes; 0 without labels, and where labels are numbers to predict."""
        if self.y is None or self.numbers or (self.y.dtype.kind == "f" and (self.y % 1 != 0).any()):
            return 0
        return len(np.unique(self.y))

    @property
    def holds_distances(self) -> bool:
        """Whether there are distances of all pairs in the place of features."""
        return self.metric == DISTANCES

    def part(self, rows: np.ndarray) -> np.ndarray:
        """`X` of some rows, chosen by a mask."""
        return self.X[np.ix_(rows, rows)] if self.holds_distances else self.X[rows]

    @property
    def constant_features(self) -> dict[int, str]:
        """Numbers and names of the features that are the same in every row."""
        if self.holds_distances:
            return {}
        if isinstance(self.X, StoredRows):
            spread = self.X.moments.high - self.X.moments.low
        else:
            spread = np.ptp(self.X, axis=0)
        constant = np.flatnonzero(spread < SMALLEST_SPREAD)
        return {int(number): self.feature_names[number] for number in constant}

    @property
    def notes(self) -> list[str]:
        """What a reader should know about the features."""
        return [*self.remarks, *self._note_on_constant_features()]

    def _note_on_constant_features(self) -> list[str]:
        constant = self.constant_features
        if not constant:
            return []
        if self.standardized:
            return [f"Constant features stay 0 when standardised: {', '.join(constant.values())}."]
        # The rules know features by number alone, and say so in what follows.
        named = [
            name if name == str(number) else f"{name} (feature {number}, counted from 0)"
            for number, name in constant.items()
        ]
        return [f"Constant features add nothing to distances: {', '.join(named)}."]

    def describe(self) -> str:
        """One line: what the data are."""
        kind = "numbers" if self.numbers else "fractions"
        no_classes = ", no labels" if self.y is None else f", labels that are {kind}"
        classes = f", {self.n_classes} classes" if self.n_classes else no_classes
        scaled = ", standardised" if self.standardized else ""
        n_samples, n_features = self.X.shape
        groups = "" if self.groups is None else f", {len(np.unique(self.groups))} groups"
        what = "distances of all pairs" if self.holds_distances else f"{n_features} features"
        return f"{self.source}: {n_samples} rows, {what}{scaled}{classes}{groups}"

    def to_dict(self) -> dict[str, Any]:
        """The description ready for JSON."""
        return {
            "source": self.source,
            "n_samples": len(self.X),
            "n_features": None if self.holds_distances else self.X.shape[1],
            "metric": metric_named(self.metric).name,
            "n_classes": self.n_classes,
            "standardized": self.standardized,
            "constant_features": list(self.constant_features.values()),
        }

    def standard_scale(self) -> np.ndarray:
        """Factors that give each feature the standard deviation 1, 0 for a constant one."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # constant features are named in `notes`
            return inverse_deviations(self.X)

    def with_standard_features(self) -> Table:
        """The same with features of mean 0 and standard deviation 1; constant ones become 0."""
        points = centred_points(self.X) * self.standard_scale()
        with notes_from_warnings() as noted:
            warn_of_distances(self.X)  # while they still look like it
        return replace(self, X=points, standardized=True, remarks=(*self.remarks, *noted))


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
    """Read a file or a bundled set; a wrong name is a usage problem, wrong data a `DataError`.

    Rows that are all the same point have no scale, but a dimension: `distinct` says whether they
    are refused. The columns `groups` and `color` are no features. `units` says whether it matters
    that features have different ones, where they are not standardised here. With `in_blocks` a file
    that is stored in blocks is read a block at a time, if nothing but features is asked of it.
    """
    asked: dict[str, Any] = {"label": label, "groups": groups, "color": color}
    if in_blocks and not standardize and not any(asked.values()) and _in_blocks(source, reading):
        return _stored(source, reading, metric)
    read: Callable[..., Any] = read_table
    check: Callable[..., np.ndarray] = check_points
    check_standardized(metric, standardize)
    if metric == DISTANCES:
        _check_for_distances(reading, standardize)
        read, check = read_distances, check_distances
    arguments = {**asked, **reading.arguments(distances=metric == DISTANCES)}
    try:
        with notes_from_warnings() as remarks:
            bunch = read(source, **arguments)
    except (FileNotFoundError, ColumnError) as error:
        raise UsageError(sentence(error)) from error
    except DataError as error:
        tell_what_else(error, read, source, arguments, metric, units=units and not standardize)
        raise
    if reading.features and bunch.feature_names is None:
        _check_numbers(source, reading.features)
    name = STDIN_NAME if source == STDIN else source
    shown = name.encode(errors="replace").decode()  # a file's name need not be text
    points = check(bunch.data, name=shown, distinct=distinct)  # not as "X"
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
    """Whether a file is stored in blocks, and no more is said of it than which columns to take."""
    return is_stored_in_blocks(source) and set(reading.flags) <= {
        "drop",
        "features",
        "numeric_only",
    }


def _stored(source: str, reading: Reading, metric: str | Metric) -> Table:
    try:
        rows = open_table(source, reading.drop, reading.features, numeric_only=reading.numeric_only)
    except FileNotFoundError as error:
        raise UsageError(sentence(error)) from error
    names = rows.columns or tuple(map(str, range(rows.n_features)))
    return Table(source, cast(Any, rows), None, names, metric=metric)


def _check_numbers(source: str, features: Sequence[str]) -> None:
    """Refuse names for columns that have none."""
    named = [part for name in features for part in name.split(",") if not part.strip().isdecimal()]
    if named:
        raise UsageError(
            f"--features {','.join(features)}: {source} does not name its columns, so they go by "
            f"their numbers, from 0."
        )


def _check_for_distances(reading: Reading, standardize: bool) -> None:
    """Refuse what is done to features where there are none."""
    asked = [flag for name, flag in reading.flags.items() if name in OF_FEATURES]
    asked += ["--standardize"] * standardize
    if asked:
        raise UsageError(
            f"{', '.join(asked)}: about features, but with --metric precomputed there are "
            f"distances only; leave it out."
        )
