"""Checks of single features: whether one decides all distances, or is no measurement."""

from __future__ import annotations

import numpy as np

from .inspected_points import InspectedPoints
from .note import Note, about_features, listed

__all__ = [
    "booleans",
    "dominating_features",
    "identifiers",
    "row_numbers",
]

DOMINATING = 0.95  # share of the mean squared distance
FEW_FEATURES = 0.1  # share of the features
OTHER_UNIT = 100.0  # ratio of a standard deviation and the next that is due to units
FEWEST_ROWS = 20
COINCIDENCES = 7.0  # expected equal pairs; that there is none has probability exp(-7)
RARE = 0.05  # share of the rows
MANY_LEVELS = 20


def dominating_features(data: InspectedPoints) -> Note | None:
    """Few features make up nearly all of the mean squared distance, so the others count little.

    The share of a feature is that of its variance, of values clipped to its first and last
    hundredth, so that outliers do not count. Few are a tenth of the features; or up to half of
    them, if the next feature has a hundredth of their standard deviation, as with other units.
    """
    if data.n_features < 2:
        return None
    low, high = np.quantile(data.ordered, [0.01, 0.99], axis=0)
    variances = np.clip(data.sample, low, high).var(axis=0)
    if not variances.any():
        return None
    first = np.argsort(-variances, kind="stable")
    shares = np.cumsum(variances[first]) / variances.sum()
    k: int | None = int(np.argmax(shares >= DOMINATING))
    if k is not None and k >= max(1, int(FEW_FEATURES * data.n_features)):
        k = _last_before_gap(variances[first])
    if k is None:
        return None
    about = [data.names[number] for number in first[: k + 1]]
    holds = f"hold{'s' * (k == 0)}"
    return Note(
        "dominating features",
        f"Feature{'s' * (k > 0)} {listed(about)} {holds} {_percent(shares[k])} of the mean squared "
        f"distance of two rows, so the other {data.n_features - k - 1} count little",
        "if units differ, give each feature standard deviation 1:",
        "--standardize",
        "StandardScaler().fit_transform(X)",
        tuple(about),
    )


def _last_before_gap(variances: np.ndarray) -> int | None:
    """The last variance of the first half, in descending order, that is far above the next one."""
    half = len(variances) // 2
    ahead, behind = variances[:half], variances[1 : half + 1]
    gaps = np.flatnonzero((behind > 0) & (ahead > OTHER_UNIT**2 * behind))
    return int(gaps[0]) if len(gaps) else None


def _percent(share: float) -> str:
    return f"{min(share, 0.9999):.2%}" if share > 0.99 else f"{share:.0%}"


def row_numbers(data: InspectedPoints) -> Note | None:
    """A feature grows by the same step from each row to the next."""
    if data.n_features < 2 or data.n_samples < FEWEST_ROWS:
        return None
    start = _grow_evenly(data.points[:FEWEST_ROWS])
    counting = [j for j in np.flatnonzero(start) if _grow_evenly(data.points[:, j : j + 1])[0]]
    if not counting:
        return None
    return about_features(
        "row numbers",
        data.names,
        counting,
        "grows by the same step from row to row, as row numbers do",
        "if it only counts, leave it out:",
    )


def _grow_evenly(columns: np.ndarray) -> np.ndarray:
    steps = np.diff(columns, axis=0)
    mean = np.abs(steps.mean(axis=0))
    return (np.ptp(steps, axis=0) <= 1e-6 * mean) & (mean > 0)


def identifiers(data: InspectedPoints) -> Note | None:
    """Whole numbers that differ in all rows, although some would be equal by chance.

    Of m numbers drawn at random from R + 1 there are m (m - 1) / (2 R + 2) pairs of equal ones on
    average, and more where some are likelier than others. Or whole numbers that grow from each row
    to the next.
    """
    if data.n_features < 2 or data.n_samples < FEWEST_ROWS:
        return None
    drawn = len(data.rows)
    on_steps = (data.n_steps > 0) & (data.n_levels == drawn)
    expected = drawn * (drawn - 1) / (2 * data.n_steps + 2)
    grows = (np.diff(data.sample, axis=0) > 0).all(axis=0)
    found = on_steps & ((expected >= COINCIDENCES) | grows)
    if 2 * np.count_nonzero(found) > data.n_features:  # then they are ranks
        return None
    numbers = [j for j in np.flatnonzero(found) if not _grow_evenly(data.points[:, j : j + 1])[0]]
    if not numbers:
        return None
    return about_features(
        "identifiers",
        data.names,
        numbers,
        "holds whole numbers, another one in each row, as identifiers do",
        "if it only says which row it is, leave it out:",
    )


def booleans(data: InspectedPoints) -> Note | None:
    """Features of two values among features of many; not columns of one category each."""
    varied = data.n_levels > 1
    measured = np.count_nonzero(data.n_levels > MANY_LEVELS)
    if 2 * measured < np.count_nonzero(varied):
        return None
    two = np.flatnonzero(data.n_levels == 2)
    n_on = data.shares[:, two].sum(axis=1)
    if len(two) > 2 and (n_on < 1.5).all() and 2 * np.count_nonzero(n_on > 0.5) > len(n_on):
        return None  # a column for each category, as the note on categories advises
    larger = (data.sample[:, two] == data.ordered[-1, two]).mean(axis=0)
    two = two[np.minimum(larger, 1 - larger) >= RARE]
    if not len(two):
        return None
    return about_features(
        "booleans among measurements",
        data.names,
        two,
        "takes two values only, among features that are measured",
        "rows of unlike values may lie apart for it alone; to leave it out:",
    )
