"""Recordings of an explosion and an earthquake with their sonograms, and a map of all events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....reports.curve_figure import BLACK
from ....reports.label_colors import colors_of
from ...harness.tables import Row, Tables
from ...shared.figure_parts import Rows, distinct, draw_reasons_without, where

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_event_map", "draw_sonograms"]

_COLORS = "cividis"  # its colours are distinct with any kind of colour vision
_FAINTEST = -60.0  # lower end of the colours, in decibels
_MARKERS = {"earthquake": "o", "explosion": "^", "unknown": "*"}


def draw_sonograms(figure: Figure, tables: Tables) -> None:
    """Waveforms above, sonograms below, on one axis of time."""
    if draw_reasons_without(figure, tables, "example_sonograms"):
        return
    figure.set_size_inches(9.5, 6.0)
    events = distinct(tables["example_sonograms"], "event")
    grid = figure.subplots(2, len(events), sharex=True, sharey="row", height_ratios=[1, 2])
    image: Any = None
    for (upper, lower), event in zip(grid.T, events, strict=True):
        wave = where(tables["example_waveforms"], event=event)
        largest = max(abs(row["value"]) for row in wave)
        times = [row["time"] for row in wave]
        upper.plot(times, [row["value"] / largest for row in wave], color=BLACK, lw=0.6)
        kind = "explosion" if event.startswith("EX") else "earthquake"
        upper.set_title(f"{kind} {event}", fontsize="medium")
        rows = where(tables["example_sonograms"], event=event)
        image = _draw_sonogram(lower, rows)
        lower.set_xlabel("seconds")
    grid[0, 0].set_ylabel("ground motion,\nlargest = 1")
    grid[1, 0].set_ylabel("frequency (Hz)")
    figure.colorbar(image, ax=grid[1], label="power in decibels, relative to the largest")


def _draw_sonogram(axes: Axes, rows: Rows) -> Any:
    frequencies = sorted({row["frequency"] for row in rows})
    times = sorted({row["time"] for row in rows})
    levels = np.reshape([row["decibels"] for row in rows], (len(frequencies), len(times)))
    axes.set_yscale("log")
    axes.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
    look: dict[str, Any] = {"cmap": _COLORS, "vmin": _FAINTEST, "vmax": 0.0, "shading": "nearest"}
    return axes.pcolormesh(times, frequencies, levels, rasterized=True, **look)


def draw_event_map(figure: Figure, tables: Tables) -> None:
    """All events in two diffusion coordinates, with their names."""
    if draw_reasons_without(figure, tables, "example_map"):
        return
    figure.set_size_inches(6.5, 5.0)
    axes = figure.subplots()
    rows = tables["example_map"]
    kinds = sorted({row["kind"] for row in rows})
    colors = colors_of(np.array(kinds)).colors
    for kind, color in zip(kinds, colors, strict=True):
        own = where(rows, kind=kind)
        places = [row["x"] for row in own], [row["y"] for row in own]
        axes.scatter(*places, color=color, marker=_MARKERS[kind], s=60, label=kind)
        for row in own:
            look: dict[str, Any] = {"textcoords": "offset points", "fontsize": 7}
            offset, side = ((-5, 3), "right") if _has_no_room(row, rows) else ((5, 3), "left")
            axes.annotate(row["event"], (row["x"], row["y"]), offset, ha=side, **look)
    axes.margins(x=0.1)  # room for a name on the right
    axes.set(xlabel="first diffusion coordinate", ylabel="second diffusion coordinate")
    axes.set_title(
        f"16 events, leave-one-out accuracy of {rows[0]['k']}-NN: {rows[0]['accuracy']:.0%}",
        fontsize="medium",
    )
    figure.legend(loc="outside right upper", frameon=False)


def _has_no_room(event: Row, rows: Rows) -> bool:
    """Whether another event lies where the name of this event would be, to the right of it."""
    width, height = (np.ptp([row[name] for row in rows]) for name in "xy")
    return any(
        0 < row["x"] - event["x"] < 0.1 * width and abs(row["y"] - event["y"]) < 0.06 * height
        for row in rows
    )
