"""Averages of functions on the training rows over a step from new rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ...engine.arithmetic.exponential import exponential
from ...engine.resources import Resources

__all__ = ["SMALLEST_MASS", "STAGE", "Averages", "operator_averages", "reported", "without_self"]

SMALLEST_MASS = 1e-3  # as at the low end of the useful range: rows nearly isolated


STAGE = "embedding new rows"


class Averages(NamedTuple):
    """Averages over one step of the walk, and how well each is founded.

    Attributes
    ----------
    values : ndarray of shape (n_new, n_functions)
        ``sum_j P(x, j) f(j)`` for each function.
    mass : ndarray of shape (n_new,)
        ``sum_j K(x, j)``: at least 1 for a training row, near 0 far from all of them.
    """

    values: np.ndarray
    mass: np.ndarray


def operator_averages(
    exponents: np.ndarray,
    weights: np.ndarray,
    functions: np.ndarray,
    r: np.ndarray | None = None,
) -> Averages:
    """Average functions on the training rows over one step of the walk from new rows.

    ``P(x, j) = K(x, j) w_j / sum_m K(x, m) w_m``; with ``w_j = q_j^-alpha``, q the row sums of
    the training kernel, it is the alpha-normalised operator, as the factor q(x)^-alpha cancels.

    Parameters
    ----------
    exponents : ndarray of shape (n_new, n_samples)
        log K(x, j) of each new row with each training row; overwritten.
    weights : ndarray of shape (n_samples,)
        The w_j, positive.
    functions : ndarray of shape (n_samples, n_functions)
        Functions on the training rows, such as right eigenvectors.
    r : ndarray of shape (n_new, n_samples), optional
        Squared distances, for new rows all of whose kernel values are 0: they get the average of
        their nearest training rows.

    Raises
    ------
    ValueError
        If an exponent is NaN or infinity.

    Examples
    --------
    A row as far from one training row as from the other gets the mean, however far that is.

    >>> import numpy as np
    >>> values = np.array([[0.0], [1.0]])
    >>> operator_averages(np.array([[-9e9, -9e9]]), np.ones(2), values)
    Averages(values=array([[0.5]]), mass=array([0.]))
    """
    largest = exponents.max(axis=1, keepdims=True)
    if not (largest < np.inf).all():
        raise ValueError("The kernel has values of new rows that are not finite.")
    unseen = np.isneginf(largest[:, 0])
    if r is not None and unseen.any():
        nearest = r[unseen] == r[unseen].min(axis=1, keepdims=True)
        largest[unseen] = np.finfo(exponents.dtype).min
        exponents[unseen] = np.where(nearest, largest[unseen], -np.inf)
    exponents -= largest
    K = exponential(exponents, cut_off=False)
    mass = exponential(largest[:, 0], cut_off=False) * K.sum(axis=1)
    K *= weights
    return Averages((K @ functions) / K.sum(axis=1, keepdims=True), mass)


def without_self(
    averages: Averages, moves: np.ndarray, closeness: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Averages, mass and the share of steps, for a walk in which no row is its own neighbour.

    A training row at x counts as x itself. It is a share p of the average, so the average over the
    others is reached in ``m / (1 - p)`` of the steps; near x, p is multiplied by K(x, j).

    Parameters
    ----------
    averages : Averages
        Of functions and, the last one, of 1 / w.
    moves : ndarray of shape (n_new,)
        m, the share of steps that leave each new row.
    closeness, weights : ndarray of shape (n_new,)
        K(x, j) and w_j of the nearest training row.
    """
    values, relative = averages.values[:, :-1], averages.values[:, -1]
    share = closeness * weights * relative / np.maximum(averages.mass, SMALLEST_MASS)
    return values, averages.mass, moves / (1 - closeness * share).clip(np.finfo(float).eps)


def reported(
    blocks: Iterable[tuple[np.ndarray, ...]], n_rows: int, resources: Resources
) -> Iterator[tuple[np.ndarray, ...]]:
    """The blocks of new rows one after the other, with progress reported."""
    n_done = 0
    resources.report(STAGE, n_done, n_rows)
    for block in blocks:
        yield block
        n_done += len(block[0])
        resources.report(STAGE, n_done, n_rows)
