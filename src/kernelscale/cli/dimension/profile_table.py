"""The dimension against distance, printed: a table by factors of distance, or JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...intrinsic_dimension.profile import DimensionProfile, ProfilePoint
from ...reports.profile_figure import widest_plateaus
from ..shared.printing import four_digits, print_grid, print_json, print_list, print_text
from ..shared.screen import Screen, standard_output
from ..shared.tables import Table

__all__ = ["show"]

FACTOR = 2**0.5  # between the distances of two rows
MERGED = 'Each row has the mean over distances within a factor of 1.41; "--json" has them all.'


def show(table: Table, profile: DimensionProfile, notes: list[str], as_json: bool) -> None:
    """Print the profile, as text or as JSON."""
    if as_json:
        print_json(_document(table, profile, notes))
    else:
        _print(table, profile, notes)


def _document(table: Table, profile: DimensionProfile, notes: list[str]) -> dict[str, Any]:
    """One JSON document with every point."""
    return {"data": table.to_dict(), **profile.to_dict(), "notes": notes}


def _print(table: Table, profile: DimensionProfile, notes: list[str]) -> None:
    """Print the data, notes, facts with plateaus, and the table."""
    console = standard_output()
    print_text(console, table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_list(console, _facts(profile))
    _print_table(console, profile.points)
    print_text(console, f"\n{MERGED}")


def _facts(profile: DimensionProfile) -> list[tuple[str, str]]:
    seen = profile.noise_scale > 0
    noise = f"below distance {four_digits(profile.noise_scale)}" if seen else "none seen"
    plateaus = [
        (
            f"plateau, {plateau.method}",
            f"{four_digits(plateau.dimension)} from distance {four_digits(plateau.low)} to "
            f"{four_digits(plateau.high)}",
        )
        for plateau in widest_plateaus(profile).values()
    ]
    return [
        ("dimension", str(profile.dimension)),
        ("noise", noise),
        *plateaus,
        ("reason", profile.reason),
    ]


def _print_table(console: Screen, points: Iterable[ProfilePoint]) -> None:
    """A row a factor of distance, finest first, and a column a method."""
    cells: dict[int, dict[str, list[float]]] = {}
    for point in points:
        row = cells.setdefault(round(np.log(point.distance) / np.log(FACTOR)), {})
        row.setdefault(point.method, []).append(point.dimension)
    methods = list(dict.fromkeys(point.method for point in points))
    rows = [
        [four_digits(FACTOR**step), *(_mean(cells[step].get(method)) for method in methods)]
        for step in sorted(cells)
    ]
    print_grid(console, ["distance", *methods], rows)


def _mean(dimensions: list[float] | None) -> str:
    return four_digits(None if dimensions is None else float(np.mean(dimensions)))
