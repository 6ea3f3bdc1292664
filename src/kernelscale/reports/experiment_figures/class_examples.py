"""Classes as they are made: two Gaussians beside their embedding, and the spirals in space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from .examples import Rows, in_space, of, scatter, values

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_mixtures", "draw_spirals"]


def draw_mixtures(figure: Figure, tables: Mapping[str, Rows]) -> None:
    """Two features above, two diffusion coordinates below, a column a spread."""
    data, embedded = tables["data"], tables["embeddings"]
    panels = values(data, "panel")
    figure.set_size_inches(3.2 * len(panels) + 1.2, 6.2)
    grid = figure.subplots(2, len(panels), squeeze=False)
    for upper, lower, panel in zip(*grid, panels, strict=True):
        scatter(upper, of(data, panel=panel), "label", size=14)
        upper.set(title=panel, xlabel="first feature", ylabel="second feature")
        scale = _nearest(embedded, panel, tables["chosen"])
        scatter(lower, of(embedded, panel=panel, scale=scale), "label", size=14)
        lower.set(xlabel="first diffusion coordinate", ylabel="second diffusion coordinate")
        lower.set_title(f"epsilon {scale:.2g}, near eps_Ge", fontsize="medium")
    for axes in grid.flat:
        axes.spines[["top", "right"]].set_visible(False)
    names = grid[0, 0].get_legend_handles_labels()
    figure.legend(*names, loc="outside right upper", markerscale=2, frameon=False)


def _nearest(embedded: Rows, panel: str, chosen: Rows) -> float:
    """The scale shown that is nearest to the one that Ge chooses."""
    [eps_Ge] = [row["scale"] for row in of(chosen, panel=panel, criterion="Ge")]
    scales = np.array(values(of(embedded, panel=panel), "scale"))
    return float(scales[np.abs(np.log(scales / eps_Ge)).argmin()])


def draw_spirals(figure: Figure, tables: Mapping[str, Rows]) -> None:
    """All three features, a panel a gap between the classes."""
    rows = tables["data"]
    panels = values(rows, "panel")
    figure.set_size_inches(4.2 * len(panels) + 1.2, 4.2)
    grid = figure.subplots(1, len(panels), squeeze=False, subplot_kw={"projection": "3d"})[0]
    for axes, panel in zip(grid, panels, strict=True):
        scatter(axes, of(rows, panel=panel), "label", "xyz", size=14)
        in_space(axes, ("x(1)", "x(2)", "x(3)"))
        axes.view_init(elev=45, azim=-60)
        axes.set_title(panel, fontsize="medium")
    names = grid[0].get_legend_handles_labels()
    figure.legend(*names, loc="outside right upper", markerscale=2, frameon=False)
    figure.suptitle("Spirals of four classes, noise sd 0.4", x=0.01, ha="left")
