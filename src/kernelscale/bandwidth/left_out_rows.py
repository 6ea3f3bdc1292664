"""What is to be predicted of rows left out, and how well a scale does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..point_cloud import PointCloud
from .kernel_family import Family
from .kernel_ridge import left_out_errors
from .search import Maximum

__all__ = ["Regression", "Told", "told_of"]


class Told(NamedTuple):
    """What is to be predicted, centred, what each row counts, and what it is in words."""

    targets: np.ndarray
    weights: np.ndarray
    words: str

    @property
    def spread(self) -> float:
        """The mean square of what is to be predicted."""
        return self.squares(self.targets)

    def squares(self, errors: np.ndarray) -> float:
        """The mean square of errors."""
        return float(self.weights @ (errors**2).sum(axis=1))


@dataclass(frozen=True)
class Regression:
    """What is asked of each scale, and what it answered."""

    family: Family
    told: Told
    ridge: float
    seen: dict[float, np.ndarray | None] = field(default_factory=dict)

    def errors(self, scale: float) -> np.ndarray | None:
        """Errors of rows left out, of shape (n_samples, n_targets); None where there are none."""
        if scale not in self.seen:
            K = self.family.at(scale).values(self.family.cloud.squared_distances)
            self.seen[scale] = left_out_errors(
                K, self.told.targets, self.ridge, self.family.cloud.groups
            )
        return self.seen[scale]

    def score(self, scale: float) -> float:
        """Share of the variance that is explained."""
        errors = self.errors(scale)
        return -np.inf if errors is None else 1 - self.told.squares(errors) / self.told.spread

    def about(self, found: Maximum) -> str:
        """The sentence that says what was found."""
        share = round(found.score, 2) + 0.0  # and not -0 %
        return (
            f"Kernel ridge regression with ridge {self.ridge:.3g} predicts rows left out best "
            f"here, of the {len(found.scales)} scales tried: it explains {share:.0%} of the "
            f"variance {self.told.words}."
        )


def told_of(cloud: PointCloud, balanced: bool) -> Told:
    """Targets of a regression, or indicators of classes."""
    weights = np.full(cloud.n_samples, 1 / cloud.n_samples)
    if cloud.targets is not None:
        return Told(_centred_targets(cloud.targets, balanced), weights, "of the targets")
    indicators = (cloud.codes[:, None] == np.arange(cloud.n_classes)).astype(float)
    words = f"of {cloud.n_classes} classes"
    if balanced:
        counts = indicators.sum(axis=0)
        weights = 1 / (np.count_nonzero(counts) * counts[cloud.codes])
        words += " that count alike"
    return Told(indicators - weights @ indicators, weights, words)


def _centred_targets(targets: np.ndarray, balanced: bool) -> np.ndarray:
    if balanced:
        raise ValueError("balanced is about classes, but y holds numbers; leave it out.")
    if not np.ptp(targets, axis=0).any():
        raise ValueError(
            f"y is the same in all of the {len(targets)} rows drawn, so there is nothing to "
            f"predict; draw more by n_rows."
        )
    return targets - targets.mean(axis=0)
