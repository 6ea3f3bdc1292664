"""What a rule is: a frozen set of options that, called with data, answers with a `Bandwidth`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from .._validation import are_numbers, check_name, check_scale
from ..data import PointCloud
from ..data_checks import Note
from ..data_checks.telling import warn_of_notes
from ..engine.statistics import Neighbors
from ..kernels import Gaussian, Kernel
from ..results import Bandwidth
from .copies import COUNTS, Copies, DuplicatesError, exact_copies, near_copies

__all__ = ["TARGETS", "Fixed", "Rule", "RuleWarning", "gaussian_bandwidth"]


TARGETS = ("auto", "classes", "numbers")  # what labels are


class RuleWarning(UserWarning):
    """What a reader of a rule's answer should know, and `compare` puts beside it."""


@dataclass(frozen=True)
class Rule(ABC):
    """Base of all rules.

    A subclass is a frozen dataclass whose fields are its options, and says in `_choose` what
    scale it takes for a cloud of points.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How rows count that are copies of others: "each" as a row of its own, or all copies "once".
        "auto" counts each, unless the rule would then have no answer, or one that is about the
        copies alone: most rows have copies 10^4 times nearer than any other row, and the scale
        does not reach beyond these. The reason says so. Of copies in several classes rules that
        look at classes count one in each.

    Attributes
    ----------
    name : str
        What it goes by in answers and tables.
    needs_labels : bool
        Whether it is refused without the class of each row.
    uses_labels : bool
        Whether it looks at classes where there are some.
    takes_targets : bool
        Whether numbers that a regression predicts will do for labels; its option `targets`, if it
        has one, says whether labels are these.
    standardizes : bool
        Whether it gives features weights of its own, so that their units do not matter.
    scales_rows : bool
        Whether the kernel it chooses has a scale a row. For maps of neighbour graphs such a rule is
        asked in `choose_from_neighbors`, and not for all pairs.

    Raises
    ------
    ValueError
        If `duplicates` is none of the three.

    Examples
    --------
    A rule of one's own, the mean squared distance to the nearest neighbour, here of 1, 1 and 4,
    goes wherever a rule is asked for.

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
            The points and, for rules that look at them, their classes; others leave these alone.
        **engine_options
            `groups`, `n_sample`, `feature_names` as in `select_bandwidth`; `metric`,
            `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in `engine.reduce`.

        Raises
        ------
        ValueError
            If the data are not valid, or the rule has no answer for them.
        """
        cloud = self._cloud(X, y, engine_options)
        notes = self.notes_on(cloud)
        warn_of_notes(notes)
        return replace(self.choose(cloud), notes=notes)

    def notes_on(self, cloud: PointCloud) -> tuple[Note, ...]:
        """What to know about the data, as far as it matters to the rule."""
        no_matter = {
            "dominating features": self.standardizes,
            "rows that follow one another": not self.looks_at_labels,
        }
        return tuple(note for note in cloud.notes if not no_matter.get(note.kind, False))

    def _cloud(self, X: Any, y: Any, engine_options: dict[str, Any]) -> PointCloud:
        """The checked cloud of data as a caller passes them."""
        if self.passes_labels_over:
            return PointCloud(X, **engine_options)
        kind = getattr(self, "targets", "auto") if self.takes_targets else "classes"
        numbers = kind == "numbers" or (kind == "auto" and are_numbers(y))
        return PointCloud(X, **{"targets" if numbers else "y": y}, **engine_options)

    @property
    def passes_labels_over(self) -> bool:
        """Whether labels that are passed are not even looked at, whatever they are."""
        return False

    @property
    def looks_at_labels(self) -> bool:
        """Whether labels, where there are some, have a say; else they may be anything."""
        return self.needs_labels or self.uses_labels or self.takes_targets

    @classmethod
    def answers(cls, cloud: PointCloud) -> bool:
        """Whether a cloud has the labels, or targets, that the rule needs."""
        told = cloud.n_classes or (cls.takes_targets and cloud.targets is not None)
        return bool(told or not cls.needs_labels)

    def choose(self, cloud: PointCloud) -> Bandwidth:
        """Choose a scale for a checked point cloud, which several rules may share."""
        if not self.answers(cloud):
            raise ValueError(f"The rule '{self.name}' needs a label for each row; pass y.")
        answer = self._answer(cloud)
        return replace(answer, kernel=answer.kernel.of_metric(cloud.metric.known_as))

    def choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        """Choose a scale a row from the nearest others of each alone.

        Parameters
        ----------
        cloud : PointCloud
            The rows, no two of them at one place.
        neighbors : Neighbors
            Their nearest others, as a graph has them.

        Raises
        ------
        ValueError
            If it has no answer, as of `check_neighbors`.
        """
        self.check_neighbors(neighbors.indices.shape[1])
        answer = self._checked(self._choose_from_neighbors(cloud, neighbors))
        return replace(answer, kernel=answer.kernel.of_metric(cloud.metric.known_as))

    def check_neighbors(self, n_neighbors: int) -> None:
        """Refuse a graph whose rows have so many neighbours, before these are sought.

        Raises
        ------
        ValueError
            If it has no answer for them, or takes scales of rows from all pairs only.
        """
        raise ValueError(
            f"The rule '{self.name}' takes a scale a row from all pairs; for one taken from the "
            f"graph pass edge_weights='self_tuned'."
        )

    def _choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        raise NotImplementedError  # a rule that lets `check_neighbors` pass says it

    def _answer(self, cloud: PointCloud) -> Bandwidth:
        """The scale, counting copies of rows as `duplicates` says."""
        classes = cloud.label_codes if self.needs_labels or self.uses_labels else None
        # A rule of the user's own may have a `__post_init__` of its own.
        if check_name(self.duplicates, COUNTS, "duplicates") == "once":
            answer = self._counting(cloud, exact_copies(cloud, classes))
        else:
            answer = self._counting_each(cloud, classes)
        if self.duplicates == "each" or (scale := self._smallest_scale(answer.kernel)) is None:
            return answer
        copies = near_copies(cloud, scale, classes)
        again = answer if copies is None else self._counting(cloud, copies)
        return answer if self._smallest_scale(again.kernel) == scale else again

    def _smallest_scale(self, kernel: Kernel) -> float | None:
        """The squared distance that has to reach beyond copies, for the answer to be about more."""
        return kernel.typical_scale

    def _counting_each(self, cloud: PointCloud, classes: np.ndarray | None) -> Bandwidth:
        """The answer where each copy counts, or where there is none the one where they do not."""
        try:
            return self._counting(cloud, None)
        except DuplicatesError:
            copies = exact_copies(cloud, classes)
            if self.duplicates == "each" or copies is None:
                raise
            try:
                return self._counting(cloud, copies)
            except ValueError as error:
                raise ValueError(f"{error}{_about_copies(cloud, copies)}") from error

    def _counting(self, cloud: PointCloud, copies: Copies | None) -> Bandwidth:
        """The answer for all rows, or for those that count."""
        if copies is None:
            return self._checked(self._choose(cloud))
        answer = self._for_all_rows(self._checked(self._choose(copies.cloud)), cloud, copies)
        return replace(answer, reason=answer.reason + _about_copies(cloud, copies))

    def _for_all_rows(self, answer: Bandwidth, cloud: PointCloud, copies: Copies) -> Bandwidth:
        """The answer for the rows that count, made one for all of them."""
        return answer

    def _checked(self, answer: Any) -> Bandwidth:
        """What `_choose` gave, if it is an answer at all."""
        if not isinstance(answer, Bandwidth):
            raise ValueError(
                f"The rule '{self.name}' answered with {answer!r}, but a rule answers with a "
                f"Bandwidth."
            )
        if answer.epsilon is not None:
            check_scale(answer.epsilon, f"epsilon, as the rule '{self.name}' chose it,")
        return answer

    def features_of(self, cloud: PointCloud, *, to_scale: bool = False) -> np.ndarray:
        """The points of a cloud, or a sentence where there are none, or none to be scaled."""
        self.check_features(cloud, to_scale=to_scale)
        return cloud.points

    def check_features(self, cloud: PointCloud, *, to_scale: bool = False) -> None:
        """Refuse a cloud that has no features, or none to be scaled."""
        metric = cloud.metric
        if not (metric.scales_features if to_scale else metric.is_euclidean):
            raise ValueError(
                f"The rule '{self.name}' looks at the features, but {metric.instead} or choose "
                f"another rule."
            )

    @abstractmethod
    def _choose(self, cloud: PointCloud) -> Bandwidth:
        """The choice itself."""


def _about_copies(cloud: PointCloud, copies: Copies) -> str:
    beyond = f" by more than a squared distance of {copies.within:.3g}" if copies.within else ""
    return (
        f" Of the {cloud.n_samples} rows {len(copies.rows)} are distinct{beyond}, and only these "
        f"count."
    )


def gaussian_bandwidth(rule: str, epsilon: float, reason: str, **evidence: Any) -> Bandwidth:
    """The answer of a rule that is a formula: no search, no curve."""
    return Bandwidth(rule, float(epsilon), Gaussian(float(epsilon)), reason, evidence=evidence)


@dataclass(frozen=True)
class Fixed(Rule):
    """A scale given as a number, so that a number will do wherever a rule will.

    Parameters
    ----------
    epsilon : float
        The scale, a squared distance.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `epsilon` is not a positive finite number.

    Examples
    --------
    Whatever the points, the scale is the one given.

    >>> Fixed(4.0)([[0.0], [99.0]]).length_scale
    2.0
    """

    epsilon: float
    name: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_scale(self.epsilon, "epsilon")

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        return gaussian_bandwidth(self.name, self.epsilon, "Given as a number.")
