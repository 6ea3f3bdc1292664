"""Resolved scales: the scales at which an accuracy, or another measure of coordinates, counts.

A row carries a coordinate if the coordinate is far from 0 there. If only a few rows carry a
coordinate, its values at all other rows are nearly the same. An accuracy may then depend on the
last digits of these values, which are invisible in a picture, and it changes when coordinates are
rounded. If the number of components of the graph exceeds the number of coordinates plus one, the
coordinates are an arbitrary choice.

The paper does not exclude such scales. Therefore curves show all scales. Verdicts are given for all
scales, and for the resolved scales by several rules, which differ in the share of the rows that has
to carry each coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import isinf
from typing import Any, NamedTuple

import numpy as np

from ...markov.eigenpairs import NEARLY_ONE, Eigenpairs
from ...markov.participation import participation

__all__ = [
    "ALL_SCALES",
    "NOT_RESOLVED",
    "RULES",
    "SHARE",
    "WHY_NOT",
    "Resolution",
    "ranges_not_resolved",
    "resolution",
    "rounded",
    "rule_key",
    "rules_on_scales",
]

STEP = 1e-4  # step to which a coordinate is rounded, as a share of its range
SAME = 0.02  # relative changes up to this are ignored; in the smallest sets one row is 2 %
FEWEST = 5  # at least this number of rows has to carry each coordinate
ENOUGH = 0.1  # a coordinate that this share of the rows carries is never localized
SHARE = 0.01  # at least this share of the rows has to carry each coordinate
RULES = (None, 0.005, SHARE, 0.05)
"""Shares of the rows below which a coordinate is localized; with None all scales count."""
ALL_SCALES = "all scales"
NOT_RESOLVED = (
    "not resolved: arbitrary\ncoordinates, or a few rows carry\na coordinate and rounding\n"
    "changes the accuracy"
)
WHY_NOT = (
    "These scales are not resolved: more than one eigenvalue beyond those of the coordinates is "
    "nearly 1, so the coordinates are an arbitrary choice; or less than 1 % of the rows carry a "
    "coordinate, and rounding coordinates to 1e-4 of their range changes the accuracy."
)
"""The reason why scales are not resolved, for the legend of a figure and for the page."""


class Resolution(NamedTuple):
    """Whether a measure of coordinates counts at one scale.

    Attributes
    ----------
    arbitrary : bool
        Whether the graph has more components than the number of coordinates plus one.
    carried : float
        Share of the rows that carry a coordinate; the smallest share of all coordinates.
    fewest : float
        Share of the rows that belong to the smallest class. A coordinate that a whole class carries
        is not localized, even if the class is small.
    n_samples : int
        Number of rows.
    figure, rounded : float
        The measure, and its value after coordinates were rounded to 1e-4 of their range.
    """

    arbitrary: bool
    carried: float
    fewest: float
    n_samples: int
    figure: float
    rounded: float

    def counts(self, share: float | None = SHARE) -> bool:
        """Whether the scale is resolved, so that the measure counts.

        `share` is the share of the rows that has to carry each coordinate, unless rounding changes
        the measure little. With None every scale counts.

        Examples
        --------
        One row of a hundred carries a coordinate, and rounding reduces the accuracy to chance.

        >>> alone = Resolution(False, 0.01, 0.5, 100, 0.9, 0.5)
        >>> alone.counts(0.05), alone.counts(None)
        (False, True)

        If rounding changes the accuracy little, the scale counts.

        >>> alone._replace(rounded=0.895).counts(0.05)
        True
        """
        if share is None:
            return True
        if self.arbitrary:
            return False
        limit = min(_least_share(share, self.n_samples), self.fewest)
        return self.carried >= limit or self._unchanged

    @property
    def _unchanged(self) -> bool:
        """Whether rounding the coordinates changes the measure little; NaN is never unchanged."""
        if isinf(self.figure):
            return self.rounded == self.figure
        return abs(self.rounded - self.figure) <= SAME * abs(self.figure)


def resolution(
    pairs: Eigenpairs,
    codes: np.ndarray,
    n_components: int,
    figure: Callable[[Eigenpairs], float],
) -> Resolution:
    """Whether a measure of coordinates counts at one scale, or depends on a few rows only.

    Parameters
    ----------
    pairs : Eigenpairs
        Eigenpairs at that scale: the trivial pair, and `n_components` + 1 other pairs.
    codes : ndarray of shape (n_samples,)
        Class of each row, 0 to n_classes - 1.
    n_components : int
        Number of leading coordinates.
    figure : callable
        ``figure(pairs)`` is the measure, for instance an accuracy.

    Examples
    --------
    A row far from all others carries the first coordinate. At all other rows the coordinate differs
    only in its last digits.

    >>> from kernelscale.paper.shared.accuracy_at_scale import nearest_is_right
    >>> from kernelscale.data import PointCloud
    >>> x, codes = np.r_[np.linspace(0, 1, 60), 9.0], np.repeat([0, 1], [30, 31])
    >>> pairs = PointCloud(x[:, None], codes).eigenpairs(5.0, 2)
    >>> def accuracy(pairs):
    ...     return float(nearest_is_right(pairs.embedding(1), codes, np.arange(61)).mean())
    >>> found = resolution(pairs, codes, 1, accuracy)
    >>> round(found.figure, 2), round(found.rounded, 2), found.counts()
    (0.98, 0.49, False)
    """
    n_connected = int(np.count_nonzero(pairs.values > 1 - NEARLY_ONE))
    carried = participation(pairs.vectors[:, 1 : n_components + 1], pairs.stationary)
    n = len(codes)
    return Resolution(
        arbitrary=n_connected > n_components + 1,
        carried=float(carried.min()) / n,
        fewest=int(np.bincount(codes).min()) / n,
        n_samples=n,
        figure=figure(pairs),
        rounded=figure(rounded(pairs, n_components)),
    )


def rounded(pairs: Eigenpairs, n_components: int) -> Eigenpairs:
    """The pairs with each leading vector rounded to 1e-4 of its range.

    A coordinate is a vector times a number, so this rounds the coordinates too.
    """
    vectors = pairs.vectors.copy()
    leading = vectors[:, 1 : n_components + 1]
    steps = STEP * np.ptp(leading, axis=0)
    leading[:] = np.round(leading / steps) * steps
    return replace(pairs, vectors=vectors)


def rule_key(share: float | None) -> str:
    """The suffix of the names of columns that belong to one of `RULES`.

    Examples
    --------
    >>> [rule_key(share) for share in RULES]
    ['all', '0.5', '1', '5']
    """
    return "all" if share is None else f"{100 * share:g}"


def rules_on_scales(n_samples: int) -> Iterator[tuple[float | None, str]]:
    """Yield each different rule of `RULES`, with its name in the table of trials.

    Shares of fewer than 5 rows give the same rule, because at least 5 rows have to carry each
    coordinate.

    Examples
    --------
    >>> list(rules_on_scales(2000))[1:]
    [(0.005, 'resolved at 0.5 %'), (0.01, 'resolved at 1 %'), (0.05, 'resolved at 5 %')]
    >>> list(rules_on_scales(400))
    [(None, 'all scales'), (0.01, 'resolved at 1.25 %'), (0.05, 'resolved at 5 %')]
    """
    yield None, ALL_SCALES
    shares = {_least_share(share, n_samples): share for share in RULES if share is not None}
    for least, share in shares.items():
        yield share, f"resolved at {100 * least:.3g} %"


def _least_share(share: float, n_samples: int) -> float:
    """The share of rows that has to carry each coordinate by the rule `share`."""
    return min(max(FEWEST / n_samples, share), ENOUGH)


def ranges_not_resolved(
    rows: Sequence[Mapping[str, Any]], scale: str = "scale"
) -> list[tuple[float, float]]:
    """The first and the last scale of each range of scales that are not resolved.

    Parameters
    ----------
    rows : sequence of mapping
        Rows by ascending scale, with `counts`: whether the scale counts, or the share of repeats in
        which it counts.
    scale : str
        Name of the column with the scales.

    Examples
    --------
    >>> rows = [{"scale": k, "counts": k in (3, 4)} for k in (1, 2, 3, 4, 5)]
    >>> ranges_not_resolved(rows)
    [(1, 2), (5, 5)]
    """
    runs = [list(run) for grey, run in groupby(rows, lambda row: row["counts"] < 0.5) if grey]
    return [(run[0][scale], run[-1][scale]) for run in runs]
