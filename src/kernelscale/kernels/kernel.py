"""What the package asks of a kernel; all but one question have an answer for any kernel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, TypeGuard, TypeVar

import numpy as np
from scipy.optimize import brentq

from .._validation import array_kind, as_numeric, on_host, shown
from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread
from ..metrics import Metric, metric_named

__all__ = ["ForRows", "Kernel", "WalkRows", "check_is_kernel", "nearest_edges"]

_ROWS_AT_ONCE = 64  # few, as a formula may need several arrays that are as large
_Own = TypeVar("_Own", bound="Kernel")


def nearest_edges(starts: np.ndarray, r: np.ndarray, n_neighbors: int) -> np.ndarray:
    """The shortest edges of each new row, in their order, of shape (n_rows, n_neighbors).

    Where a row has fewer the last one stands for those that are missing.

    Examples
    --------
    Two edges of the first row, one of the second.

    >>> nearest_edges(np.array([0, 0, 1]), np.array([4.0, 1.0, 9.0]), 2)
    array([[1, 0],
           [2, 2]])
    """
    order = np.lexsort((r, starts))
    first = np.flatnonzero(np.diff(starts, prepend=-1))
    counts = np.diff(np.append(first, len(starts)))
    nearest: np.ndarray = order[
        first[:, None] + np.minimum(np.arange(n_neighbors), counts[:, None] - 1)
    ]
    return nearest


class ForRows(NamedTuple):
    """A kernel of the rows at hand, and the cloud its distances are those of.

    `scale` multiplied the features of `cloud`, or is None where there was no need.
    """

    kernel: Kernel
    cloud: Any
    scale: np.ndarray | None


class WalkRows(NamedTuple):
    """How the walk leaves some rows.

    Attributes
    ----------
    exponents : ndarray of shape (n_rows, n_points)
        Logarithms of the kernel values with all points.
        Or of the edges that there are, of shape (n_edges,).
    moves : ndarray of shape (n_rows,), or None
        Share of the steps in which it leaves the row, where it waits in others.
    """

    exponents: np.ndarray
    moves: np.ndarray | None


@dataclass(frozen=True)
class Kernel(ABC):
    """A similarity of points that is a function of their distance.

    A kernel of one's own is a frozen dataclass that says in `exponents` what the logarithms of its
    values are. It goes wherever a kernel is asked for, with no more than that; what else is here
    may be told better by a kernel that knows better.

    Parameters
    ----------
    metric : str or Metric
        What the kernel is called with, as in `engine.reduce`: points, or distances (not squared).

    Attributes
    ----------
    name : str
        What it goes by in a model file; needed for no more than that.

    Raises
    ------
    ValueError
        If the metric is not known.

    Examples
    --------
    A kernel that falls more slowly than the Gaussian. At a distance of 2 it has fallen to
    exp(-2/4), so a squared distance of 4 is typical of it.

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

    metric: str | Metric = field(default="euclidean", kw_only=True, repr=False)
    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        metric_named(self.metric)

    def __call__(self, X: Any, Y: Any = None) -> np.ndarray:
        """Kernel matrix of shape (n_samples_X, n_samples_Y), in the kind of array that `X` is.

        Where only distances are known `X` holds those of some rows to all points, and there is
        no `Y`.
        """
        Y = None if Y is None else on_host(Y, "Y")
        matrix: np.ndarray = array_kind(X).array(self._matrix(on_host(X), Y))
        return matrix

    def _matrix(self, X: Any, Y: Any) -> np.ndarray:
        with one_blas_thread():
            r = metric_named(self.metric).squares_of(X, Y)
        return self.from_squared_distances(r)

    @abstractmethod
    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the kernel values of squared distances, an array of the same shape.

        Minus infinity, for a value of 0, is allowed. `r` is read-only.
        """

    def log_values(self, r: np.ndarray) -> np.ndarray:
        """What `exponents` says, in a new array of floating-point numbers.

        Raises
        ------
        ValueError
            If the kernel fails, or does not give each distance a number.
        """
        given = r.view()
        given.flags.writeable = False  # others need them too
        try:
            found = np.asarray(self.exponents(given))
        except MemoryError:
            raise
        except Exception as error:  # a kernel of the user's own may raise anything
            raise ValueError(f"The kernel {self!r} failed with {_told(error)}") from error
        if found.shape != r.shape or found.dtype.kind not in "fiub":
            raise ValueError(
                f"The kernel {self!r} does not give each squared distance a finite value, for of "
                f"those of shape {r.shape} `exponents` makes {found.dtype} of shape {found.shape}."
            )
        shared = np.may_share_memory(found, r) or not found.flags.writeable
        return found.astype(np.result_type(found, r, np.float32), copy=shared)

    def from_squared_distances(self, r: Any) -> np.ndarray:
        """Kernel values of squared distances, of the same shape."""
        with np.errstate(over="ignore"):  # what is infinite is refused in `values`
            return exponential(self.log_values(squares_given(r)))

    def values(self, r: np.ndarray) -> np.ndarray:
        """Kernel values of squared distances, a new array; refused if they are no similarities.

        Raises
        ------
        ValueError
            If the kernel fails, or does not give each distance a finite value of at least 0.
        """
        try:
            values = np.asarray(self.from_squared_distances(r), dtype=float)
        except (ValueError, MemoryError):  # it says why itself
            raise
        except Exception as error:  # a kernel of the user's own may raise anything
            raise ValueError(f"The kernel {self!r} failed with {_told(error)}") from error
        within = values.min(initial=0.0) >= 0 and values.max(initial=0.0) < np.inf
        if values.shape != r.shape or not within:
            raise ValueError(
                f"The kernel {self!r} does not give each squared distance a finite value of at "
                f"least 0, so it cannot be used."
            )
        return values.copy() if np.may_share_memory(values, r) else values

    @property
    def positive_definite(self) -> bool:
        """Whether its matrix is sure to be positive definite, whatever the rows.

        Then eigenpairs may be iterated, without the matrix where it does not fit into memory; else
        LAPACK is asked, and eigenvalues are ordered by magnitude.
        """
        return False

    @property
    def gaussian_scale(self) -> float | None:
        """The epsilon of a Gaussian; None of any other kernel.

        It is what the curve of S, the implied dimension and the useful range of scales are about:
        where there is none, such evidence is left out.
        """
        return None

    @property
    def typical_scale(self) -> float | None:
        """Squared distance at which it has fallen to exp(-1/2) of its largest value, if it does.

        What lies nearer is alike to the kernel; a Gaussian has fallen so far at epsilon.
        """
        level = float(self.values(np.zeros(1))[0]) * np.exp(-0.5)
        log_r = np.log(2.0) * np.arange(-1000, 1001)

        def values(log_r: Any) -> np.ndarray:
            # At the ends of what numbers there are a formula may overflow, to no number at all.
            with np.errstate(all="ignore"):
                return np.asarray(self.from_squared_distances(np.exp(np.atleast_1d(log_r))))

        on_grid = values(log_r)
        first = int(np.argmax(on_grid <= level))
        if not first or not on_grid[first - 1] > level:
            return None
        log_found = brentq(lambda at: float(values(at)[0]) - level, *log_r[first - 1 : first + 1])
        return float(np.exp(log_found))

    @property
    def scale_in_words(self) -> str:
        """What is said of its scale where an epsilon would stand."""
        return repr(self)

    def scales_of_rows(self) -> np.ndarray | None:
        """A distance for each row where it has one scale a row; else None."""
        return None

    @property
    def feature_scale(self) -> np.ndarray | None:
        """Factors by which it multiplies each feature first; None where it does not."""
        return None

    @property
    def step_variance(self) -> float | None:
        """Mean square of a step along each direction, where rows are many; None if not known.

        With it, ``2 (1 - lambda) / step_variance`` is an eigenvalue of the walk's generator.
        """
        return self.gaussian_scale

    def share_cut(self, radii: np.ndarray) -> float | None:
        """Share of the mean square of its steps that a graph takes away; None if not known.

        Parameters
        ----------
        radii : ndarray of shape (n_samples,)
            Squared distance from each of the rows it is for at which its edges end.
        """
        return None

    @property
    def moves(self) -> np.ndarray | None:
        """Share of its steps in which the walk leaves each row; None where it never waits."""
        return None

    def walk_weights(self, row_sums: np.ndarray, alpha: float) -> np.ndarray:
        """Factors w_i of the kernel ``w_i w_j K_ij`` whose rows, over their sums, are the walk.

        Parameters
        ----------
        row_sums : ndarray of shape (n_samples,)
            ``sum_j K_ij``; over the others where the walk waits.
        alpha : float
            How far the density is taken out; as in `DiffusionMap`.
        """
        weights: np.ndarray = row_sums**-alpha
        return weights

    def walk_rows(self, r: np.ndarray) -> WalkRows:
        """How the walk leaves rows of these squared distances to all points."""
        return WalkRows(self.log_values(r), None)

    def of_metric(self: _Own, metric: str | Metric) -> _Own:
        """The same kernel of points, or of distances."""
        return self if metric == self.metric else replace(self, metric=metric)

    def for_rows(self, cloud: Any) -> ForRows:
        """The kernel as it is for the rows of a point cloud, once it is sure to fit them.

        Raises
        ------
        ValueError
            If it does not.
        """
        metric = metric_named(self.metric)
        if not metric.may_be(cloud.metric):
            same = metric.name == cloud.metric.name
            raise ValueError(
                f"The bandwidth was chosen with metric='{metric.name}', but the map has "
                f"{'other options of it' if same else f'metric={cloud.metric.name!r}'}; choose it "
                f"for these data"
                + (
                    "."
                    if self.gaussian_scale is None
                    else " or, if they are the same points, pass bandwidth.epsilon."
                )
            )
        kernel = self if metric == cloud.metric else self.of_metric(cloud.metric.known_as)
        return ForRows(kernel, cloud, None)

    def edge_values(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> np.ndarray:
        """Values of some pairs of the rows it is for, given by their ends and squared distances."""
        return self.values(r)

    def walk_edges(self, starts: np.ndarray, ends: np.ndarray, r: np.ndarray) -> WalkRows:
        """How the walk leaves new rows by the edges they have.

        Parameters
        ----------
        starts : ndarray of shape (n_edges,)
            The new row of each edge, ascending; each has an edge, and one to each of its nearest.
        ends : ndarray of shape (n_edges,)
            Which of the rows it is for each edge leads to.
        r : ndarray of shape (n_edges,)
            Squared distances.
        """
        return WalkRows(self.log_values(r), None)

    def joined(self, r: np.ndarray, weakest: float) -> np.ndarray:
        """Whether a column of squared distances has a kernel value of at least `weakest`."""
        least, joined = np.log(weakest), np.zeros(r.shape[1], dtype=bool)
        for start in range(0, len(r), _ROWS_AT_ONCE):
            joined |= (self.log_values(r[start : start + _ROWS_AT_ONCE]) >= least).any(axis=0)
        return joined

    def row_sums(self, cloud: Any) -> np.ndarray:
        """``sum_j K_ij`` over all points of a cloud, of shape (n_samples,), without the matrix."""
        return self.product(cloud, np.ones((cloud.n_samples, 1)))[:, 0]

    def product(self, cloud: Any, V: np.ndarray, precision: str = "double") -> np.ndarray:
        """``K V``, of the shape of V, without the matrix.

        Kernels may do more quickly with the few digits of ``precision="single"``.
        """
        n_blocks = -(-cloud.n_samples // _ROWS_AT_ONCE)
        blocks = np.array_split(np.arange(cloud.n_samples), n_blocks)
        kernels = (self.values(cloud.squared_distances_from(rows)) for rows in blocks)
        with one_blas_thread():
            return np.vstack([K @ V for K in kernels])

    def numbers(self) -> dict[str, Any]:
        """What a model file keeps of it: its fields, each a number, a word or an array of these."""
        numbers = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**numbers, "metric": metric_named(self.metric).known_as}

    @classmethod
    def from_numbers(
        cls: type[_Own], numbers: Mapping[str, Any], points: np.ndarray | None
    ) -> _Own:
        """The kernel from `numbers` and the training points, None where there are distances."""
        return cls(**numbers)


def is_kernel(kernel: Any) -> TypeGuard[Kernel]:
    """Whether it is one."""
    return isinstance(kernel, Kernel)


def is_class_of_kernels(kernels: Any) -> bool:
    """Whether it is a class that kernels are made of."""
    return isinstance(kernels, type) and issubclass(kernels, Kernel)


def check_is_kernel(kernel: Any) -> Kernel:
    """The kernel itself, if it is one."""
    if not is_kernel(kernel):
        raise TypeError(
            f"kernel must be a Kernel, such as Gaussian(1.0) or one of a class of your own, but "
            f"{shown(kernel)} was given."
        )
    return kernel


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else f"{type(error).__name__}."


def squares_given(r: Any) -> np.ndarray:
    """Squared distances of any shape; none at all are none."""
    squares = as_numeric(r, "r")
    if squares.ndim == 0:
        raise ValueError(f"r must be an array of squared distances, but {shown(r)} was given.")
    return squares
