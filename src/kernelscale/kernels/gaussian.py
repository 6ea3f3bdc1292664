"""The Gaussian kernel with a single scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import check_scale
from ..engine.arithmetic.exponential import exponential
from ..engine.statistics import KernelProduct, RowSums
from ..metrics.registry import metric_named
from .formula import squares_given
from .kernel import Kernel

__all__ = ["Gaussian"]


@dataclass(frozen=True)
class Gaussian(Kernel):
    """The Gaussian kernel ``K(x, y) = exp(-|x - y|^2 / (2 epsilon))`` (paper's eq. GKernel).

    Parameters
    ----------
    epsilon : float
        The scale, a squared distance.
    metric : str or Metric
        The distance, as in `select_bandwidth`. With "precomputed" the kernel is called with
        distances (not squared), otherwise with points.

    Raises
    ------
    ValueError
        If `epsilon` is not a positive finite number, or the metric is not known.

    Examples
    --------
    At a distance of one length scale, sqrt(epsilon), the kernel has fallen to exp(-1/2).

    >>> Gaussian(epsilon=4.0)(np.array([[0.0]]), np.array([[2.0]])).round(4)
    array([[0.6065]])
    >>> Gaussian(epsilon=4.0, metric="precomputed")(np.array([[0.0, 2.0]])).round(4)
    array([[1.    , 0.6065]])
    """

    epsilon: float
    name: ClassVar[str] = "gaussian"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_scale(self.epsilon, "epsilon")

    def exponents(self, r: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):  # minus infinity is the logarithm of 0
            exponents: np.ndarray = squares_given(r) * (-0.5 / self.epsilon)
            return exponents

    def from_squared_distances(self, r: Any) -> np.ndarray:
        return exponential(self.exponents(r))

    def log_values(self, r: np.ndarray) -> np.ndarray:
        return self.exponents(r)  # needs none of the checks and copies of `Formula`

    def values(self, r: np.ndarray) -> np.ndarray:
        return self.from_squared_distances(r)  # needs none of the checks and copies of `Formula`

    @property
    def positive_definite(self) -> bool:
        return metric_named(self.metric).gaussian_is_definite

    @property
    def gaussian_scale(self) -> float:
        return self.epsilon

    @property
    def typical_scale(self) -> float:
        return self.epsilon

    def joined(self, r: np.ndarray, weakest: float) -> np.ndarray:
        joined: np.ndarray = r.min(axis=0) <= -2 * self.epsilon * np.log(weakest)
        return joined

    def row_sums(self, cloud: Any) -> np.ndarray:
        sums: np.ndarray = cloud.reduce(RowSums(np.array([self.epsilon])))
        return 1 + sums[:, 0]

    def product(self, cloud: Any, V: np.ndarray, precision: str = "double") -> np.ndarray:
        product: np.ndarray = cloud.reduce(KernelProduct(self.epsilon, V, precision))
        return product
