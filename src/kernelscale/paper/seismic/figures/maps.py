"""Embeddings of events by every way to scale features, coloured by the sources of the events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....reports.label_colors import colors_of
from ...harness.tables import Tables
from ...shared.figure_parts import Rows, distinct, draw_reasons_without, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_quarries", "draw_spoiled_maps", "draw_variates"]

_COLORS = "viridis"
_WORDS = {"lon": "longitude", "lat": "latitude"}
_SIDE = 2.3  # side of a panel in inches
_TYPICAL = 0.98  # a panel shows all between this quantile and 1 minus it, and a margin


def draw_spoiled_maps(figure: Figure, tables: Tables) -> None:
    """Maps of earthquakes by every way: from unchanged recordings, and with a deformed channel."""
    if draw_reasons_without(figure, tables, "ipoc_maps"):
        return
    rows = tables["ipoc_maps"]
    conditions, titles = (distinct(rows, name) for name in _KEYS)
    n_columns = -(-len(titles) // 2)
    halves = titles[:n_columns], titles[n_columns:]
    lines = [(half, condition) for half in halves for condition in conditions]
    figure.set_size_inches(_SIDE * n_columns + 1.0, _SIDE * len(lines) + 1.2)
    grid = figure.subplots(len(lines), n_columns, squeeze=False)
    limits = [min(r["distance_km"] for r in rows), max(r["distance_km"] for r in rows)]
    image: Any = None
    for panels, (half, condition) in zip(grid, lines, strict=True):
        for axes in panels[len(half) :]:
            axes.set_axis_off()
        for axes, title in zip(panels, half, strict=False):
            own = where(rows, condition=condition, title=title)
            image = _scatter(axes, own, "distance_km", limits)
            if condition == conditions[0]:
                axes.set_title(title.replace(", ", ",\n"), fontsize="small")
        panels[0].set_ylabel(condition.replace(", ", ",\n"), fontsize="small")
    figure.colorbar(image, ax=grid, label="hypocentral distance (km)")
    figure.suptitle(
        f"{len(own)} earthquakes in two diffusion coordinates; up to {1 - _TYPICAL:.0%} of them "
        f"may lie outside each side of a panel",
        x=0.01,
        ha="left",
        fontsize="medium",
    )


_KEYS = ("condition", "title")


def draw_quarries(figure: Figure, tables: Tables) -> None:
    """The quarries on the map, and in two coordinates by every way, in the same colours."""
    rows = tables["synthetic_maps"]
    titles = distinct(rows, "title")
    n_columns = -(-(len(titles) + 1) // 2)
    figure.set_size_inches(_SIDE * n_columns + 1.4, _SIDE * 2 + 0.8)
    first, *others = figure.subplots(2, n_columns).ravel()
    quarries = sorted({row["quarry"] for row in rows})
    colors = colors_of(np.array(quarries)).colors
    for quarry, color in zip(quarries, colors, strict=True):
        of = where(rows, quarry=quarry)
        on_map = where(of, title=titles[0])
        places = [row["lon"] for row in on_map], [row["lat"] for row in on_map]
        first.scatter(*places, s=8, color=color, label=quarry)
        for axes, title in zip(others, titles, strict=False):
            own = where(of, title=title)
            axes.scatter([row["x"] for row in own], [row["y"] for row in own], s=8, color=color)
    first.set_title("sources (degrees)", fontsize="small")
    first.tick_params(labelsize="x-small")
    for axes, title in zip(others, titles, strict=False):
        axes.set_title(title.replace(", ", ",\n"), fontsize="small")
        _bare(axes, where(rows, title=title))
    for axes in others[len(titles) :]:
        axes.set_axis_off()
    figure.legend(loc="outside right upper", frameon=False, title="quarry")
    figure.suptitle(
        "Synthetic blasts, noise in one channel: sources (longitude, latitude), and two diffusion "
        "coordinates by every way",
        x=0.01,
        ha="left",
        fontsize="medium",
    )


def draw_variates(figure: Figure, tables: Tables) -> None:
    """Sources on the map, and canonical variates of their places and of the embedding."""
    if draw_reasons_without(figure, tables, "ipoc_variates"):
        return
    rows = tables["ipoc_variates"]
    figure.set_size_inches(10.5, 3.6)
    panels = figure.subplots(1, 3)
    limits = [min(r["distance_km"] for r in rows), max(r["distance_km"] for r in rows)]
    names = (("lon", "lat"), ("U1", "U2"), ("V1", "V2"))
    found = f"{rows[0]['first']:.2f}, {rows[0]['second']:.2f}"
    headings = (
        "sources (degrees)",
        "variates of latitude\nand longitude",
        f"variates of the embedding,\ncorrelations {found}",
    )
    image: Any = None
    for axes, (x, y), heading in zip(panels, names, headings, strict=True):
        places = [row[x] for row in rows], [row[y] for row in rows]
        look: dict[str, Any] = {"cmap": _COLORS, "vmin": limits[0], "vmax": limits[1], "s": 10}
        image = axes.scatter(*places, c=[row["distance_km"] for row in rows], **look)
        axes.set_title(heading, fontsize="medium")
        axes.set(xlabel=_WORDS.get(x, x), ylabel=_WORDS.get(y, y))
    figure.colorbar(image, ax=panels, label="hypocentral distance (km)")


def _scatter(axes: Axes, rows: Rows, value: str, limits: Sequence[float]) -> Any:
    look: dict[str, Any] = {"cmap": _COLORS, "vmin": limits[0], "vmax": limits[1], "s": 6}
    places = [row["x"] for row in rows], [row["y"] for row in rows]
    _bare(axes, rows)
    return axes.scatter(*places, c=[row[value] for row in rows], **look)


def _bare(axes: Axes, rows: Rows) -> None:
    """Remove ticks, because coordinates have no unit, and set limits that exclude a few events."""
    axes.set(xticks=[], yticks=[])
    for name, limit in (("x", axes.set_xlim), ("y", axes.set_ylim)):
        values = np.array([row[name] for row in rows])
        low, high = np.quantile(values, [1 - _TYPICAL, _TYPICAL])
        room = 0.15 * (high - low) or 1.0
        limit(low - room, high + room)
