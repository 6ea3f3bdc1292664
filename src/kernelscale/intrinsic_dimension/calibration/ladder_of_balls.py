"""What the ladder of GRIDE reads on solid balls, so that its readings can be set right.

Ratios of distances assume a constant density and no edge. Both fail more the farther neighbours
are and the more dimensions there are: of a 10-ball the ladder reads 9.5 down to 8. Readings of
balls of known dimension, as many points and as far a neighbour say by how much. The table is made
by ``python -m benchmarks.ladder_calibration``.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from ...array_files import read_arrays

__all__ = ["calibrated_ladder"]


class _Table(NamedTuple):
    """Mean readings of solid balls, of shape (n_dims, n_sizes, n_rungs); NaN beyond the ladder."""

    dimensions: np.ndarray
    sizes: np.ndarray
    readings: np.ndarray


def calibrated_ladder(readings: np.ndarray, n_samples: int) -> np.ndarray:
    """The dimensions of the balls that would read the same, for each rung of a ladder.

    Parameters
    ----------
    readings : ndarray of shape (n_rungs,)
        What the ladder reads at n_1 = 1, 2, 4, ...
    n_samples : int
        Number of points.

    Returns
    -------
    ndarray of shape (n_rungs,)
        Dimensions from 1 on; NaN for a reading above that of the largest ball in the table, and
        as many rungs as the table has for so many points.

    Examples
    --------
    A reading of 9 means more dimensions the farther off it was taken.

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
    """Readings for a number of points, linear in its logarithm, as far as the ladder goes there."""
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
