"""Checks of features: whether a few dominate all distances, and whether each is a measurement."""

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

# Features dominate if they make up at least this share of the mean squared distance.
DOMINATING = 0.95
FEW_FEATURES = 0.1  # largest share of the features that counts as a few
OTHER_UNIT = 100.0  # ratio of successive standard deviations that suggests different units
FEWEST_ROWS = 20
# Whole numbers look like identifiers if all differ although at least this many equal pairs are
# expected. By chance all numbers would then differ with a probability of at most exp(-7).
COINCIDENCES = 7.0
RARE = 0.05  # a feature of two values is reported if each has at least this share of the rows
MANY_LEVELS = 20  # a feature with more different values than this is a measurement


def dominating_features(data: InspectedPoints) -> Note | None:
    """A note if few features account for nearly all of the mean squared distance.

    The share of a feature is its variance divided by the sum of the variances of all features.
    Values are clipped to the first and last percentile, so that outliers do not count. "Few" means
    at most a tenth of the features. It means up to half of them if the standard deviation of the
    next feature is a hundred times smaller, as with different units.
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
    accounts = f"account{'s' * (k == 0)}"
    return Note(
        "dominating features",
        f"Feature{'s' * (k > 0)} {listed(about)} {accounts} for {_percent(shares[k])} of the mean "
        f"squared distance of two rows, so the other {data.n_features - k - 1} have little "
        f"influence",
        "if the units differ, standardise the features:",
        "--standardize",
        "StandardScaler().fit_transform(X)",
        tuple(about),
    )


def _last_before_gap(variances: np.ndarray) -> int | None:
    """Index of the first of these descending variances that is far above the next; or None."""
    half = len(variances) // 2
    ahead, behind = variances[:half], variances[1 : half + 1]
    gaps = np.flatnonzero((behind > 0) & (ahead > OTHER_UNIT**2 * behind))
    return int(gaps[0]) if len(gaps) else None


def _percent(share: float) -> str:
    return f"{min(share, 0.9999):.2%}" if share > 0.99 else f"{share:.0%}"


def row_numbers(data: InspectedPoints) -> Note | None:
    """A note on features that change by the same step from each row to the next."""
    if data.n_features < 2 or data.n_samples < FEWEST_ROWS:
        return None
    start = _have_constant_step(data.points[:FEWEST_ROWS])
    counting = [
        j for j in np.flatnonzero(start) if _have_constant_step(data.points[:, j : j + 1])[0]
    ]
    if not counting:
        return None
    return about_features(
        "row numbers",
        data.names,
        counting,
        "changes by the same step from row to row, like row numbers",
        "if it only counts the rows, drop it:",
    )


def _have_constant_step(columns: np.ndarray) -> np.ndarray:
    steps = np.diff(columns, axis=0)
    mean = np.abs(steps.mean(axis=0))
    return (np.ptp(steps, axis=0) <= 1e-6 * mean) & (mean > 0)


def identifiers(data: InspectedPoints) -> Note | None:
    """A note on features of whole numbers that look like identifiers of the rows.

    Identifiers all differ, although some whole numbers would be equal by chance. If m numbers are
    drawn uniformly from R + 1 values, m (m - 1) / (2 R + 2) pairs are equal on average; if the
    distribution is not uniform, more pairs are. Whole numbers that increase from each row to the
    next count as identifiers too.
    """
    if data.n_features < 2 or data.n_samples < FEWEST_ROWS:
        return None
    drawn = len(data.rows)
    on_steps = (data.n_steps > 0) & (data.n_levels == drawn)
    expected = drawn * (drawn - 1) / (2 * data.n_steps + 2)
    grows = (np.diff(data.sample, axis=0) > 0).all(axis=0)
    found = on_steps & ((expected >= COINCIDENCES) | grows)
    # If most features look like identifiers, they are ranks.
    if 2 * np.count_nonzero(found) > data.n_features:
        return None
    numbers = [
        j for j in np.flatnonzero(found) if not _have_constant_step(data.points[:, j : j + 1])[0]
    ]
    if not numbers:
        return None
    return about_features(
        "identifiers",
        data.names,
        numbers,
        "holds a different whole number in each row, like an identifier",
        "if it only identifies the row, drop it:",
    )


def booleans(data: InspectedPoints) -> Note | None:
    """A note on features with two values, if most features are measurements.

    Indicators of categories (a feature for each category, 1 in its rows) are not reported.
    """
    varied = data.n_levels > 1
    measured = np.count_nonzero(data.n_levels > MANY_LEVELS)
    if 2 * measured < np.count_nonzero(varied):
        return None
    two = np.flatnonzero(data.n_levels == 2)
    n_on = data.shares[:, two].sum(axis=1)
    if len(two) > 2 and (n_on < 1.5).all() and 2 * np.count_nonzero(n_on > 0.5) > len(n_on):
        return None  # Indicators of categories: the note on codes advises users to make these.
    larger = (data.sample[:, two] == data.ordered[-1, two]).mean(axis=0)
    two = two[np.minimum(larger, 1 - larger) >= RARE]
    if not len(two):
        return None
    return about_features(
        "booleans among measurements",
        data.names,
        two,
        "takes only two values, but most other features are measurements",
        "this difference alone may separate rows; if it should not, drop the feature:",
    )
