"""The Gaussian kernel whose bandwidth varies with the density of the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from scipy.special import gammaincc

from .._attributes import Rebuilt, frozen
from .._validation import check_count, check_scale, check_scales
from ..engine.arithmetic.exponential import exponential
from ..metrics.registry import metric_named
from .kernel import ForRows, OperatorRows
from .local_scales import LocalScales, nearest_edges
from .self_tuned import SelfTuned

__all__ = ["VariableGaussian", "log_density", "scales_of_density", "share_beyond"]

BETA = -0.5  # exponent: sigma is proportional to q^beta
# Smallest weight relative to the largest; powers of smaller weights would underflow.
SMALLEST_WEIGHT = 1e-60
_PAIRS_AT_ONCE = 400_000


def log_density(
    pilot: SelfTuned, near: np.ndarray, columns: np.ndarray, dimension: int
) -> np.ndarray:
    """Logarithm of the density q around rows, relative to a typical density, of shape (n_rows,).

    ``q = (s / sigma)^d (1 + sum_j exp(-r_j / (sigma sigma_j)))``. Here sigma is the distance to the
    last of the nearest points, the sum is over the points that are nearer than this point, and s is
    the geometric mean of all sigma_j.

    Parameters
    ----------
    pilot : SelfTuned
        The self-tuned kernel, whose scales are distances to neighbours.
    near : ndarray of shape (n_rows, n_neighbors)
        Squared distances to the nearest points, ascending.
    columns : ndarray of shape (n_rows, n_neighbors)
        Indices of these points.
    dimension : int
        The dimension d of the formula.
    """
    scales, sigma = pilot.local_scales, np.sqrt(near[:, -1])
    typical = np.log(scales if pilot.counted is None else scales[pilot.counted]).mean()
    K = exponential(-near / (sigma[:, None] * scales[columns]))
    # If several points are at the last distance, the search returns any of them, so none of them
    # counts.
    sums = 1 + np.where(near < (1 - 1e-9) * near[:, -1:], K, 0.0).sum(axis=1)
    log_q: np.ndarray = np.log(sums) + dimension * (typical - np.log(sigma))
    return log_q


def scales_of_density(log_q: np.ndarray, epsilon: float, longest: float) -> np.ndarray:
    """``sigma = (q / epsilon + 1 / longest^2)^(-1/2)`` of each row."""
    scales = np.sqrt(epsilon) * np.exp(BETA * log_q)
    shortened: np.ndarray = scales / np.hypot(1, scales / longest)
    return shortened


def share_beyond(squares: np.ndarray, scales: np.ndarray, dimension: int) -> np.ndarray:
    """Share of a Gaussian's mean squared step that is due to steps beyond each squared distance.

    Examples
    --------
    In two dimensions half of the mean squared step is due to steps longer than 1.8 scales.

    >>> share_beyond(np.array([0.0, 1.832**2]), np.ones(2), 2).round(3)
    array([1. , 0.5])
    """
    beyond: np.ndarray = gammaincc(dimension / 2 + 1, squares / (2 * scales**2))
    return beyond


@dataclass(frozen=True, eq=False)
class VariableGaussian(Rebuilt, LocalScales):
    """A Gaussian whose bandwidth follows the density, ``exp(-r_ij / (2 sigma_i sigma_j))``.

    The bandwidth is wide in sparse regions and narrow in dense regions (Berry and Harlim 2016, with
    beta = -1/2): ``1 / sigma_i^2 = q_i / epsilon + 1 / longest^2``, where q_i is a first estimate
    of the density around row i, by a self-tuned kernel.

    A `DiffusionMap` uses the kernel without its diagonal, with weights
    ``p_i^-alpha sigma_i^-(d/2 + 1)``, where ``p_i = sum_j K_ij / sigma_i^d`` is a second estimate
    of the density. Its random walk stays in row i with probability ``1 - (sigma_min / sigma_i)^2``.
    So its operator has the same limit as with a Gaussian,
    ``L f = lap f + (2 - 2 alpha) grad f . grad log q`` with q the density; see
    `generator_eigenvalues`.

    Parameters
    ----------
    points : ndarray of shape (n_points, n_features), or None
        The points; None under metric="precomputed".
    pilot_scales : ndarray of shape (n_points,)
        Distance of each point to its `n_neighbors`-th nearest other point.
    local_scales : ndarray of shape (n_points,)
        sigma_i of each point, a distance.
    epsilon : float
        The scale at a typical density, a squared distance.
    longest : float
        Upper bound of all sigma, a distance.
    dimension : int
        Intrinsic dimension of the points.
    n_neighbors : int
        The scale of the first estimate is the distance to the neighbour with this rank.
    counted, within, metric
        As in `SelfTuned`.

    Raises
    ------
    ValueError
        If a scale is not positive and finite, there is not one scale for each point, the dimension
        is less than 1, or another argument is not valid for `SelfTuned`.

    Examples
    --------
    The third point is twice as far from the first point as the second point is. Its scale is four
    times as long, so both kernel values are equal.

    >>> line = np.array([[0.0], [1.0], [2.0]])
    >>> kernel = VariableGaussian(line, np.ones(3), np.array([1.0, 1.0, 4.0]), 1.0, 9.0, 1, 1)
    >>> kernel(line)[0].round(3)
    array([1.   , 0.607, 0.607])
    """

    points: np.ndarray | None = field(repr=False)
    pilot_scales: np.ndarray = field(repr=False)
    local_scales: np.ndarray = field(repr=False)
    epsilon: float
    longest: float
    dimension: int
    n_neighbors: int = 16
    counted: np.ndarray | None = field(default=None, repr=False)
    within: float = field(default=0.0, repr=False)
    name: ClassVar[str] = "variable_gaussian"

    def __post_init__(self) -> None:
        check_scale(self.epsilon, "epsilon")
        check_scale(self.longest, "longest")
        check_count(self.dimension, "dimension")
        for name in ("local_scales", "pilot_scales"):
            check_scales(getattr(self, name), name=name)
            object.__setattr__(self, name, frozen(getattr(self, name)))
        if len(self.local_scales) != len(self.pilot_scales):
            raise ValueError(
                f"local_scales must have one entry for each of {len(self.pilot_scales)} "
                f"pilot_scales, but there are {len(self.local_scales)}."
            )
        for name in ("points", "counted", "within", "metric"):  # checked by the pilot kernel
            object.__setattr__(self, name, getattr(self.pilot, name))

    @cached_property
    def pilot(self) -> SelfTuned:
        """The self-tuned kernel for the first estimate of the density."""
        found = {name: getattr(self, name) for name in ("points", "n_neighbors", "counted")}
        return SelfTuned(
            local_scales=self.pilot_scales, within=self.within, metric=self.metric, **found
        )

    def _matrix(self, X: Any, Y: Any) -> np.ndarray:
        r = metric_named(self.metric).squares_of(X, Y)
        if self.points is None:
            return self.from_squared_distances(r)
        sigma = self.local_scales_of(X)
        tau = sigma if Y is None else self.local_scales_of(Y)
        return exponential(-r / (2 * sigma[:, None] * tau))

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances to all points."""
        return self.operator_rows(r).exponents

    def operator_rows(self, r: np.ndarray) -> OperatorRows:
        r = self.pilot.checked_squares(r)
        sigma = self._scales_from(r)
        negative: np.ndarray = -2 * sigma[:, None] * self.local_scales
        np.divide(r, negative, out=negative)
        return OperatorRows(negative, self._moves_of(sigma))

    def from_squared_distances(self, r: Any) -> np.ndarray:
        """Kernel values of squared distances to all points, of shape (n_rows, n_points)."""
        return exponential(self.exponents(r))

    def log_values(self, r: np.ndarray) -> np.ndarray:
        return self.exponents(r)  # needs none of the checks and copies of `Formula`

    def values(self, r: np.ndarray) -> np.ndarray:
        return self.from_squared_distances(r)  # needs none of the checks and copies of `Formula`

    def local_scales_of(self, X: np.ndarray) -> np.ndarray:
        """The sigma of each row, of shape (n_samples_X,); for a row of `points` its local scale."""
        found = [self._scales_from(r) for r in self.pilot.squares_in_blocks(X)]
        return np.concatenate(found or [self.local_scales])

    def _scales_from(self, r: np.ndarray) -> np.ndarray:
        """The sigma of each row; for a row of `points` its local scale."""
        nearest = r.argmin(axis=1)
        scales: np.ndarray = self.local_scales[nearest]
        new = np.flatnonzero(r[np.arange(len(r)), nearest] > self.within)
        n_blocks = -(-len(new) * r.shape[1] // _PAIRS_AT_ONCE)
        for rows in np.array_split(new, max(1, n_blocks)):
            scales[rows] = self.scales_from_neighbors(*self.pilot.nearest(r[rows]))
        return scales

    def scales_from_neighbors(self, near: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """The sigma of rows that are not among the points, by `log_density`."""
        log_q = log_density(self.pilot, near, columns, self.dimension)
        return scales_of_density(log_q, self.epsilon, self.longest)

    def _moves_of(self, sigma: np.ndarray) -> np.ndarray:
        moves: np.ndarray = (self.local_scales.min() / sigma) ** 2
        return moves

    @property
    def step_variance(self) -> float:
        return float(self.local_scales.min()) ** 2

    def share_cut(self, radii: np.ndarray) -> float:
        return float(share_beyond(radii, self.local_scales, self.dimension).mean())

    @property
    def moves(self) -> np.ndarray:
        return self._moves_of(self.local_scales)

    def operator_weights(self, row_sums: np.ndarray, alpha: float) -> np.ndarray:
        # With weights w the limit has the drift grad log(q^2 w^2 sigma^(d + 2)), for any sigma;
        # these weights make it grad log q^(2 - 2 alpha), as for a Gaussian.
        log_sigma = np.log(self.local_scales)
        log_q = np.log(row_sums) - self.dimension * log_sigma
        log_weights = -alpha * log_q - (self.dimension / 2 + 1) * log_sigma
        return exponential(np.maximum(log_weights - log_weights.max(), np.log(SMALLEST_WEIGHT)))

    def edge_values(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> np.ndarray:
        return exponential(-r / (2 * self.local_scales[starts] * self.local_scales[ends]))

    def operator_edges(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> OperatorRows:
        nearest = nearest_edges(starts, r, self.n_neighbors)
        sigma = self.scales_from_neighbors(r[nearest], ends[nearest])
        exponents = -r / (2 * sigma[starts] * self.local_scales[ends])
        return OperatorRows(exponents, self._moves_of(sigma))

    def for_rows(self, cloud: Any) -> ForRows:
        found = super().for_rows(cloud)
        if not self.pilot.is_of(cloud):
            raise ValueError(
                f"The variable bandwidth holds the local scales of {len(self.local_scales)} other "
                f"rows; pass the rule 'variable_bandwidth' to choose them for these rows."
            )
        return found

    def numbers(self) -> dict[str, Any]:
        """All fields except the points, which a model file holds separately."""
        numbers = super().numbers()
        del numbers["points"]
        return numbers

    @classmethod
    def from_numbers(
        cls, numbers: Mapping[str, Any], points: np.ndarray | None
    ) -> VariableGaussian:
        return cls(points, **numbers)
