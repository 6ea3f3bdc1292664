"""Scales of features as an answer: a table on the screen, one JSON document, files, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..datasets.writing import write_table
from ..reports import ScalingPicture
from ..scaling import ManifoldScaler
from ..whole_files import whole_file
from .answers import four_digits, print_code, print_json, print_list, print_text
from .grids import print_grid
from .screen import Screen, standard_output, tell
from .tables import Table

__all__ = ["ScaledTable", "answer", "picture", "write"]

MOST_ROWS = 50  # of the table on the screen
HINT = "Nothing is kept yet: -o scaled.csv writes the scaled features, --plot scales.png a picture."


@dataclass(frozen=True, eq=False)
class ScaledTable:
    """A table, the scales of its features, and the dimension the kernel sees.

    Attributes
    ----------
    table : Table
        The features as they are.
    scaler : ManifoldScaler
        Fitted to them.
    n_dims_given : bool
        Whether the dimension was given, or estimated.
    before, after : float
        Largest d_eps of the standardised and of the scaled features, all rows.
    """

    table: Table
    scaler: ManifoldScaler
    n_dims_given: bool
    before: float
    after: float

    @property
    def spread(self) -> np.ndarray:
        """Standard deviation of each feature."""
        return self.table.X.std(axis=0)

    @property
    def weights(self) -> np.ndarray:
        """Standard deviation of each feature when scaled."""
        return self.spread * self.scaler.scale_

    @property
    def shares(self) -> np.ndarray:
        """Part of each feature in the mean squared distance; they sum to 1."""
        squares = self.weights**2
        return squares / squares.sum()

    @property
    def by_weight(self) -> np.ndarray:
        """Numbers of the features, those that count most first, equal ones as in the table."""
        return np.argsort(-self.weights.round(12), kind="stable")

    def python_lines(self) -> list[str]:
        """What gives the same scales of the user's own `X`."""
        scaler = self.scaler
        options = [f"n_dims={scaler.n_dims_}"]
        if scaler.method != "joint":
            options.append(f'method="{scaler.method}"')
        if scaler.target != "calibrated":
            options.append(f'target="{scaler.target}"')
        return [
            "from kernelscale import ManifoldScaler",
            f"scaler = ManifoldScaler({', '.join(options)}).fit(X)",
            "Z = scaler.transform(X)  # for a kernel of gamma = 1/2",
        ]

    def to_dict(self) -> dict[str, Any]:
        """All of it ready for JSON, features in the order of the table."""
        scaler = self.scaler
        columns = (self.table.feature_names, self.spread, scaler.scale_, self.weights, self.shares)
        names = ("feature", "spread", "scale", "weight", "share")
        rows = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
        return {
            "data": self.table.to_dict(),
            "method": scaler.method,
            "n_dims": scaler.n_dims_,
            "n_dims_given": self.n_dims_given,
            "target": scaler.target_,
            "d_eps": {
                "before": self.before,
                "after": self.after,
                "at_epsilon_1": scaler.implied_dimension_,
            },
            "bandwidth": scaler.bandwidth_.to_dict(),
            "features": [dict(zip(names, row, strict=True)) for row in rows],
            "python": self.python_lines(),
        }


def answer(scaled: ScaledTable, notes: list[str], written: list[Path], as_json: bool) -> None:
    """Print it, as JSON if asked."""
    if as_json:
        print_json({**scaled.to_dict(), "notes": notes, "files": list(map(str, written))})
        return
    console = standard_output()
    print_text(console, scaled.table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_list(console, _facts(scaled))
    _print_features(console, scaled)
    print_text(console, "\nIn Python", "bold")
    print_code(console, scaled.python_lines())
    if not written:
        print_text(console, f"\n{HINT}")


def write(scaled: ScaledTable, outputs: Sequence[Path], label: str | None) -> None:
    """Write the scaled features into each file, and say so on stderr."""
    points, labels = scaled.scaler.transform(scaled.table.X), scaled.table.y
    names = scaled.table.feature_names
    for path in outputs:
        if path.suffix.lower() == ".npz":
            arrays: dict[str, Any] = {
                "X": points,
                "scale": scaled.scaler.scale_,
                "names": np.array(names),
            }
            if labels is not None:
                arrays["y"] = labels
            with whole_file(path) as temporary, temporary.open("wb") as file:
                np.savez(file, **arrays)
        else:
            columns = dict(zip(names, points.T, strict=True))
            write_table(columns if labels is None else {**columns, label or "y": labels}, path)
        tell(f"Scaled features written to {path}.")


def picture(scaled: ScaledTable) -> ScalingPicture:
    """Bars of the weights, with what the kernel sees above."""
    scaler = scaled.scaler
    title = (
        f"{scaler.method} method keeps {_kept(scaled)}\n"
        f"largest d_eps {scaled.before:.3g} before, {scaled.after:.3g} after, "
        f"target {scaler.target_:.3g} ({_dimensions(scaled)})"
    )
    return ScalingPicture(scaled.table.feature_names, scaled.weights, title)


def _facts(scaled: ScaledTable) -> list[tuple[str, str]]:
    scaler, bandwidth = scaled.scaler, scaled.scaler.bandwidth_
    ball = scaler.target == "calibrated"
    meaning = "as a ball of as many dimensions shows" if ball else "the dimension itself"
    return [
        ("method", scaler.method),
        ("n_dims", _dimensions(scaled)),
        ("kept", _kept(scaled)),
        ("target", f"{four_digits(scaler.target_)}, {meaning}"),
        ("d_eps before", f"{four_digits(scaled.before)}, largest, standardised features"),
        ("d_eps after", f"{four_digits(scaled.after)}, largest, scaled features"),
        (
            "d_eps used",
            f"{four_digits(scaler.implied_dimension_)}, at gamma = 1/2, scaled features",
        ),
        (
            "epsilon",
            f"{four_digits(bandwidth.epsilon)}, which the scales are divided by the root of",
        ),
        ("reason", f"By {bandwidth.rule}. {bandwidth.reason}"),
    ]


def _dimensions(scaled: ScaledTable) -> str:
    n_dims = scaled.scaler.n_dims_
    counted = "1 dimension" if n_dims == 1 else f"{n_dims} dimensions"
    return f"{counted}, {'as given' if scaled.n_dims_given else 'estimated by multiscale'}"


def _kept(scaled: ScaledTable) -> str:
    kept, n_features = np.count_nonzero(scaled.weights), len(scaled.weights)
    if kept == n_features:
        return f"all {n_features} features"
    return f"{kept} of {n_features} features, {n_features - kept} left out"


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
        print_text(console, f"{more} more, which count less; --json has all.")


def _number(value: float) -> str:
    return four_digits(value) if value else "0"
