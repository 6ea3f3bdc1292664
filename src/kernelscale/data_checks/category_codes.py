"""Categories coded as whole numbers: few levels, on which other features depend in no order.

A count, a rating and a code are all few whole numbers. For a code no order of its levels is better
than another: the other features differ from level to level, but they follow the order of the
numbers no better than a random order of the levels.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from .inspected_points import InspectedPoints
from .note import Note, about_features

__all__ = ["categories"]

FEWEST_LEVELS, MOST_LEVELS = 5, 15
MOST_FEATURES = 2 / 3  # share of features with few levels; where more have, they are no codes
ROWS_A_LEVEL = 3  # levels of fewer rows are not used
FILLED = 0.6  # share of the whole numbers between the first and the last level that are levels
USUAL = 0.8  # share of the rows that may be at one level
ALONE = 3  # features with few levels; with more of them a code has to explain `RELATED`
RELATED = 0.15  # share of the variance of the other features
MISSED = 0.2  # share of the variance that levels explain and a parabola does not
BEYOND_CHANCE = 2.2  # standard deviations by which the parabola misses more than by chance
BETTER = 0.015  # share of the orders that may be better than that of the numbers
N_ORDERS = 1000


class _Levels(NamedTuple):
    """The other features, at each level of one.

    Attributes
    ----------
    places : ndarray of shape (n_levels,)
        The levels, from 0 to 1.
    counts : ndarray of shape (n_levels,)
        Rows at each.
    means : ndarray of shape (n_levels, n_others)
        Means of the other features, whose mean over all rows is 0.
    variance : float
        Mean variance of another feature about its mean of the level.
    """

    places: np.ndarray
    counts: np.ndarray
    means: np.ndarray
    variance: float


def categories(data: InspectedPoints) -> Note | None:
    """A feature of few whole numbers, with whose levels the other features vary in no order.

    A parabola in the number misses a fifth at least of the variance between the levels. And neither
    a line through the means of the levels, nor the length of the way from each mean to the next, is
    better than for most orders of the levels. A code on which no other feature depends, or of four
    categories or fewer, looks like a count.
    """
    few = (data.n_steps > 0) & (data.n_levels >= FEWEST_LEVELS) & (data.n_levels <= MOST_LEVELS)
    others = ~few & (data.n_levels > 1)
    if not others.any() or np.count_nonzero(few) > MOST_FEATURES * data.n_features:
        return None
    measured = data.shares[:, others]
    measured = (measured - measured.mean(axis=0)) / measured.std(axis=0)
    related = 0.0 if np.count_nonzero(few) <= ALONE else RELATED
    numbers = [j for j in np.flatnonzero(few) if _is_code(data.sample[:, j], measured, related)]
    if not numbers:
        return None
    return about_features(
        "categories as numbers",
        data.names,
        numbers,
        "holds few whole numbers whose order the other features do not follow, as codes of "
        "categories do",
        "if they are codes, make a column of each category (pandas.get_dummies), or leave out:",
    )


def _is_code(column: np.ndarray, measured: np.ndarray, related: float) -> bool:
    """Whether the levels of a column explain enough of the other features, of variance 1."""
    levels = _levels(column, measured)
    return levels is not None and _is_missed(levels, related) and not _are_in_order(levels)


def _levels(column: np.ndarray, measured: np.ndarray) -> _Levels | None:
    """The levels of a column; None where they are unlike codes.

    There are several codes, nearly all numbers between them occur, and none has nearly all rows.
    """
    values, codes, counts = np.unique(column, return_inverse=True, return_counts=True)
    usual = counts >= ROWS_A_LEVEL
    values, counts = values[usual], counts[usual]
    if len(values) < FEWEST_LEVELS or counts.max() > USUAL * counts.sum():
        return None
    width = values[-1] - values[0]
    if len(values) < FILLED * (1 + width / np.diff(values).min()):
        return None
    kept = usual[codes.ravel()]
    codes, measured = np.searchsorted(values, column[kept]), measured[kept]
    measured = measured - measured.mean(axis=0)
    sums = np.zeros((len(values), measured.shape[1]))
    np.add.at(sums, codes, measured)
    means = sums / counts[:, None]
    variance = float(((measured - means[codes]) ** 2).sum(axis=0).mean())
    return _Levels(
        (values - values[0]) / width, counts, means, variance / (len(codes) - len(values))
    )


def _is_missed(levels: _Levels, related: float) -> bool:
    """Whether a parabola misses much of the variance between levels, and more than by chance."""
    k, root = len(levels.places), np.sqrt(levels.counts)[:, None]
    between = root * levels.means
    parabola = np.linalg.qr(root * np.vander(levels.places, 3))[0]
    missed = between - parabola @ (parabola.T @ between)
    explained = (between**2).sum(axis=0).mean() - (k - 1) * levels.variance
    beyond = (missed**2).sum(axis=0).mean() - (k - 3) * levels.variance
    chance = BEYOND_CHANCE * np.sqrt(2 * (k - 3)) * levels.variance
    n_rows = levels.counts.sum()
    return bool(explained >= related * n_rows and beyond > max(MISSED * explained, chance))


def _are_in_order(levels: _Levels) -> bool:
    """Whether the order of the numbers is better than nearly all others."""
    k = len(levels.places)
    if k <= 6:
        orders = np.array(list(permutations(range(k))))
    else:
        random = np.random.default_rng(0)
        orders = np.array([random.permutation(k) for _ in range(N_ORDERS)])
    straight, own = _straightness(levels, orders), _straightness(levels, np.arange(k)[None])
    way, own_way = _way(levels, orders), _way(levels, np.arange(k)[None])
    better = min((straight > own * (1 + 1e-9)).mean(), (way < own_way * (1 - 1e-9)).mean())
    return bool(better < BETTER)


def _straightness(levels: _Levels, orders: np.ndarray) -> np.ndarray:
    """Variance of the means that a line explains, for each order of the levels."""
    places = levels.places[orders]
    places = places - (places @ levels.counts / levels.counts.sum())[:, None]
    along = (places * levels.counts) @ levels.means
    return (along**2).sum(axis=1) / (places**2 @ levels.counts)


def _way(levels: _Levels, orders: np.ndarray) -> np.ndarray:
    """Sum of squared steps from mean to mean, for each order of the levels."""
    squares = ((levels.means[:, None] - levels.means) ** 2).sum(axis=2)
    return squares[orders[:, :-1], orders[:, 1:]].sum(axis=1)
