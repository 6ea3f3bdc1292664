"""Figure of log S against the scale, for several data sets.

It shows the asymptotes, the linear range, and the scale eps_0, where this range begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...reports.curve_figure import BLACK, BLUE, EPSILON, GREEN, VERMILLION, draw_curve_panel
from ...results import ScaleCurve
from ..harness.tables import Tables
from ..shared.figure_parts import Rows, distinct, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_curves"]

_COLUMNS = 3
_BETWEEN = (0.1, 0.9)  # vertical range, as shares of the panel, between the names of the asymptotes


def draw_curves(figure: Figure, tables: Tables) -> None:
    """A panel for each set: the linear range shaded, with a line at eps_0, where it begins."""
    panels = distinct(tables["curves"], "panel")
    n_rows = -(-len(panels) // _COLUMNS)
    figure.set_size_inches(4.6 * _COLUMNS, 3.6 * n_rows + 0.4)
    grid = figure.subplots(n_rows, _COLUMNS, squeeze=False).ravel()
    for axes, panel in zip(grid, panels, strict=False):
        _draw_set(axes, tables, panel)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    _draw_legend(figure, grid[0])


def _draw_set(axes: Axes, tables: Tables, panel: str) -> None:
    rows = where(tables["curves"], panel=panel)
    draw_curve_panel(axes, _curve(rows))
    for plateau in tables["plateaus"]:
        if plateau["panel"] == panel and plateau["chosen"]:
            ends = plateau["low"], plateau["high"]
            axes.axvspan(*ends, *_BETWEEN, color=GREEN, alpha=0.2, lw=0)
            axes.axvline(ends[0], *_BETWEEN, color=BLACK, lw=1.5, ls="--")
            said = f"eps_0 = {plateau['low']:.3g}, 2 x slope {plateau['dimension']:.2f}"
            axes.set_title(f"{panel}: {said}", loc="left", fontsize="medium")
    axes.set_xlabel(EPSILON)


def _curve(rows: Rows) -> ScaleCurve:
    log_S, dimension = (
        np.array([row["value"] for row in rows if row["quantity"] == quantity])
        for quantity in ("log S", "implied dimension")
    )
    scales = np.array([row["scale"] for row in rows if row["quantity"] == "log S"])
    return ScaleCurve(scales, np.exp(log_S), dimension, rows[0]["n_samples"])


def _draw_legend(figure: Figure, axes: Axes) -> None:
    """A legend below all panels."""
    handles = [
        *axes.plot([], [], color=BLUE, lw=2.5, label="log S"),
        *axes.plot([], [], color=VERMILLION, lw=2.5, ls="-.", label="d_eps, twice its slope"),
        axes.fill_between([], [], [], color=GREEN, alpha=0.2, label="linear range"),
        *axes.plot([], [], color=BLACK, lw=1.5, ls="--", label="eps_0, where it begins"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)
