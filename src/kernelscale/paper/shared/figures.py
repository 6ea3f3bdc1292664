"""What pictures of single examples have in common: points in the plane and in space, in colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..label_colors import colors_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Rows", "draw_color_bar", "in_space", "of", "scatter", "show_nearly_all", "values"]

_STRAYS = 0.01  # of the points, at either end of an axis
_MARGIN = 0.1  # of what is shown

Rows = Sequence[Mapping[str, Any]]


def values(rows: Rows, name: str) -> list[Any]:
    """Different values of a column, in the order in which they come."""
    return list(dict.fromkeys(row[name] for row in rows))


def of(rows: Rows, **facts: Any) -> Rows:
    """Rows that have these values."""
    return [row for row in rows if all(row[name] == value for name, value in facts.items())]


def scatter(axes: Axes, rows: Rows, color: str, names: str = "xy", size: float = 8) -> Any:
    """A point a row, coloured by the class or the number in a column.

    Classes have a name for the legend; of numbers the artist for a colour bar is returned.
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
    """An embedding without numbers, in which a stray far off leaves the others their room."""
    for name, set_limits in (("x", axes.set_xlim), ("y", axes.set_ylim)):
        low, high = np.quantile([row[name] for row in rows], [_STRAYS, 1 - _STRAYS]).tolist()
        room = _MARGIN * (high - low) or 1.0
        set_limits(low - room, high + room)
    axes.set(xticks=[], yticks=[])


def in_space(axes: Any, names: tuple[str, str, str]) -> None:
    """Axes of three dimensions without numbers, which only crowd a small picture."""
    axes.set(xticks=[], yticks=[], zticks=[])
    for name, set_label in zip(
        names, (axes.set_xlabel, axes.set_ylabel, axes.set_zlabel), strict=True
    ):
        set_label(name, labelpad=-10, fontsize="small")
    axes.set_box_aspect(None, zoom=1.0)


def draw_color_bar(figure: Figure, image: Any, panels: Any, label: str) -> None:
    """What the colours of all panels mean."""
    figure.colorbar(image, ax=panels, label=label, shrink=0.8)
