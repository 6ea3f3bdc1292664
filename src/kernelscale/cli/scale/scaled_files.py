"""Outputs of `kernelscale scale`: the scales printed, the scaled features in files, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...atomic_files import atomic_file
from ...datasets.table_output import write_table
from ...reports.scaling_figure import ScalingPicture
from ..shared.printing import (
    four_digits,
    print_code,
    print_grid,
    print_heading,
    print_json,
    print_list,
    print_text,
)
from ..shared.screen import Screen, print_message, standard_output
from .scaled_tables import ScaledTable

__all__ = ["picture", "show", "write"]

MOST_ROWS = 50  # largest number of rows of the printed table
HINT = "No file was written: -o scaled.csv writes the scaled features, --plot scales.png a picture."


def show(scaled: ScaledTable, notes: list[str], written: list[Path], as_json: bool) -> None:
    """Print the scales, as text or as JSON."""
    if as_json:
        print_json({**scaled.to_dict(), "notes": notes, "files": list(map(str, written))})
        return
    console = standard_output()
    print_heading(console, scaled.table.describe(), notes)
    print_list(console, scaled.facts())
    _print_features(console, scaled)
    print_text(console, "\nIn Python", "bold")
    print_code(console, scaled.python_lines())
    if not written:
        print_text(console, f"\n{HINT}")


def write(scaled: ScaledTable, outputs: Sequence[Path], label: str | None) -> None:
    """Write the scaled features into each file, and print the name of the file on stderr."""
    points = scaled.scaler.transform(scaled.table.X)
    labels, rows, names = scaled.table.y, scaled.table.rows, scaled.table.feature_names
    for path in outputs:
        if path.suffix.lower() == ".npz":
            found = {"X": points, **({} if labels is None else {"y": labels})}
            arrays: dict[str, Any] = {
                **rows.arrays(found),
                "scale": scaled.scaler.scale_,
                "names": np.array(names),
            }
            with atomic_file(path) as temporary, temporary.open("wb") as file:
                np.savez(file, **arrays)
        else:
            columns = dict(zip(names, points.T, strict=True))
            if labels is not None:
                columns[_free(label or "y", names)] = labels
            write_table(rows.columns(columns), path)
        print_message(f"Scaled features written to {path}.")


def picture(scaled: ScaledTable) -> ScalingPicture:
    """The picture of the weights as bars, below a title."""
    return ScalingPicture(scaled.table.feature_names, scaled.weights, scaled.title())


def _free(heading: str, names: Sequence[str]) -> str:
    """The heading, with underscores appended until no feature has that name."""
    return heading if heading not in names else _free(f"{heading}_", names)


def _print_features(console: Screen, scaled: ScaledTable) -> None:
    columns = (scaled.spread, scaled.scaler.scale_, scaled.weights)
    shown = scaled.by_weight[:MOST_ROWS]
    rows = [
        [
            scaled.table.feature_names[number],
            *(_number(column[number]) for column in columns),
            f"{100 * scaled.shares[number]:.1f}",
        ]
        for number in shown
    ]
    print_grid(console, ["feature", "spread", "scale", "weight", "share"], rows)
    if len(shown) < len(scaled.weights):
        more = len(scaled.weights) - len(shown)
        print_text(console, f"{more} more features have no larger weights; --json lists all.")


def _number(value: float) -> str:
    return four_digits(value) if value else "0"
