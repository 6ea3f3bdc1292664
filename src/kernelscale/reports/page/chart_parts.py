"""What all charts on a page share: their width, horizontal lines, and numbers at ticks."""

from __future__ import annotations

from .markup import Markup, element

__all__ = ["LEFT", "RIGHT", "WIDTH", "grid_line", "tick_name"]

WIDTH, LEFT, RIGHT = 640, 56, 12
"""Width of charts, and their left and right margins."""
HALF_DIGIT = 3.7
"""Half the width of a digit."""


def grid_line(y: float, text: str) -> Markup:
    """A horizontal line through the panel, with its value on the left."""
    return element(
        "g",
        element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"),
        element("text", text, x=LEFT - 6, y=y + 4, class_="tick end"),
    )


def tick_name(x: float, y: float, value: float) -> Markup:
    """The value of a tick below its axis, moved to the left if it would leave the chart."""
    text = f"{value:g}"
    return element(
        "text", text, x=min(x, WIDTH - HALF_DIGIT * len(text)), y=y, class_="tick middle"
    )
