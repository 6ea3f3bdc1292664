"""Rows drawn at random, from which sums over all pairs are estimated: how many rows, and which.

In dense regions a row sum may be a hundred times the typical row sum, so an estimate depends on the
number of such rows drawn. Therefore a first draw estimates the density around each point, at the
scale at which row sums differ most. The points are then sorted by density and cut into strata of
equal size, and the same number of rows is drawn from each stratum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine.sampled_pairs import N_GROUPS, SampledPairs
from ..engine.statistics import GroupedHistogram, Statistic, SumsFromRows
from .drawn_rows import drawn_in_strata, drawn_rows
from .scale_range import geometric_grid, useful_range

__all__ = ["RowSampler"]

ALL_ROWS = 20_000  # up to this number of rows "auto" uses all rows, which takes seconds
PILOT_ROWS = 1024
# With "auto", so many rows are drawn that S, the kernel's sum over all pairs, has at most this
# relative standard error at any scale.
ENOUGH = 0.01
_PILOT_SEED = 1


@dataclass(frozen=True)
class RowSampler:
    """Draws rows of one data set and compares them with all points.

    Attributes
    ----------
    n_samples : int
        Number of all points.
    unit : float
        A typical squared distance.
    reduce : callable
        ``reduce(statistic, rows)`` returns a statistic over the pairs of some rows with all points.
    """

    n_samples: int
    unit: float
    reduce: Callable[[Statistic, np.ndarray], Any] = field(repr=False)

    def sample(self, n_sample: int | str | None) -> SampledPairs | None:
        """Pairs of `n_sample` drawn rows with all points; None if all rows are used."""
        if n_sample == "auto":
            return self._enough() if self.n_samples > ALL_ROWS else None
        n_rows = self.n_samples if n_sample is None else _whole_groups(int(n_sample))
        return self._drawn(n_rows) if n_rows < self.n_samples else None

    def _enough(self) -> SampledPairs | None:
        """Pairs of enough rows to give S the error `ENOUGH`; None if all rows are needed."""
        first = self._drawn(PILOT_ROWS)
        error = _relative_errors(first, self._grid(first)).max()
        # The squared error is proportional to 1 / n_rows - 1 / n_samples.
        of_a_row = error**2 / (1 / first.n_rows - 1 / self.n_samples)
        n_rows = int(np.ceil(1 / (ENOUGH**2 / of_a_row + 1 / self.n_samples)))
        if n_rows <= PILOT_ROWS:
            return first
        # Half of the rows, each compared with all points, give as many pairs as the pairs i < j of
        # all rows. So drawing half of the rows saves nothing.
        return self._drawn(_whole_groups(n_rows)) if 2 * n_rows < self.n_samples else None

    def _drawn(self, n_rows: int) -> SampledPairs:
        if n_rows < 2 * N_GROUPS:
            return self._pairs_of(drawn_rows(self.n_samples, n_rows))
        rows = drawn_in_strata(self._density(min(n_rows, PILOT_ROWS)), n_rows)
        return self._pairs_of(rows)

    def _pairs_of(self, rows: np.ndarray) -> SampledPairs:
        pairs: SampledPairs = self.reduce(GroupedHistogram(self.unit, N_GROUPS), rows)
        return pairs

    def _density(self, n_rows: int) -> np.ndarray:
        """Kernel sum of each point over some drawn rows, at the scale with the largest error."""
        rows = drawn_rows(self.n_samples, n_rows, _PILOT_SEED)
        pilot = self._pairs_of(rows)
        grid = self._grid(pilot)
        scale = grid[np.argmax(_relative_errors(pilot, grid))]
        density: np.ndarray = self.reduce(SumsFromRows(scale, self.n_samples), rows)
        return density

    def _grid(self, pilot: SampledPairs) -> np.ndarray:
        return geometric_grid(*useful_range(pilot.pooled, self.n_samples), ratio=2**0.5)


def _whole_groups(n_rows: int) -> int:
    """`n_rows`, rounded up to a multiple of the number of groups unless there are too few rows."""
    return n_rows if n_rows < 2 * N_GROUPS else n_rows + -n_rows % N_GROUPS


def _relative_errors(pairs: SampledPairs, scales: np.ndarray) -> np.ndarray:
    found = pairs.estimate(scales)
    errors: np.ndarray = found.S_error / found.S
    return errors
