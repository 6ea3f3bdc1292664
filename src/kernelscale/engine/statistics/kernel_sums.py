"""Sums of the kernel at given scales: over all pairs, along rows, within classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..._validation import check_groups, check_name, check_scales
from ..requests import KernelSumsOf, RowSumsOf
from ..tile import Tile
from .statistic import Streamed

__all__ = ["ClassRowSums", "KernelSums", "RowSums", "RowSumsByClass", "SumsOverPairs"]


PRECISIONS = ("double", "single")


class SumsOverPairs(NamedTuple):
    """S and T of shape (n_scales,), over all ordered pairs including the diagonal."""

    S: np.ndarray
    T: np.ndarray


@dataclass(frozen=True, eq=False)
class KernelSums(Streamed):
    """``S(eps) = sum_ij K_ij`` and ``T(eps) = sum_ij r_ij K_ij`` at given scales, exactly.

    Their ratio gives the implied dimension, ``d_eps = T / (eps S)`` (paper's eq. deA).

    Parameters
    ----------
    scales : array-like of shape (n_scales,)
        Scales epsilon, in the unit of a squared distance. Results have the order of the scales.

    Raises
    ------
    ValueError
        If a scale is not a positive finite number.

    Examples
    --------
    Two points at a squared distance of 4. At a much larger scale each of the four ordered pairs
    adds 1 to S, and two of them add 4 each to T.

    >>> from kernelscale.engine.passes import reduce
    >>> S, T = reduce([[0.0], [2.0]], KernelSums([1e6]))
    >>> S.round(3), T.round(3)
    (array([4.]), array([8.]))
    """

    scales: np.ndarray
    of_some_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_scales(self.scales)
        object.__setattr__(self, "scales", np.atleast_1d(np.asarray(self.scales, dtype=float)))

    def result_bytes(self, n_samples: int) -> int:
        return 32 * len(self.scales)

    @property
    def request(self) -> KernelSumsOf:
        return KernelSumsOf(self.scales)

    def partial_bytes(self, side: int) -> int:
        return 16 * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((2, len(self.scales)))

    def partial(self, tile: Tile, answer: np.ndarray) -> np.ndarray:
        return answer

    def merge(self, state: np.ndarray, partial: np.ndarray) -> np.ndarray:
        state += partial
        return state

    def finish(self, state: np.ndarray) -> SumsOverPairs:
        return SumsOverPairs(*state)


def _by_place(tile: Tile, sums: tuple[np.ndarray, np.ndarray]) -> list[tuple[slice, np.ndarray]]:
    """Sums along rows and, if the tile also covers its mirror image, along columns."""
    both = [(tile.rows, sums[0]), (tile.columns, sums[1])]
    return both if tile.mirrored else both[:1]


@dataclass(frozen=True, eq=False)
class RowSums(Streamed):
    """Sums over all other points, ``sum_{j != i} K_ij``, of shape (n_samples, n_scales).

    The diagonal K_ii = 1 is omitted, so that the sum of a nearly isolated row keeps all of its
    digits; ``1 + result`` is the paper's D_ii.

    Parameters
    ----------
    scales : array-like of shape (n_scales,)
        As in `KernelSums`.
    precision : {"double", "single"}
        "double": the relative error of the sums is at most 1e-10. "single": the relative error of 1
        + sums is a few 1e-6; the computation is several times as fast.

    Raises
    ------
    ValueError
        If a scale is not valid.

    Examples
    --------
    Three points, the last of them far away. At a scale of 1, K of the first two points is
    exp(-1/2). K of the last point with each of them is 0.

    >>> from kernelscale.engine.passes import reduce
    >>> reduce([[0.0], [1.0], [99.0]], RowSums([1.0])).round(4)
    array([[0.6065],
           [0.6065],
           [0.    ]])
    """

    scales: np.ndarray
    precision: str = "double"
    of_some_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_scales(self.scales)
        check_name(self.precision, PRECISIONS, "precision")
        object.__setattr__(self, "scales", np.atleast_1d(np.asarray(self.scales, dtype=float)))

    def result_bytes(self, n_samples: int) -> int:
        return 8 * n_samples * len(self.scales)

    @property
    def request(self) -> RowSumsOf:
        return RowSumsOf(self.scales, self.precision)

    def partial_bytes(self, side: int) -> int:
        return 16 * side * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((n_samples, len(self.scales)))

    def partial(self, tile: Tile, answer: tuple[np.ndarray, np.ndarray]) -> list[Any]:
        return _by_place(tile, answer)

    def merge(self, state: np.ndarray, partial: list[Any]) -> np.ndarray:
        for where, sums in partial:
            state[where] += sums[0]
        return state

    def finish(self, state: np.ndarray) -> np.ndarray:
        return state


class RowSumsByClass(NamedTuple):
    """Off-diagonal row sums, each of shape (n_samples, n_scales).

    Attributes
    ----------
    all : ndarray
        Sums over all other rows.
    within : ndarray
        Sums over the other rows of the same class.
    """

    all: np.ndarray
    within: np.ndarray


@dataclass(frozen=True, eq=False)
class ClassRowSums(Streamed):
    """Kernel sums of each row over all other points, and over the other points of its class.

    Parameters
    ----------
    scales : array-like of shape (n_scales,)
        As in `KernelSums`.
    codes : array-like of shape (n_samples,)
        Class of each row as an integer from 0 on.
    precision : {"double", "single"}
        As in `RowSums`.

    Raises
    ------
    ValueError
        If a scale is not valid; in `reduce`, if a code is not valid or there is not one code for
        each row.

    Examples
    --------
    At a very large scale every pair adds 1. Each row has three other rows; one of them is in
    the class of the first row, none in the class of the last row.

    >>> from kernelscale.engine.passes import reduce
    >>> statistic = ClassRowSums([1e6], codes=[0, 0, 1, 2])
    >>> others, own = reduce([[0.0], [1.0], [2.0], [3.0]], statistic)
    >>> others.ravel().round(3), own.ravel().round(3)
    (array([3., 3., 3., 3.]), array([1., 1., 0., 0.]))
    """

    scales: np.ndarray
    codes: np.ndarray
    precision: str = "double"
    of_some_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_scales(self.scales)
        check_name(self.precision, PRECISIONS, "precision")
        object.__setattr__(self, "scales", np.atleast_1d(np.asarray(self.scales, dtype=float)))
        object.__setattr__(self, "codes", np.asarray(self.codes))

    def check(self, n_samples: int) -> None:
        check_groups(self.codes, n_samples, "codes")

    def result_bytes(self, n_samples: int) -> int:
        return 16 * n_samples * len(self.scales)

    @property
    def request(self) -> RowSumsOf:
        return RowSumsOf(self.scales, self.precision, self.codes)

    def partial_bytes(self, side: int) -> int:
        return 32 * side * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((2, n_samples, len(self.scales)))

    def partial(self, tile: Tile, answer: tuple[np.ndarray, np.ndarray]) -> list[Any]:
        return _by_place(tile, answer)

    def merge(self, state: np.ndarray, partial: list[Any]) -> np.ndarray:
        for where, sums in partial:
            state[:, where] += sums
        return state

    def finish(self, state: np.ndarray) -> RowSumsByClass:
        return RowSumsByClass(*state)
