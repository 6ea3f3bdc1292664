"""Estimates by GRIDE for solid balls at several scales, which calibrate estimates for data.

GRIDE assumes a constant density without boundary. The error of this assumption grows with the
distance of the neighbours and with the dimension: for a ten-dimensional ball, which has a boundary,
the estimate falls from 9.5 to 8 as the scale grows. So an estimate for data is compared with
estimates for balls of known dimension. These balls have as many points as the data, but at least 50
and at most 5000, and neighbours of the same ranks are used.
``python -m benchmarks.ladder_calibration`` makes the table of the estimates for balls.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from ...array_files import read_arrays

__all__ = ["calibrated_ladder"]


class _Table(NamedTuple):
    """Mean estimates for solid balls.

    `readings` has shape (n_dims, n_sizes, n_rungs) and is NaN where there is no estimate.
    `dimensions` are the dimensions of the balls, and `sizes` their numbers of points.
    """

    dimensions: np.ndarray
    sizes: np.ndarray
    readings: np.ndarray


def calibrated_ladder(readings: np.ndarray, n_samples: int) -> np.ndarray:
    """The dimension of the balls that have the same estimate, at each scale (rung) of a ladder.

    Parameters
    ----------
    readings : ndarray of shape (n_rungs,)
        Estimates by `GRIDE` from neighbours n_1 and 2 n_1, for n_1 = 1, 2, 4, ...
    n_samples : int
        Number of points.

    Returns
    -------
    ndarray of shape (n_rungs,)
        Dimensions of at least 1; NaN if an estimate exceeds the estimate for the ball of the
        highest dimension in the table. Scales that the table does not have for this number of
        points are omitted.

    Examples
    --------
    An estimate of 9 means a larger dimension if the neighbours are farther away.

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
    """Estimates for a number of points, interpolated linearly in the logarithm of this number."""
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
