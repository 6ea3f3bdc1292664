"""Sums of the kernel at given scales: over all pairs, along rows, within classes."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..._validation import check_groups, check_scales
from .statistic import Statistic, Tile

__all__ = ["ClassRowSums", "KernelSums", "RowSums", "RowSumsByClass", "SumsOverPairs"]


class SumsOverPairs(NamedTuple):
    """S and T of shape (n_scales,), over all ordered pairs, the diagonal included."""

    S: np.ndarray
    T: np.ndarray


@dataclass(frozen=True, eq=False)
class KernelSums(Statistic):
    """S(eps) = sum_ij K_ij and T(eps) = sum_ij r_ij K_ij at the given scales, exactly."""

    scales: np.ndarray

    def __post_init__(self) -> None:
        check_scales(self.scales)
        object.__setattr__(self, "scales", np.atleast_1d(np.asarray(self.scales, dtype=float)))

    def result_bytes(self, n_samples: int) -> int:
        return 32 * len(self.scales)

    def tile_bytes(self, side: int) -> int:
        return 8 * side * side

    def partial_bytes(self, side: int) -> int:
        return 16 * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((2, len(self.scales)))

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> np.ndarray:
        weight = 1.0 if tile.on_diagonal else 2.0
        return weight * arithmetic.kernel_sums(tile.distances, self.scales)

    def merge(self, state: np.ndarray, partial: np.ndarray) -> np.ndarray:
        state += partial
        return state

    def finish(self, state: np.ndarray) -> SumsOverPairs:
        return SumsOverPairs(*state)


@dataclass(frozen=True, eq=False)
class RowSums(Statistic):
    """Sums over the OTHER points, ``sum_{j != i} K_ij``, of shape (n_samples, n_scales).

    The diagonal K_ii = 1 is left out so that a nearly isolated row keeps all its digits;
    ``1 + result`` is the paper's D_ii.
    """

    scales: np.ndarray

    def __post_init__(self) -> None:
        check_scales(self.scales)
        object.__setattr__(self, "scales", np.atleast_1d(np.asarray(self.scales, dtype=float)))

    def result_bytes(self, n_samples: int) -> int:
        return 8 * n_samples * len(self.scales)

    def tile_bytes(self, side: int) -> int:
        return 16 * side * side

    def partial_bytes(self, side: int) -> int:
        return 16 * side * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((n_samples, len(self.scales)))

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> Any:
        by_row, by_column = arithmetic.row_sums(tile.distances, self.scales, tile.on_diagonal)
        if tile.on_diagonal:
            return [(tile.rows, by_row)]
        return [(tile.rows, by_row), (tile.columns, by_column)]

    def merge(self, state: np.ndarray, partial: Any) -> np.ndarray:
        for where, sums in partial:
            state[where] += sums
        return state

    def finish(self, state: np.ndarray) -> np.ndarray:
        return state


class RowSumsByClass(NamedTuple):
    """Off-diagonal row sums of shape (n_samples, n_scales): over all others, over own class."""

    all: np.ndarray
    within: np.ndarray


@dataclass(frozen=True, eq=False)
class ClassRowSums(Statistic):
    """Off-diagonal row sums over all other points and over those of the row's own class.

    Parameters
    ----------
    scales : ndarray of shape (n_scales,)
    codes : ndarray of shape (n_samples,)
        Class of each row as an integer.
    """

    scales: np.ndarray
    codes: np.ndarray

    def __post_init__(self) -> None:
        check_scales(self.scales)
        object.__setattr__(self, "scales", np.atleast_1d(np.asarray(self.scales, dtype=float)))
        object.__setattr__(self, "codes", np.asarray(self.codes))

    def check(self, n_samples: int) -> None:
        check_groups(self.codes, n_samples, "codes")

    def result_bytes(self, n_samples: int) -> int:
        return 16 * n_samples * len(self.scales)

    def tile_bytes(self, side: int) -> int:
        return 25 * side * side

    def partial_bytes(self, side: int) -> int:
        return 32 * side * len(self.scales)

    def start(self, n_samples: int) -> np.ndarray:
        return np.zeros((2, n_samples, len(self.scales)))

    def on_tile(self, tile: Tile, arithmetic: ModuleType) -> Any:
        same = self.codes[tile.rows, None] == self.codes[None, tile.columns]
        by_row, by_column = arithmetic.class_row_sums(
            tile.distances, self.scales, tile.on_diagonal, same
        )
        if tile.on_diagonal:
            return [(tile.rows, by_row)]
        return [(tile.rows, by_row), (tile.columns, by_column)]

    def merge(self, state: np.ndarray, partial: Any) -> np.ndarray:
        for where, sums in partial:
            state[:, where] += sums
        return state

    def finish(self, state: np.ndarray) -> RowSumsByClass:
        return RowSumsByClass(*state)
