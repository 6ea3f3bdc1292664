"""Spirals in space, their embeddings, and the accuracy over the scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...reports.curve_figure import EPSILON
from ...reports.label_colors import colors_of
from ..harness.experiment import Draw
from ..harness.tables import Tables
from ..shared.accuracy_figures import draw_accuracy_panel
from ..shared.figure_parts import distinct, in_space, scatter, where

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["ACCURACIES", "draw_embeddings", "draw_spirals"]

_N_SHOWN = 5  # number of scales in the figure of embeddings
_LOWEST = 0.4  # lowest accuracy of the axis; chance is 1/4


def draw_spirals(figure: Figure, tables: Tables) -> None:
    """All three features, a panel for each gap between the classes."""
    rows = tables["data"]
    panels = distinct(rows, "panel")
    figure.set_size_inches(4.2 * len(panels) + 1.2, 4.2)
    grid = figure.subplots(1, len(panels), squeeze=False, subplot_kw={"projection": "3d"})[0]
    for axes, panel in zip(grid, panels, strict=True):
        scatter(axes, where(rows, panel=panel), "label", "xyz", size=14)
        in_space(axes, ("x(1)", "x(2)", "x(3)"))
        axes.view_init(elev=45, azim=-60)
        axes.set_title(panel, fontsize="medium")
    names = grid[0].get_legend_handles_labels()
    figure.legend(*names, loc="outside right upper", markerscale=2, frameon=False)
    figure.suptitle("Spirals of four classes, noise sd 0.63", x=0.01, ha="left")


def draw_embeddings(figure: Figure, tables: Tables) -> None:
    """Two diffusion coordinates of the first draws, at a few scales from small to large."""
    rows = tables["embeddings"]
    panels = distinct(rows, "panel")
    scales = sorted({row["scale"] for row in rows})
    scales = [scales[k] for k in np.linspace(0, 0.65 * len(scales), _N_SHOWN).astype(int)]
    colors = colors_of(np.array([row["label"] for row in rows]))
    figure.set_size_inches(2.2 * len(scales) + 1.2, 2.3 * len(panels) + 0.4)
    grid = figure.subplots(len(panels), len(scales), squeeze=False)
    for line, panel in zip(grid, panels, strict=True):
        for axes, scale in zip(line, scales, strict=True):
            for label, color in zip(colors.classes, colors.colors, strict=True):
                chosen = [
                    (row["x"], row["y"])
                    for row in rows
                    if (row["panel"], row["scale"], row["label"]) == (panel, scale, label)
                ]
                axes.scatter(*np.transpose(chosen), s=5, lw=0, color=color, label=label)
            axes.set(xticks=[], yticks=[])
            axes.set_xlim(-1.15, 1.15)  # only a few outliers lie beyond -1 and 1
            axes.set_ylim(-1.15, 1.15)
            if panel == panels[0]:
                axes.set_title(f"epsilon {scale:g}", fontsize="medium")
        line[0].set_ylabel(panel)
    handles, labels = grid[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right upper", markerscale=4, frameon=False)
    figure.suptitle("Spirals in two diffusion coordinates, noise sd 0.63", x=0.01, ha="left")


def _draw_accuracy(figure: Figure, tables: Tables, coordinates: int) -> None:
    """A row of panels for each standard deviation of the noise, a column for each gap."""
    curves, chosen = (
        where(tables[name], coordinates=coordinates) for name in ("accuracy", "chosen")
    )
    noises, gaps = (distinct(curves, name) for name in ("noise_sd", "gap"))
    figure.set_size_inches(2.6 * len(gaps) + 2.2, 2.4 * len(noises) + 0.6)
    grid = figure.subplots(len(noises), len(gaps), squeeze=False, sharex=True, sharey=True)
    for line, noise_sd in zip(grid, noises, strict=True):
        for axes, gap in zip(line, gaps, strict=True):
            place = {"noise_sd": noise_sd, "gap": gap}
            draw_accuracy_panel(axes, where(curves, **place), where(chosen, **place))
            axes.set_title(f"gap {gap:g}, noise sd {noise_sd:.2g}", loc="left", fontsize="medium")
        line[0].set(ylabel="1-NN accuracy", ylim=(_LOWEST, 1.02))
    for axes in grid[-1]:
        axes.set_xlabel(EPSILON)
    figure.legend(
        *grid[0, 0].get_legend_handles_labels(), loc="outside right center", frameon=False
    )
    words = f"{coordinates} diffusion coordinate{'s' if coordinates > 1 else ''}"
    heading = (
        f"Spirals, nearest neighbour in {words}\n"
        f"mean of {curves[0]['repeats']} draws, 95 % interval shaded; median scale of each rule"
    )
    figure.suptitle(heading, x=0.01, ha="left")


def _drawing(coordinates: int) -> Draw:
    def draw(figure: Figure, tables: Tables) -> None:
        _draw_accuracy(figure, tables, coordinates)

    draw.__doc__ = f"Accuracy over the scale, in {coordinates} diffusion coordinate(s)."
    return draw


ACCURACIES = {f"accuracy_in_{n}": _drawing(n) for n in (1, 2, 3, 4)}
"""A picture of the accuracy for each number of coordinates."""
