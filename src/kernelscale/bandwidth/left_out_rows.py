"""What is to be predicted of rows left out, and how well a scale does it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..data import PointCloud
from ..engine.machine.blas import one_blas_thread
from .kernel_family import Family
from .kernel_ridge import left_out_errors
from .search import Maximum

__all__ = ["Regression", "Told", "told_by_pairs", "told_of"]


class Part(NamedTuple):
    """Some rows and what is to be predicted of them, centred, of shape (n_rows, n_targets)."""

    rows: np.ndarray | slice
    targets: np.ndarray


class Told(NamedTuple):
    """What is to be predicted: of all rows at once or of several parts, and what each row counts.

    Attributes
    ----------
    parts : list of Part
        One regression each.
    weights : ndarray of shape (n_samples,)
        What each row counts; they sum to 1.
    words : str
        What is predicted.
    level : ndarray of shape (n_targets,), optional
        Mean of the targets, where a machine without an intercept has to predict it as well.
    """

    parts: list[Part]
    weights: np.ndarray
    words: str
    level: np.ndarray | None = None

    @property
    def targets(self) -> np.ndarray:
        """What is to be predicted of all rows at once."""
        return self.parts[0].targets

    def squares(self, of_parts: list[np.ndarray]) -> np.ndarray:
        """For each row the sum of squares over the parts it is in, of shape (n_samples,)."""
        squares = np.zeros(len(self.weights))
        for part, values in zip(self.parts, of_parts, strict=True):
            squares[part.rows] += (values**2).sum(axis=1)
        return squares

    @property
    def target_squares(self) -> np.ndarray:
        """For each row the square of what is to be predicted, of shape (n_samples,)."""
        return self.squares([part.targets for part in self.parts])

    @property
    def spread(self) -> float:
        """The mean square of what is to be predicted."""
        return float(self.weights @ self.target_squares)


@dataclass(frozen=True)
class Regression:
    """What is asked of each scale, and what it answered."""

    family: Family
    told: Told
    ridge: float
    seen: dict[float, np.ndarray | None] = field(default_factory=dict)

    def losses(self, scale: float) -> np.ndarray | None:
        """Squared error of each row left out, of shape (n_samples,); None where there is none."""
        if scale not in self.seen:
            K = self.family.at(scale).values(self.family.cloud.squared_distances)
            with one_blas_thread():  # once, and not anew for each of hundreds of pairs of classes
                errors = [self._errors(K, part) for part in self.told.parts]
            found = [each for each in errors if each is not None]
            self.seen[scale] = self.told.squares(found) if len(found) == len(errors) else None
        return self.seen[scale]

    def _errors(self, K: np.ndarray, part: Part) -> np.ndarray | None:
        rows, groups, level = part.rows, self.family.cloud.groups, self.told.level
        targets = part.targets if level is None else part.targets + level
        if not isinstance(rows, slice):
            K = K.take(rows, axis=0).take(rows, axis=1)  # a third of the time of K[np.ix_(...)]
        return left_out_errors(K, targets, self.ridge, None if groups is None else groups[rows])

    def score(self, scale: float) -> float:
        """Share of the variance that is explained."""
        return 1 - self.mean_loss(scale) / self.told.spread

    def mean_loss(self, scale: float) -> float:
        """The mean squared error of rows left out; infinite where there is none."""
        losses = self.losses(scale)
        return np.inf if losses is None else float(self.told.weights @ losses)

    def gain(self, losses: np.ndarray, others: np.ndarray) -> tuple[float, float]:
        """How much smaller losses are than others, and the standard error of that difference."""
        weights, gains = self.told.weights, others - losses
        gain = float(weights @ gains)
        scatter, groups = weights * (gains - gain), self.family.cloud.groups
        if groups is not None:  # rows of a group err together
            scatter = np.bincount(groups, scatter)
        return gain, float(np.sqrt(scatter @ scatter))

    @property
    def n_apart(self) -> int:
        """How many are left out in turn: rows, or groups of them."""
        groups = self.family.cloud.groups
        return self.family.cloud.n_samples if groups is None else len(np.unique(groups))

    def error(self, scale: float) -> float:
        """The standard error of the mean squared error."""
        losses = self.losses(scale)
        return np.inf if losses is None else self.gain(losses, np.zeros_like(losses))[1]

    def excess(self, scale: float, best: float) -> float:
        """By how many standard errors a scale is worse than the best one."""
        losses, least = self.losses(scale), self.losses(best)
        if losses is None or least is None:
            return np.inf
        gain, error = self.gain(least, losses)
        return 0.0 if gain <= 0 else gain / error if error else np.inf

    def about(self, found: Maximum, scale: float) -> str:
        """The sentence that says what was found."""
        share = round(self.score(scale), 2) + 0.0  # and not -0 %
        return (
            f"Kernel ridge regression with ridge {self.ridge:.3g} predicts rows left out best "
            f"here, of the {len(found.scales)} scales tried: it explains {share:.0%} of the "
            f"variance {self.told.words}."
        )


def told_of(cloud: PointCloud, balanced: bool, intercept: bool = True) -> Told:
    """Targets of a regression, whose mean is an intercept or not, or indicators of classes."""
    weights = np.full(cloud.n_samples, 1 / cloud.n_samples)
    if cloud.targets is not None:
        targets = _centred_targets(cloud.targets, balanced)
        level = None if intercept else cloud.targets.mean(axis=0)
        return Told([Part(slice(None), targets)], weights, "of the targets", level)
    indicators = (cloud.codes[:, None] == _classes_drawn(cloud)).astype(float)
    weights = _class_weights(cloud, balanced)
    words = f"of {cloud.n_classes} classes" + (" that count alike" if balanced else "")
    return Told([Part(slice(None), indicators - weights @ indicators)], weights, words)


def told_by_pairs(cloud: PointCloud, balanced: bool) -> Told:
    """Which of two classes, for every pair of classes, as 1 and -1."""
    weights = _class_weights(cloud, balanced)
    words = f"of {cloud.n_classes} classes" + (" that count alike" if balanced else "")
    if cloud.n_classes > 2:
        words += ", two at a time"
    return Told(list(_pairs(cloud.codes, _classes_drawn(cloud), weights)), weights, words)


def _classes_drawn(cloud: PointCloud) -> np.ndarray:
    """The codes of the classes that have rows here: of many classes few rows are drawn."""
    codes = np.unique(cloud.codes)
    if len(codes) < 2:
        raise ValueError(
            f"All of the {cloud.n_samples} rows drawn are of one class, so there is nothing to "
            f"predict; draw more by n_rows."
        )
    return codes


def _pairs(codes: np.ndarray, drawn: np.ndarray, weights: np.ndarray) -> Iterator[Part]:
    of_class = [np.flatnonzero(codes == code) for code in drawn]
    for one, other in combinations(of_class, 2):
        rows = np.concatenate([one, other])
        signs = np.repeat([1.0, -1.0], [len(one), len(other)])
        counted = weights[rows] / weights[rows].sum()
        yield Part(rows, (signs - counted @ signs)[:, None])


def _class_weights(cloud: PointCloud, balanced: bool) -> np.ndarray:
    if not balanced:
        return np.full(cloud.n_samples, 1 / cloud.n_samples)
    counts = np.bincount(cloud.codes, minlength=cloud.n_classes)
    return 1 / (np.count_nonzero(counts) * counts[cloud.codes])


def _centred_targets(targets: np.ndarray, balanced: bool) -> np.ndarray:
    if balanced:
        raise ValueError("balanced is about classes, but y holds numbers; leave it out.")
    if not np.ptp(targets, axis=0).any():
        raise ValueError(
            f"y is the same in all of the {len(targets)} rows drawn, so there is nothing to "
            f"predict; draw more by n_rows."
        )
    return targets - targets.mean(axis=0)
