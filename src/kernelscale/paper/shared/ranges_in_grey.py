"""Which scales a picture or page of an experiment shows in grey, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

__all__ = ["DO_NOT_COUNT", "WHY_NOT", "ranges_that_do_not_count"]

DO_NOT_COUNT = (
    "does not count: arbitrary,\nor a few rows carry a\n"
    "coordinate and rounding\nchanges the accuracy"
)
WHY_NOT = (
    "more eigenvalues are nearly 1 than there are coordinates and the trivial one, so the "
    "coordinates, and the accuracy in them, are an arbitrary choice; or a few rows carry one of "
    "them, and the accuracy changes when coordinates are rounded to 1e-4 of their range. These "
    "scales do not count."
)


def ranges_that_do_not_count(
    rows: Sequence[Mapping[str, Any]], scale: str = "scale"
) -> list[tuple[float, float]]:
    """First and last scale of those next to one another that do not count.

    Parameters
    ----------
    rows : sequence of mapping
        Rows with a scale, ascending, and `counts`: whether it counts, or in which share of repeats.
    scale : str
        Name of the column of scales.

    Examples
    --------
    >>> rows = [{"scale": k, "counts": k in (3, 4)} for k in (1, 2, 3, 4, 5)]
    >>> ranges_that_do_not_count(rows)
    [(1, 2), (5, 5)]
    """
    runs = [list(run) for grey, run in groupby(rows, lambda row: row["counts"] < 0.5) if grey]
    return [(run[0][scale], run[-1][scale]) for run in runs]
