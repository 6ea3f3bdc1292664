"""Tables in Markdown: one with a row for each rule, one with a row for each manifold."""

from __future__ import annotations

import numpy as np

from .measurements import Measurement, mean_regrets
from .rules import CHOICES

SHOWN = (
    "auto",
    "max_min",
    "median",
    "nearest_neighbors",
    "log_sum (plateau, lower end)",
    "plateau, middle",
    "self_tuning",
)


def by_rule(measurements: list[Measurement]) -> str:
    """Table with a row for every choice of a scale.

    The columns are:

    - the mean regret over manifolds and over the three scores;
    - the largest regret of a manifold;
    - the mean regret in each score: few, ten and modes;
    - the mean regret minus that of `auto`.
    """
    reference = _by_manifold(measurements, "auto")
    rows = [
        "| rule | mean regret | worst set | few | ten | modes | minus auto (SE over sets) |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in CHOICES:
        found = mean_regrets(measurements, name)
        means = _by_manifold(measurements, name)
        gap = means - reference
        error = gap.std(ddof=1) / len(gap) ** 0.5 if len(gap) > 1 else 0.0
        few, ten, modes = np.mean(list(found.values()), axis=0)
        worst = int(means.argmax())
        rows.append(
            f"| {name} | {means.mean():.3f} | {means[worst]:.3f} ({list(found)[worst]}) "
            f"| {few:.3f} | {ten:.3f} | {modes:.3f} | {gap.mean():+.3f} ({error:.3f}) |"
        )
    return "\n".join(rows)


def by_manifold(measurements: list[Measurement]) -> str:
    """Table with a row for each manifold: best scores, and mean regrets of the choices `SHOWN`."""
    columns = {name: _by_manifold(measurements, name) for name in SHOWN}
    rows = [
        f"| set | best few, ten, modes | {' | '.join(SHOWN)} |",
        "|---" * (2 + len(SHOWN)) + "|",
    ]
    for i, manifold in enumerate(mean_regrets(measurements, "auto")):
        best = np.mean([m.curve.best for m in measurements if m.manifold == manifold], axis=0)
        figures = " | ".join(f"{columns[name][i]:.3f}" for name in SHOWN)
        rows.append(f"| {manifold} | {' '.join(f'{value:.2f}' for value in best)} | {figures} |")
    return "\n".join(rows)


def _by_manifold(measurements: list[Measurement], name: str) -> np.ndarray:
    """Mean regret over the scores few, ten and modes, one value for each manifold."""
    return np.array([regrets.mean() for regrets in mean_regrets(measurements, name).values()])
