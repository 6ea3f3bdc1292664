"""The interface of a kernel; everything except the formula has a default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypeGuard, TypeVar

import numpy as np

from .._validation import shown
from ..engine.machine.blas import one_blas_thread
from ..metrics.metric import Metric
from ..metrics.registry import metric_named
from .formula import Formula

__all__ = [
    "ForRows",
    "Kernel",
    "OperatorRows",
    "check_is_kernel",
    "is_class_of_kernels",
    "is_kernel",
]

# The number is small because a formula may need several arrays with entries for all pairs of these
# rows with all points.
_ROWS_AT_ONCE = 64
_Own = TypeVar("_Own", bound="Kernel")


class ForRows(NamedTuple):
    """A kernel for certain rows.

    Attributes
    ----------
    kernel : Kernel
        The kernel.
    cloud : PointCloud
        The rows, whose distances are the argument of the kernel.
    scale : ndarray of shape (n_features,), optional
        Factors by which the features of `cloud` were multiplied; None if there are none.
    """

    kernel: Kernel
    cloud: Any
    scale: np.ndarray | None


class OperatorRows(NamedTuple):
    """Rows of the operator before normalisation.

    Attributes
    ----------
    exponents : ndarray of shape (n_rows, n_points)
        Logarithms of the kernel values with all points; or the logarithms of the values of edges,
        of shape (n_edges,).
    moves : ndarray of shape (n_rows,), or None
        Probability that a step leaves the row; None if it is 1 for all rows.
    """

    exponents: np.ndarray
    moves: np.ndarray | None


@dataclass(frozen=True)
class Kernel(Formula):
    """A similarity of points that is a function of their distance.

    A kernel of your own is a frozen dataclass with one method, `exponents`, which returns the
    logarithms of its values. All other methods and properties have defaults; a subclass may
    override them by more exact or faster versions.

    Parameters
    ----------
    metric : str or Metric
        The distance, as in `select_bandwidth`. With "precomputed" the kernel is called with
        distances (not squared), otherwise with points.

    Attributes
    ----------
    name : str
        Name of the kernel in a model file; it has no other use.

    Raises
    ------
    ValueError
        If the metric is not known.

    Examples
    --------
    A kernel that falls more slowly than the Gaussian. At a distance of 2, a squared distance of 4,
    it has fallen to exp(-1/2).

    >>> @dataclass(frozen=True)
    ... class Laplacian(Kernel):
    ...     length: float
    ...     name = "laplacian"
    ...     positive_definite = True
    ...
    ...     def exponents(self, r):
    ...         return -np.sqrt(r) / self.length
    >>> Laplacian(4.0)(np.array([[0.0], [2.0]])).round(3)
    array([[1.   , 0.607],
           [0.607, 1.   ]])
    >>> Laplacian(4.0).typical_scale
    4.0
    """

    def scales_of_rows(self) -> np.ndarray | None:
        """The scale of each row, a distance; None if rows share a scale."""
        return None

    @property
    def feature_scale(self) -> np.ndarray | None:
        """Factors that multiply the features before distances are computed; None by default."""
        return None

    @property
    def step_variance(self) -> float | None:
        """Mean square of a step of the random walk along one direction; None if not known.

        This is the limit for many rows. If it is known, ``2 (1 - lambda) / step_variance`` is an
        eigenvalue of the operator's generator.
        """
        return self.gaussian_scale

    def share_cut(self, radii: np.ndarray) -> float | None:
        """Share of the mean squared step that is due to steps longer than a row's longest edge.

        This is the mean over all rows, or None if no formula is known.

        Parameters
        ----------
        radii : ndarray of shape (n_samples,)
            Squared length of the longest edge of each row.
        """
        return None

    @property
    def moves(self) -> np.ndarray | None:
        """Probability that a step leaves each row; None if it is 1 for all rows."""
        return None

    def operator_weights(self, row_sums: np.ndarray, alpha: float) -> np.ndarray:
        """Factors w_i of the kernel ``w_i w_j K_ij`` that the operator normalises by rows.

        Parameters
        ----------
        row_sums : ndarray of shape (n_samples,)
            ``sum_j K_ij``; without the diagonal if `moves` is not None.
        alpha : float
            Exponent of the normalisation by density, as in `DiffusionMap`.
        """
        weights: np.ndarray = row_sums**-alpha
        return weights

    def operator_rows(self, r: np.ndarray) -> OperatorRows:
        """Rows of the operator from squared distances to all points."""
        return OperatorRows(self.log_values(r), None)

    def of_metric(self: _Own, metric: str | Metric) -> _Own:
        """The same kernel under another metric."""
        return self if metric == self.metric else replace(self, metric=metric)

    def for_rows(self, cloud: Any) -> ForRows:
        """The kernel for the rows of a point cloud.

        Raises
        ------
        ValueError
            If the kernel was made for other rows or another metric.
        """
        metric = metric_named(self.metric)
        if not metric.may_be(cloud.metric):
            same = metric.name == cloud.metric.name
            raise ValueError(
                f"The bandwidth was chosen with metric='{metric.name}', but the map has "
                f"{'other options of this metric' if same else f'metric={cloud.metric.name!r}'}; "
                f"choose a bandwidth for these data"
                + (
                    "."
                    if self.gaussian_scale is None
                    else " or, if they are the same points, pass bandwidth.epsilon."
                )
            )
        kernel = self if metric == cloud.metric else self.of_metric(cloud.metric.known_as)
        return ForRows(kernel, cloud, None)

    def edge_values(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> np.ndarray:
        """Values of edges between fitted rows, given by their ends and squared distances."""
        return self.values(r)

    def operator_edges(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> OperatorRows:
        """Rows of the operator for new rows; only the entries of their edges are not 0.

        Parameters
        ----------
        starts : ndarray of shape (n_edges,)
            The new row of each edge, ascending; each new row has edges to its nearest rows.
        ends : ndarray of shape (n_edges,)
            The fitted row of each edge.
        r : ndarray of shape (n_edges,)
            Squared distances.
        """
        return OperatorRows(self.log_values(r), None)

    def joined(self, r: np.ndarray, weakest: float) -> np.ndarray:
        """For each column of squared distances, whether a kernel value is at least `weakest`."""
        least, joined = np.log(weakest), np.zeros(r.shape[1], dtype=bool)
        for start in range(0, len(r), _ROWS_AT_ONCE):
            joined |= (self.log_values(r[start : start + _ROWS_AT_ONCE]) >= least).any(axis=0)
        return joined

    def row_sums(self, cloud: Any) -> np.ndarray:
        """``sum_j K_ij`` over all points of a cloud, of shape (n_samples,), without the matrix."""
        return self.product(cloud, np.ones((cloud.n_samples, 1)))[:, 0]

    def product(self, cloud: Any, V: np.ndarray, precision: str = "double") -> np.ndarray:
        """``K V``, of the shape of V, computed without the matrix.

        With ``precision="single"`` a kernel may compute faster, to about 6 digits.
        """
        n_blocks = -(-cloud.n_samples // _ROWS_AT_ONCE)
        blocks = np.array_split(np.arange(cloud.n_samples), n_blocks)
        kernels = (self.values(cloud.squared_distances_from(rows)) for rows in blocks)
        with one_blas_thread():
            return np.vstack([K @ V for K in kernels])

    def numbers(self) -> dict[str, Any]:
        """The fields of the kernel for a model file: numbers, texts or arrays of these."""
        numbers = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**numbers, "metric": metric_named(self.metric).known_as}

    @classmethod
    def from_numbers(
        cls: type[_Own], numbers: Mapping[str, Any], points: np.ndarray | None
    ) -> _Own:
        """The kernel from `numbers` and the fitted points (None if distances were fitted)."""
        return cls(**numbers)


def is_kernel(kernel: Any) -> TypeGuard[Kernel]:
    """Whether an object is a kernel."""
    return isinstance(kernel, Kernel)


def is_class_of_kernels(kernels: Any) -> bool:
    """Whether an object is a class of kernels."""
    return isinstance(kernels, type) and issubclass(kernels, Kernel)


def check_is_kernel(kernel: Any) -> Kernel:
    """The kernel itself; raises a `TypeError` if the object is not a kernel."""
    if not is_kernel(kernel):
        raise TypeError(
            f"kernel must be a Kernel, such as Gaussian(1.0) or one of your own class, but "
            f"{shown(kernel)} was given."
        )
    return kernel
