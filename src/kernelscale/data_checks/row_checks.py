"""Checks of rows: distances read as points, few rows, duplicates, outliers, rows in sequence."""

from __future__ import annotations

import numpy as np

from .._validation import look_like_distances
from .inspected_points import InspectedPoints
from .note import Note, listed

__all__ = [
    "distances",
    "duplicates",
    "few_distinct_rows",
    "few_rows",
    "following_rows",
    "near_duplicates",
    "outliers",
]

FEW_ROWS = 20
FEW_DISTINCT = 0.5  # distinct rows are few if they are less than this share of the rows
DUPLICATES = 0.01  # duplicates are reported if they are at least this share of the rows
# Largest distance of near-duplicates, as a share of the typical distance to the 10th nearest row.
NEAR = 1e-4
FEWEST_NEAR = 3  # smallest number of near-duplicates that is reported
NEIGHBOR = 5
# Outliers lie beyond a gap in the sorted distances to other rows. The width of a gap is the ratio
# of a distance to the next smaller one, and `far` is the ratio of a distance to a typical one. A
# gap counts in two cases:
# - its width is above GAP, `far` is above FAR, and k log(width), for the gap after the k-th largest
#   distance, is above `TIMES_TAIL` times its mean over the tail (see `outliers`);
# - its width is above WIDE_GAP, and `far` is above VERY_FAR.
GAP, FAR = 3.0, 5.0
WIDE_GAP, VERY_FAR = 8.0, 10.0
TIMES_TAIL = 5.0
SHORTEST = 1e-6  # smaller distances are replaced by this share of the typical distance
MOST_OUTLIERS = 0.05  # largest share of the rows that can be outliers
# The mean gap is estimated from this share of the rows, those farthest from others, without the
# farthest `MOST_OUTLIERS`.
TAIL = 0.25
PLACES = 4  # number of rows on either side, in the order along a line, with which a row is compared
MOST_ROWS_NAMED = 100
APART = 10  # rows whose indices differ by at most this are near each other in the file
FEWEST_FOLLOWING = 50  # smallest number of rows for which the order is checked
FOLLOWING = 0.5  # rows follow one another if at least this share of them is nearest to the next row


def distances(data: InspectedPoints) -> Note | None:
    """A note if the matrix is symmetric, nonnegative and zero on its diagonal."""
    if not look_like_distances(data.points):
        return None
    return Note(
        "distances",
        f"The {data.n_samples} by {data.n_features} matrix is symmetric, nonnegative and zero on "
        f"its diagonal, like the distances of all pairs, but was read as points",
        "if it holds distances, add:",
        "--metric precomputed",
        "metric='precomputed'",
    )


def few_rows(data: InspectedPoints) -> Note | None:
    """A note if there are so few rows that another sample might give another scale."""
    if data.n_samples >= FEW_ROWS:
        return None
    return Note(
        "few rows",
        f"There are only {data.n_samples} rows, so another sample may give another scale",
        "to see how much the scale matters:",
        "kernelscale compare",
        "compare(X)",
    )


def few_distinct_rows(data: InspectedPoints) -> Note | None:
    """A note if most rows are exact duplicates of earlier rows."""
    n_distinct = data.n_samples - len(data.duplicates)
    if n_distinct >= FEW_DISTINCT * data.n_samples:
        return None
    return Note(
        "few distinct rows",
        f"Only {n_distinct} of {data.n_samples} rows are distinct",
        ONCE,
        *COUNT_ONCE,
        rows=_first(data.duplicates),
    )


def duplicates(data: InspectedPoints) -> Note | None:
    """A note if 1 % to 50 % of the rows are exact duplicates of earlier rows."""
    n_duplicates = len(data.duplicates)
    if not DUPLICATES * data.n_samples <= n_duplicates <= (1 - FEW_DISTINCT) * data.n_samples:
        return None
    return Note(
        "duplicates",
        f"{n_duplicates} of {data.n_samples} rows are exact duplicates of earlier rows, such as "
        f"row {data.duplicates[0]} (counted from 0)",
        ONCE,
        *COUNT_ONCE,
        rows=_first(data.duplicates),
    )


ONCE = "if the duplicates repeat a measurement, count it once:"
COUNT_ONCE = ("--option duplicates=once", "duplicates='once'")


def near_duplicates(data: InspectedPoints) -> Note | None:
    """A note if some rows equal other rows except for the last digits.

    Such a row is near another row: their distance is at least 10^4 times smaller than the distance
    of a typical row to its tenth nearest row. On any line, the projections of near-duplicates are
    close together. So each row is compared only with the rows next to it along one line.
    """
    typical = _typical_distance(data, 2 * NEIGHBOR)
    if not 0 < typical < np.inf:
        return None
    near = np.sort(data.rows[data.queries][_have_near_duplicate(data, NEAR * typical)])
    if len(near) < max(FEWEST_NEAR, DUPLICATES * len(data.queries)):
        return None
    share = len(near) / len(data.queries)
    return Note(
        "near duplicates",
        f"About {share:.0%} of the rows, such as row {near[0]} (counted from 0), nearly equal "
        f"another row, at less than 1/10,000 of a typical distance, as if a measurement had been "
        f"saved twice",
        "keep one of each, for example with",
        "",
        "np.unique(X.round(DIGITS), axis=0)",
        rows=_first(near),
    )


def _have_near_duplicate(data: InspectedPoints, within: float) -> np.ndarray:
    """For each query, whether a row that is not equal to it lies within this distance."""
    direction = np.random.default_rng(2).normal(size=data.n_features)
    unit = direction / np.linalg.norm(direction)
    places = np.concatenate([np.einsum("ij,j->i", part, unit) for part in data.blocks()])
    order = np.argsort(places, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    rows = data.rows[data.queries]
    beside = np.clip(rank[rows] + np.arange(-PLACES, PLACES + 1)[:, None], 0, data.n_samples - 1)
    others = data.points[order[beside].ravel()].reshape(*beside.shape, data.n_features)
    lengths = np.linalg.norm(np.subtract(data.points[rows], others), axis=-1)
    return np.any((lengths > 0) & (lengths <= within), axis=0)


def _typical_distance(data: InspectedPoints, k: int) -> float:
    return float(np.median(_distance_to(data, k)[: len(data.queries)]))


def _distance_to(data: InspectedPoints, k: int) -> np.ndarray:
    """Distance of each row of `queries` and `farthest` to its k-th nearest row of the subsample.

    With at most k other rows in the subsample, it is the distance to the farthest of them.
    """
    k = min(k, len(data.rows) - 1)
    return np.sqrt(np.partition(data.squares, k - 1, axis=1)[:, k - 1])


def outliers(data: InspectedPoints) -> Note | None:
    """A note if a few rows lie far from all others, with a gap in the sorted distances.

    The distances are those to the fifth nearest row, so that small groups of outliers are found
    too. Long tails of a distribution have gaps as well. If the tail is a power law, the gap
    ``k log(x_k / x_(k+1))`` after the k-th largest value has the same mean for every k (Hill 1975).
    This mean is estimated from the tail without the farthest rows. A gap counts if it is more than
    five times the mean, wide, and far from the typical distance. It also counts if it is very wide
    and very far.
    """
    if data.n_samples < FEW_ROWS:
        return None
    lengths = _distance_to(data, NEIGHBOR)
    typical = float(np.median(lengths[: len(data.queries)]))
    if typical == 0:
        return None
    lengths = np.maximum(lengths, SHORTEST * typical)  # Distances between duplicates are 0.
    usual = np.sort(lengths[: len(data.queries)])[::-1]
    order = np.argsort(-lengths, kind="stable")
    most = max(1, int(MOST_OUTLIERS * data.n_samples))
    ahead = lengths[order][: min(most, len(order) - 1) + 1]
    far, gaps = ahead[:-1] / typical, ahead[:-1] / ahead[1:]
    beyond_tail = np.arange(1, len(ahead)) * np.log(gaps) > TIMES_TAIL * _mean_gap(usual)
    is_gap = (gaps > GAP) & (far > FAR) & beyond_tail | (gaps > WIDE_GAP) & (far > VERY_FAR)
    gaps = np.flatnonzero(is_gap)
    if not len(gaps):
        return None
    checked = np.concatenate([data.rows[data.queries], data.farthest])
    rows = np.sort(checked[order[: gaps[-1] + 1]])
    times = lengths[order[gaps[-1]]] / typical
    alone = len(rows) == 1
    subject = "Row" if alone else "Each of the rows"
    wrong, them = ("it is an error", "it") if alone else ("they are errors", "them")
    return Note(
        "outliers",
        f"{subject} {listed(rows)} (counted from 0) lies at least {times:.0f} times as far from "
        f"its neighbours as a typical row",
        f"check whether {wrong}, and if so drop {them}, for example with",
        "",
        f"np.delete(X, [{listed(rows)}], axis=0)",
        rows=_first(rows),
    )


def _mean_gap(usual: np.ndarray) -> float:
    """Mean of ``k log(x_k / x_(k+1))`` over the tail without the farthest rows."""
    first = max(1, int(MOST_OUTLIERS * len(usual)))
    tail = usual[first : max(first + 2, int(TAIL * len(usual))) + 1]
    ranks = first + np.arange(1, len(tail))
    return float((ranks * np.log(tail[:-1] / tail[1:])).mean())


def following_rows(data: InspectedPoints) -> Note | None:
    """A note if most rows are nearest to the next row of the file, and labels are predicted.

    This happens if rows were measured one after another, or if a subject has several rows:
    leave-one-out then predicts a row from its neighbours in the file. In a file that is merely
    sorted by class, the next row is no nearer than other rows of the class.
    """
    if data.grouped or not data.labelled or data.n_features < 2:
        return None
    if data.n_samples < FEWEST_FOLLOWING:
        return None
    rows = data.rows[data.queries]
    kept = rows < data.n_samples - 1
    rows, squares = rows[kept], data.squares[: len(kept)][kept]
    differences = data.points[rows] - data.points[rows + 1]
    to_next = np.einsum("ij,ij->i", differences, differences)
    close = np.abs(rows[:, None] - data.rows) <= APART
    others = np.where(close, np.inf, squares).min(axis=1)
    # Duplicates have a separate check.
    share = float(((to_next > 0) & (to_next < others)).mean())
    if share < FOLLOWING:
        return None
    return Note(
        "rows that follow one another",
        f"{share:.0%} of the rows are nearer to the next row than to any row farther away in the "
        f"file, as in a recording or if a subject has several rows",
        "name the column with the groups of rows that belong together:",
        "--groups COLUMN",
        "groups=",
    )


def _first(rows: np.ndarray) -> tuple[int, ...]:
    return tuple(int(row) for row in rows[:MOST_ROWS_NAMED])
