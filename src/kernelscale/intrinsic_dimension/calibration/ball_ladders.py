"""The ladder of GRIDE for solid balls, by which that of data is calibrated.

Ratios of distances assume a constant density and no edge. That is the less true the farther the
neighbours are and the more dimensions there are: for a 10-ball the ladder falls from 9.5 to 8. So
it is compared with the ladder of balls of known dimension, with as many points and the same
neighbours. The table is made by ``python -m benchmarks.ladder_calibration``.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from ...array_files import read_arrays

__all__ = ["calibrated_ladder"]


class _Table(NamedTuple):
    """Mean ladders of solid balls, of shape (n_dims, n_sizes, n_rungs); NaN beyond a ladder."""

    dimensions: np.ndarray
    sizes: np.ndarray
    readings: np.ndarray


def calibrated_ladder(readings: np.ndarray, n_samples: int) -> np.ndarray:
    """The dimension of the balls with the same value, for each rung of a ladder.

    Parameters
    ----------
    readings : ndarray of shape (n_rungs,)
        Dimensions of a ladder, at n_1 = 1, 2, 4, ...
    n_samples : int
        Number of points.

    Returns
    -------
    ndarray of shape (n_rungs,)
        Dimensions from 1 on; NaN for a value above that of the largest ball in the table. As many
        rungs as the table has for this number of points.

    Examples
    --------
    A value of 9 means the more dimensions the farther the neighbours are.

    >>> import numpy as np
    >>> found = calibrated_ladder(np.full(6, 9.0), 1000)
    >>> bool(9.0 < found[0] < found[-1])
    True
    """
    table = _table()
    expected = _at_size(table, n_samples)
    return np.array(
        [
            np.interp(reading, expected[:, rung], table.dimensions, right=np.nan)
            for rung, reading in enumerate(readings[: expected.shape[1]])
        ]
    )


def _at_size(table: _Table, n_samples: int) -> np.ndarray:
    """Ladders for a number of points, linear in its logarithm, as far as both tables have rungs."""
    logs = np.log(table.sizes)
    place = np.interp(np.log(n_samples), logs, np.arange(len(logs)))
    below, share = int(place), place - int(place)
    above = min(below + 1, len(logs) - 1)
    mixed = (1 - share) * table.readings[:, below] + share * table.readings[:, above]
    return mixed[:, np.isfinite(mixed).all(axis=0)]


@cache
def _table() -> _Table:
    arrays = read_arrays(resources.files(__package__) / "data" / "ladder_of_balls.npz")
    return _Table(arrays["dimensions"], arrays["sizes"], arrays["readings"])
