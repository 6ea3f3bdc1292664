"""Categories coded as whole numbers: other features depend on the levels, but not on their order.

Features that take only a few whole numbers, called levels, may be counts, ratings or codes. For a
code, the order of the levels has no meaning. The other features differ from level to level, but the
order of the numbers fits these differences no better than a random order.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from .inspected_points import InspectedPoints
from .note import Note, about_features

__all__ = ["categories"]

FEWEST_LEVELS, MOST_LEVELS = 5, 15
MOST_FEATURES = 2 / 3  # largest share of features with few levels; above it no feature is a code
ROWS_A_LEVEL = 3  # smallest number of rows of a level; levels with fewer rows are ignored
FILLED = 0.6  # in a code at least this share of the numbers from the first to the last level occurs
USUAL = 0.8  # no level of a code has more than this share of the rows
# If more than `ALONE` features have few levels, a feature is a code only if its levels explain at
# least the share `RELATED` of the variance of the other features.
ALONE = 3
RELATED = 0.15
# A parabola in the numbers of a code leaves at least the share `MISSED` of the variance between its
# levels unexplained. Chance alone leaves some variance unexplained too; that of a code exceeds the
# value expected from chance by at least `BEYOND_CHANCE` standard deviations.
MISSED = 0.2
BEYOND_CHANCE = 2.2
# The order of the numbers has a meaning if less than this share of all orders of the levels fits
# the other features better.
BETTER = 0.015
N_ORDERS = 1000  # number of random orders tried if a feature has more than six levels


class _Levels(NamedTuple):
    """The other features at each level of one feature.

    Attributes
    ----------
    places : ndarray of shape (n_levels,)
        The values of the levels, ascending, rescaled to range from 0 to 1.
    counts : ndarray of shape (n_levels,)
        Number of rows at each level.
    means : ndarray of shape (n_levels, n_others)
        Means of the other features, which have mean 0 over all rows.
    variance : float
        Variance within levels, averaged over the other features.
    """

    places: np.ndarray
    counts: np.ndarray
    means: np.ndarray
    variance: float


def categories(data: InspectedPoints) -> Note | None:
    """A note on features that take a few whole numbers in an order unrelated to other features.

    A code meets two conditions. First, a parabola in its numbers leaves at least a fifth of the
    variance between levels unexplained. Second, the order of the numbers is not special: by each of
    two measures, at least 1.5 % of all orders of the levels are better. The measures are the
    variance that a straight line explains, and the sum of the squared distances between the means
    of successive levels. A code is not detected if no other feature depends on it, or if it has
    fewer than five or more than fifteen categories.
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
        "holds a few whole numbers whose order has no relation to the other features, like codes "
        "of categories",
        "if they are codes, make a column for each category (pandas.get_dummies), or drop it:",
    )


def _is_code(column: np.ndarray, measured: np.ndarray, related: float) -> bool:
    """Whether a column is a code, judged by the features `measured`, which have variance 1."""
    levels = _levels(column, measured)
    return levels is not None and _is_missed(levels, related) and not _are_in_order(levels)


def _levels(column: np.ndarray, measured: np.ndarray) -> _Levels | None:
    """The levels of a column; None if they are unlike codes.

    Codes have several levels, most numbers between them occur, and no level has nearly all rows.
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
    """Whether a parabola leaves much variance between levels unexplained, more than by chance.

    False also if the levels explain less than the share `related` of the variance.
    """
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
    """Whether the order of the numbers is better than nearly all other orders."""
    k = len(levels.places)
    if k <= 6:
        orders = np.array(list(permutations(range(k))))
    else:
        random = np.random.default_rng(0)
        orders = np.array([random.permutation(k) for _ in range(N_ORDERS)])
    straight, own = _straightness(levels, orders), _straightness(levels, np.arange(k)[None])
    path, own_path = _path_length(levels, orders), _path_length(levels, np.arange(k)[None])
    better = min((straight > own * (1 + 1e-9)).mean(), (path < own_path * (1 - 1e-9)).mean())
    return bool(better < BETTER)


def _straightness(levels: _Levels, orders: np.ndarray) -> np.ndarray:
    """Variance of the means that a straight line explains, for each order of the levels."""
    places = levels.places[orders]
    places = places - (places @ levels.counts / levels.counts.sum())[:, None]
    along = (places * levels.counts) @ levels.means
    return (along**2).sum(axis=1) / (places**2 @ levels.counts)


def _path_length(levels: _Levels, orders: np.ndarray) -> np.ndarray:
    """Sum of squared steps from mean to mean, for each order of the levels."""
    squares = ((levels.means[:, None] - levels.means) ** 2).sum(axis=2)
    return squares[orders[:, :-1], orders[:, 1:]].sum(axis=1)
