"""Coordinates that are not functions of earlier coordinates.

On a strip that is five times as long as it is wide, the first coordinate is half a wave along the
strip. The next four coordinates are shorter waves along it, all of them functions of the first, and
only the sixth is a wave across the strip. Local linear regression detects such functions: a
coordinate that earlier ones predict leaves nearly no residual.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from .._attributes import Rebuilt, frozen
from .._validation import check_count
from ..engine.machine.blas import one_blas_thread
from ..markov.participation import fewest_rows, participation
from .map_warnings import rounding_level

__all__ = ["IndependentCoordinates", "independent_coordinates"]

STANDS_OUT = 0.5
NEIGHBORS = (10, 4)  # a local fit uses 10 neighbours, and 4 more for each unknown
# Largest number of rows; larger data are replaced by a subsample, as the time grows with the number
# of pairs.
MOST_ROWS = 3000
MOST_COORDINATES = 20  # number of coordinates that are tested; later ones are ever finer waves
ROWS_AT_ONCE = 256
SAME_PLACE = 1e-20  # replaces a smaller squared radius of a fit, if all neighbours are at one place
RIDGE = 1e-9  # ridge as a share of the mean diagonal, for neighbours on a line or at one point


@dataclass(frozen=True, eq=False)
class IndependentCoordinates(Rebuilt):
    """Coordinates that are not functions of earlier coordinates.

    Attributes
    ----------
    indices : ndarray of shape (n_independent,)
        Indices, counted from 0 and ascending, of the independent coordinates, which are those with
        a residual of at least a half. Their number estimates the dimension of the data, or the
        dimension plus one if the data close on themselves, as a circle or a sphere does.
    residuals : ndarray of shape (n_components,)
        For each coordinate, the residual of a local linear regression on the earlier independent
        coordinates, as a share of the coordinate's size. It is near 0 if they predict the
        coordinate, near 1 if they do not, and 1 for the first coordinate. It is NaN for rounding
        noise and for localized coordinates, which are far from 0 for a few rows only; neither count
        as independent. It is also NaN for all coordinates after the 20th that is tested.

    Examples
    --------
    On a strip 2.5 times as long as it is wide, the second coordinate is another wave along the
    strip, and the third is the first wave across it.

    >>> from kernelscale import DiffusionMap
    >>> strip = np.random.default_rng(0).uniform(size=(400, 2)) * [2.5, 1.0]
    >>> found = DiffusionMap(5, "median", alpha=1.0).fit(strip).independent_coordinates_
    >>> found.indices
    array([0, 2])
    """

    indices: np.ndarray
    residuals: np.ndarray

    def __post_init__(self) -> None:
        object.__setattr__(self, "residuals", frozen(self.residuals))
        indices = np.array(self.indices, dtype=np.intp)
        indices.flags.writeable = False
        object.__setattr__(self, "indices", indices)

    def first(self, n_coordinates: int) -> np.ndarray:
        """Choose coordinates: the independent ones first, then those with the largest residuals.

        Parameters
        ----------
        n_coordinates : int
            Number of coordinates to choose, at most n_components.

        Returns
        -------
        ndarray of shape (n_coordinates,)
            Indices of the chosen coordinates, ascending. Localized coordinates are chosen only
            after all others.

        Examples
        --------
        Two coordinates are independent; the third is the coordinate with the next largest residual.

        >>> found = IndependentCoordinates(np.array([0, 3]), np.array([1, 0.1, 0.2, 0.9]))
        >>> found.first(2), found.first(3)
        (array([0, 3]), array([0, 2, 3]))
        """
        check_count(n_coordinates, "n_coordinates", largest=len(self.residuals))
        rank = -np.nan_to_num(self.residuals, nan=-1.0)
        rank[self.indices] = -np.inf
        chosen: np.ndarray = np.sort(np.argsort(rank, kind="stable")[:n_coordinates])
        return chosen


def independent_coordinates(
    values: np.ndarray, vectors: np.ndarray, stationary: np.ndarray
) -> IndependentCoordinates:
    """Find the right eigenvectors that are not functions of earlier ones.

    The residual of psi_k is that of a local linear regression on the earlier independent
    eigenvectors, which predicts each row from other rows,

    ``r_k^2 = sum_i pi_i (psi_k(i) - fit_i)^2 / sum_i pi_i psi_k(i)^2``,

    and psi_k is independent if r_k is at least a half. Each row is predicted from 10 neighbours and
    4 more for each unknown, with weights ``(1 - d^2 / h^2)^2``, where d is the distance of a
    neighbour and h that of the farthest. If there are more than 3000 rows, a subsample of 3000 is
    used. (Dsilva, Talmon, Coifman and Kevrekidis 2018 regress on all earlier eigenvectors. Their
    method misses a wave across a strip if part of it is mixed into a wave along the strip.)

    These numbers of neighbours and the threshold of a half were chosen on strips of length 1.5, 2.5
    and 4.5, a roll, a trefoil knot, a torus and a tree. In 106 of 108 maps of strips, two
    coordinates are independent: the first wave along the strip and the first wave across it. The
    numbers of independent coordinates on other data are: 2 for a strip of length 3.5; 3 for a noisy
    sphere; 5 for a Gaussian cloud in five features; 2 or 3 for a noisy roll; 5 to 10 for classes of
    digits.

    Parameters
    ----------
    values : ndarray of shape (n_components,)
        Eigenvalues.
    vectors : ndarray of shape (n_samples, n_components)
        Right eigenvectors.
    stationary : ndarray of shape (n_samples,)
        Stationary distribution.
    """
    n_samples = len(vectors)
    counts = participation(vectors, stationary) >= fewest_rows(n_samples)
    counts &= np.abs(values) > rounding_level(n_samples)
    if n_samples > MOST_ROWS:
        rows = np.sort(np.random.default_rng(0).permutation(n_samples)[:MOST_ROWS])
        vectors, stationary = vectors[rows], stationary[rows]
    residuals = np.full(len(values), np.nan)
    found: list[int] = []
    with one_blas_thread():
        for k in np.flatnonzero(counts)[:MOST_COORDINATES].tolist():
            residuals[k] = _residual(vectors[:, found], vectors[:, k], stationary)
            if residuals[k] >= STANDS_OUT:
                found.append(k)
    return IndependentCoordinates(np.array(found), residuals)


def _residual(earlier: np.ndarray, psi: np.ndarray, stationary: np.ndarray) -> float:
    """Residual of a local linear regression on earlier coordinates, as a share of psi's size."""
    if not earlier.shape[1]:
        return 1.0
    unknowns = np.column_stack([np.ones(len(psi)), earlier])
    above = np.triu_indices(unknowns.shape[1])
    # One matrix product with the weights gives the sums of all regressions.
    moments = unknowns[:, above[0]] * unknowns[:, above[1]]
    moments = np.column_stack([moments, unknowns * psi[:, None]])
    n_neighbors = min(NEIGHBORS[0] + NEIGHBORS[1] * unknowns.shape[1], len(psi) - 1)
    fitted = np.empty_like(psi)
    for start in range(0, len(psi), ROWS_AT_ONCE):
        rows = np.arange(start, min(start + ROWS_AT_ONCE, len(psi)))
        r = cdist(earlier[rows], earlier, "sqeuclidean")
        r[rows - start, rows] = np.inf
        reach = np.partition(r, n_neighbors - 1, axis=1)[:, n_neighbors - 1, None]
        weights = (1 - r / np.maximum(reach, SAME_PLACE)).clip(0) ** 2
        fitted[rows] = _fits_at(earlier[rows], weights @ moments, above)
    return float(np.sqrt(stationary @ (psi - fitted) ** 2 / (stationary @ psi**2)))


def _fits_at(points: np.ndarray, sums: np.ndarray, above: tuple[np.ndarray, ...]) -> np.ndarray:
    """The fitted value at each point, from the weighted sums over its neighbours."""
    n_points, n_unknowns = len(points), points.shape[1] + 1
    gram = np.empty((n_points, n_unknowns, n_unknowns))
    gram[:, above[0], above[1]] = gram[:, above[1], above[0]] = sums[:, : len(above[0])]
    # In coordinates relative to the point, the fitted value is the intercept.
    shift = np.tile(np.eye(n_unknowns), (n_points, 1, 1))
    shift[:, 1:, 0] = -points
    gram = shift @ gram @ shift.transpose(0, 2, 1)
    wanted = shift @ sums[:, len(above[0]) :, None]
    ridge = RIDGE * gram.trace(axis1=1, axis2=2) / n_unknowns + np.finfo(float).tiny
    gram += ridge[:, None, None] * np.eye(n_unknowns)
    intercepts: np.ndarray = np.linalg.solve(gram, wanted)[:, 0, 0]
    return intercepts
