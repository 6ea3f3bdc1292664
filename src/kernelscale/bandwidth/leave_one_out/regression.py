"""Kernel ridge regression at the scales of a family of kernels, and its errors on rows left out."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...engine.machine.blas import one_blas_thread
from ..kernel_family import Family
from .kernel_ridge import left_out_errors
from .ridge_targets import Targets, Task

__all__ = ["Regression"]

CLEARLY = 2.0  # "clearly better than the mean": by more than this number of standard errors


@dataclass(frozen=True)
class Regression:
    """The squared errors of rows left out, at any scale.

    Parameters
    ----------
    family : Family
        The kernels.
    targets : Targets
        The targets of the regression.
    ridge : float
        The number added to the diagonal of the kernel matrix.
    losses_at : dict
        Squared errors by scale, for every scale tried.
    """

    family: Family
    targets: Targets
    ridge: float
    losses_at: dict[float, np.ndarray | None] = field(default_factory=dict)

    def losses(self, scale: float) -> np.ndarray | None:
        """Squared error of each row left out, of shape (n_samples,).

        None if the kernel matrix plus the ridge is not positive definite.
        """
        if scale not in self.losses_at:
            K = self.family.at(scale).values(self.family.cloud.squared_distances)
            with one_blas_thread():  # the number of threads is set once for all pairs of classes
                errors = [self._errors(K, task) for task in self.targets.tasks]
            found = [each for each in errors if each is not None]
            self.losses_at[scale] = (
                self.targets.squares(found) if len(found) == len(errors) else None
            )
        return self.losses_at[scale]

    def _errors(self, K: np.ndarray, task: Task) -> np.ndarray | None:
        rows, groups, level = task.rows, self.family.cloud.groups, self.targets.level
        targets = task.targets if level is None else task.targets + level
        if not isinstance(rows, slice):
            # Takes a third of the time of K[np.ix_(...)].
            K = K.take(rows, axis=0).take(rows, axis=1)
        return left_out_errors(K, targets, self.ridge, None if groups is None else groups[rows])

    def share_explained(self, scale: float) -> float:
        """Share of the targets' variance that is explained by predictions of rows left out."""
        return 1 - self.mean_loss(scale) / self.targets.spread

    def mean_loss(self, scale: float) -> float:
        """The mean squared error of rows left out; infinite if it is not defined."""
        losses = self.losses(scale)
        return np.inf if losses is None else float(self.targets.weights @ losses)

    def gain(self, losses: np.ndarray, others: np.ndarray) -> tuple[float, float]:
        """The mean difference, `others` minus `losses`, and its standard error."""
        weights, gains = self.targets.weights, others - losses
        gain = float(weights @ gains)
        scatter, groups = weights * (gains - gain), self.family.cloud.groups
        if groups is not None:  # errors of the rows of a group are not independent
            scatter = np.bincount(groups, scatter)
        return gain, float(np.sqrt(scatter @ scatter))

    @property
    def n_left_out(self) -> int:
        """The number of rows, or groups of rows, that are left out in turn."""
        groups = self.family.cloud.groups
        return self.family.cloud.n_samples if groups is None else len(np.unique(groups))

    def error(self, scale: float) -> float:
        """The standard error of the mean squared error."""
        losses = self.losses(scale)
        return np.inf if losses is None else self.gain(losses, np.zeros_like(losses))[1]

    def excess(self, scale: float, best: float) -> float:
        """How much worse a scale is than the best one, in standard errors."""
        losses, least = self.losses(scale), self.losses(best)
        if losses is None or least is None:
            return np.inf
        gain, error = self.gain(least, losses)
        return 0.0 if gain <= 0 else gain / error if error else np.inf

    def is_chance(self, scale: float) -> bool:
        """Whether predictions of rows left out are not clearly better than the mean of all rows."""
        losses = self.losses(scale)
        assert losses is not None
        gain, error = self.gain(losses, self.targets.target_squares)
        return gain <= CLEARLY * error
