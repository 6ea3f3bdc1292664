"""Embedding of new rows by a kernel that is truncated to the largest values of each row."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..._attributes import cached_property
from ...distances import row_keys
from ...engine.arithmetic.exponential import exponential
from ...engine.resources import Resources
from ...markov.out_of_sample.averages import operator_averages
from ...markov.out_of_sample.extension import Extension
from ...metrics.registry import metric_named
from .largest_values import smallest_kept_values

__all__ = ["KeptMassExtension"]


@dataclass(frozen=True, eq=False)
class KeptMassExtension(Extension):
    """All that a map of a truncated kernel needs to embed new rows.

    A new row keeps two kinds of kernel values, as a training row does. First, it keeps its largest
    values, which together hold `share` of its kernel mass. Second, it keeps its value with a
    training row if this value is at least as large as the smallest value that the training row
    keeps. A row that equals a training row gets the coordinates of this row.

    Attributes
    ----------
    share : float
        Share of each row's kernel mass that is kept.
    smallest_kept : ndarray of shape (n_samples,)
        The smallest value that each training row keeps.
    row_sums : ndarray of shape (n_samples,)
        Row sums of the truncated kernel.
    """

    share: float = field(kw_only=True)
    smallest_kept: np.ndarray = field(kw_only=True)
    row_sums: np.ndarray = field(kw_only=True)

    @cached_property
    def _keys(self) -> tuple[np.ndarray, np.ndarray]:
        assert self.points is not None  # kept_mass needs points
        keys = row_keys(self.points)
        order = np.argsort(keys)
        return keys[order], order

    def _averages(self, rows: np.ndarray, resources: Resources) -> tuple[np.ndarray, ...]:
        same = self._same_row(rows)
        values, mass = self.vectors[same] * self.values, self.row_sums[same]
        new = np.flatnonzero(same < 0)
        if len(new):
            values[new], mass[new] = self._by_batches(rows[new], resources)
        return values, mass

    def _same_row(self, rows: np.ndarray) -> np.ndarray:
        """The training row that each new row equals; -1 if there is none."""
        assert self.points is not None
        keys, order = self._keys
        found = order[np.searchsorted(keys, row_keys(rows)).clip(max=len(keys) - 1)]
        return np.where((self.points[found] == rows).all(axis=1), found, -1)

    def _on_batch(self, rows: np.ndarray) -> tuple[np.ndarray, ...]:
        r = metric_named(self.kernel.metric).squares_to(rows, self.points)
        exponents = self.kernel.log_values(r)
        largest = exponents.max(axis=1, keepdims=True)
        K = exponential(exponents - np.where(np.isfinite(largest), largest, 0.0))
        kept = smallest_kept_values(K, self.share)[:, None] <= K
        kept |= exponents >= np.log(self.smallest_kept)
        exponents[~kept] = -np.inf
        return tuple(operator_averages(exponents, self.weights, self.vectors, r))
