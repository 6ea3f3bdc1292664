"""The roll and its embeddings; the best way by noise level, number of noise features and units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...reports.curve_figure import BLACK
from ..harness.tables import Row, Tables
from ..shared.figure_parts import (
    WAY_COLORS,
    Rows,
    distinct,
    draw_color_bar,
    in_space,
    scatter,
    show_nearly_all,
    where,
)
from ..shared.scaling_ways import ORACLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_differences", "draw_embeddings", "draw_rolls", "draw_winners"]

OPPONENTS = (
    "max_min",
    "standardised_max_min",
    "nearest_neighbors",
    "standardised_eps_0",
    "standardised_auto",
    "algorithm_2",
)
_METRICS = {  # heading, and 1 if small values are good, else -1
    "error": ("Procrustes error", 1),
    "r2": ("R² of θ and h, 2 coordinates", -1),
    "r2_ten": ("R² of θ and h, 10 coordinates", -1),
}
_COLORS = "PuOr_r"  # its colours are distinct with any kind of colour vision
_LARGEST = 0.6  # difference that has the full colour
_COLUMNS = 4  # number of columns of panels of embeddings
_FEATURES = "noise features\nper informative one"


def draw_rolls(figure: Figure, tables: Tables) -> None:
    """The roll itself, and three of its noisy features."""
    rows = tables["example_rolls"]
    figure.set_size_inches(9.0, 4.2)
    panels = distinct(rows, "panel")
    grid = figure.subplots(1, len(panels), subplot_kw={"projection": "3d"})
    image: Any = None
    for axes, panel in zip(grid, panels, strict=True):
        image = scatter(axes, where(rows, panel=panel), "theta", "xyz")
        axes.view_init(elev=12, azim=-80)
        axes.set_title(panel, fontsize="medium")
    in_space(grid[0], ("y(1)", "y(2)", "y(3)"))
    in_space(grid[1], ("feature 1", "feature 2", "noise"))
    draw_color_bar(figure, image, grid, "theta")


def draw_embeddings(figure: Figure, tables: Tables) -> None:
    """Two diffusion coordinates of the noisy roll by each way, and of the roll itself."""
    rows = tables["example_embeddings"]
    ways = distinct(rows, "way")
    n_lines = -(-len(ways) // _COLUMNS)
    figure.set_size_inches(2.7 * _COLUMNS + 1.0, 2.8 * n_lines + 0.4)
    grid = figure.subplots(n_lines, _COLUMNS, squeeze=False)
    image: Any = None
    for axes, way in zip(grid.flat, ways, strict=False):
        own = where(rows, way=way)
        image = scatter(axes, own, "theta")
        show_nearly_all(axes, own)
        axes.set_title(own[0]["title"], fontsize="medium")
        axes.set_xlabel(f"error {own[0]['error']:.2f}")
    for axes in grid.flat[len(ways) :]:
        axes.set_axis_off()
    draw_color_bar(figure, image, grid, "theta")
    heading = (
        "Noisy Swiss roll in two diffusion coordinates; Procrustes errors are relative to the last "
        "panel, the roll without noise"
    )
    figure.suptitle(heading, x=0.01, ha="left")


def draw_differences(figure: Figure, tables: Tables) -> None:
    """Differences of errors, a panel for each opponent and units; bold if significant."""
    rows = tables["map"]
    kinds = distinct(rows, "units")
    figure.set_size_inches(1.6 + 2.35 * len(OPPONENTS), 0.9 + 2.7 * len(kinds))
    grid = figure.subplots(len(kinds), len(OPPONENTS), squeeze=False, sharex=True, sharey=True)
    image: Any = None
    for panels, units in zip(grid, kinds, strict=True):
        for axes, opponent in zip(panels, OPPONENTS, strict=True):
            chosen = where(rows, opponent=opponent, units=units)
            image = _draw_differences(axes, chosen)
            if units == kinds[0]:
                axes.set_title(f"against\n{chosen[0]['title']}", fontsize="medium")
        panels[0].set_ylabel(f"units: {units}\nnoise")
    for axes in grid[-1]:
        axes.set_xlabel(_FEATURES)
    label = "error of ManifoldScaler's default minus theirs\n(below 0: the default is better)"
    figure.colorbar(image, ax=grid, label=label)
    heading = "Swiss roll: differences of Procrustes errors; bold if the 95 % interval excludes 0"
    figure.suptitle(heading, x=0.01, ha="left")


def draw_winners(figure: Figure, tables: Tables) -> None:
    """The way with the best mean of each metric in each setting, without the oracle."""
    rows = [row for row in tables["ways"] if row["way"] != ORACLE]
    kinds, titles = distinct(rows, "units"), {row["way"]: row["title"] for row in rows}
    figure.set_size_inches(3.4 + 3.2 * len(kinds), 1.0 + 2.6 * len(_METRICS))
    grid = figure.subplots(len(_METRICS), len(kinds), squeeze=False, sharex=True, sharey=True)
    best: set[str] = set()
    for panels, (metric, (name, sign)) in zip(grid, _METRICS.items(), strict=True):
        for axes, units in zip(panels, kinds, strict=True):
            chosen = where(rows, units=units)
            best |= _draw_winners(axes, chosen, metric, sign)
            axes.set_title(f"{name}; units: {units}", loc="left", fontsize="medium")
        panels[0].set_ylabel("noise")
    for axes in grid[-1]:
        axes.set_xlabel(_FEATURES)
    marks = {name: title for name, title in titles.items() if name in best}
    handles = [
        grid[0, 0].scatter([], [], marker="s", s=80, alpha=0.45, color=WAY_COLORS[way], label=title)
        for way, title in marks.items()
    ]
    figure.legend(handles=handles, loc="outside right upper", frameon=False)
    heading = "Swiss roll: the best way in each setting, with its mean and the next best mean"
    figure.suptitle(heading, x=0.01, ha="left")


def _draw_winners(axes: Axes, rows: Rows, metric: str, sign: int) -> set[str]:
    """Fill the cell of each setting with the colour of its best way; return all best ways."""
    noises, shares = _axes_of(axes, rows)
    ways = set()
    for i, noise in enumerate(noises):
        for j, share in enumerate(shares):
            place = [row for row in rows if (row["noise"], _share(row)) == (noise, share)]
            best, after = sorted(place, key=lambda row: sign * row[metric])[:2]
            ways.add(best["way"])
            _fill(axes, (i, j), WAY_COLORS[best["way"]])
            _write(axes, (i, j), f"{best[metric]:.2f}, {after[metric]:.2f}", BLACK, "normal")
    axes.set(xlim=(-0.5, len(shares) - 0.5), ylim=(-0.5, len(noises) - 0.5))
    return ways


def _share(row: Row) -> float:
    return float(row["noise_features"] / row["informative_features"])


def _axes_of(axes: Axes, rows: Rows) -> tuple[list[float], list[float]]:
    """Label the axes with noise levels and noise features per informative one; return both."""
    noises, shares = sorted({row["noise"] for row in rows}), sorted({_share(row) for row in rows})
    axes.set_xticks(range(len(shares)), [f"{share:g}" for share in shares])
    axes.set_yticks(range(len(noises)), [f"{noise:g}" for noise in noises])
    axes.tick_params(length=0)
    return noises, shares


def _draw_differences(axes: Axes, rows: Rows) -> Any:
    noises, shares = _axes_of(axes, rows)
    differences = np.full((len(noises), len(shares)), np.nan)
    for row in rows:
        place = noises.index(row["noise"]), shares.index(_share(row))
        differences[place] = row["error"]
        sure = row["error_high"] < 0 or row["error_low"] > 0
        text = f"{row['error']:+.2f}".replace("-", "\N{MINUS SIGN}")
        strong = abs(row["error"]) > 0.6 * _LARGEST
        _write(axes, place, text, "white" if strong else BLACK, "bold" if sure else "normal")
    look: dict[str, Any] = {"cmap": _COLORS, "vmin": -_LARGEST, "vmax": _LARGEST}
    return axes.imshow(differences, origin="lower", aspect="auto", **look)


def _fill(axes: Axes, place: tuple[int, int], color: str) -> None:
    i, j = place
    axes.fill_between([j - 0.5, j + 0.5], i - 0.5, i + 0.5, color=color, alpha=0.45, lw=0)


def _write(axes: Axes, place: tuple[int, int], text: str, color: str, weight: str) -> None:
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": "small"}
    axes.text(place[1], place[0], text, color=color, weight=weight, **look)
