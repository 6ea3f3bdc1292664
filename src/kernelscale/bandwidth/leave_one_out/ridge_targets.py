"""The targets of kernel ridge regression: the numbers or the class of each row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ...data import PointCloud

__all__ = ["Targets", "Task", "pairwise_targets", "targets_of"]


class Task(NamedTuple):
    """One regression.

    Attributes
    ----------
    rows : ndarray or slice
        The rows of the regression.
    targets : ndarray of shape (n_rows, n_targets)
        The centred targets of these rows.
    """

    rows: np.ndarray | slice
    targets: np.ndarray


class Targets(NamedTuple):
    """The targets of one regression on all rows, or of several, each on some of the rows.

    Attributes
    ----------
    tasks : list of Task
        The regressions.
    weights : ndarray of shape (n_samples,)
        Weight of each row in a mean over rows; the sum is 1.
    words : str
        A description of the targets that continues "the variance" in a sentence.
    level : ndarray of shape (n_targets,), optional
        Mean of the targets, if a machine without an intercept has to predict it too.
    """

    tasks: list[Task]
    weights: np.ndarray
    words: str
    level: np.ndarray | None = None

    def squares(self, of_tasks: list[np.ndarray]) -> np.ndarray:
        """For each row, the sum of the squared values of its tasks, of shape (n_samples,)."""
        squares = np.zeros(len(self.weights))
        for task, values in zip(self.tasks, of_tasks, strict=True):
            squares[task.rows] += (values**2).sum(axis=1)
        return squares

    @property
    def target_squares(self) -> np.ndarray:
        """The squared norm of the targets of each row, of shape (n_samples,)."""
        return self.squares([task.targets for task in self.tasks])

    @property
    def spread(self) -> float:
        """The variance of the targets."""
        return float(self.weights @ self.target_squares)


def targets_of(cloud: PointCloud, balanced: bool, intercept: bool = True) -> Targets:
    """Targets of one regression: the numbers to predict, or indicators of all classes.

    Parameters
    ----------
    cloud : PointCloud
        Rows with classes or targets.
    balanced : bool
        Whether every class has the same total weight.
    intercept : bool
        Whether the machine has an intercept; if not, it has to predict the mean of numbers too.
    """
    weights = np.full(cloud.n_samples, 1 / cloud.n_samples)
    if cloud.targets is not None:
        targets = _centred_targets(cloud.targets, balanced)
        level = None if intercept else cloud.targets.mean(axis=0)
        return Targets([Task(slice(None), targets)], weights, "of the targets", level)
    indicators = (cloud.codes[:, None] == _classes_drawn(cloud)).astype(float)
    weights = _class_weights(cloud, balanced)
    words = f"of {cloud.n_classes} classes" + (" with equal weights" if balanced else "")
    return Targets([Task(slice(None), indicators - weights @ indicators)], weights, words)


def pairwise_targets(cloud: PointCloud, balanced: bool) -> Targets:
    """Targets 1 and -1 for the two classes of every pair, with a task for each pair."""
    weights = _class_weights(cloud, balanced)
    words = f"of {cloud.n_classes} classes" + (" with equal weights" if balanced else "")
    if cloud.n_classes > 2:
        words += ", two at a time"
    return Targets(list(_pairs(cloud.codes, _classes_drawn(cloud), weights)), weights, words)


def _classes_drawn(cloud: PointCloud) -> np.ndarray:
    """Codes of the classes that have rows; a subsample may contain no row of some classes."""
    codes = np.unique(cloud.codes)
    if len(codes) < 2:
        raise ValueError(
            f"All {cloud.n_samples} rows drawn are of one class, so there is nothing to predict; "
            f"raise n_rows to draw more."
        )
    return codes


def _pairs(codes: np.ndarray, drawn: np.ndarray, weights: np.ndarray) -> Iterator[Task]:
    of_class = [np.flatnonzero(codes == code) for code in drawn]
    for one, other in combinations(of_class, 2):
        rows = np.concatenate([one, other])
        signs = np.repeat([1.0, -1.0], [len(one), len(other)])
        counted = weights[rows] / weights[rows].sum()
        yield Task(rows, (signs - counted @ signs)[:, None])


def _class_weights(cloud: PointCloud, balanced: bool) -> np.ndarray:
    if not balanced:
        return np.full(cloud.n_samples, 1 / cloud.n_samples)
    counts = np.bincount(cloud.codes, minlength=cloud.n_classes)
    return 1 / (np.count_nonzero(counts) * counts[cloud.codes])


def _centred_targets(targets: np.ndarray, balanced: bool) -> np.ndarray:
    if balanced:
        raise ValueError("balanced=True is for classes, but y holds numbers; set it to False.")
    if not np.ptp(targets, axis=0).any():
        raise ValueError(
            f"y is the same in all {len(targets)} rows drawn, so there is nothing to predict; "
            f"raise n_rows to draw more."
        )
    return targets - targets.mean(axis=0)
