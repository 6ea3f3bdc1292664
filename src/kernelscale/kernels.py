"""Gaussian kernels as small frozen objects whose body is the formula, and their other names.

The package knows one convention, ``K_ij = exp(-r_ij / (2 epsilon))`` with r the squared Euclidean
distance. Every other package's convention is converted here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ._validation import (
    as_array,
    as_numeric,
    check_count,
    check_feature_scale,
    check_name,
    check_not_negative,
    check_points,
    check_positive,
    check_scale,
    check_scales,
    shown,
)
from .distances import squared_distances
from .metrics import Metric, metric_named
from .results import Rebuilt, frozen

__all__ = [
    "CONVENTIONS",
    "Gaussian",
    "Scaled",
    "SelfTuned",
    "from_convention",
    "to_convention",
]

_PAIRS_AT_ONCE = 400_000


@dataclass(frozen=True)
class Gaussian:
    """The Gaussian kernel ``K(x, y) = exp(-|x - y|^2 / (2 epsilon))`` (paper's eq. GKernel).

    Parameters
    ----------
    epsilon : float
        The scale, a squared distance.
    metric : str or Metric
        What the kernel is called with, as in `engine.reduce`: points, or distances (not squared).

    Raises
    ------
    ValueError
        If `epsilon` is not a positive finite number, or the metric is not known.

    Examples
    --------
    At a distance of one length scale, sqrt(epsilon), the kernel has fallen to exp(-1/2).

    >>> import numpy as np
    >>> Gaussian(epsilon=4.0)(np.array([[0.0]]), np.array([[2.0]])).round(4)
    array([[0.6065]])
    >>> Gaussian(epsilon=4.0, metric="precomputed")(np.array([[0.0, 2.0]])).round(4)
    array([[1.    , 0.6065]])
    """

    epsilon: float
    metric: str | Metric = "euclidean"

    def __post_init__(self) -> None:
        check_scale(self.epsilon, "epsilon")
        metric_named(self.metric)

    def __call__(self, X: Any, Y: Any = None) -> np.ndarray:
        """Kernel matrix of shape (n_samples_X, n_samples_Y); that of `X` if it holds distances."""
        return self.from_squared_distances(metric_named(self.metric).squares_of(X, Y))

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances, of the same shape."""
        with np.errstate(over="ignore"):  # minus infinity is no defect
            return np.multiply(_squares_given(r), -0.5 / self.epsilon)

    def from_squared_distances(self, r: np.ndarray) -> np.ndarray:
        """Kernel values of squared distances, of the same shape."""
        return _exponential(self.exponents(r))


def _squares_given(r: Any) -> np.ndarray:
    """Squared distances of any shape; none at all are none."""
    squares = as_numeric(r, "r")
    if squares.ndim == 0:
        raise ValueError(f"r must be an array of squared distances, but {shown(r)} was given.")
    return squares


def _exponential(exponents: np.ndarray) -> np.ndarray:
    """The exponential, in place."""
    # Below exp(-700) values would be denormal, which processors handle twenty times slower.
    np.maximum(exponents, -700.0, out=exponents)
    return np.exp(exponents, out=exponents)


@dataclass(frozen=True, eq=False)
class Scaled(Rebuilt):
    """A kernel of features that were each multiplied by a factor first (paper's eq. KernelK).

    Parameters
    ----------
    kernel : Gaussian or SelfTuned
        The kernel of the scaled points.
    scale : ndarray of shape (n_features,)
        The diagonal of the paper's matrix A.

    Raises
    ------
    ValueError, TypeError
        If a factor is negative or not finite, `scale` is not flat, or the kernel takes distances.

    Examples
    --------
    A feature with factor 0 has no say.

    >>> import numpy as np
    >>> kernel = Scaled(Gaussian(1.0), scale=np.array([1.0, 0.0]))
    >>> kernel(np.array([[0.0, 0.0]]), np.array([[0.0, 99.0]]))
    array([[1.]])
    """

    kernel: Gaussian | SelfTuned
    scale: np.ndarray = field(repr=False)

    metric: ClassVar[str] = "euclidean"

    def __post_init__(self) -> None:
        if not isinstance(self.kernel, (Gaussian, SelfTuned)):
            raise TypeError(
                f"kernel must be a Gaussian or SelfTuned kernel, but {shown(self.kernel)} was "
                f"given."
            )
        metric = metric_named(self.kernel.metric)
        if not metric.scales_features:
            raise ValueError(f"kernel takes {metric.takes}, which have no features to be scaled.")
        scale = as_array(self.scale, "scale")
        object.__setattr__(self, "scale", frozen(check_feature_scale(scale, scale.size)))

    def __call__(self, X: Any, Y: Any = None) -> np.ndarray:
        """Kernel matrix of shape (n_samples_X, n_samples_Y)."""
        return self.kernel(self._scaled(X, "X"), None if Y is None else self._scaled(Y, "Y"))

    def _scaled(self, X: Any, name: str) -> np.ndarray:
        points = check_points(X, name=name, min_rows=1, distinct=False)
        check_feature_scale(self.scale, points.shape[1])
        return points * self.scale

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances of scaled points."""
        return self.kernel.exponents(r)

    def from_squared_distances(self, r: np.ndarray) -> np.ndarray:
        """Kernel values of squared distances of scaled points, of the same shape."""
        return self.kernel.from_squared_distances(r)


@dataclass(frozen=True, eq=False)
class SelfTuned(Rebuilt):
    """A kernel with one scale a point, ``exp(-r_ij / (sigma_i sigma_j))``, no factor 2.

    sigma_i is the distance to the `n_neighbors`-th nearest other point of `points` (Zelnik-Manor
    and Perona 2004; paper's eq. GKernelZelnik). Unlike the Gaussian it need not be positive
    definite.

    Parameters
    ----------
    points : ndarray of shape (n_points, n_features), or None
        The points among which neighbours are sought; None where only distances are known.
    local_scales : ndarray of shape (n_points,)
        sigma_i of each of them, a distance.
    n_neighbors : int
        Which neighbour sets the scale.
    counted : ndarray of shape (n_points,), optional
        Whether a point counts as a neighbour, and not only as a copy of another; all by default.
    within : float
        Squared distance up to which a row is a copy of a point and not its neighbour.
    metric : str or Metric
        What the kernel is called with, as in `engine.reduce`; by default points, or distances
        where there are no points.

    Raises
    ------
    ValueError
        If a local scale is not positive and finite, `n_neighbors` is no neighbour's number,
        `counted` is no truth value a point, or `within` is negative.

    Examples
    --------
    On a grid of unit step, with the nearest neighbour as the scale, two neighbours are at
    exp(-1) of each other; a point far outside takes its own, larger scale.

    >>> import numpy as np
    >>> grid = np.array([[0.0], [1.0], [2.0]])
    >>> kernel = SelfTuned(grid, local_scales=np.ones(3), n_neighbors=1)
    >>> kernel(grid)[0].round(3)
    array([1.   , 0.368, 0.018])
    >>> kernel(np.array([[10.0]]), grid[2:]).round(5)
    array([[0.00034]])
    """

    points: np.ndarray | None = field(repr=False)
    local_scales: np.ndarray = field(repr=False)
    n_neighbors: int = 7
    counted: np.ndarray | None = field(default=None, repr=False)
    within: float = field(default=0.0, repr=False)
    metric: str | Metric = field(default="", repr=False)

    def __post_init__(self) -> None:
        n_scales = len(check_scales(self.local_scales, name="local_scales"))
        n_counted = n_scales
        if self.counted is not None:
            counted = np.array(self.counted)
            if counted.dtype != bool or counted.shape != (n_scales,):
                raise ValueError(
                    f"counted must say of each of the {n_scales} points whether it counts, but "
                    f"{shown(self.counted)} was given."
                )
            counted.flags.writeable = False
            object.__setattr__(self, "counted", counted)
            n_counted = int(counted.sum())
        object.__setattr__(self, "within", check_not_negative(self.within, "within"))
        check_count(self.n_neighbors, "n_neighbors", largest=max(1, n_counted - 1))
        if self.points is not None:
            points = check_points(self.points, name="points", min_rows=1, distinct=False)
            if len(points) != n_scales:
                raise ValueError(
                    f"local_scales must hold one for each of the {len(points)} points, but there "
                    f"are {n_scales}."
                )
            object.__setattr__(self, "points", frozen(points))
        object.__setattr__(self, "local_scales", frozen(self.local_scales))
        by_default = "precomputed" if self.points is None else "euclidean"
        object.__setattr__(self, "metric", self.metric or by_default)
        metric_named(self.metric)

    def __call__(self, X: Any, Y: Any = None) -> np.ndarray:
        """Kernel matrix of shape (n_samples_X, n_samples_Y).

        Where only distances are known `X` holds those of some rows to all points, and there is
        no `Y`.
        """
        r = metric_named(self.metric).squares_of(X, Y)
        if self.points is None:
            return self.from_squared_distances(r)
        sigma = self.local_scales_of(X)
        tau = sigma if Y is None else self.local_scales_of(Y)
        return _exponential(-r / (sigma[:, None] * tau))

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances to all of `points`."""
        r = _squares_given(r)
        if r.ndim != 2 or r.shape[1] != len(self.local_scales):
            raise ValueError(
                f"r must hold squared distances to all {len(self.local_scales)} points, one row "
                f"each, but its shape is {r.shape}."
            )
        negative = -self._nearest_lengths(r)[:, None] * self.local_scales
        return np.divide(r, negative, out=negative)

    def from_squared_distances(self, r: np.ndarray) -> np.ndarray:
        """Kernel values of squared distances to all of `points`, of shape (n_rows, n_points)."""
        return _exponential(self.exponents(r))

    def local_scales_of(self, X: np.ndarray) -> np.ndarray:
        """Distance of each row to its neighbour among `points`, of shape (n_samples_X,).

        At most one exact match is left out, so a row of `points` gets its own sigma back.
        """
        if self.points is None:
            raise ValueError(
                "This kernel was chosen from distances, so it has no points to compare others "
                "with; call it with distances, or use from_squared_distances."
            )
        X = metric_named(self.metric).checked(X, min_rows=1, distinct=False)
        n_features = self.points.shape[1]
        if X.shape[1] != n_features:
            raise ValueError(
                f"X must have the {n_features} feature(s) of the points the kernel was chosen "
                f"from, but it has {X.shape[1]}."
            )
        if np.array_equal(X, self.points):
            return self.local_scales
        points, n_blocks = self.points, -(-len(X) * len(self.points) // _PAIRS_AT_ONCE)
        blocks = np.array_split(X, n_blocks)
        return np.concatenate(
            [self._nearest_lengths(squared_distances(block, points)) for block in blocks]
        )

    def _nearest_lengths(self, r: np.ndarray) -> np.ndarray:
        k, r = self.n_neighbors, r if self.counted is None else r[:, self.counted]
        nearest = np.partition(r, np.unique([k - 1, min(k, r.shape[1] - 1)]), axis=1)
        kept = k - 1 + (r.min(axis=1) <= self.within)
        return np.sqrt(nearest[np.arange(len(r)), kept])


def of_metric(kernel: Any, metric: str | Metric) -> Any:
    """The kernel that a rule has chosen, told what it was chosen from; one's own stays as it is."""
    if not isinstance(kernel, (Gaussian, SelfTuned)) or kernel.metric == metric:
        return kernel
    return replace(kernel, metric=metric)


class Convention(NamedTuple):
    """How another package writes the same kernel."""

    formula: str
    from_epsilon: Callable[[float], float]
    to_epsilon: Callable[[float], float]


CONVENTIONS: dict[str, Convention] = {
    "pydiffmap": Convention("exp(-d^2 / (4 epsilon))", lambda e: e / 2, lambda v: 2 * v),
    "datafold": Convention("exp(-d^2 / (2 epsilon))", lambda e: e, lambda v: v),
    "scikit-learn gamma": Convention(
        "exp(-gamma d^2)", lambda e: 1 / (2 * e), lambda v: 1 / (2 * v)
    ),
    "scikit-learn length_scale": Convention(
        "exp(-d^2 / (2 length_scale^2))", lambda e: e**0.5, lambda v: v**2
    ),
    "megaman": Convention("exp(-d^2 / radius^2)", lambda e: (2 * e) ** 0.5, lambda v: v**2 / 2),
    "R diffusionMap": Convention("exp(-d^2 / eps.val)", lambda e: 2 * e, lambda v: v / 2),
}
"""The same kernel in the words of other packages, by package name."""


def to_convention(epsilon: float, package: str) -> float:
    """The number another package needs for ``exp(-r / (2 epsilon))``.

    Parameters
    ----------
    epsilon : float
        Our scale, a squared distance.
    package : str
        A key of `CONVENTIONS`, which holds each package's formula.

    Returns
    -------
    float
        Its value, in the units of its formula: a squared distance, a length or one over a square.

    Raises
    ------
    ValueError
        If `epsilon` is not positive or the package is not known.

    Examples
    --------
    pyDiffMap divides by 4 epsilon where we divide by 2, so it needs half our number.

    >>> to_convention(3.0, "pydiffmap")
    1.5
    """
    return _convention(package).from_epsilon(check_scale(epsilon, "epsilon"))


def from_convention(value: float, package: str) -> float:
    """Our epsilon for a number in another package's convention; undoes `to_convention`.

    Parameters
    ----------
    value : float
        The other package's number.
    package : str
        As in `to_convention`.

    Returns
    -------
    float
        The scale of ``exp(-r / (2 epsilon))``, a squared distance.

    Raises
    ------
    ValueError
        If `value` is not positive, the package is not known, or epsilon is beyond float64.

    Examples
    --------
    A scale found with pyDiffMap is doubled; a length scale of scikit-learn's is squared.

    >>> from_convention(1.5, "pydiffmap")
    3.0
    >>> from_convention(1.5, "scikit-learn length_scale")
    2.25
    """
    try:
        epsilon = _convention(package).to_epsilon(check_positive(value, "value"))
    except OverflowError:
        epsilon = float("inf")
    return check_scale(epsilon, f"epsilon, which is what {value!r} of {package} comes to,")


def _convention(package: str) -> Convention:
    return CONVENTIONS[check_name(package, CONVENTIONS, "package")]
