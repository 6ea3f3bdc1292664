"""Figure of what each criterion is computed from, at three scales: too small, chosen, too large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...reports.curve_figure import BLACK, BLUE, EPSILON, GREY
from ...reports.label_colors import PALETTE
from ..harness.tables import Tables
from ..shared.figure_parts import Rows, distinct, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_schematic"]


_METHODS = {
    "rho_P": ("(b) probabilistic: steps to other points", "transitions"),
    "rho_Psi": ("(c) geometric: first two of three diffusion coordinates", "spreads"),
    "Ge": ("(d) spectral: eigenvalues, and the gap behind the third", "eigenvalues"),
}
_MARKERS = "os^D"


def draw_schematic(figure: Figure, tables: Tables) -> None:
    """The data on the left; a row for each criterion on the right: three scales, and the curve."""
    figure.set_size_inches(14.0, 9.0)
    [[left, right]] = figure.subfigures(1, 2, squeeze=False, width_ratios=[1, 3.4])
    _draw_data(left.subplots(), tables["data"])
    for part, (criterion, (title, table)) in zip(
        right.subfigures(3, 1), _METHODS.items(), strict=True
    ):
        panels = part.subplots(1, 4, width_ratios=[1, 1, 1, 1.3])
        names = distinct(tables[table], "panel")
        for axes, panel in zip(panels, names, strict=False):
            rows = where(tables[table], panel=panel)
            _DRAWN[table](axes, rows)
            heading = f"{panel}, eps = {rows[0]['scale']:.2g}"
            axes.set_title(heading, loc="left", fontsize="small")
        _draw_curve(panels[-1], tables, criterion)
        part.suptitle(title, x=0.01, ha="left", fontsize="medium")


def _draw_data(axes: Axes, rows: Rows) -> None:
    _scatter(axes, rows)
    axes.set(xlabel="first feature", ylabel="second feature", box_aspect=1, anchor="N")
    axes.set_title("(a) the data, two of six features", loc="left", fontsize="medium")
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.2))


def _scatter(axes: Axes, rows: Rows) -> None:
    for label, color, marker in zip(
        dict.fromkeys(row["label"] for row in rows), PALETTE, _MARKERS, strict=False
    ):
        own = where(rows, label=label)
        places = [row["x"] for row in own], [row["y"] for row in own]
        axes.scatter(*places, color=color, marker=marker, s=22, alpha=0.8, lw=0, label=label)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_transitions(axes: Axes, rows: Rows) -> None:
    """A square for each pair of points, darker for a more probable step; a frame for each class."""
    columns = [name for name in rows[0] if name.startswith("to_")]
    P = np.array([[row[name] for name in columns] for row in rows])
    axes.imshow(P, cmap="Greys", vmin=0, vmax=max(1.5 / len(P), float(np.quantile(P, 0.98))))
    labels = [row["label"] for row in rows]
    for label, color in zip(dict.fromkeys(labels), PALETTE, strict=False):
        low = labels.index(label) - 0.5
        high = low + labels.count(label)
        axes.plot([low, high, high, low, low], [low, low, high, high, low], color=color, lw=2)
    axes.set(xticks=[], yticks=[])
    axes.set_xlabel(f"stays in its class: {_staying(P, labels):.0%}", fontsize="small")


def _staying(P: np.ndarray, labels: Sequence[str]) -> float:
    own = np.array(labels)[:, None] == np.array(labels)
    return float(P[own].sum() / len(P))


def _draw_spreads(axes: Axes, rows: Rows) -> None:
    _scatter(axes, rows)
    axes.tick_params(labelsize="x-small")


def _draw_eigenvalues(axes: Axes, rows: Rows) -> None:
    numbers, values = ([row[name] for row in rows] for name in ("number", "value"))
    axes.bar(numbers, values, color=GREY)
    n_classes = 3
    before, after = values[n_classes - 1], values[n_classes]
    between = n_classes + 0.5
    axes.plot([between, between], [after, before], color=BLUE, lw=4, solid_capstyle="butt")
    axes.hlines([before, after], [n_classes, between - 0.3], [between + 0.3, n_classes + 1], BLUE)
    axes.set(ylim=(0, 1.05), xticks=numbers)
    axes.set_xlabel(f"Ge = {before - after:.2f}", fontsize="small")
    axes.spines[["top", "right"]].set_visible(False)


_DRAWN: dict[str, Callable[[Axes, Rows], None]] = {
    "transitions": _draw_transitions,
    "spreads": _draw_spreads,
    "eigenvalues": _draw_eigenvalues,
}


def _draw_curve(axes: Axes, tables: Tables, criterion: str) -> None:
    rows = where(tables["curves"], curve=criterion)
    values = np.array([row["value"] for row in rows], dtype=float)
    axes.plot([row["scale"] for row in rows], values, color=BLUE, lw=2.5)
    [chosen] = [row["scale"] for row in tables["summary"] if row["criterion"] == criterion]
    axes.axvline(chosen, color=BLACK, lw=1.5, ls="--")
    axes.set(xscale="log", ylim=(0, 1.08 * float(np.nanmax(values))))
    axes.set_xlabel(EPSILON, fontsize="small")
    axes.set_title(f"{criterion}, largest at {chosen:.2g}", loc="left", fontsize="small")
    axes.spines[["top", "right"]].set_visible(False)
