"""The error of rows left out, as a function of a factor for each feature.

Kernel ridge regression predicts each row from all others (`bandwidth.kernel_ridge`), with the
kernel ``K_ij = exp(-r_ij / 2)``, ``r_ij = sum_l A_l^2 (x_il - x_jl)^2``. With G, the derivative of
the mean squared error by the entries of K, and ``W_ij = G_ij K_ij``

    d error / d log A_l = -A_l^2 sum_ij W_ij (x_il - x_jl)^2.

A prior for equal factors is added to it: the variance of their logarithms. It is 0 where factors
are equal, and does not depend on the scale of the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ..bandwidth.leave_one_out.kernel_ridge import gradient_by_kernel, left_out_errors
from ..bandwidth.leave_one_out.targets import targets_of
from ..data import PointCloud
from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread

__all__ = ["LeftOut", "equality_prior"]

_NOT_DEFINITE = 1e3  # the error where a kernel matrix is not positive definite to rounding


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Rows that are predicted from each other.

    Attributes
    ----------
    points : ndarray of shape (n_samples, n_features)
        Standardised features.
    targets : ndarray of shape (n_samples, n_targets)
        What is to be predicted. The mean is subtracted, and added to predictions.
    ridge : float
        What is added to the diagonal of the kernel matrix.
    spread : float
        What the mean squared error is divided by.
    groups : ndarray of int of shape (n_samples,), optional
        Rows of one number are left out together.
    of_classes : bool
        Whether the targets are indicators of classes.
    words : str
        What the targets are.
    """

    points: np.ndarray
    targets: np.ndarray
    ridge: float
    spread: float
    groups: np.ndarray | None = None
    of_classes: bool = False
    words: str = "of the targets"

    @classmethod
    def of(cls, cloud: PointCloud, features: np.ndarray, ridge: float) -> LeftOut:
        """The rows of a cloud with some of its features, and its classes or targets."""
        wanted, targets = targets_of(cloud, balanced=False), cloud.targets
        of_classes = targets is None
        if targets is None:
            targets = (cloud.codes[:, None] == np.arange(cloud.n_classes)).astype(float)
        points = cloud.points[:, features]
        return cls(points, targets, ridge, wanted.spread, cloud.groups, of_classes, wanted.words)

    def only(self, rows: np.ndarray) -> LeftOut:
        """Some of the rows."""
        groups = None if self.groups is None else self.groups[rows]
        return replace(self, points=self.points[rows], targets=self.targets[rows], groups=groups)

    @property
    def centred(self) -> np.ndarray:
        """Targets less their mean."""
        centred: np.ndarray = self.targets - self.targets.mean(axis=0)
        return centred

    def error(self, log_factors: np.ndarray) -> float:
        """Mean squared error of rows left out, a share of `spread`."""
        K = _kernel(self.points, self.points, np.exp(log_factors))
        errors = left_out_errors(K, self.centred, self.ridge, self.groups)
        if errors is None:
            return _NOT_DEFINITE
        return float((errors**2).sum()) / (len(errors) * self.spread)

    def others_seen(self, log_factors: np.ndarray) -> float:
        """Sum of the kernel of a row with all others, in the mean."""
        K = _kernel(self.points, self.points, np.exp(log_factors))
        return float(K.sum() / len(K)) - 1

    def error_and_gradient(self, log_factors: np.ndarray) -> tuple[float, np.ndarray]:
        """The same, and its derivative by the logarithm of each factor."""
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
        """Mean over rows, and its standard error with rows of a group taken as dependent."""
        units = np.arange(len(differences)) if self.groups is None else self.groups
        mean = float(differences.mean())
        sums = np.bincount(units, differences - mean)
        return mean, float(np.sqrt((sums**2).sum()) / len(differences))

    def predicted(self, others: np.ndarray, log_factors: np.ndarray) -> np.ndarray:
        """Targets of other points, of shape (n_others, n_targets).

        Their mean where the kernel matrix is not positive definite to rounding.
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
    """Variance of the logarithms, and its derivative by each.

    Examples
    --------
    It is 0 for equal factors, of any scale.

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
