"""Kernel values as a function of squared distances."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from scipy.optimize import brentq

from .._validation import array_kind, as_numeric, on_host, shown
from ..engine.arithmetic.exponential import exponential
from ..engine.machine.blas import one_blas_thread
from ..metrics.metric import Metric
from ..metrics.registry import metric_named

__all__ = ["Formula", "squares_given"]


@dataclass(frozen=True)
class Formula(ABC):
    """The values of a kernel as a function of squared distances, and its scale.

    Parameters
    ----------
    metric : str or Metric
        The distance, as in `select_bandwidth`. With "precomputed" the kernel is called with
        distances (not squared), otherwise with points.
    """

    metric: str | Metric = field(default="euclidean", kw_only=True, repr=False)
    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        metric_named(self.metric)

    def __call__(self, X: Any, Y: Any = None) -> np.ndarray:
        """Kernel matrix of shape (n_samples_X, n_samples_Y), an array of the library of `X`.

        Under metric="precomputed" `X` holds distances of some rows to all points, and `Y` is not
        given.
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

        Minus infinity, for a kernel value of 0, is allowed. `r` is read-only.
        """

    def log_values(self, r: np.ndarray) -> np.ndarray:
        """The result of `exponents`, as a new array of floating-point numbers.

        Raises
        ------
        ValueError
            If `exponents` fails, or does not return a number for each distance.
        """
        given = r.view()
        given.flags.writeable = False  # other computations read this array too
        try:
            found = np.asarray(self.exponents(given))
        except MemoryError:
            raise
        except Exception as error:  # a user's kernel may raise any error
            raise ValueError(f"The kernel {self!r} failed with {_text_of(error)}") from error
        if found.shape != r.shape or found.dtype.kind not in "fiub":
            raise ValueError(
                f"The kernel {self!r} does not give each squared distance a finite value: for an "
                f"array of shape {r.shape} `exponents` returned {found.dtype} of shape "
                f"{found.shape}."
            )
        shared = np.may_share_memory(found, r) or not found.flags.writeable
        return found.astype(np.result_type(found, r, np.float32), copy=shared)

    def from_squared_distances(self, r: Any) -> np.ndarray:
        """Kernel values of squared distances, of the same shape."""
        with np.errstate(over="ignore"):  # `values` raises an error if a value is infinite
            return exponential(self.log_values(squares_given(r)))

    def values(self, r: np.ndarray) -> np.ndarray:
        """Kernel values of squared distances, in a new array.

        Raises
        ------
        ValueError
            If the kernel fails, or does not return a finite value of at least 0 for each distance.
        """
        try:
            values = np.asarray(self.from_squared_distances(r), dtype=float)
        except (ValueError, MemoryError):  # these errors already have a message for the user
            raise
        except Exception as error:  # a user's kernel may raise any error
            raise ValueError(f"The kernel {self!r} failed with {_text_of(error)}") from error
        within = values.min(initial=0.0) >= 0 and values.max(initial=0.0) < np.inf
        if values.shape != r.shape or not within:
            raise ValueError(
                f"The kernel {self!r} does not give each squared distance a finite value of at "
                f"least 0, so it cannot be used."
            )
        return values.copy() if np.may_share_memory(values, r) else values

    @property
    def positive_definite(self) -> bool:
        """Whether the kernel matrix of any rows is positive definite.

        If so, eigenpairs may be computed by iteration, even without the matrix if it does not fit
        into memory. Otherwise LAPACK computes them, and they are ordered by magnitude.
        """
        return False

    @property
    def gaussian_scale(self) -> float | None:
        """The epsilon of a Gaussian; None for any other kernel.

        Only a Gaussian has a curve of S, an implied dimension and a useful range of scales.
        """
        return None

    @property
    def typical_scale(self) -> float | None:
        """Squared distance at which the kernel is exp(-1/2) times its value at distance zero.

        It is epsilon for a Gaussian, and None if the kernel does not fall so far.
        """
        level = float(self.values(np.zeros(1))[0]) * np.exp(-0.5)
        log_r = np.log(2.0) * np.arange(-1000, 1001)

        def values(log_r: Any) -> np.ndarray:
            # A formula may overflow at the smallest and largest numbers.
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
        """Text that is shown where the epsilon of a Gaussian would be shown."""
        return repr(self)


def _text_of(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else f"{type(error).__name__}."


def squares_given(r: Any) -> np.ndarray:
    """Squared distances as an array, which may be empty."""
    squares = as_numeric(r, "r")
    if squares.ndim == 0:
        raise ValueError(f"r must be an array of squared distances, but {shown(r)} was given.")
    return squares
