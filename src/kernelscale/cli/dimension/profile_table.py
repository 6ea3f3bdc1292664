"""The dimension against the distance at which it is measured, printed as a table or as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...intrinsic_dimension.profile import DimensionProfile, ProfilePoint
from ...reports.profile_figure import widest_plateaus
from ..shared.data_table import Table
from ..shared.printing import (
    four_digits,
    print_grid,
    print_heading,
    print_json,
    print_list,
    print_text,
)
from ..shared.screen import Screen, standard_output

__all__ = ["show"]

FACTOR = 2**0.5  # ratio of the distances of consecutive rows of the table
MERGED = (
    "Each row is a mean over distances within a factor of 1.41 of each other; "
    '"--json" gives every distance.'
)


def show(table: Table, profile: DimensionProfile, notes: list[str], as_json: bool) -> None:
    """Print the profile as text or JSON."""
    if as_json:
        print_json(_document(table, profile, notes))
    else:
        _print(table, profile, notes)


def _document(table: Table, profile: DimensionProfile, notes: list[str]) -> dict[str, Any]:
    """One JSON document with every point of the profile."""
    return {"data": table.to_dict(), **profile.to_dict(), "notes": notes}


def _print(table: Table, profile: DimensionProfile, notes: list[str]) -> None:
    """Print the data, the notes, facts about the profile, and the table.

    The facts include plateaus, which are ranges of distances with a nearly constant dimension.
    """
    console = standard_output()
    print_heading(console, table.describe(), notes)
    print_list(console, _facts(profile))
    _print_table(console, profile.points)
    print_text(console, f"\n{MERGED}")


def _facts(profile: DimensionProfile) -> list[tuple[str, str]]:
    has_noise = profile.noise_scale > 0
    noise = f"below distance {four_digits(profile.noise_scale)}" if has_noise else "none found"
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
    """Print the mean dimension by each method (columns) in each range of distances (rows)."""
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
