"""Theorem 3.2: distances and their bounds, over the scale and over random cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...reports.curve_figure import BLACK, BLUE, EPSILON, GREEN, GREY, VERMILLION
from ..harness.tables import Row, Tables
from ..shared.figure_parts import Rows, distinct, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_over_scales", "draw_random_cases"]


LOOKS = {
    "printed": (VERMILLION, "--", "printed bound"),
    "tight": (BLUE, "-.", "tight bound"),
    "distance": (BLACK, "-", "distance"),
}
LARGEST = 2**0.5  # the largest distance of two eigenspaces of dimension 2 (two classes)
_LOWEST, _HIGHEST = 1e-6, 1e6


def draw_over_scales(figure: Figure, tables: Tables) -> None:
    """A panel for each standard deviation of the classes: distance of the eigenspaces, and bounds.

    A bound is vacuous in the grey range.
    """
    panels = distinct(tables["curves"], "panel")
    figure.set_size_inches(4.0 * len(panels) + 1.0, 4.4)
    grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(grid, panels, strict=True):
        rows = where(tables["curves"], panel=panel)
        _draw_panel(axes, rows)
        axes.set_title(panel, loc="left", fontsize="medium")
    grid[0].set(ylabel="distance of the eigenspaces, and bounds on it")
    figure.legend(*grid[0].get_legend_handles_labels(), loc="outside right upper", frameon=False)
    heading = "Gaussian mixture, one draw. In the grey range, above sqrt(2), a bound is vacuous"
    figure.suptitle(heading, x=0.01, ha="left", fontsize="medium")


def draw_random_cases(figure: Figure, tables: Tables) -> None:
    """Bounds against the distance, both as shares of the largest possible distance."""
    figure.set_size_inches(10.0, 4.8)
    grid = figure.subplots(1, 2, sharey=True)
    image: Any = None
    for axes, form in zip(grid, ("printed", "tight"), strict=True):
        image = _draw_cases(axes, tables["cases"], form)
    grid[0].set_ylabel("bound / sqrt(N_C)")
    figure.colorbar(image, ax=grid, label="cases")
    n_cases = len(tables["cases"])
    heading = (
        f"{n_cases} random cases. In the grey range a bound is vacuous; below the line it is "
        "violated.\nNot shown: distances of the size of rounding errors, and cases beyond the axes"
    )
    figure.suptitle(heading, x=0.01, ha="left", fontsize="medium")


def _draw_panel(axes: Axes, rows: Rows) -> None:
    for quantity, (color, dashes, title) in LOOKS.items():
        chosen = where(rows, quantity=quantity)
        scales = [row["scale"] for row in chosen]
        values = 10 ** np.array([row["value"] for row in chosen], dtype=float)
        axes.plot(scales, values, color=color, ls=dashes, lw=2.5, label=title)
        axes.set_xlim(min(scales), max(scales))
    [eps_Ge] = {row["scale"] for row in rows if row["is_eps_Ge"]}
    axes.axvline(eps_Ge, color=GREEN, lw=1.5, label="eps_Ge")
    axes.axhspan(LARGEST, _HIGHEST, color=GREY, alpha=0.15, lw=0)
    axes.set(xscale="log", yscale="log", xlabel=EPSILON, ylim=(_LOWEST, _HIGHEST))
    axes.spines[["top", "right"]].set_visible(False)


def _draw_cases(axes: Axes, cases: Rows, form: str) -> Any:
    known = [row for row in cases if row[form] is not None and _is_known(row)]
    unit = np.sqrt([row["n_classes"] for row in known])
    distances = np.array([row["distance"] for row in known]) / unit
    bounds = np.array([row[form] for row in known]) / unit
    shown = (distances > _LOWEST) & (bounds > _LOWEST) & (bounds < _HIGHEST)
    axes.axhspan(1, _HIGHEST, color=GREY, alpha=0.15, lw=0)
    axes.plot([_LOWEST, 1], [_LOWEST, 1], color=BLACK, lw=1.5)
    image = axes.hexbin(
        distances[shown],
        bounds[shown],
        xscale="log",
        yscale="log",
        bins="log",
        mincnt=1,
        gridsize=40,
        extent=(np.log10(_LOWEST), 0.0, np.log10(_LOWEST), np.log10(_HIGHEST)),
        cmap="viridis_r",
    )
    useful = sum(row[form] is not None and row[form] <= row["n_classes"] ** 0.5 for row in cases)
    violated = sum(row[f"{form}_violated"] for row in cases)
    title = f"{form} bound: not vacuous in {useful / len(cases):.0%}, violated in {violated}"
    infinite = sum(row[form] is None for row in cases)
    others = len(cases) - infinite - int(shown.sum())
    title += f"\nnot shown: {infinite} infinite bounds, {others} others"
    axes.set_title(title, loc="left", fontsize="medium")
    axes.set(xlabel="distance / sqrt(N_C)", xlim=(_LOWEST, 1.5), ylim=(_LOWEST, _HIGHEST))
    axes.spines[["top", "right"]].set_visible(False)
    return image


def _is_known(row: Row) -> bool:
    """Whether the distance is well above the rounding error of eigenvectors."""
    return bool(row["distance"] is not None and row["distance"] > 10 * row["in_doubt"])
