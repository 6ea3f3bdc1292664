"""Averages of functions over the training rows that one random step from a new row may reach.

The probability of a step to a training row is proportional to its kernel value times its weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ...engine.arithmetic.exponential import exponential
from ...engine.resources import Resources

__all__ = ["SMALLEST_MASS", "STAGE", "Averages", "operator_averages", "reported", "without_self"]

SMALLEST_MASS = 1e-3  # kernel mass of nearly isolated rows, as at the low end of the useful range


STAGE = "embedding new rows"


class Averages(NamedTuple):
    """For each new row, the averages of functions over one random step, and the kernel mass.

    Attributes
    ----------
    values : ndarray of shape (n_new, n_functions)
        ``sum_j P(x, j) f(j)`` for each function.
    mass : ndarray of shape (n_new,)
        ``sum_j K(x, j)``: at least 1 for a training row, near 0 far from all training rows.
    """

    values: np.ndarray
    mass: np.ndarray


def operator_averages(
    exponents: np.ndarray,
    weights: np.ndarray,
    functions: np.ndarray,
    r: np.ndarray | None = None,
) -> Averages:
    """Averages of functions over the training rows that one random step from a new row may reach.

    ``P(x, j) = K(x, j) w_j / sum_m K(x, m) w_m`` is the probability of a step from x to j. With
    ``w_j = q_j^-alpha``, where q are the row sums of the training kernel, P is the alpha-normalised
    operator, as the factor q(x)^-alpha cancels.

    Parameters
    ----------
    exponents : ndarray of shape (n_new, n_samples)
        log K(x, j) of each new row with each training row; overwritten.
    weights : ndarray of shape (n_samples,)
        Positive weights w_j.
    functions : ndarray of shape (n_samples, n_functions)
        Functions on the training rows, such as right eigenvectors.
    r : ndarray of shape (n_new, n_samples), optional
        Squared distances; new rows whose kernel values are all 0 get the average of their nearest
        training rows.

    Raises
    ------
    ValueError
        If an exponent is NaN or infinity.

    Examples
    --------
    A row equally far from two training rows gets the mean, at any distance.

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
    """Averages, mass and ``m / (1 - p)``, for a lazy walk in which no row is its own neighbour.

    A lazy walk leaves the new row x in only a share m of its steps. The averages are over all
    training rows. If a training row j equals x, they include j with a share p, although a step to j
    would be a step to x itself. To leave x in a share m of the steps, the walk therefore has to
    move to training rows (j included) in a share ``m / (1 - p)`` of the steps. For a training row
    near x, p is multiplied by K(x, j).

    Parameters
    ----------
    averages : Averages
        Averages of the functions and, last, of 1 / w.
    moves : ndarray of shape (n_new,)
        m, the share of steps in which the walk leaves each new row.
    closeness, weights : ndarray of shape (n_new,)
        K(x, j) and w_j of the nearest training row.
    """
    values, relative = averages.values[:, :-1], averages.values[:, -1]
    share = closeness * weights * relative / np.maximum(averages.mass, SMALLEST_MASS)
    return values, averages.mass, moves / (1 - closeness * share).clip(np.finfo(float).eps)


def reported(
    blocks: Iterable[tuple[np.ndarray, ...]], n_rows: int, resources: Resources
) -> Iterator[tuple[np.ndarray, ...]]:
    """Pass on the results of blocks of new rows, and report progress."""
    n_done = 0
    resources.report(STAGE, n_done, n_rows)
    for block in blocks:
        yield block
        n_done += len(block[0])
        resources.report(STAGE, n_done, n_rows)
