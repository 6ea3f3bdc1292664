"""Figures of two Gaussian classes.

They show the data with an embedding, the first coordinate, the three criteria, and the norm of
W-hat (the kernel between the classes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...reports.curve_figure import BLACK, BLUE, EPSILON, GREEN, PURPLE, VERMILLION
from ..harness.tables import Tables
from ..shared.figure_parts import Rows, distinct, scatter, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_criteria", "draw_first_coordinate", "draw_mixtures", "draw_perturbation"]


LOOKS = {"rho_P": (GREEN, "--"), "rho_Psi": (PURPLE, "-."), "Ge": (BLUE, "-")}
CLASSES = (BLUE, VERMILLION)
NORM = "||W-hat||_F"
_OUTLIERS = 3.0  # limit of the axis; only outliers lie beyond it
_DASHES = ("-", "--", "-.")


def draw_mixtures(figure: Figure, tables: Tables) -> None:
    """Two features above, two diffusion coordinates below; a column for each spread of classes."""
    data, embedded = tables["data"], tables["embeddings"]
    panels = distinct(data, "panel")
    figure.set_size_inches(3.2 * len(panels) + 1.2, 6.2)
    grid = figure.subplots(2, len(panels), squeeze=False)
    for upper, lower, panel in zip(*grid, panels, strict=True):
        scatter(upper, where(data, panel=panel), "label", size=14)
        upper.set(title=panel, xlabel="first feature", ylabel="second feature")
        scale = _nearest(embedded, panel, tables["chosen"])
        scatter(lower, where(embedded, panel=panel, scale=scale), "label", size=14)
        lower.set(xlabel="first diffusion coordinate", ylabel="second diffusion coordinate")
        lower.set_title(f"epsilon {scale:.2g}, near eps_Ge", fontsize="medium")
    for axes in grid.flat:
        axes.spines[["top", "right"]].set_visible(False)
    names = grid[0, 0].get_legend_handles_labels()
    figure.legend(*names, loc="outside right upper", markerscale=2, frameon=False)


def _nearest(embedded: Rows, panel: str, chosen: Rows) -> float:
    """The scale in the table of embeddings that is nearest to eps_Ge."""
    [eps_Ge] = [row["scale"] for row in where(chosen, panel=panel, criterion="Ge")]
    scales = np.array(distinct(where(embedded, panel=panel), "scale"))
    return float(scales[np.abs(np.log(scales / eps_Ge)).argmin()])


def draw_first_coordinate(figure: Figure, tables: Tables) -> None:
    """The first diffusion coordinate at each scale, a line for each point."""
    panels = distinct(tables["embeddings"], "panel")
    figure.set_size_inches(4.0 * len(panels) + 1.0, 4.4)
    grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(grid, panels, strict=True):
        rows = where(tables["embeddings"], panel=panel)
        _draw_points(axes, rows)
        _mark(axes, tables, panel, BLACK)
        axes.set_title(panel, loc="left", fontsize="medium")
        axes.set_ylim(-_OUTLIERS, _OUTLIERS)
    grid[0].set_ylabel("first diffusion coordinate")
    figure.legend(*_once(grid[0]), loc="outside right upper", frameon=False)
    heading = "One line for each point; outliers beyond 3 are not shown"
    figure.suptitle(heading, x=0.01, ha="left", fontsize="medium")


def draw_criteria(figure: Figure, tables: Tables) -> None:
    """The criteria over the scale, each as a share of its largest value."""
    panels = distinct(tables["curves"], "panel")
    figure.set_size_inches(4.0 * len(panels) + 1.0, 4.0)
    grid = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(grid, panels, strict=True):
        for criterion, (color, dashes) in LOOKS.items():
            scales, heights = _curve(tables, panel, criterion)
            share = heights / np.nanmax(heights)
            axes.plot(scales, share, color=color, ls=dashes, lw=2.5, label=criterion)
        _mark(axes, tables, panel)
        axes.set_title(panel, loc="left", fontsize="medium")
        axes.set_ylim(0, 1.05)
    grid[0].set_ylabel("share of its largest value")
    figure.legend(*_once(grid[0]), loc="outside right upper", frameon=False)
    heading = "rho_Psi begins where the graph is connected; vertical lines: chosen scales"
    figure.suptitle(heading, x=0.01, ha="left", fontsize="medium")


def draw_perturbation(figure: Figure, tables: Tables) -> None:
    """The norm of W-hat over the scale, on a linear and on a logarithmic axis."""
    figure.set_size_inches(9.6, 4.4)
    as_it_is, in_powers = figure.subplots(1, 2)
    panels = distinct(tables["curves"], "panel")
    for axes in (as_it_is, in_powers):
        axes.spines[["top", "right"]].set_visible(False)
        looks = zip(panels, (BLUE, VERMILLION, GREEN), _DASHES, strict=False)
        for panel, color, dashes in looks:
            scales, heights = _curve(tables, panel, NORM)
            known = heights > 0
            axes.plot(scales[known], heights[known], color=color, ls=dashes, lw=2.5, label=panel)
            at = _chosen(tables, panel)["Ge"]
            height = np.exp(np.interp(np.log(at), np.log(scales[known]), np.log(heights[known])))
            axes.plot(at, height, "o", color=color, mec=BLACK, ms=9)
        axes.plot([], [], "o", color="white", mec=BLACK, ms=9, label="at eps_Ge")
        axes.set(xscale="log", xlabel=EPSILON)
    largest = max(float(_curve(tables, panel, NORM)[1].max()) for panel in panels)
    in_powers.set(yscale="log", ylim=(largest * 1e-6, largest * 2), ylabel=NORM)
    as_it_is.set(ylabel=NORM, ylim=(0, largest * 1.03))
    as_it_is.legend(frameon=False, loc="upper left")
    as_it_is.set_title("looks nearly constant", loc="left", fontsize="medium")
    in_powers.set_title("but grows severalfold", loc="left", fontsize="medium")


def _draw_points(axes: Axes, rows: Rows) -> None:
    from matplotlib.collections import LineCollection

    scales = np.array(distinct(rows, "scale"))
    labels = distinct(rows, "label")
    for label, color in zip(labels, CLASSES, strict=False):
        points = dict.fromkeys(row["point"] for row in rows if row["label"] == label)
        place = {point: k for k, point in enumerate(points)}
        lines = np.full((len(place), len(scales), 2), np.nan)
        where = {scale: k for k, scale in enumerate(scales.tolist())}
        for row in rows:
            if row["label"] == label:
                lines[place[row["point"]], where[row["scale"]]] = row["scale"], row["x"]
        axes.add_collection(LineCollection(list(lines), colors=color, alpha=0.35, lw=0.8))
        axes.plot([], [], color=color, lw=2, label=label)
    axes.set_xlim(scales.min(), scales.max())


def _mark(axes: Axes, tables: Tables, panel: str, one_color: str | None = None) -> None:
    """Draw lines at the scales that the criteria choose, in their own colours or in one colour."""
    axes.set(xscale="log", xlabel=EPSILON)
    axes.spines[["top", "right"]].set_visible(False)
    for criterion, scale in _chosen(tables, panel).items():
        color, dashes = LOOKS[criterion]
        axes.axvline(scale, color=one_color or color, ls=dashes, lw=1.2, label=f"eps_{criterion}")


def _chosen(tables: Tables, panel: str) -> dict[str, float]:
    return {row["criterion"]: row["scale"] for row in tables["chosen"] if row["panel"] == panel}


def _curve(tables: Tables, panel: str, criterion: str) -> tuple[np.ndarray, np.ndarray]:
    """Scales and values of a criterion; NaN for a missing value."""
    rows = where(tables["curves"], panel=panel, criterion=criterion)
    heights = np.array([row["value"] for row in rows], dtype=float)
    return np.array([row["scale"] for row in rows]), heights


def _once(axes: Axes) -> tuple[list[Any], list[str]]:
    """Handles and labels of one panel for a single legend; they are the same in all panels."""
    handles, names = axes.get_legend_handles_labels()
    return list(handles), list(names)
