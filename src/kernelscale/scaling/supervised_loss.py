"""The error of rows left out, as a function of a factor for each feature.

Kernel ridge regression predicts each row from all others (`bandwidth.leave_one_out.kernel_ridge`).
The kernel is ``K_ij = exp(-r_ij / 2)`` with ``r_ij = sum_l A_l^2 (x_il - x_jl)^2``, where A_l is
the factor of feature l. Let G be the gradient of the mean squared error in the entries of K, and
``W_ij = G_ij K_ij``. Then

    d error / d log A_l = -A_l^2 sum_ij W_ij (x_il - x_jl)^2.

A prior for equal factors is added to the error: the variance of their logarithms. It is 0 if all
factors are equal, and does not depend on the scale of the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ..bandwidth.leave_one_out.kernel_ridge import gradient_by_kernel, left_out_errors
from ..bandwidth.leave_one_out.ridge_targets import targets_of
from ..data import PointCloud
from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread

__all__ = ["RowsLeftOut", "equality_prior"]

_NOT_DEFINITE = 1e3  # the error returned if rounding makes a kernel matrix not positive definite


@dataclass(frozen=True, eq=False)
class RowsLeftOut:
    """Rows, each of which is predicted from all other rows.

    Attributes
    ----------
    points : ndarray of shape (n_samples, n_features)
        Standardised features.
    targets : ndarray of shape (n_samples, n_targets)
        The targets. Their mean is subtracted before the regression, and added to predictions.
    ridge : float
        The number added to the diagonal of the kernel matrix.
    spread : float
        The variance of the targets, by which the mean squared error is divided.
    groups : ndarray of int of shape (n_samples,), optional
        The group of each row; rows of a group are left out together.
    of_classes : bool
        Whether the targets are indicators of classes.
    words : str
        A description of the targets that continues "the variance" in a sentence.
    """

    points: np.ndarray
    targets: np.ndarray
    ridge: float
    spread: float
    groups: np.ndarray | None = None
    of_classes: bool = False
    words: str = "of the targets"

    @classmethod
    def of(cls, cloud: PointCloud, features: np.ndarray, ridge: float) -> RowsLeftOut:
        """The rows of a cloud with some of its features, and its classes or targets."""
        wanted, targets = targets_of(cloud, balanced=False), cloud.targets
        of_classes = targets is None
        if targets is None:
            targets = (cloud.codes[:, None] == np.arange(cloud.n_classes)).astype(float)
        points = cloud.points[:, features]
        return cls(points, targets, ridge, wanted.spread, cloud.groups, of_classes, wanted.words)

    def only(self, rows: np.ndarray) -> RowsLeftOut:
        """Some of the rows."""
        groups = None if self.groups is None else self.groups[rows]
        return replace(self, points=self.points[rows], targets=self.targets[rows], groups=groups)

    @property
    def centred(self) -> np.ndarray:
        """Targets minus their mean."""
        centred: np.ndarray = self.targets - self.targets.mean(axis=0)
        return centred

    def error(self, log_factors: np.ndarray) -> float:
        """Mean squared error of rows left out, divided by `spread`."""
        K = _kernel(self.points, self.points, np.exp(log_factors))
        errors = left_out_errors(K, self.centred, self.ridge, self.groups)
        if errors is None:
            return _NOT_DEFINITE
        return float((errors**2).sum()) / (len(errors) * self.spread)

    def mean_kernel_sum(self, log_factors: np.ndarray) -> float:
        """Mean over rows of the sum of kernel values with all other rows."""
        K = _kernel(self.points, self.points, np.exp(log_factors))
        return float(K.sum() / len(K)) - 1

    def error_and_gradient(self, log_factors: np.ndarray) -> tuple[float, np.ndarray]:
        """The error, and its gradient in the logarithms of the factors."""
        X, factors = self.points, np.exp(log_factors)
        weights = np.full(len(X), 1 / (len(X) * self.spread))
        with one_blas_thread():
            K = _kernel(X, X, factors)
            found = gradient_by_kernel(K, self.centred, self.ridge, weights, self.groups)
            if found is None:
                return _NOT_DEFINITE, np.zeros_like(factors)
            W = K
            W *= found.by_kernel
            # sum_ij W_ij (x_i - x_j)^2 = 2 (sum_i x_i^2 W_i. - sum_ij x_i W_ij x_j)
            along = W.sum(axis=1) @ X**2 - np.einsum("ij,ij->j", X, W @ X)
        return found.loss, -2 * factors**2 * along

    def mean_and_error(self, differences: np.ndarray) -> tuple[float, float]:
        """Mean over rows, and its standard error, which allows for dependence within groups."""
        units = np.arange(len(differences)) if self.groups is None else self.groups
        mean = float(differences.mean())
        sums = np.bincount(units, differences - mean)
        return mean, float(np.sqrt((sums**2).sum()) / len(differences))

    def predicted(self, others: np.ndarray, log_factors: np.ndarray) -> np.ndarray:
        """Predicted targets of other points, of shape (n_others, n_targets).

        If the kernel matrix is not positive definite up to rounding, each prediction is the mean of
        the targets.
        """
        factors, predicted = np.exp(log_factors), np.zeros((len(others), self.targets.shape[1]))
        with one_blas_thread():
            K = _kernel(self.points, self.points, factors)
            K[np.diag_indices_from(K)] += self.ridge
            try:
                coefficients = cho_solve(cho_factor(K, overwrite_a=True), self.centred)
            except LinAlgError:
                pass
            else:
                predicted = _kernel(others, self.points, factors) @ coefficients
        return predicted + self.targets.mean(axis=0)


def equality_prior(log_factors: np.ndarray) -> tuple[float, np.ndarray]:
    """Variance of the logarithms of factors, and its gradient in the logarithms.

    Examples
    --------
    The variance is 0 for equal factors of any size.

    >>> equality_prior(np.array([3.0, 3.0]))
    (0.0, array([0., 0.]))
    >>> equality_prior(np.array([0.0, 1.0]))
    (0.25, array([-0.5,  0.5]))
    """
    deviations = log_factors - log_factors.mean()
    return float(np.mean(deviations**2)), 2 * deviations / len(deviations)


def _kernel(X: np.ndarray, Y: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """Gaussian kernel of features multiplied by factors."""
    X, Y = X * factors, Y * factors
    with one_blas_thread():
        exponents = X @ Y.T
        exponents -= np.einsum("ij,ij->i", X, X)[:, None] / 2
        exponents -= np.einsum("ij,ij->i", Y, Y) / 2
    np.minimum(exponents, 0.0, out=exponents)
    return exponential(exponents)
