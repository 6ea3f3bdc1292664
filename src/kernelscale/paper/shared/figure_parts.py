"""Functions and colours for the figures of several experiments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...reports.curve_figure import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    YELLOW,
)
from ...reports.label_colors import colors_of
from ..harness.tables import Row, Tables
from .scaling_ways import ALGORITHM_2, ALGORITHMS_2_AND_3, MORE_DIMS, OURS, RAW_WEIGHTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "WAY_COLORS",
    "WAY_MARKERS",
    "Rows",
    "distinct",
    "draw_color_bar",
    "draw_reasons_without",
    "in_space",
    "scatter",
    "show_nearly_all",
    "where",
]

_BROWN = "#8C510A"
WAY_COLORS = {
    "standard": GREY,
    "eps_0": YELLOW,
    "max_min": GREEN,
    "self_tuning": PURPLE,
    "nearest_neighbors": ORANGE,
    "standardised_max_min": SKY,
    "standardised_eps_0": BLACK,
    "standardised_auto": _BROWN,
    "auto": "#DFC27D",
    "standard_as_printed": "#999999",
    "graph": "#35978F",
    "standardised_graph": "#01665E",
    "algorithm_2_eps_0": "#F4A582",
    "algorithm_2_peak": "#FDDBC7",
    MORE_DIMS: "#D6604D",
    ALGORITHMS_2_AND_3: "#B2182B",
    RAW_WEIGHTS: "#67001F",
    ALGORITHM_2: VERMILLION,
    OURS: BLUE,
}
WAY_MARKERS = dict(zip(WAY_COLORS, "PsDv^<>*.phH12d83Xo", strict=True))
"""One colour and marker for each way to scale features."""
_OUTLIERS = 0.01  # share of the points beyond each of the two quantiles that determine an axis
_MARGIN = 0.1  # margin of an axis beyond these quantiles, as a share of their distance

Rows = Sequence[Row]


def distinct(rows: Rows, name: str) -> list[Any]:
    """The different values of a column, in the order of their first row."""
    return list(dict.fromkeys(row[name] for row in rows))


def where(rows: Rows, **facts: Any) -> Rows:
    """The rows with these values of columns."""
    return [row for row in rows if all(row[name] == value for name, value in facts.items())]


def scatter(axes: Axes, rows: Rows, color: str, names: str = "xy", size: float = 8) -> Any:
    """Draw a point for each row, coloured by the class or the number in a column.

    Classes get entries in the legend. For numbers, the artist for a colour bar is returned.
    """
    labels = np.array([row[color] for row in rows])
    places: Any = np.array([[row[name] for name in names] for row in rows])
    colors = colors_of(labels)
    look: dict[str, Any] = {"s": size, "lw": 0}
    if colors.colormap is not None:
        look |= {"c": labels, "cmap": colors.colormap, "norm": colors.norm}
        return axes.scatter(*places.T, **look)
    for number, label in enumerate(colors.classes):
        look |= {"color": colors.colors[number], "marker": colors.marker(number), "label": label}
        axes.scatter(*places[labels == label].T, **look)
    return None


def show_nearly_all(axes: Axes, rows: Rows) -> None:
    """Set limits that exclude at most 1 % of the points at each end: outliers need no room."""
    for name, set_limits in (("x", axes.set_xlim), ("y", axes.set_ylim)):
        low, high = np.quantile([row[name] for row in rows], [_OUTLIERS, 1 - _OUTLIERS]).tolist()
        room = _MARGIN * (high - low) or 1.0
        set_limits(low - room, high + room)
    axes.set(xticks=[], yticks=[])


def in_space(axes: Any, names: tuple[str, str, str]) -> None:
    """Prepare three-dimensional axes without tick labels, which would crowd a small picture."""
    axes.set(xticks=[], yticks=[], zticks=[])
    for name, set_label in zip(
        names, (axes.set_xlabel, axes.set_ylabel, axes.set_zlabel), strict=True
    ):
        set_label(name, labelpad=-10, fontsize="small")
    axes.set_box_aspect(None, zoom=1.0)


def draw_color_bar(figure: Figure, image: Any, panels: Any, label: str) -> None:
    """Draw a bar that explains the colours of all panels."""
    figure.colorbar(image, ax=panels, label=label, shrink=0.8)


def draw_reasons_without(figure: Figure, tables: Tables, name: str) -> bool:
    """Return whether a table is missing; if so, write the reasons instead of the picture."""
    if name in tables:
        return False
    figure.set_size_inches(8.0, 1.5)
    reasons = [row["state"] for row in tables["summary"] if row["state"] != "measured"]
    figure.text(0.5, 0.5, "\n".join(reasons), ha="center", va="center", fontsize="small")
    return True
