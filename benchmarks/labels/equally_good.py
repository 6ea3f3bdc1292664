"""Does the range of equally good scales contain the best scale on the test rows?

The rule `leave_one_out` returns a scale and a range of scales that are about as good. This range is
compared with other definitions of a range. The columns of the table:

- holds: share of splits in which the range contains a best scale. Several scales may be best.
- within noise: share of splits in which the range contains a scale that is not clearly worse than a
  best scale. (Its mean loss is larger by at most the standard error of the paired difference.)
- width: largest scale of the range divided by the smallest; median over the splits.
- upper quartile: upper quartile of these widths.
- mean loss: loss of a scale minus the smallest loss, as the mean over the scales in the range.
- greatest loss: this difference for the worst scale in the range.

A very wide range always contains the best scale, but it also contains bad scales.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import joblib
import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from kernelscale import Gaussian
from kernelscale.bandwidth import LeaveOneOut
from kernelscale.bandwidth.kernel_family import family_of
from kernelscale.bandwidth.leave_one_out.as_good_range import as_good_around, errors_of_classes
from kernelscale.bandwidth.leave_one_out.regression import Regression
from kernelscale.data import PointCloud

from .methods import grid, machine
from .sets import SETS, Split, are_numbers, splits
from .tables import markdown
from .tasks import TASKS

__all__ = ["as_good_table", "losses_on_test", "measure_as_good", "range_scores"]

MACHINES = {"classes": "SVC", "numbers": "kernel ridge regression"}
OF_THE_RULE = "range of the rule"


def measure_as_good(sets: str, n_splits: int, n_rows: int, n_jobs: int = 1) -> pd.DataFrame:
    """Table with one row for each split, value of C and definition of the range."""
    found = joblib.Parallel(n_jobs=n_jobs)(
        joblib.delayed(_of_split)(kind, split)
        for kind in MACHINES
        for name in SETS[sets][kind]
        for split in splits(name, n_splits, n_rows)
    )
    return pd.DataFrame([line for lines in found for line in lines])


def _of_split(kind: str, split: Split) -> list[dict[str, object]]:
    facts = {"kind": kind, "set": split.name, "split": split.number}
    with threadpool_limits(1):
        return [
            {**facts, "C": C, **line}
            for C in TASKS[MACHINES[kind]].machines
            for line in _lines(split, C)
        ]


def _lines(split: Split, C: float) -> Iterator[dict[str, object]]:
    scales = grid(split)
    losses = np.array([losses_on_test(split, scale, C) for scale in scales])
    regression = _regression(split, C)
    best = min(scales.tolist(), key=regression.mean_loss)
    for method, range_of in METHODS.items():
        yield {"range": method, **range_scores(scales, losses, range_of(scales, best, regression))}
    ends = LeaveOneOut(C=C, tolerance=1)(split.X, split.y).as_good
    yield {"range": OF_THE_RULE, **range_scores(scales, losses, ends)}


def _regression(split: Split, C: float) -> Regression:
    """The regression by which the rule `leave_one_out` compares scales."""
    cloud = PointCloud(split.X, **{"targets" if are_numbers(split.y) else "y": split.y})
    return Regression(family_of(cloud, Gaussian), LeaveOneOut(C=C)._targets(cloud), 1 / C)


def losses_on_test(split: Split, scale: float, C: float) -> np.ndarray:
    """Loss of each test row.

    For classes it is 1 if the class is wrong, else 0; for numbers it is the contribution of the row
    to 1 - R^2.
    """
    fitted = machine(split.y, C, kernel="precomputed")
    fitted.fit(np.exp(split.squares / (-2 * scale)), split.y)
    predicted = fitted.predict(np.exp(split.squares_test / (-2 * scale)))
    if are_numbers(split.y):
        return (predicted - split.y_test) ** 2 / split.y_test.var()
    return (predicted != split.y_test).astype(float)


Range = Callable[[np.ndarray, float, Regression], tuple[float, float]]


def _as_the_rule(scales: np.ndarray, best: float, of: Regression) -> tuple[float, float]:
    return _of_errors(errors_of_classes(of.n_left_out))(scales, best, of)


def _of_errors(multiple: float) -> Range:
    """Range of scales whose loss exceeds the best loss by at most `multiple` standard errors."""

    def range_of(scales: np.ndarray, best: float, of: Regression) -> tuple[float, float]:
        def worse(scale: float) -> float:
            return of.mean_loss(scale) - of.mean_loss(best)

        return as_good_around(scales, best, worse, multiple * of.error(best))

    return range_of


def _of_differences(multiple: float, wider: float = 1.0) -> Range:
    """Range of scales whose loss exceeds the best loss by at most `multiple` standard errors.

    It is the standard error of the difference between the losses of the two scales on the same
    rows. Both ends of the range are moved outwards by the factor `wider`.
    """

    def range_of(scales: np.ndarray, best: float, of: Regression) -> tuple[float, float]:
        low, high = as_good_around(scales, best, lambda each: of.excess(each, best), multiple)
        return low / wider, high * wider

    return range_of


METHODS: dict[str, Range] = {
    "1 standard error": _of_errors(1),
    **{f"{n:g} standard errors": _of_errors(n) for n in (2, 2.5, 3, 3.5, 4)},
    "3, and more of few rows": _as_the_rule,
    **{f"{n:g} of the difference": _of_differences(n) for n in (1, 4, 6)},
    **{
        f"{n:g} of the difference, and a factor of {wider:.2g}": _of_differences(n, wider)
        for n, wider in [(2, 2**1.5), (3, 2), (3.5, 2)]
    },
}


def range_scores(
    scales: np.ndarray, losses: np.ndarray, ends: tuple[float, float]
) -> dict[str, object]:
    """The columns of the table for one range, from `losses` of the test rows at each scale."""
    low, high = np.log(ends[0]) - 1e-9, np.log(ends[1]) + 1e-9
    inside = (np.log(scales) >= low) & (np.log(scales) <= high)
    means = losses.mean(axis=1)
    lost = (means - means.min())[inside]
    best = losses[means == means.min()]
    return {
        "holds": bool((lost == 0).any()),
        "within noise": any(_is_level(each, best) for each in losses[inside]),
        "width": ends[1] / ends[0],
        "mean loss": lost.mean() if inside.any() else np.nan,
        "greatest loss": lost.max() if inside.any() else np.nan,
    }


def _is_level(losses: np.ndarray, best: np.ndarray) -> bool:
    """Whether a scale is as good as a best scale, within the standard error of the difference."""
    worse = losses - best
    errors = worse.std(axis=1, ddof=1) / np.sqrt(worse.shape[1])  # standard errors of the means
    return bool((worse.mean(axis=1) <= (1 + 1e-9) * errors).any())


def as_good_table(lines: pd.DataFrame) -> str:
    """Table in Markdown, with one row for each kind of labels and definition of the range."""
    table = lines.groupby(["kind", "range"], sort=False).agg(
        **{
            "holds": ("holds", "mean"),
            "within noise": ("within noise", "mean"),
            "width": ("width", "median"),
            "upper quartile": ("width", lambda widths: widths.quantile(0.75)),
            "mean loss": ("mean loss", "mean"),
            "greatest loss": ("greatest loss", "mean"),
        }
    )
    return markdown(table.round(3).reset_index().set_index("kind"))
