"""Means and intervals of estimated dimensions, the share of right estimates, and findings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...intrinsic_dimension import METHODS
from ..harness.claim import HOLDS
from ..harness.finding import Finding, finding, holds_where
from ..harness.repeats import mean_interval
from ..harness.tables import Row, Tables

__all__ = ["DIGIT_TRUTH", "TRUTH", "find", "means", "summary"]

TRUTH, DIGIT_TRUTH = 2, 1  # the dimensions of the roll and of the rotated digit
OFTEN = 0.9  # a method counts as right if at least this share of its estimates is right


def summary(estimates: Sequence[Row]) -> list[Row]:
    """A row for each method: mean estimate and number of right estimates at each noise level."""
    summary = []
    for method in METHODS:
        row: Row = {"method": method, "seeds": _n_seeds(estimates)}
        for noise_sd in _noises(estimates):
            cell = _cell(estimates, method, noise_sd)
            row[f"mean_sd_{noise_sd:g}"] = float(np.mean([r["continuous"] for r in cell]))
            row[f"right_sd_{noise_sd:g}"] = sum(r["dimension"] == TRUTH for r in cell)
        summary.append(row)
    return summary


def _cell(estimates: Sequence[Row], method: str, noise_sd: float) -> list[Row]:
    return [r for r in estimates if (r["method"], r["noise_sd"]) == (method, noise_sd)]


def find(tables: Tables) -> list[Finding]:
    """Whether DANCo, and the multiscale method of this library, give the dimension of the roll."""
    return [_right(tables["estimates"], method) for method in ("danco", "multiscale")]


def means(estimates: Sequence[Row]) -> list[Row]:
    """A row for each method and noise level: mean estimate, and share of right estimates."""
    rows = []
    for method in METHODS:
        for noise_sd in _noises(estimates):
            cell = _cell(estimates, method, noise_sd)
            mean, low, high = mean_interval([row["continuous"] for row in cell])
            rows.append(
                {
                    "method": method,
                    "noise_sd": noise_sd,
                    "repeats": len(cell),
                    "dimension": mean,
                    "dimension_low": low,
                    "dimension_high": high,
                    "right": _share_right(cell),
                }
            )
    return rows


def _share_right(cell: Sequence[Row]) -> float:
    return sum(row["dimension"] == TRUTH for row in cell) / len(cell)


def _right(estimates: Sequence[Row], method: str) -> Finding:
    """A finding: the noise levels at which a method is right in at least nine of ten samples.

    The value of the finding is the mean estimate that is farthest from the truth.
    """
    cells = {noise_sd: _cell(estimates, method, noise_sd) for noise_sd in _noises(estimates)}
    values = {sd: mean_interval([row["continuous"] for row in cell]) for sd, cell in cells.items()}
    worst = max(values, key=lambda sd: abs(values[sd].mean - TRUTH))
    counts = [sum(row["dimension"] == TRUTH for row in cell) for cell in cells.values()]
    fine = [sd for sd, cell in cells.items() if _share_right(cell) >= OFTEN]
    names = [f"{sd:g}" for sd in cells]
    where = [f"noise sd is {' or '.join(f'{sd:g}' for sd in fine)}"] if fine else []
    return finding(
        f"{method} gives the dimension of the noisy roll, {TRUTH}, in at least "
        f"{OFTEN:.0%} of samples",
        f"noisy Swiss roll, {estimates[0]['n_samples']} rows, 10 + 10 features, noise sd "
        f"{', '.join(names)}",
        _n_seeds(estimates),
        f"right in {', '.join(map(str, counts))} of {_n_seeds(estimates)} samples each; at noise "
        f"sd {worst:g} the mean is {values[worst].mean:.2f} ({values[worst].low:.2f} to "
        f"{values[worst].high:.2f})",
        HOLDS if len(fine) == len(cells) else holds_where(where, len(cells)),
        values[worst],
    )


def _n_seeds(estimates: Sequence[Row]) -> int:
    return len({row["seed"] for row in estimates})


def _noises(estimates: Sequence[Row]) -> list[float]:
    return list(dict.fromkeys(row["noise_sd"] for row in estimates))
