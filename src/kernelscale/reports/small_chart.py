"""Small charts of curves as SVG that needs no style sheet.

A notebook may be light or dark, and may remove style sheets. So lines and names take the colour of
the text (`currentColor`), and the two other colours differ clearly from white and from black.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .page.axes import Axis, shown, tick_text
from .page.markup import Markup, element

__all__ = ["SmallChart", "side_by_side"]

WIDTH, HEIGHT = 400, 170
LEFT, RIGHT, TOP, BOTTOM = 50, 12, 22, 38
# These colours have a contrast of at least 3.5 to 1 with white and with black.
CURVE, CHOSEN = "#1f8ac9", "#d55e00"
HALF_DIGIT = 4.2  # half the width of a character
MOST_POINTS = 300
QUIET = {"stroke": "currentColor", "stroke_opacity": 0.25}


@dataclass(frozen=True)
class SmallChart:
    """A chart of one curve, with the chosen value.

    Attributes
    ----------
    name : str
        Title of the chart: the name of the values.
    x, y : sequence of float, or ndarray
        The curve, ascending in x; values that are not finite are skipped.
    x_name : str
        Name of the x-axis.
    logarithmic : bool
        Whether the x-axis is logarithmic.
    chosen : float or None
        Position of a strong vertical line.
    shade : (float, float) or None
        Range of x that is shaded grey.
    marks : sequence of (str, float)
        Names and positions of thin lines; the browser shows the name under the pointer.
    level : float or None
        Estimated value, drawn as a dashed horizontal line; the y-axis then begins at 0.
    """

    name: str
    x: Sequence[float] | np.ndarray
    y: Sequence[float] | np.ndarray
    x_name: str
    logarithmic: bool = True
    chosen: float | None = None
    shade: tuple[float, float] | None = None
    marks: Sequence[tuple[str, float]] = ()
    level: float | None = None

    def drawn(self) -> Markup | None:
        """The chart as SVG; None if the curve has fewer than two points."""
        points = self._points()
        if len(points) < 2:
            return None
        across = Axis.around(
            [x for x, _ in points], LEFT, WIDTH - RIGHT, logarithmic=self.logarithmic
        )
        from_zero = [] if self.level is None else [0.0, 1.1 * self.level]
        upright = Axis.around([*from_zero, *(y for _, y in points)], HEIGHT - BOTTOM, TOP)
        places = " ".join(f"{across.place(x)},{upright.place(y)}" for x, y in points)
        return element(
            "svg",
            element("title", f"{self.name} over {self.x_name}"),
            self._shade(across),
            *(_level(upright.place(tick), tick_text(tick)) for tick in upright.ticks(4)),
            *(_tick(across.place(tick), f"{tick:g}") for tick in across.ticks(6)),
            *(self._upright(across, value, name) for name, value in self.marks),
            element("polyline", points=places, fill="none", stroke=CURVE, stroke_width=2.2),
            None if self.chosen is None else self._upright(across, self.chosen, "chosen", CHOSEN),
            None if self.level is None else _estimate(upright.place(self.level), self.level),
            _text(self.name, LEFT, TOP - 9, font_weight="bold"),
            _text(self.x_name, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 5, text_anchor="middle"),
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            style=f"width:100%;max-width:{WIDTH}px;height:auto;font:12px sans-serif",
        )

    def _points(self) -> list[tuple[float, float]]:
        pairs = zip(np.asarray(self.x).tolist(), np.asarray(self.y).tolist(), strict=True)
        finite = [(x, y) for x, y in pairs if math.isfinite(x) and math.isfinite(y)]
        step = max(1, math.ceil(len(finite) / MOST_POINTS))
        return [*finite[:-1:step], *finite[-1:]]

    def _shade(self, across: Axis) -> Markup | None:
        if self.shade is None:
            return None
        low, high = (min(max(end, across.low), across.high) for end in self.shade)
        left, right = across.place(low), across.place(high)
        size = {"x": left, "width": max(round(right - left, 2), 1.0)}
        look = {"fill": "currentColor", "fill_opacity": 0.12}
        return element("rect", y=TOP, height=HEIGHT - BOTTOM - TOP, **size, **look)

    def _upright(
        self, across: Axis, value: float, name: str, color: str | None = None
    ) -> Markup | None:
        """A vertical line at a value, if it is on the axis: strong with a colour, else thin."""
        if not across.low * (1 - 1e-9) <= value <= across.high * (1 + 1e-9):
            return None
        x = across.place(value)
        strong = {"stroke": color, "stroke_width": 2.5}
        look = QUIET | {"stroke_opacity": 0.5} if color is None else strong
        title = element("title", f"{name}, {shown(float(value))}")
        return element("line", title, x1=x, x2=x, y1=TOP, y2=HEIGHT - BOTTOM, **look)


def _estimate(y: float, value: float) -> Markup:
    look = {"stroke": CHOSEN, "stroke_width": 2, "stroke_dasharray": "6 4"}
    title = element("title", f"estimate, {shown(float(value))}")
    return element("line", title, x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, **look)


def _level(y: float, text: str) -> Markup:
    line = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, **QUIET)
    return element("g", line, _text(text, LEFT - 5, y + 4, text_anchor="end"))


def _tick(x: float, text: str) -> Markup:
    line = element("line", x1=x, x2=x, y1=HEIGHT - BOTTOM, y2=HEIGHT - BOTTOM + 4, **QUIET)
    # A long number at the right end is moved to the left.
    name = _text(
        text, min(x, WIDTH - HALF_DIGIT * len(text)), HEIGHT - BOTTOM + 17, text_anchor="middle"
    )
    return element("g", line, name)


def _text(text: str, x: float, y: float, **look: str) -> Markup:
    return element("text", text, x=x, y=y, fill="currentColor", **look)


def side_by_side(texts: Iterable[Markup | None], charts: Iterable[SmallChart]) -> Markup:
    """Texts, and next to them, if there is room, the charts that have a curve."""
    drawn = [svg for svg in (chart.drawn() for chart in charts) if svg is not None]
    boxes = [element("div", svg, style="flex:1 1 18em;max-width:28em") for svg in drawn]
    words = element("div", *texts, style="flex:1 1 20em;max-width:48em;min-width:0")
    return element("div", words, *boxes, style="display:flex;flex-wrap:wrap;gap:.5em 2em")
