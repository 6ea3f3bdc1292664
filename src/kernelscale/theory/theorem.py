"""Both sides of the paper's Theorem 3.2, computed from the matrices of its proof."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import eigh

from .._validation import check_scale
from ..data import PointCloud
from ..engine.machine.blas import one_blas_thread
from ..kernels.gaussian import Gaussian
from ..markov.dense import leading_eigenpairs
from ..markov.eigenpairs import NEARLY_ONE
from .bounds import PerturbationBound
from .perturbation_norm import SMALLEST_SQUARE

__all__ = ["perturbation_bound"]

_ROUNDING = 1e-12  # a smaller difference of eigenvalues may be a rounding error


def perturbation_bound(X: Any, y: Any, epsilon: float, **engine_options: Any) -> PerturbationBound:
    """The effect of the kernel between classes on leading eigenvectors, and Theorem 3.2's bound.

    ``||sin Theta||_F <= ||W-hat||_F ||D-bar^-1/2||_F^2 / (lambda_{N_C} - lambda_{N_C + 1})``, with
    the eigenvalues of A-tilde (see `PerturbationBound`).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    y : array-like of shape (n_samples,)
        Class of each point.
    epsilon : float
        The scale of the Gaussian kernel, a squared distance.
    **engine_options
        `metric`, `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in
        `select_bandwidth`; six N x N arrays are needed.

    Returns
    -------
    PerturbationBound
        The printed bound, a tighter bound, the distance, and the terms of both bounds.

    Raises
    ------
    ValueError, TypeError
        If the data, the labels, the scale or an option are not valid.
    MemoryError
        If six N x N arrays do not fit the memory limit.

    Notes
    -----
    The tight bound is the bound of Davis and Kahan (1970): all leading eigenvalues of A-bar are 1,
    so what matters is ``1 - lambda_{N_C + 1}``, the distance from 1 to the other eigenvalues of
    A-tilde. If ``lambda_{N_C} > 1``, the gap in the printed bound is larger than this distance, and
    the printed proof fails. The printed bound still holds, as docs/conventions.md shows.

    Examples
    --------
    Two classes of width 1 at a distance of 4. At a scale of 1 the kernel between them is nearly 0,
    and so are `distance` and `tight_bound`. At a scale of 25 the printed bound is vacuous.

    >>> X, y = [[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1]
    >>> bound = perturbation_bound(X, y, epsilon=1.0)
    >>> bool(bound.distance < bound.tight_bound < 0.001)
    True
    >>> print(perturbation_bound(X, y, epsilon=25.0).reason)
    The distance between the 2 leading eigenvectors and the indicators of the classes is 0.159; the
    largest possible distance is 1.41. The printed bound is 8.99 and vacuous, the tight one 0.881.
    """
    epsilon = check_scale(epsilon, "epsilon")
    cloud = PointCloud(X, y, **engine_options)
    cloud.report("perturbation bound", 0, 1)
    ordered = cloud.restricted(np.argsort(cloud.codes, kind="stable"))
    classes = _blocks(np.bincount(cloud.codes))
    n_classes = len(classes)
    K = Gaussian(epsilon).from_squared_distances(ordered.squared_distances)
    operator_eigengap = leading_eigenpairs(K, n_classes).eigengap(n_classes)
    norm = _norm_between(K, classes)
    degrees = np.concatenate([K[own, own].sum(axis=1) for own in classes])
    A = _conjugated(K, degrees)
    scaled_norm = _norm_between(A, classes)
    n_class_components = _count_components(A, classes)
    with one_blas_thread():  # in place: A is symmetric, and A.T is in LAPACK's memory order
        values, vectors = eigh(A.T, driver="evd", overwrite_a=True, check_finite=False)
    eigengap = float(values[-n_classes] - values[-n_classes - 1])
    separation = float(1 - values[-n_classes - 1])
    resolved = eigengap > _ROUNDING
    cloud.report("perturbation bound", 1, 1)
    return PerturbationBound(
        epsilon=epsilon,
        n_classes=n_classes,
        n_class_components=n_class_components,
        perturbation_norm=norm,
        printed_bound=_ratio(norm * float((1 / degrees).sum()), eigengap),
        scaled_norm=scaled_norm,
        tight_bound=_ratio(scaled_norm, separation),
        distance=_sine(vectors[:, -n_classes:], degrees, classes) if resolved else np.nan,
        eigengap=eigengap,
        separation=separation,
        operator_eigengap=operator_eigengap,
    )


def _blocks(sizes: np.ndarray) -> list[slice]:
    """The rows of each class, where rows are sorted by class."""
    ends = np.cumsum(sizes).tolist()
    return [slice(end - size, end) for size, end in zip(sizes.tolist(), ends, strict=True)]


def _norm_between(K: np.ndarray, classes: list[slice]) -> float:
    """``||K - K-bar||_F`` of a symmetric matrix whose rows are sorted by class."""
    half = sum(float(np.square(K[own, own.stop :]).sum()) for own in classes)
    return 0.0 if half < SMALLEST_SQUARE else float(np.sqrt(2 * half))


def _conjugated(K: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """D-bar^-1/2 K D-bar^-1/2, which overwrites K."""
    inverse_root = 1 / np.sqrt(degrees)
    K *= inverse_root
    K *= inverse_root[:, None]
    return K


def _count_components(A: np.ndarray, classes: list[slice]) -> int:
    """Number of eigenvalues of A-bar that are nearly 1, at least one for each class."""
    with one_blas_thread():
        values = [eigh(A[own, own], eigvals_only=True, check_finite=False) for own in classes]
    return sum(max(1, int(np.count_nonzero(own > 1 - NEARLY_ONE))) for own in values)


def _ratio(size: float, gap: float) -> float:
    return size / gap if gap > _ROUNDING else np.inf


def _sine(leading: np.ndarray, degrees: np.ndarray, classes: list[slice]) -> float:
    """``||sin Theta||_F`` between orthonormal vectors and the ideal eigenvectors.

    The leading eigenvectors of A-bar are D-bar^1/2 times the indicators of the classes. The norm of
    `leading` minus its projection on them is the sine; it is accurate for small angles too.
    """
    left = 0.0
    for own in classes:
        ideal = np.sqrt(degrees[own] / degrees[own].sum())
        residual = leading[own] - np.outer(ideal, ideal @ leading[own])
        left += float(np.square(residual).sum())
    return float(np.sqrt(left))
