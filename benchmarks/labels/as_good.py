"""Does the range of scales that are as good hold the one that is best on the rows to test on?

A range too wide holds it always, so its width is told as well, and what its scales lose. How many
standard errors it takes is chosen on every second set in alphabetical order, and confirmed on the
others.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from kernelscale.bandwidth import LeaveOneOut
from kernelscale.bandwidth.as_good import as_good_around
from kernelscale.results import Bandwidth

from .sets import SETS, Split, splits
from .tables import markdown
from .tasks import TASKS
from .ways import grid

__all__ = ["as_good_table", "measure_as_good"]

MULTIPLES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)
MACHINES = {"classes": "SVC", "numbers": "kernel ridge regression"}
AS_ANSWERED = "auto"  # the package's own range, in place of a multiple


def measure_as_good(sets: str, n_splits: int, n_rows: int) -> pd.DataFrame:
    """One line a split, C and number of standard errors."""
    with threadpool_limits(1):
        lines = [
            {"kind": kind, "half": half, "set": name, "split": split.number, "C": C, **line}
            for kind, task in MACHINES.items()
            for place, name in enumerate(sorted(SETS[sets][kind]))
            for half in [("chosen on", "confirmed on")[place % 2]]
            for split in splits(name, n_splits, n_rows)
            for C in TASKS[task].machines
            for line in _lines(split, task, C)
        ]
    return pd.DataFrame(lines)


def _lines(split: Split, task: str, C: float) -> Iterator[dict[str, object]]:
    scales = grid(split)
    scores = np.array([TASKS[task].score(split, scale, C) for scale in scales])
    answered = LeaveOneOut(C=C, scales=scales)(split.X, split.y)
    for multiple in MULTIPLES:
        yield {"errors": f"{multiple:g}", **_held(scales, scores, _range(answered, multiple))}
    ends = LeaveOneOut(C=C, tolerance=1)(split.X, split.y).as_good
    yield {"errors": AS_ANSWERED, **_held(scales, scores, ends)}


def _range(answered: Bandwidth, multiple: float) -> tuple[float, float]:
    """As the rule has it, of so many standard errors."""
    worse = dict(zip(answered.scales.tolist(), max(answered.scores) - answered.scores, strict=True))
    limit = multiple * answered.evidence["score_error"]
    return as_good_around(answered.scales, answered.evidence["best"], worse.__getitem__, limit)


def _held(scales: np.ndarray, scores: np.ndarray, ends: tuple[float, float]) -> dict[str, object]:
    """Whether a best scale of the grid is in the range, and what those in it lose."""
    low, high = np.log(ends[0]) - 1e-9, np.log(ends[1]) + 1e-9
    inside = (np.log(scales) >= low) & (np.log(scales) <= high)
    lost = scores.max() - scores[inside]
    return {
        "holds": bool((lost == 0).any()),
        "width": ends[1] / ends[0],
        "mean loss": lost.mean() if inside.any() else np.nan,
        "greatest loss": lost.max() if inside.any() else np.nan,
    }


def as_good_table(lines: pd.DataFrame) -> str:
    """Shares of splits, in Markdown; widths are medians, losses means."""
    of = lines.groupby(["kind", "half", "errors"], sort=False)
    table = of.agg(
        {"holds": "mean", "width": "median", "mean loss": "mean", "greatest loss": "mean"}
    )
    return markdown(table.round(3).reset_index().set_index("kind"))
