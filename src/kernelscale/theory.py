"""Classes as perturbed ideal ones (paper's Sec. 3.3): how far apart, how wide, how well bounded.

If classes did not see each other the kernel would be block-diagonal, and the leading eigenvectors
would be the classes' indicators. Theorem 3.2 bounds how far the kernel of all points moves them;
here are both sides of it, so that one can see whether the bound says anything about given data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any

import numpy as np
from scipy.linalg import eigh

from ._validation import check_scale, check_scales
from .distance_cloud import make_cloud
from .engine import DEFAULT_MEMORY_LIMIT, ClassExtremes, Statistic, Tile
from .engine.blas import one_blas_thread
from .kernels import Gaussian
from .markov import NEARLY_ONE, leading_eigenpairs

__all__ = ["D_class", "D_gap", "PerturbationBound", "perturbation_bound", "perturbation_norm"]

_ROUNDING = 1e-12  # eigenvalues nearer than this are equal as far as float64 can tell
_SMALLEST_SQUARE = 1e-290  # the engine cuts kernel values off at 1e-304; their sums mean nothing


def D_gap(X: Any, y: Any, **engine_options: Any) -> float:  # noqa: N802 - the paper's name
    """Squared distance of the two nearest points of different classes (paper's eq. Dgap).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or their coordinates in an embedding.
    y : array-like of shape (n_samples,)
        Class of each point.
    **engine_options
        `metric`, `memory_limit`, `executor`, `n_threads`, `progress` as in `engine.reduce`.

    Returns
    -------
    float
        ``min |x_i - x_j|^2`` over pairs of different classes, from one pass over all pairs.

    Raises
    ------
    ValueError, TypeError
        If the points, the labels or an option are not valid.

    Examples
    --------
    Two classes on a line, which come as near as a distance of 3 to each other.

    >>> D_gap([[0.0], [1.0], [4.0], [9.0]], ["left", "left", "right", "right"])
    9.0
    """
    cloud = make_cloud(X, y, **engine_options)
    return float(cloud.reduce(ClassExtremes(cloud.codes)).smallest_between)


def D_class(X: Any, y: Any, **engine_options: Any) -> float:  # noqa: N802 - the paper's name
    """Squared distance of the two farthest points of one class (paper's eq. Dclass).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or their coordinates in an embedding.
    y : array-like of shape (n_samples,)
        Class of each point.
    **engine_options
        `metric`, `memory_limit`, `executor`, `n_threads`, `progress` as in `engine.reduce`.

    Returns
    -------
    float
        ``max |x_i - x_j|^2`` over pairs of the same class, from one pass over all pairs.

    Raises
    ------
    ValueError, TypeError
        If the points, the labels or an option are not valid.

    Examples
    --------
    Two classes on a line; the wider one has a width of 5.

    >>> D_class([[0.0], [1.0], [4.0], [9.0]], ["left", "left", "right", "right"])
    25.0
    """
    cloud = make_cloud(X, y, **engine_options)
    return float(cloud.reduce(ClassExtremes(cloud.codes)).largest_within)


def perturbation_norm(X: Any, y: Any, scales: Any, **engine_options: Any) -> np.ndarray:
    """Size of what classes see of each other, ``||W-hat||_F``, over scales (paper's eq. Pert).

    W-hat = K - K-bar, where K-bar holds the kernel's blocks within classes. Since
    ``K_ij(eps)^2 = K_ij(eps/2)``, its squared norm is a sum of kernel values between classes.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    y : array-like of shape (n_samples,)
        Class of each point.
    scales : array-like of shape (n_scales,)
        Squared distances, in any order.
    **engine_options
        `metric`, `memory_limit`, `executor`, `n_threads`, `progress` as in `engine.reduce`.

    Returns
    -------
    ndarray
        The norm at each scale, of shape (n_scales,), from one pass over all pairs; 0 where it is
        below 1e-145.

    Raises
    ------
    ValueError, TypeError
        If the data, the labels, the scales or an option are not valid.

    Examples
    --------
    Two points in either of two classes. At a scale far below the distance between the classes
    nothing is seen of the other; far above, each of the 2 x 2 x 2 pairs counts for 1.

    >>> perturbation_norm([[0.0], [1.0], [50.0], [51.0]], [0, 0, 1, 1], [1.0, 1e9]).round(3)
    array([0.   , 2.828])
    """
    check_scales(scales)
    cloud = make_cloud(X, y, **engine_options)
    return cloud.reduce(_PerturbationNorm(np.atleast_1d(np.asarray(scales, float)), cloud.codes))


@dataclass(frozen=True, eq=False)
class _PerturbationNorm(Statistic):
    """``||W-hat||_F`` at each scale; pairs within a class are left out before anything is summed.

    Taking them off afterwards would leave the rounding of a sum of N^2 where W-hat is small.
    """

    scales: np.ndarray
    codes: np.ndarray

    def __str__(self) -> str:
        return "perturbation norm"

    def result_bytes(self, n_samples: int) -> int:
        return 16 * len(self.scales)

    def tile_bytes(self, side: int) -> int:
        return 17 * side * side

    def partial_bytes(self, side: int) -> int:
        return 32 * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros(len(self.scales))

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> np.ndarray:
        between = self.codes[tile.rows, None] != self.codes[None, tile.columns]
        squares, _ = arithmetic.kernel_sums(tile.distances[between], self.scales / 2)
        return squares if tile.on_diagonal else 2 * squares

    def merge(self, state: np.ndarray, partial: np.ndarray) -> np.ndarray:
        return state + partial

    def finish(self, state: np.ndarray) -> np.ndarray:
        return np.sqrt(np.where(state < _SMALLEST_SQUARE, 0.0, state))


@dataclass(frozen=True)
class PerturbationBound:
    """Both sides of Theorem 3.2 for given data, and whether its bounds say anything.

    A-bar = D-bar^-1/2 K-bar D-bar^-1/2 is the ideal matrix and A-tilde = D-bar^-1/2 K D-bar^-1/2
    the perturbed one, K-bar the kernel's blocks within the N_C classes and D-bar its row sums.

    Attributes
    ----------
    epsilon : float
        The scale of the kernel.
    n_classes : int
        Number of classes N_C.
    n_parts : int
        Eigenvalues of A-bar that are 1 to 1e-8. More than N_C of them say that classes have
        themselves fallen apart, and that the ideal space, spanned by the classes' indicators, is
        one of many to float64.
    perturbation_norm : float
        ``||W-hat||_F``, W-hat = K - K-bar.
    printed_bound : float
        ``||W-hat||_F ||D-bar^-1/2||_F^2 / eigengap``, as printed; infinite where the gap is
        rounding.
    scaled_norm : float
        ``||D-bar^-1/2 W-hat D-bar^-1/2||_F``, the norm of A-tilde - A-bar.
    tight_bound : float
        ``scaled_norm / separation``; infinite where there is no separation.
    distance : float
        ``||sin Theta||_F`` between the leading N_C-dimensional eigenspaces of A-bar and A-tilde,
        what is bounded, to about 1e-15 / eigengap; NaN where the eigengap is rounding, since
        A-tilde's space is then not unique.
    eigengap : float
        ``lambda_{N_C} - lambda_{N_C + 1}`` of A-tilde.
    separation : float
        ``1 - lambda_{N_C + 1}`` of A-tilde: what lies between the ideal eigenvalues, all 1, and
        the perturbed ones left over. Negative where N_C + 1 eigenvalues exceed 1.
    walk_eigengap : float
        Ge, the gap of P, beside it (paper's eq. GE). In place of `separation` it gives no bound.
    """

    epsilon: float
    n_classes: int
    n_parts: int
    perturbation_norm: float
    printed_bound: float
    scaled_norm: float
    tight_bound: float
    distance: float
    eigengap: float
    separation: float
    walk_eigengap: float

    @property
    def largest_distance(self) -> float:
        """``sqrt(N_C)``, which no distance exceeds: a bound above it is vacuous."""
        return float(np.sqrt(self.n_classes))

    @property
    def printed_is_vacuous(self) -> bool:
        """Whether the printed bound says nothing."""
        return self.printed_bound > self.largest_distance

    @property
    def tight_is_vacuous(self) -> bool:
        """Whether the tight bound says nothing."""
        return self.tight_bound > self.largest_distance

    @property
    def reason(self) -> str:
        """What the figures mean, in plain English."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        if np.isnan(self.distance):
            yield (
                f"Eigenvalues {self.n_classes} and {self.n_classes + 1} are equal to float64, so "
                f"the {self.n_classes} leading eigenvectors are no unique space to compare."
            )
        else:
            yield (
                f"The {self.n_classes} leading eigenvectors are {self.distance:.3g} away from the "
                f"classes' indicators, of at most {self.largest_distance:.3g}."
            )
        yield (
            f"The printed bound is {_in_words(self.printed_bound, self.printed_is_vacuous)}, "
            f"the tight one {_in_words(self.tight_bound, self.tight_is_vacuous)}."
        )
        if self.n_parts > self.n_classes:
            yield (
                f"Classes have themselves fallen apart, into {self.n_parts} parts, so the "
                f"indicators are one ideal space of many."
            )

    def to_dict(self) -> dict[str, Any]:
        """The figures and what they mean, ready for JSON: NaN and infinity as None."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            **{name: value if np.isfinite(value) else None for name, value in values.items()},
            "printed_is_vacuous": self.printed_is_vacuous,
            "tight_is_vacuous": self.tight_is_vacuous,
            "reason": self.reason,
        }


def _in_words(bound: float, vacuous: bool) -> str:
    size = f"{bound:.3g}" if np.isfinite(bound) else "infinite"
    return f"{size} and vacuous" if vacuous else size


def perturbation_bound(
    X: Any,
    y: Any,
    epsilon: float,
    *,
    metric: str = "euclidean",
    memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
) -> PerturbationBound:
    """How far classes that see each other move the leading eigenvectors, and Theorem 3.2's bound.

    ``||sin Theta||_F <= ||W-hat||_F ||D-bar^-1/2||_F^2 / (lambda_{N_C} - lambda_{N_C + 1})``, the
    eigenvalues those of A-tilde (see `PerturbationBound`).

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points.
    y : array-like of shape (n_samples,)
        Class of each point.
    epsilon : float
        The scale of the Gaussian kernel, a squared distance.
    metric : {"euclidean", "precomputed"}
        As in `engine.reduce`.
    memory_limit : int or str
        Bytes allowed beyond the data; six N x N arrays are needed.

    Returns
    -------
    PerturbationBound
        The bound as printed, a tighter one, the distance that they bound, and what they are
        made of.

    Raises
    ------
    ValueError, TypeError
        If the data, the labels, the scale or the limit are not valid.
    MemoryError
        If six N x N arrays do not fit the limit.

    Notes
    -----
    The tight bound is that of Davis and Kahan (1970): all leading eigenvalues of A-bar are 1, so
    what matters is how far the other eigenvalues of A-tilde are from 1. The printed gap is larger
    where ``lambda_{N_C} > 1``; there the printed proof fails. The printed bound holds all the
    same: docs/conventions.md has why.

    Examples
    --------
    Two classes 1 wide and 4 apart. At a scale of 1 they hardly see each other: the eigenvectors
    have hardly moved, and the tight bound says so. At a scale of 25 the printed one is exhausted.

    >>> X, y = [[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1]
    >>> bound = perturbation_bound(X, y, epsilon=1.0)
    >>> bool(bound.distance < bound.tight_bound < 0.001)
    True
    >>> print(perturbation_bound(X, y, epsilon=25.0).reason)
    The 2 leading eigenvectors are 0.159 away from the classes' indicators, of at most 1.41.
    The printed bound is 8.99 and vacuous, the tight one 0.881.
    """
    epsilon = check_scale(epsilon, "epsilon")
    cloud = make_cloud(X, y, metric=metric, memory_limit=memory_limit)
    ordered = cloud.restricted(np.argsort(cloud.codes, kind="stable"))
    classes = _blocks(np.bincount(cloud.codes))
    n_classes = len(classes)
    K = Gaussian(epsilon).from_squared_distances(ordered.squared_distances)
    walk_eigengap = leading_eigenpairs(K, n_classes).eigengap(n_classes)
    norm = _norm_between(K, classes)
    degrees = np.concatenate([K[own, own].sum(axis=1) for own in classes])
    A = _conjugated(K, degrees)
    scaled_norm = _norm_between(A, classes)
    n_parts = _count_parts(A, classes)
    with one_blas_thread():  # in place: A is symmetric, and transposed as LAPACK wants it
        values, vectors = eigh(A.T, driver="evd", overwrite_a=True, check_finite=False)
    eigengap = float(values[-n_classes] - values[-n_classes - 1])
    separation = float(1 - values[-n_classes - 1])
    resolved = eigengap > _ROUNDING
    return PerturbationBound(
        epsilon=epsilon,
        n_classes=n_classes,
        n_parts=n_parts,
        perturbation_norm=norm,
        printed_bound=_ratio(norm * float((1 / degrees).sum()), eigengap),
        scaled_norm=scaled_norm,
        tight_bound=_ratio(scaled_norm, separation),
        distance=_sine(vectors[:, -n_classes:], degrees, classes) if resolved else np.nan,
        eigengap=eigengap,
        separation=separation,
        walk_eigengap=walk_eigengap,
    )


def _blocks(sizes: np.ndarray) -> list[slice]:
    """Where each class stands among rows sorted by class."""
    ends = np.cumsum(sizes).tolist()
    return [slice(end - size, end) for size, end in zip(sizes.tolist(), ends, strict=True)]


def _norm_between(K: np.ndarray, classes: list[slice]) -> float:
    """``||K - K-bar||_F`` of a symmetric matrix whose rows are sorted by class."""
    half = sum(float(np.square(K[own, own.stop :]).sum()) for own in classes)
    return 0.0 if half < _SMALLEST_SQUARE else float(np.sqrt(2 * half))


def _conjugated(K: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """D-bar^-1/2 K D-bar^-1/2, in place of K."""
    inverse_root = 1 / np.sqrt(degrees)
    K *= inverse_root
    K *= inverse_root[:, None]
    return K


def _count_parts(A: np.ndarray, classes: list[slice]) -> int:
    """Eigenvalues of A-bar that float64 cannot tell from 1: one for each class at least."""
    with one_blas_thread():
        values = [eigh(A[own, own], eigvals_only=True, check_finite=False) for own in classes]
    return sum(max(1, int(np.count_nonzero(own > 1 - NEARLY_ONE))) for own in values)


def _ratio(size: float, gap: float) -> float:
    return size / gap if gap > _ROUNDING else np.inf


def _sine(leading: np.ndarray, degrees: np.ndarray, classes: list[slice]) -> float:
    """``||sin Theta||_F`` between orthonormal vectors and the ideal ones.

    A-bar's leading eigenvectors are D-bar^1/2 times the classes' indicators. What is left of
    `leading` once its part along them is taken off has the sine as its norm, small angles too.
    """
    left = 0.0
    for own in classes:
        ideal = np.sqrt(degrees[own] / degrees[own].sum())
        residual = leading[own] - np.outer(ideal, ideal @ leading[own])
        left += float(np.square(residual).sum())
    return float(np.sqrt(left))
