"""The base class of rules: objects that hold options and choose a `Bandwidth` for data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from .._validation import are_numbers, check_name, check_scale
from ..data import PointCloud
from ..data_checks.note import Note, warn_of_notes
from ..engine.statistics import Neighbors
from ..kernels.gaussian import Gaussian
from ..kernels.kernel import Kernel
from ..results import Bandwidth
from .duplicates import COUNTS, CountedRows, choose_counting, sentence_on_duplicates

__all__ = ["TARGETS", "Rule", "RuleWarning", "gaussian_bandwidth"]


TARGETS = ("auto", "classes", "numbers")  # kinds of labels


class RuleWarning(UserWarning):
    """A warning about the scale that a rule chose; `compare` shows it in the row of the rule."""


@dataclass(frozen=True)
class Rule(ABC):
    """Base of all rules.

    A subclass is a frozen dataclass whose fields are its options; its `_choose` returns the
    `Bandwidth` for a `PointCloud`.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicates and near-duplicates of rows count.

        - "each": every row counts.
        - "once": each group of duplicates counts as one row.
        - "auto": every row counts, except in two cases. In the first case the rule finds no scale
          if every row counts. In the second case its scale depends on duplicates alone: at least
          half of the rows have duplicates that are 10^4 times nearer than any other row, and the
          scale reaches no other row. In both cases duplicates count once, and the reason states it.

        Rules that use classes count duplicates of several classes once in each class.

    Attributes
    ----------
    name : str
        The name of the rule in results and tables.
    needs_labels : bool
        Whether the rule needs labels: classes or, if it takes targets, numbers to predict.
    uses_labels : bool
        Whether the rule uses classes if they are given.
    takes_targets : bool
        Whether labels may be numbers that a regression predicts. If the rule has an option
        `targets`, that option determines whether labels are numbers or classes.
    standardizes : bool
        Whether the rule weights features itself, so that their units do not matter.
    scales_rows : bool
        Whether the chosen kernel has a scale for each row. For such a rule, a map of a neighbour
        graph calls `choose_from_neighbors` instead of `choose`.

    Raises
    ------
    ValueError
        If `duplicates` is not one of the three values.

    Examples
    --------
    Your own rule can be passed wherever a rule is expected. This one chooses the mean squared
    distance to the nearest neighbour, here the mean of 1, 1 and 4.

    >>> from kernelscale import select_bandwidth
    >>> @dataclass(frozen=True)
    ... class MeanNearest(Rule):
    ...     name = "mean_nearest"
    ...
    ...     def _choose(self, cloud):
    ...         epsilon = float(cloud.nearest(1).squared_distances.mean())
    ...         return Bandwidth(self.name, epsilon, Gaussian(epsilon), "Mean to the nearest.")
    >>> select_bandwidth([[0.0], [1.0], [3.0]], rule=MeanNearest()).epsilon
    2.0
    """

    name: ClassVar[str]
    needs_labels: ClassVar[bool] = False
    uses_labels: ClassVar[bool] = False
    takes_targets: ClassVar[bool] = False
    standardizes: ClassVar[bool] = False
    scales_rows: ClassVar[bool] = False
    duplicates: str = field(default="auto", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        check_name(self.duplicates, COUNTS, "duplicates")

    def __call__(self, X: Any, y: Any = None, **engine_options: Any) -> Bandwidth:
        """Choose a scale for `X` of shape (n_samples, n_features) with labels `y`, if any.

        Parameters
        ----------
        X, y : array-like
            The points and, for rules that use them, their labels.
        **engine_options
            `groups`, `n_sample`, `feature_names`, `metric`, `memory_limit`, `executor`,
            `arithmetic`, `n_threads`, `progress` as in `select_bandwidth`.

        Raises
        ------
        ValueError
            If the data are not valid, or the rule has no scale for them.
        """
        cloud = self._cloud(X, y, engine_options)
        notes = self.notes_on(cloud)
        warn_of_notes(notes)
        return replace(self.choose(cloud), notes=notes)

    def notes_on(self, cloud: PointCloud) -> tuple[Note, ...]:
        """The notes on the data that matter to the rule."""
        irrelevant = {
            "dominating features": self.standardizes,
            "rows that follow one another": not self.looks_at_labels,
        }
        return tuple(note for note in cloud.notes if not irrelevant.get(note.kind, False))

    def _cloud(self, X: Any, y: Any, engine_options: dict[str, Any]) -> PointCloud:
        """The point cloud of the data passed by the caller, after checks."""
        if self.ignores_labels:
            return PointCloud(X, **engine_options)
        kind = getattr(self, "targets", "auto") if self.takes_targets else "classes"
        numbers = kind == "numbers" or (kind == "auto" and are_numbers(y))
        return PointCloud(X, **{"targets" if numbers else "y": y}, **engine_options)

    @property
    def ignores_labels(self) -> bool:
        """Whether the rule ignores labels and does not check them."""
        return False

    @property
    def looks_at_labels(self) -> bool:
        """Whether the scale depends on labels if they are given."""
        return self.needs_labels or self.uses_labels or self.takes_targets

    @classmethod
    def applies_to(cls, cloud: PointCloud) -> bool:
        """Whether a cloud has the labels, or targets, that the rule needs."""
        labelled = cloud.n_classes or (cls.takes_targets and cloud.targets is not None)
        return bool(labelled or not cls.needs_labels)

    def choose(self, cloud: PointCloud) -> Bandwidth:
        """Choose a scale for a checked point cloud; other rules may use the same cloud."""
        if not self.applies_to(cloud):
            raise ValueError(f"The rule '{self.name}' needs a label for each row; pass y.")
        classes = cloud.label_codes if self.needs_labels or self.uses_labels else None
        # Checked again because a user's rule may override `__post_init__`.
        duplicates = check_name(self.duplicates, COUNTS, "duplicates")
        found = choose_counting(
            cloud,
            classes,
            duplicates,
            choose=lambda counted: self._counting(cloud, counted),
            scale_of=lambda bandwidth: self._smallest_scale(bandwidth.kernel),
        )
        return replace(found, kernel=found.kernel.of_metric(cloud.metric.known_as))

    def choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        """Choose a scale for each row from its nearest neighbours alone.

        Parameters
        ----------
        cloud : PointCloud
            The rows, all distinct.
        neighbors : Neighbors
            The nearest neighbours of each row in the graph.

        Raises
        ------
        ValueError
            As in `check_neighbors`.
        """
        self.check_neighbors(neighbors.indices.shape[1])
        found = self._checked(self._choose_from_neighbors(cloud, neighbors))
        return replace(found, kernel=found.kernel.of_metric(cloud.metric.known_as))

    def check_neighbors(self, n_neighbors: int) -> None:
        """Check, before neighbours are searched, that a graph has enough of them for the rule.

        Raises
        ------
        ValueError
            If the rule needs more neighbours, or all pairs.
        """
        raise ValueError(
            f"The rule '{self.name}' needs all pairs to choose a scale for each row; to choose the "
            f"scales from the graph pass edge_weights='self_tuned'."
        )

    def _choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        raise NotImplementedError  # a rule whose `check_neighbors` raises no error overrides this

    def _smallest_scale(self, kernel: Kernel) -> float | None:
        """A squared distance typical of the kernel, for comparison with distances between rows.

        If it is far smaller than the distances to other rows, near-duplicates alone have determined
        the scale.
        """
        return kernel.typical_scale

    def _counting(self, cloud: PointCloud, counted: CountedRows | None) -> Bandwidth:
        """The choice for all rows, or for the rows that count."""
        if counted is None:
            return self._checked(self._choose(cloud))
        found = self._for_all_rows(self._checked(self._choose(counted.cloud)), cloud, counted)
        return replace(found, reason=found.reason + sentence_on_duplicates(cloud, counted))

    def _for_all_rows(self, found: Bandwidth, cloud: PointCloud, counted: CountedRows) -> Bandwidth:
        """Extend the choice for the rows that count to all rows."""
        return found

    def _checked(self, found: Any) -> Bandwidth:
        """Check that `_choose` returned a valid `Bandwidth`."""
        if not isinstance(found, Bandwidth):
            raise ValueError(
                f"The rule '{self.name}' returned {found!r}, but a rule returns a Bandwidth."
            )
        if found.epsilon is not None:
            check_scale(found.epsilon, f"epsilon, as the rule '{self.name}' chose it,")
        return found

    def check_features(self, cloud: PointCloud, *, to_scale: bool = False) -> None:
        """Check that the metric is Euclidean, or, if `to_scale`, that features can be scaled."""
        metric = cloud.metric
        if not (metric.scales_features if to_scale else metric.is_euclidean):
            raise ValueError(
                f"The rule '{self.name}' needs features, but {metric.instead} or choose "
                f"another rule."
            )

    @abstractmethod
    def _choose(self, cloud: PointCloud) -> Bandwidth:
        """Choose a scale for a checked point cloud."""


def gaussian_bandwidth(rule: str, epsilon: float, reason: str, **evidence: Any) -> Bandwidth:
    """The `Bandwidth` of a rule that computes its scale by a formula, without a search."""
    return Bandwidth(rule, float(epsilon), Gaussian(float(epsilon)), reason, evidence=evidence)
