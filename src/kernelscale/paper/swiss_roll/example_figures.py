"""The Swiss roll, its noisy features, and its embedding by every way of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .examples import Rows, draw_color_bar, in_space, of, scatter, show_nearly_all, values

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_embeddings", "draw_rolls"]

_COLUMNS = 4


def draw_rolls(figure: Figure, tables: Mapping[str, Rows]) -> None:
    """The roll itself beside three of its noisy features."""
    rows = tables["example_rolls"]
    figure.set_size_inches(9.0, 4.2)
    panels = values(rows, "panel")
    grid = figure.subplots(1, len(panels), subplot_kw={"projection": "3d"})
    image: Any = None
    for axes, panel in zip(grid, panels, strict=True):
        image = scatter(axes, of(rows, panel=panel), "theta", "xyz")
        axes.view_init(elev=12, azim=-80)
        axes.set_title(panel, fontsize="medium")
    in_space(grid[0], ("y(1)", "y(2)", "y(3)"))
    in_space(grid[1], ("feature 1", "feature 2", "noise"))
    draw_color_bar(figure, image, grid, "theta")


def draw_embeddings(figure: Figure, tables: Mapping[str, Rows]) -> None:
    """Two diffusion coordinates by each way, and those of the roll itself."""
    rows = tables["example_embeddings"]
    ways = values(rows, "way")
    n_lines = -(-len(ways) // _COLUMNS)
    figure.set_size_inches(2.7 * _COLUMNS + 1.0, 2.8 * n_lines + 0.4)
    grid = figure.subplots(n_lines, _COLUMNS, squeeze=False)
    image: Any = None
    for axes, way in zip(grid.flat, ways, strict=False):
        own = of(rows, way=way)
        image = scatter(axes, own, "theta")
        show_nearly_all(axes, own)
        axes.set_title(own[0]["title"], fontsize="medium")
        axes.set_xlabel(f"error {own[0]['error']:.2f}")
    for axes in grid.flat[len(ways) :]:
        axes.set_axis_off()
    draw_color_bar(figure, image, grid, "theta")
    heading = (
        "Noisy Swiss roll in two diffusion coordinates; errors (Procrustes) are from the last "
        "panel, the roll without noise"
    )
    figure.suptitle(heading, x=0.01, ha="left")
