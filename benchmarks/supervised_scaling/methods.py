"""Methods that scale features before a model is fitted; each returns a score on test rows.

The model is an SVC (C = 10) for classes and kernel ridge regression (alpha = 0.1) for numbers; only
`process` fits a Gaussian process instead.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import cdist
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.neighbors import NeighborhoodComponentsAnalysis
from sklearn.svm import SVC

from benchmarks.labels.sets import Split, are_numbers
from kernelscale import SupervisedScaler, select_bandwidth

__all__ = ["METHODS", "NONE", "OURS", "regression_factors"]

C = 10.0
MOST_FEATURES = 400  # limit for NCA, which has a matrix of all pairs of features
# Limits for the Gaussian process, which has a matrix of all pairs of rows for each feature.
MOST_ROWS, MOST_LENGTHS = 200, 150

NONE = "none, 'scale'"
OURS = "SupervisedScaler"


def score(split: Split, X: np.ndarray, X_test: np.ndarray, gamma: float) -> float:
    """Score of the model on scaled features."""
    if are_numbers(split.y):
        machine = KernelRidge(alpha=1 / C, kernel="rbf", gamma=gamma)
    else:
        machine = SVC(C=C, gamma=gamma)
    return float(machine.fit(X, split.y).score(X_test, split.y_test))


def none(split: Split) -> float:
    """Score of standardised features with scikit-learn's gamma='scale'."""
    gamma = 1 / (split.X.shape[1] * split.X.var())
    return score(split, split.X, split.X_test, gamma)


def equal(split: Split) -> float:
    """Score of standardised features at the scale that the default rule chooses from labels."""
    return score(split, split.X, split.X_test, select_bandwidth(split.X, split.y, C=C).gamma)


def supervised(split: Split) -> float:
    """Score of features scaled by the factors that this package learns from labels."""
    scaler = SupervisedScaler(C=C)
    X = scaler.fit_transform(split.X, split.y)
    return score(split, X, scaler.transform(split.X_test), 0.5)


def components(split: Split) -> float | None:
    """Score after neighborhood components analysis, with gamma='scale'.

    None if the labels are numbers, or if there are too many features.
    """
    if are_numbers(split.y) or split.X.shape[1] > MOST_FEATURES:
        return None
    analysis = NeighborhoodComponentsAnalysis(max_iter=30, random_state=0)
    X = analysis.fit_transform(split.X, split.y)
    return score(split, X, analysis.transform(split.X_test), 1 / (X.shape[1] * X.var()))


def regression(split: Split) -> float | None:
    """Score of features scaled by `regression_factors`, with the default rule; None for classes."""
    if not are_numbers(split.y):
        return None
    factors = regression_factors(split.X, split.y)
    X = split.X * factors
    gamma = select_bandwidth(X, split.y, C=C).gamma
    return score(split, X, split.X_test * factors, gamma)


def regression_factors(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Factors of features, from the method of Weinberger and Tesauro (2007).

    Each target is predicted by the mean of the targets of the other rows, weighted by the kernel.
    The factors minimise the mean squared error. (The matrix of the method is diagonal here.)
    """

    def objective(logs: np.ndarray) -> tuple[float, np.ndarray]:
        factors = np.exp(logs)
        scaled = X * factors
        exponents = cdist(scaled, scaled, "sqeuclidean") / -2
        np.fill_diagonal(exponents, -np.inf)
        K = np.exp(exponents - exponents.max(axis=1, keepdims=True))
        K /= K.sum(axis=1, keepdims=True)
        predicted = K @ y
        errors = y - predicted
        # d predicted_i / d r_ij = -K_ij (y_j - predicted_i) / 2
        W = 2 * errors[:, None] * K * (y - predicted[:, None]) / 2 / len(y)
        W += W.T
        along = W.sum(axis=1) @ X**2 - np.einsum("ij,ij->j", X, W @ X)
        return float(np.mean(errors**2)), 2 * factors**2 * along

    begin = np.full(X.shape[1], -np.log(X.shape[1]) / 2)
    bounds = [(start - 8, start + 8) for start in begin]
    found = minimize(
        objective, begin, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 50}
    )
    return np.exp(found.x)


def process(split: Split) -> float | None:
    """Score of a Gaussian process with a length scale for each feature; None for large data."""
    if len(split.X) > MOST_ROWS or split.X.shape[1] > MOST_LENGTHS:
        return None
    numbers = are_numbers(split.y)
    targets = split.y if numbers else (split.y[:, None] == np.unique(split.y)).astype(float)
    n_features = split.X.shape[1]
    kernel = ConstantKernel() * RBF(np.full(n_features, n_features**0.5)) + WhiteKernel(0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings on length scales at their bounds
        fitted = GaussianProcessRegressor(kernel, normalize_y=True).fit(split.X, targets)
    if numbers:
        return float(fitted.score(split.X_test, split.y_test))
    predicted = np.unique(split.y)[fitted.predict(split.X_test).argmax(axis=1)]
    return float(np.mean(predicted == split.y_test))


METHODS: dict[str, Callable[[Split], float | None]] = {
    NONE: none,
    "none, auto": equal,
    OURS: supervised,
    "NCA": components,
    "kernel regression": regression,
    "Gaussian process": process,
}
