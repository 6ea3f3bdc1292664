"""A digit without and with noise, and the circle that its turns make in each embedding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..harness.tables import Tables
from ..shared.figure_parts import Rows, distinct, draw_color_bar, scatter, show_nearly_all, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_digits"]

ROUND = "twilight"  # a cyclic colour map


def draw_digits(figure: Figure, tables: Tables) -> None:
    """The digit and its embeddings by a few ways, without noise and with noise."""
    images, embedded = tables["example_images"], tables["example_embeddings"]
    ways = distinct(embedded, "way")
    figure.set_size_inches(2.6 * (1 + len(ways)) + 1.0, 5.8)
    grid = figure.subplots(2, 1 + len(ways), squeeze=False)
    shown: Any = None
    for line, panel in zip(grid, distinct(images, "panel"), strict=True):
        _draw_pixels(line[0], where(images, panel=panel))
        line[0].set_ylabel(f"{panel} digit")
        for axes, way in zip(line[1:], ways, strict=True):
            rows = where(embedded, panel=panel, way=way)
            shown = scatter(axes, rows, "angle", size=16)
            shown.set(cmap=ROUND, clim=(0, 360), edgecolor="0.4", linewidth=0.3)
            show_nearly_all(axes, rows)
            axes.set_box_aspect(1)
            axes.set_title(rows[0]["title"].replace(", weights", ",\nweights"), fontsize="medium")
    draw_color_bar(figure, shown, grid, "angle in degrees")
    heading = (
        "A digit turned all the way round; below, with noise of variance 0.5 in each pixel (up to "
        "1 % of the points may lie outside each side of a panel)"
    )
    figure.suptitle(heading, x=0.01, ha="left")


def _draw_pixels(axes: Axes, rows: Rows) -> None:
    side = max(row["line"] for row in rows) + 1
    pixels = np.array([row["brightness"] for row in rows]).reshape(side, side)
    axes.imshow(pixels, cmap="Greys_r")
    axes.set(xticks=[], yticks=[])
