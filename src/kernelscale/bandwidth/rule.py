"""What a rule is: a frozen set of options that, called with data, answers with a `Bandwidth`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import check_scale
from ..distance_cloud import make_cloud
from ..kernels import Gaussian
from ..point_cloud import PointCloud
from ..results import Bandwidth

__all__ = ["Fixed", "Rule", "RuleWarning", "gaussian_bandwidth"]


class RuleWarning(UserWarning):
    """What a reader of a rule's answer should know, and `compare` puts beside it."""


class Rule(ABC):
    """Base of all rules.

    A subclass is a frozen dataclass whose fields are its options, and says in `_choose` what
    scale it takes for a cloud of points.

    Attributes
    ----------
    name : str
        What it goes by in answers and tables.
    needs_labels : bool
        Whether it is refused without the class of each row.

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

    def __call__(self, X: Any, y: Any = None, **engine_options: Any) -> Bandwidth:
        """Choose a scale for `X` of shape (n_samples, n_features) with labels `y`, if any.

        Parameters
        ----------
        X, y : array-like
            The points and, for rules that need them, their classes.
        **engine_options
            `n_sample` as in `select_bandwidth`; `metric`, `memory_limit`, `executor`,
            `arithmetic`, `n_threads`, `progress` as in `engine.reduce`.

        Raises
        ------
        ValueError
            If the data are not valid, or the rule has no answer for them.
        """
        return self.choose(make_cloud(X, y, **engine_options))

    def choose(self, cloud: PointCloud) -> Bandwidth:
        """Choose a scale for a checked point cloud, which several rules may share."""
        if self.needs_labels and not cloud.n_classes:
            raise ValueError(f"The rule '{self.name}' needs a label for each row; pass y.")
        return self._choose(cloud)

    def features_of(self, cloud: PointCloud) -> np.ndarray:
        """The points of a cloud, or a sentence where only distances are known."""
        if cloud.features is None:
            raise ValueError(
                f"The rule '{self.name}' looks at the features, but only distances were given; "
                f"pass points or choose another rule."
            )
        return cloud.features

    @abstractmethod
    def _choose(self, cloud: PointCloud) -> Bandwidth:
        """The choice itself."""


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
        check_scale(self.epsilon, "epsilon")

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        return gaussian_bandwidth(self.name, self.epsilon, "Given as a number.")
