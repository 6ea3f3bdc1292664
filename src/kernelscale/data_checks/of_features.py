"""Checks of single features: one that decides all distances, or is no measurement."""

from __future__ import annotations

import numpy as np

from .looked_at import LookedAt
from .note import Note, about_features, listed

__all__ = [
    "booleans",
    "dominating_features",
    "identifiers",
    "row_numbers",
]

DOMINATING = 0.95  # of the mean squared distance
FEW_FEATURES = 0.1  # of the features
OTHER_UNIT = 100.0  # of a standard deviation: how many times the next one
FEWEST_ROWS = 20
COINCIDENCES = 7.0  # expected; that none occurs has a chance of exp(-7)
RARE = 0.05  # of the rows
MANY_LEVELS = 20


def dominating_features(seen: LookedAt) -> Note | None:
    """Few features hold nearly all of the mean squared distance, so that the others have no say.

    A feature's share is that of its variance, of values held between its first and last hundredth,
    so that single rows far off decide nothing. Few are a tenth of the features; or up to half of
    them, if the next has a hundredth of their standard deviation, which is a matter of units.
    """
    if seen.n_features < 2:
        return None
    low, high = np.quantile(seen.ordered, [0.01, 0.99], axis=0)
    variances = np.clip(seen.part, low, high).var(axis=0)
    if not variances.any():
        return None
    first = np.argsort(-variances, kind="stable")
    shares = np.cumsum(variances[first]) / variances.sum()
    k: int | None = int(np.argmax(shares >= DOMINATING))
    if k is not None and k >= max(1, int(FEW_FEATURES * seen.n_features)):
        k = _last_before_gap(variances[first])
    if k is None:
        return None
    about = [seen.names[number] for number in first[: k + 1]]
    holds = f"hold{'s' * (k == 0)}"
    return Note(
        "dominating features",
        f"Feature{'s' * (k > 0)} {listed(about)} {holds} {_percent(shares[k])} of the mean squared "
        f"distance of two rows, so the other {seen.n_features - k - 1} hardly count",
        "if units differ, give each feature standard deviation 1:",
        "--standardize",
        "StandardScaler().fit_transform(X)",
        tuple(about),
    )


def _last_before_gap(variances: np.ndarray) -> int | None:
    """The last variance of a first half, in descending order, that dwarfs the next one."""
    half = len(variances) // 2
    ahead, behind = variances[:half], variances[1 : half + 1]
    gaps = np.flatnonzero((behind > 0) & (ahead > OTHER_UNIT**2 * behind))
    return int(gaps[0]) if len(gaps) else None


def _percent(share: float) -> str:
    return f"{min(share, 0.9999):.2%}" if share > 0.99 else f"{share:.0%}"


def row_numbers(seen: LookedAt) -> Note | None:
    """A feature grows by the same step from each row to the next."""
    if seen.n_features < 2 or seen.n_samples < FEWEST_ROWS:
        return None
    start = _grow_evenly(seen.points[:FEWEST_ROWS])
    counting = [j for j in np.flatnonzero(start) if _grow_evenly(seen.points[:, j : j + 1])[0]]
    if not counting:
        return None
    return about_features(
        "row numbers",
        seen.names,
        counting,
        "grows by the same step from row to row, as row numbers do",
        "if it only counts, leave it out:",
    )


def _grow_evenly(columns: np.ndarray) -> np.ndarray:
    steps = np.diff(columns, axis=0)
    mean = np.abs(steps.mean(axis=0))
    return (np.ptp(steps, axis=0) <= 1e-6 * mean) & (mean > 0)


def identifiers(seen: LookedAt) -> Note | None:
    """Whole numbers of which no two rows share one, although so many rows would by chance.

    Of m numbers drawn at random from R + 1 there are m (m - 1) / (2 R + 2) pairs of equal ones on
    average, and at least as many where some are likelier than others. Or whole numbers that grow
    from each row to the next.
    """
    if seen.n_features < 2 or seen.n_samples < FEWEST_ROWS:
        return None
    drawn = len(seen.rows)
    on_steps = (seen.n_steps > 0) & (seen.n_levels == drawn)
    expected = drawn * (drawn - 1) / (2 * seen.n_steps + 2)
    grows = (np.diff(seen.part, axis=0) > 0).all(axis=0)
    found = on_steps & ((expected >= COINCIDENCES) | grows)
    if 2 * np.count_nonzero(found) > seen.n_features:  # ranks, then
        return None
    numbers = [j for j in np.flatnonzero(found) if not _grow_evenly(seen.points[:, j : j + 1])[0]]
    if not numbers:
        return None
    return about_features(
        "identifiers",
        seen.names,
        numbers,
        "holds whole numbers, another one in each row, as identifiers do",
        "if it only says which row it is, leave it out:",
    )


def booleans(seen: LookedAt) -> Note | None:
    """Features of two values among features of many; not three or more, one of which is on."""
    varied = seen.n_levels > 1
    measured = np.count_nonzero(seen.n_levels > MANY_LEVELS)
    if 2 * measured < np.count_nonzero(varied):
        return None
    two = np.flatnonzero(seen.n_levels == 2)
    n_on = seen.shares[:, two].sum(axis=1)
    if len(two) > 2 and (n_on < 1.5).all() and 2 * np.count_nonzero(n_on > 0.5) > len(n_on):
        return None  # a column of each category, as another check advises
    larger = (seen.part[:, two] == seen.ordered[-1, two]).mean(axis=0)
    two = two[np.minimum(larger, 1 - larger) >= RARE]
    if not len(two):
        return None
    return about_features(
        "booleans among measurements",
        seen.names,
        two,
        "takes two values only, among features that are measured",
        "rows of unlike values may lie apart for it alone; to leave it out:",
    )
