"""`Table`, the data of a command: features, labels, and how they were read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..._validation import SMALLEST_SPREAD
from ...bandwidth.rules.standardized import inverse_deviations
from ...distances import centred_points, warn_of_distances
from ...metrics.metric import Metric
from ...metrics.registry import metric_named
from ...reports.page import SourceMap
from ...stored_rows import StoredRows
from .file_rows import Rows
from .printing import counted
from .problems import notes_from_warnings

__all__ = ["DISTANCES", "Table", "without_constant_warnings"]

DISTANCES = "precomputed"


@dataclass(frozen=True, eq=False)
class Table:
    """Features, labels if the file has labels, and facts about how the file was read.

    Attributes
    ----------
    source : str
        The file, as typed.
    X : ndarray of shape (n_samples, n_features)
        Features, or `StoredRows`, which are read when they are used.
    y : ndarray of shape (n_samples,) or None
        Labels.
    feature_names : tuple of str
        Names of the columns, or their numbers.
    standardized : bool
        Whether features have been given mean 0 and standard deviation 1.
    remarks : tuple of str
        Sentences that state what was decided when the file was read.
    sources : SourceMap or None
        Locations of the recorded events, such as earthquakes, if they are known.
    groups : ndarray of shape (n_samples,) or None
        Group of each row.
    numbers : bool
        Whether labels are numbers to predict. If False, whole numbers are classes.
    rows : Rows
        The rows of the file that were not skipped, and their names.
    color : ndarray of shape (n_samples,) or None
        Values that colour the picture; no rule uses them.
    metric : str or Metric
        The metric; "precomputed" if `X` holds the distances of all pairs.
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
        """Number of classes; 0 without labels, or if labels are numbers to predict."""
        if self.y is None or self.numbers or (self.y.dtype.kind == "f" and (self.y % 1 != 0).any()):
            return 0
        return len(np.unique(self.y))

    @property
    def holds_distances(self) -> bool:
        """Whether `X` holds distances of all pairs instead of features."""
        return self.metric == DISTANCES

    def points_of(self, rows: np.ndarray) -> np.ndarray:
        """The rows that a mask selects; if `X` holds distances, those between these rows."""
        return self.X[np.ix_(rows, rows)] if self.holds_distances else self.X[rows]

    @property
    def constant_features(self) -> dict[int, str]:
        """Names of the features that have the same value in every row, by index of the feature."""
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
        """Sentences on how the data were read, and on constant features."""
        return [*self.remarks, *self._note_on_constant_features()]

    def _note_on_constant_features(self) -> list[str]:
        constant = self.constant_features
        if not constant:
            return []
        if self.standardized:
            return [f"Constant features stay 0 when standardised: {', '.join(constant.values())}."]
        # The number is given because the reasons of rules refer to features by number.
        named = [
            name if name == str(number) else f"{name} (feature {number}, counted from 0)"
            for number, name in constant.items()
        ]
        return [f"Constant features add nothing to distances: {', '.join(named)}."]

    def describe(self) -> str:
        """One line that describes the data."""
        kind = "numbers" if self.numbers else "fractions"
        no_classes = ", no labels" if self.y is None else f", labels that are {kind}"
        n_classes = counted(self.n_classes, "class", "classes")
        classes = f", {n_classes}" if self.n_classes else no_classes
        scaled = ", standardised" if self.standardized else ""
        n_samples, n_features = self.X.shape
        groups = "" if self.groups is None else f", {counted(len(np.unique(self.groups)), 'group')}"
        what = "distances of all pairs" if self.holds_distances else counted(n_features, "feature")
        return f"{self.source}: {counted(n_samples, 'row')}, {what}{scaled}{classes}{groups}"

    def to_dict(self) -> dict[str, Any]:
        """The description of the data as a dict for JSON."""
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
        """Factors that give each feature the standard deviation 1; 0 for a constant feature."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # constant features are named in `notes`
            return inverse_deviations(self.X)

    def with_standard_features(self) -> Table:
        """The table with features of mean 0 and standard deviation 1; constant features are 0."""
        points = centred_points(self.X) * self.standard_scale()
        with notes_from_warnings() as noted:
            warn_of_distances(self.X)  # before standardisation hides that `X` holds distances
        return replace(self, X=points, standardized=True, remarks=(*self.remarks, *noted))


@contextmanager
def without_constant_warnings() -> Iterator[None]:
    """Context that hides warnings about constant features, because `Table.notes` reports them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Feature\(s\) .* are constant")
        yield
