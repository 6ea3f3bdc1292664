"""Signatures of solid balls of every dimension, with as many points as the data.

A signature is three statistics of nearest neighbours (see `signature`). They change smoothly with
the logarithms of the dimension and of the number of points, so a small table is sufficient. The
package has a table for k = 10 neighbours. The statistics are interpolated, not their divergences
from the statistics of the data, because the minimum of interpolated divergences would depend on the
noise of single balls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from scipy.interpolate import PchipInterpolator

from ..._attributes import cached_property
from ...array_files import read_arrays
from ...engine.progress import Progress, ProgressEvent
from .simulation_cache import load, save
from .solid_balls import ball_signature

__all__ = ["LARGEST_DIMENSION", "BallStatistics", "SignaturesOfBalls", "signatures_of_balls"]

LARGEST_DIMENSION = 100
TABLE_NEIGHBORS = 10
# The last dimension exceeds the largest dimension allowed, so that a minimum at the largest
# dimension allowed is inside the grid.
SIMULATED_DIMENSIONS = (1, 2, 3, 4, 6, 8, 12, 17, 25, 36, 54, 80, 110)
SIMULATED_DRAWS = 5  # number of random balls that are simulated for each dimension
MOST_SIMULATED_POINTS = 10_000
# Number of points up to which the table is extrapolated linearly. At 40,000 points the error of the
# extrapolation is 0.5 % for 20 dimensions and 1.2 % for 50 dimensions; without extrapolation the
# errors are 3 % and 4.5 %.
LARGEST_CONTINUED = 100_000
_STEPS_PER_OCTAVE = 4  # how many numbers of points may be simulated between n and 2 n


class BallStatistics(NamedTuple):
    """The statistics of a `Signature` for balls of several dimensions, as arrays of one shape."""

    most_likely: np.ndarray
    angle: np.ndarray
    concentration: np.ndarray


@dataclass(frozen=True)
class SignaturesOfBalls:
    """Statistics of balls of all dimensions, for one number of points.

    Attributes
    ----------
    n_dims : ndarray of shape (n_nodes,)
        The dimensions of the table; the first two are 1 and 2.
    means : ndarray of shape (n_nodes, 3)
        Means of the most likely dimension, the angle and the concentration, for balls of each
        dimension.
    """

    n_dims: np.ndarray
    means: np.ndarray

    def most_likely(self, d: np.ndarray) -> np.ndarray:
        """Most likely dimension of balls of dimension d; here d may also lie between 1 and 2."""
        return np.exp(self._most_likely(np.log(d)))

    def statistics(self, d: np.ndarray) -> BallStatistics:
        """All statistics of balls whose dimension d is 1, or at least 2.

        Angles are not interpolated between one and two dimensions. On a line the only angles are 0
        and 180 degrees, and there are no balls between a line and a plane.
        """
        angle, log_concentration = self._of_angles(np.log(np.maximum(d, self.n_dims[1]))).T
        line = d == self.n_dims[0]
        return BallStatistics(
            self.most_likely(d),
            np.where(line, self.means[0, 1], angle),
            np.where(line, self.means[0, 2], np.exp(log_concentration)),
        )

    @cached_property
    def _most_likely(self) -> PchipInterpolator:
        return PchipInterpolator(np.log(self.n_dims), np.log(self.means[:, 0]))

    @cached_property
    def _of_angles(self) -> PchipInterpolator:
        angle, concentration = self.means[1:, 1:].T
        values = np.column_stack([angle, np.log(concentration)])
        return PchipInterpolator(np.log(self.n_dims[1:]), values)


def signatures_of_balls(
    n_neighbors: int, n_samples: int, progress: Progress | None = None
) -> SignaturesOfBalls:
    """The statistics of balls, for a number of neighbours and a number of points.

    Parameters
    ----------
    n_neighbors : int
        The number k of neighbours. For k = 10 the statistics are interpolated in the table of the
        package. For other k, balls with a number of points within 9 % of `n_samples` are simulated
        once, and the result is kept in the cache folder (see `simulation_cache`).
    n_samples : int
        Number of points. From 10,000 to 100,000 points the table is extrapolated; a simulation has
        at most 10,000 points.
    progress : callable, optional
        Called with an event of the stage "calibration" after each simulated dimension.

    Returns
    -------
    SignaturesOfBalls
        The statistics for dimensions from 1 to 110.

    Examples
    --------
    For a ball of twenty dimensions the most likely dimension is 15.2 with a thousand points, and
    13.9 with 200.

    >>> [round(float(signatures_of_balls(10, n).most_likely(20.0)), 1) for n in (1000, 200)]
    [15.2, 13.9]
    """
    if n_neighbors == TABLE_NEIGHBORS:
        return _table().at(n_samples)
    n_simulated = _on_grid(n_samples, n_neighbors + 2)
    means = _simulated(n_neighbors, n_simulated, progress)
    return SignaturesOfBalls(np.array(SIMULATED_DIMENSIONS), means)


@dataclass(frozen=True)
class _Table:
    """Mean statistics of balls.

    `means` has shape (n_counts, n_dims, 3), with means for each number of points in `n_samples` and
    each dimension in `n_dims`.
    """

    n_samples: np.ndarray
    n_dims: np.ndarray
    means: np.ndarray

    def at(self, n_samples: int) -> SignaturesOfBalls:
        """The means for one number of points, interpolated over its logarithm."""
        ends = np.log(self.n_samples[[0, -1]])
        place = np.clip(np.log(n_samples), ends[0], np.log(LARGEST_CONTINUED))
        inside = min(place, ends[1])
        logs = self._curves(inside) + (place - inside) * self._curves(ends[1], 1)
        return SignaturesOfBalls(self.n_dims, np.exp(logs))

    @cached_property
    def _curves(self) -> PchipInterpolator:
        return PchipInterpolator(np.log(self.n_samples), np.log(self.means), axis=0)


@cache
def _table() -> _Table:
    """The table for k = 10."""
    kept = read_arrays(files(__package__) / "data" / "solid_balls.npz")
    return _Table(kept["n_samples"], kept["n_dims"], kept["means"])


def _on_grid(n_samples: int, fewest: int) -> int:
    """The number of points to simulate that is nearest to `n_samples` on a log scale."""
    steps = round(_STEPS_PER_OCTAVE * np.log2(n_samples))
    return int(np.clip(round(2 ** (steps / _STEPS_PER_OCTAVE)), fewest, MOST_SIMULATED_POINTS))


# Results are also kept in memory, in case the cache folder cannot be written to.
_kept: dict[tuple[int, int], np.ndarray] = {}


def _simulated(n_neighbors: int, n_samples: int, progress: Progress | None) -> np.ndarray:
    """Means of shape (n_dims, 3), from this process, the cache folder or a new simulation."""
    key = n_neighbors, n_samples
    if key not in _kept:
        shape = len(SIMULATED_DIMENSIONS), 3
        means = load(n_neighbors, n_samples, shape)
        if means is None:
            means = _simulate(n_neighbors, n_samples, progress)
            save(n_neighbors, n_samples, means)
        _kept[key] = means
    return _kept[key]


def _simulate(n_neighbors: int, n_samples: int, progress: Progress | None) -> np.ndarray:
    means = []
    for done, n_dims in enumerate(SIMULATED_DIMENSIONS, start=1):
        draws = [
            ball_signature(n_neighbors, n_dims, n_samples, draw) for draw in range(SIMULATED_DRAWS)
        ]
        means.append(np.mean(draws, axis=0))
        if progress is not None:
            progress(ProgressEvent("calibration", done, len(SIMULATED_DIMENSIONS)))
    return np.array(means)
