"""Correlations with the source against the noise in one channel, by every way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....reports.curve_figure import BLACK, GREY
from ....reports.label_colors import PALETTE
from ...harness.tables import Tables
from ...shared.figure_parts import Rows, distinct, draw_reasons_without, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_breaks", "draw_noise", "draw_shares"]

_OF_ALL_PAIRS = ("standard", "eps_0", "max_min", "algorithm_2", "standardised_max_min", "auto")
_LOOKS = {
    **{
        way: (color, marker, "-")
        for way, color, marker in zip(_OF_ALL_PAIRS, PALETTE, "osDv^<", strict=False)
    },
    "standardised_auto": (BLACK, "P", "-"),
    "graph": (PALETTE[5], ">", "--"),
    "standardised_graph": (BLACK, "*", "--"),
    "ours": (GREY, "X", "-"),
}
"""Colour, marker and line of each way. Neighbour graphs have the colours of `auto`, dashed."""
_METRICS = {
    "map": "top canonical correlation\nwith latitude and longitude",
    "distance_two": "correlation of both\ncoordinates with distance",
}
_KINDS = ("power", "log")


def draw_noise(figure: Figure, tables: Tables) -> None:
    """Correlations against the variance of the noise, in power and in its logarithm."""
    if draw_reasons_without(figure, tables, "ipoc_ways"):
        return
    figure.set_size_inches(10.0, 6.0)
    grid = figure.subplots(2, 2, sharex="col", sharey="row")
    for panels, (metric, label) in zip(grid, _METRICS.items(), strict=True):
        for axes, kind in zip(panels, _KINDS, strict=True):
            _curves(axes, tables["ipoc_ways"], kind, metric)
            axes.set_ylim(0, 1)
        panels[0].set_ylabel(label)
    _finish(figure, grid)
    figure.suptitle("Shaded: 95 % intervals over draws", x=0.01, ha="left", fontsize="medium")


def draw_shares(figure: Figure, tables: Tables) -> None:
    """The share of the deformed channel in all squared distances, against the noise."""
    if draw_reasons_without(figure, tables, "ipoc_ways"):
        return
    figure.set_size_inches(10.0, 3.8)
    grid = figure.subplots(1, 2, sharey=True, squeeze=False)
    for axes, kind in zip(grid[0], _KINDS, strict=True):
        _curves(axes, tables["ipoc_ways"], kind, "share")
        axes.axhline(1 / 3, color=BLACK, lw=0.8, ls=":")
        axes.set_ylim(0, 1)
    grid[0, 0].set_ylabel("share of the deformed channel\nin squared distances")
    _finish(figure, grid)


def _curves(axes: Axes, rows: Rows, kind: str, metric: str) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    chosen = where(rows, features=kind, deformation="noise")
    for way, (color, marker, line) in _LOOKS.items():
        own = where(chosen, way=way)
        variances = [row["level"] ** 2 for row in own]
        look: dict[str, Any] = {"color": color, "marker": marker, "label": own[0]["title"], "ms": 5}
        axes.plot(variances, [row[metric] for row in own], lw=1.5, ls=line, **look)
        low, high = ([row[f"{metric}_{end}"] for row in own] for end in ("low", "high"))
        axes.fill_between(variances, low, high, color=color, alpha=0.12, lw=0)
    measured = sorted({row["level"] ** 2 for row in chosen})
    smallest = next((variance for variance in measured if variance > 0), 1.0)
    axes.set_xscale("symlog", linthresh=smallest)
    axes.set_xticks(measured, [f"{variance:g}" for variance in measured])
    axes.minorticks_off()
    axes.set_xlim(left=-0.1 * smallest)


def _finish(figure: Figure, grid: Any) -> None:
    for axes, kind in zip(grid[0], ("power", "log power"), strict=True):
        axes.set_title(f"{kind}, noise in channel Z", fontsize="medium")
    figure.supxlabel(
        "variance of the noise / mean variance of the channel's features", fontsize="medium"
    )
    figure.legend(*grid[0][0].get_legend_handles_labels(), loc="outside right upper", frameon=False)


def draw_breaks(figure: Figure, tables: Tables) -> None:
    """Accuracy for quarries by every way, over signal-to-noise ratio and noise in one channel."""
    rows = tables["synthetic_ways"]
    titles = distinct(rows, "title")
    noises, ratios = (sorted({row[name] for row in rows}) for name in ("noise", "signal_to_noise"))
    n_columns = -(-len(titles) // 2)
    figure.set_size_inches(2.5 * n_columns + 1.2, 5.6)
    grid = figure.subplots(2, n_columns, sharex=True, sharey=True)
    image: Any = None
    for axes, title in zip(grid.ravel(), titles, strict=False):
        values = np.full((len(ratios), len(noises)), np.nan)
        for row in (row for row in rows if row["title"] == title):
            place = ratios.index(row["signal_to_noise"]), noises.index(row["noise"])
            values[place] = row["separation"]
            text = f"{row['separation']:.2f}\n{row['map']:.2f}"
            look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": "small"}
            axes.text(*place[::-1], text, color="white" if values[place] < 0.6 else BLACK, **look)
        image = axes.imshow(
            values, origin="lower", aspect="auto", cmap="cividis", vmin=0.25, vmax=1
        )
        axes.set_title(title.replace(", ", ",\n"), fontsize="small")
        axes.set_xticks(range(len(noises)), [f"{noise:g}" for noise in noises])
        axes.set_yticks(range(len(ratios)), [f"{ratio:g}" for ratio in ratios])
    for axes in grid.ravel()[len(titles) :]:
        axes.set_axis_off()
    for axes in grid.ravel()[: len(titles)][-n_columns:]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("noise in Z", fontsize="small")
    for axes in grid[:, 0]:
        axes.set_ylabel("signal to noise", fontsize="small")
    figure.colorbar(image, ax=grid, label="accuracy of 5-NN for quarries")
    figure.suptitle(
        "Four quarries: accuracy of 5-NN, and below it the top canonical correlation",
        x=0.01,
        ha="left",
        fontsize="medium",
    )
