"""Lines over a logarithmic axis in one panel, with a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .axes import Axis, tick_text
from .chart_parts import LEFT, RIGHT, WIDTH, grid_line, tick_name
from .markup import Markup, element

__all__ = ["Line", "line_chart"]

HEIGHT, TOP, BOTTOM = 300, 12, 44


class Line(NamedTuple):
    """A line: its `name` in the legend, and its `points`, ascending in x."""

    name: str
    points: Sequence[tuple[float, float]]


def line_chart(lines: Sequence[Line], x_name: str, y_name: str) -> Markup:
    """A chart of the lines, with a legend below it."""
    across = Axis.around(
        [x for line in lines for x, _ in line.points], LEFT, WIDTH - RIGHT, logarithmic=True
    )
    upright = Axis.around(
        [0.0, *(y for line in lines for _, y in line.points)], HEIGHT - BOTTOM, TOP
    )
    drawn = [_drawn(line, number, across, upright) for number, line in enumerate(lines)]
    chart = element(
        "svg",
        element("title", f"{y_name} over {x_name}: {', '.join(line.name for line in lines)}"),
        *(grid_line(upright.place(tick), tick_text(tick)) for tick in upright.ticks(6)),
        *(tick_name(across.place(tick), HEIGHT - BOTTOM + 19, tick) for tick in across.ticks(7)),
        element("text", x_name, x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 6, class_="middle"),
        *drawn,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        class_="curves",
    )
    legend = [element("li", _swatch(number), line.name) for number, line in enumerate(lines)]
    return element(
        "figure", element("div", chart, class_="chart"), element("ul", *legend, class_="legend")
    )


def _drawn(line: Line, number: int, across: Axis, upright: Axis) -> Markup:
    places = [(across.place(x), upright.place(y)) for x, y in line.points]
    dots = [element("circle", cx=x, cy=y, r=2.5) for x, y in places] if len(places) < 15 else []
    path = element("polyline", points=" ".join(f"{x},{y}" for x, y in places), class_="curve")
    return element("g", path, *dots, class_=f"line{number}")


def _swatch(number: int) -> Markup:
    line = element("line", x1=0, x2=28, y1=6, y2=6, class_="curve")
    return element(
        "svg",
        line,
        viewBox="0 0 28 12",
        width=28,
        height=12,
        class_=f"line{number}",
        aria_hidden="true",
    )
