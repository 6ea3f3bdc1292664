"""Euclidean distances of whitened points."""

from __future__ import annotations

import math
from dataclasses import InitVar, dataclass, replace
from typing import Any, ClassVar

import numpy as np

from .._attributes import cached_property
from .._validation import as_numeric, check_points
from ..distances import centred_points
from .euclidean import Euclidean
from .metric import Metric

__all__ = ["Mahalanobis"]

Table = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Mahalanobis(Euclidean):
    """Euclidean distance in units of the standard deviation along each direction.

    ``d(x, y)^2 = (x - y)^T VI (x - y)``. This is the Euclidean distance of points that are
    multiplied by a Cholesky factor of VI, so the Gaussian of this distance is positive definite.

    Parameters
    ----------
    VI : array-like of shape (n_features, n_features), optional
        The inverse covariance, symmetric and positive definite. By default it is computed from the
        fitted rows, with n - 1 in the denominator, and used for new rows too. In a kernel matrix
        K(X, Y) it is computed from Y, because scikit-learn passes the fitted rows as Y.
    V : array-like of shape (n_features, n_features), optional
        The covariance; pass either V or VI.

    Raises
    ------
    ValueError
        If both matrices are given, if a matrix is not symmetric, positive definite and of shape
        (n_features, n_features), or if the covariance of the data has no inverse.

    Examples
    --------
    Differences in a feature whose standard deviation is 2 are halved.

    >>> Mahalanobis(V=[[1.0, 0.0], [0.0, 4.0]]).squares_of([[0.0, 0.0]], [[1.0, 6.0]])
    array([[10.]])
    """

    VI: Table | None = None
    V: InitVar[Any] = None
    name: ClassVar[str] = "mahalanobis"
    scales_features: ClassVar[bool] = False

    def __post_init__(self, V: Any) -> None:
        if V is not None and self.VI is not None:
            raise ValueError("Pass VI or V, its inverse, but not both.")
        if V is not None:
            object.__setattr__(self, "VI", _plain(_inverse(_definite(V, "V"))))
        elif self.VI is not None:
            object.__setattr__(self, "VI", _plain(_definite(self.VI, "VI")))

    def __repr__(self) -> str:
        return "Mahalanobis()" if self.VI is None else f"Mahalanobis(VI of {len(self.VI)} features)"

    def fitted_to(self, X: Any) -> Mahalanobis:
        if self.VI is not None:
            return self
        return replace(self, VI=_plain(_inverse_covariance(check_points(X))))

    def options(self) -> dict[str, np.ndarray]:
        return {} if self.VI is None else {"VI": np.array(self.VI)}

    def may_be(self, fitted: Metric) -> bool:
        return isinstance(fitted, Mahalanobis) and self.VI in (None, fitted.VI)

    @cached_property
    def _factor(self) -> np.ndarray:
        """The Cholesky factor L, with ``VI = L L^T``."""
        factor: np.ndarray = np.linalg.cholesky(np.array(self.VI))
        return factor

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        if len(self._factor) != points.shape[1]:
            raise ValueError(
                f"VI has {len(self._factor)} feature(s), but {name} has {points.shape[1]}."
            )
        # Features are added one by one, because in a matrix product the last bits of a row may
        # depend on other rows.
        whitened = np.zeros_like(points)
        for feature, row in enumerate(self._factor):
            whitened[:, : feature + 1] += points[:, feature, None] * row[: feature + 1]
        return whitened

    def checked(
        self,
        X: Any,
        *,
        name: str = "X",
        min_rows: int = 2,
        distinct: bool = True,
        memory_limit: float = math.inf,
    ) -> np.ndarray:
        points = check_points(X, name=name, min_rows=min_rows, distinct=distinct)
        whitened = self.fitted_to(points).prepared(points, name)
        return check_points(whitened, name=name, min_rows=min_rows, distinct=distinct)


def _plain(matrix: np.ndarray) -> Table:
    """The symmetric part of a matrix, as tuples, which can be compared with `==`."""
    symmetric = (matrix + matrix.T) / 2
    return tuple(map(tuple, symmetric.tolist()))


def _definite(matrix: Any, name: str) -> np.ndarray:
    """The matrix; raises an error if it is not symmetric and positive definite."""
    array = as_numeric(matrix, name).astype(np.float64)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise ValueError(
            f"{name} must be n_features by n_features, but its shape is {array.shape}."
        )
    if not np.isfinite(array).all() or not np.allclose(array, array.T, rtol=1e-8, atol=0):
        raise ValueError(f"{name} must be finite and symmetric, but it is not.")
    if np.diag(array).min() <= 0 or np.linalg.eigvalsh(_of_unit_diagonal(array)[0])[0] <= 0:
        smallest = np.linalg.eigvalsh(array)[0]
        raise ValueError(
            f"{name} must be positive definite, but its smallest eigenvalue is {smallest:.3g}."
        )
    return array


def _of_unit_diagonal(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The matrix scaled to a diagonal of 1, which reduces rounding errors, and the divisors."""
    units = np.sqrt(np.diag(matrix))
    return matrix / units / units[:, None], units


def _inverse(matrix: np.ndarray) -> np.ndarray:
    unit, units = _of_unit_diagonal(matrix)
    inverse: np.ndarray = np.linalg.inv(unit) / units / units[:, None]
    return inverse


def _inverse_covariance(points: np.ndarray) -> np.ndarray:
    centred = centred_points(points)
    spread = np.sqrt((centred * centred).sum(axis=0) / (len(points) - 1))
    constant = np.flatnonzero(spread == 0)
    if len(constant):
        raise ValueError(
            f"Feature {constant[0]} of X is constant, so the covariance has no inverse; drop this "
            f"feature, or pass Mahalanobis(VI=...)."
        )
    unit = centred / spread
    values, axes = np.linalg.eigh(unit.T @ unit / (len(points) - 1))
    if values[0] <= max(unit.shape) * np.finfo(float).eps * values[-1]:
        raise ValueError(
            f"The covariance of {points.shape[1]} features over {len(points)} rows has no inverse, "
            f"as one feature is a weighted sum of others; drop features, pass more rows than "
            f"features, or pass Mahalanobis(VI=...)."
        )
    inverse: np.ndarray = (axes / values) @ axes.T / np.outer(spread, spread)
    return inverse
