"""Tables in Markdown: one with a row for each method, one with a row for each manifold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .manifolds import MANIFOLDS
from .measurements import Measurement, percentage_error

Rows = Sequence[Measurement]


READINGS: dict[str, dict[str, bool]] = {
    "whole": {"whole": True},
    "whole, no spiral": {"whole": True, "with_spiral": False},
    "whole, no spiral, each sample": {"whole": True, "with_spiral": False, "each_sample": True},
    "continuous": {"whole": False},
    "continuous, no spiral": {"whole": False, "with_spiral": False},
}


def by_method(measured: Rows) -> str:
    """Table with the percentage errors of each method, by five definitions, and its time."""
    lines = [
        f"| method | {' | '.join(READINGS)} | samples | without result | mean s | longest s |",
        "|---|" + "---:|" * (len(READINGS) + 4),
    ]
    for name, rows in _grouped(measured, lambda m: m.method).items():
        errors = [percentage_error(rows, **reading) for reading in READINGS.values()]
        seconds = [m.seconds for m in rows]
        missing = int(sum(np.isnan(m.whole) for m in rows))
        lines.append(
            f"| {name} | {' | '.join(f'{error:.1f}' for error in errors)} | {len(rows)} "
            f"| {missing} | {np.mean(seconds):.3f} | {max(seconds):.2f} |"
        )
    return "\n".join(lines)


def by_manifold(measured: Rows) -> str:
    """Mean over seeds of the whole-number estimate of each method, and the true dimension."""
    methods = _grouped(measured, lambda m: m.method)
    sets = _grouped(measured, lambda m: m.manifold)
    lines = [f"| manifold | d | {' | '.join(methods)} |", "|---|---:|" + "---:|" * len(methods)]
    for manifold in MANIFOLDS:
        rows = sets.get(manifold.name, [])
        cells = [_mean([m.whole for m in rows if m.method == name]) for name in methods]
        if rows:
            lines.append(f"| {manifold.name} | {manifold.dimension} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _mean(values: Sequence[float]) -> str:
    answered = [value for value in values if np.isfinite(value)]
    return f"{np.mean(answered):.1f}" if answered else "-"


def _grouped(measured: Rows, key: Callable[[Measurement], str]) -> dict[str, list[Measurement]]:
    groups: dict[str, list[Measurement]] = {}
    for m in measured:
        groups.setdefault(key(m), []).append(m)
    return groups
