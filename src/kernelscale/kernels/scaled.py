"""A kernel of points whose features are multiplied by factors before distances are computed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from .._attributes import Rebuilt, frozen
from .._validation import as_array, check_feature_scale, check_points
from ..metrics.metric import Metric
from ..metrics.registry import metric_named
from .kernel import ForRows, Kernel, check_is_kernel

__all__ = ["Scaled"]


@dataclass(frozen=True, eq=False)
class Scaled(Rebuilt, Kernel):
    """A kernel of points whose features are each multiplied by a factor (paper's eq. KernelK).

    Parameters
    ----------
    kernel : Kernel
        The kernel of the scaled points.
    scale : ndarray of shape (n_features,)
        The diagonal of the paper's matrix A.

    Raises
    ------
    ValueError, TypeError
        If a factor is negative or not finite, `scale` is not one-dimensional, or the kernel takes
        distances or scales features itself.

    Examples
    --------
    A feature with factor 0 does not contribute to distances.

    >>> from kernelscale import Gaussian
    >>> kernel = Scaled(Gaussian(1.0), scale=np.array([1.0, 0.0]))
    >>> kernel(np.array([[0.0, 0.0]]), np.array([[0.0, 99.0]]))
    array([[1.]])
    """

    kernel: Kernel
    scale: np.ndarray = field(repr=False)
    metric: str | Metric = field(init=False, repr=False)
    name: ClassVar[str] = "scaled"

    def __post_init__(self) -> None:
        inner = check_is_kernel(self.kernel)
        metric = metric_named(inner.metric)
        if not metric.scales_features:
            raise ValueError(
                f"kernel takes {metric.described}, which have no features to be scaled."
            )
        if inner.feature_scale is not None:
            raise ValueError("kernel scales features already; multiply its scale instead.")
        object.__setattr__(self, "metric", inner.metric)
        scale = as_array(self.scale, "scale")
        object.__setattr__(self, "scale", frozen(check_feature_scale(scale, scale.size)))

    def _matrix(self, X: Any, Y: Any) -> np.ndarray:
        return self.kernel(self._scaled(X, "X"), None if Y is None else self._scaled(Y, "Y"))

    def _scaled(self, X: Any, name: str) -> np.ndarray:
        points = check_points(X, name=name, min_rows=1, distinct=False)
        check_feature_scale(self.scale, points.shape[1])
        scaled: np.ndarray = points * self.scale
        return scaled

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances of scaled points."""
        return self.kernel.exponents(r)

    def from_squared_distances(self, r: Any) -> np.ndarray:
        """Kernel values of squared distances of scaled points, of the same shape."""
        return self.kernel.from_squared_distances(r)

    @property
    def typical_scale(self) -> None:
        """None: the scale of `kernel` has the unit of the scaled features."""
        return

    @property
    def feature_scale(self) -> np.ndarray:
        return self.scale

    def of_metric(self, metric: str | Metric) -> Scaled:
        return replace(self, kernel=self.kernel.of_metric(metric))

    def for_rows(self, cloud: Any) -> ForRows:
        if cloud.n_features not in (0, len(self.scale)):
            raise ValueError(
                f"The bandwidth scales {len(self.scale)} features, but the rows have "
                f"{cloud.n_features}; choose a bandwidth for these rows."
            )
        if cloud.n_features:
            cloud = cloud.rescaled(self.scale)
        return self.kernel.for_rows(cloud)._replace(scale=self.scale)
