"""Curves over the scale: a panel for each curve, a common axis, and a cursor through all panels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..comparison_figure import spread
from .axes import Axis, shown, tick_text
from .chart_parts import LEFT, RIGHT, WIDTH, grid_line, tick_name
from .markup import Markup, element

__all__ = ["Curve", "CurvePanels", "Shade"]

# Heights of a panel's title, of the space between panels, and of the axis.
TITLE, GAP, BOTTOM = 22, 12, 44
NAMES, NAMES_APART = 122, 17  # height of the slanted names of lines, and distance between two names
LETTER = 5.0  # horizontal extent of a letter of a slanted name
LOWEST, TOGETHER = 62, 260  # smallest height of one panel, and of all panels together


@dataclass(frozen=True)
class Curve:
    """Values over scales; NaN means a missing value.

    Attributes
    ----------
    name : str
        Title of the panel.
    scales, values : sequence of float
        Ascending scales, and the value at each.
    levels : sequence of (str, float)
        Names and values of horizontal lines.
    """

    name: str
    scales: Sequence[float]
    values: Sequence[float]
    levels: Sequence[tuple[str, float]] = ()

    @property
    def segments(self) -> list[list[tuple[float, float]]]:
        """The curve as lists of (scale, value), divided where values are missing."""
        found: list[list[tuple[float, float]]] = [[]]
        for scale, value in zip(self.scales, self.values, strict=True):
            if math.isfinite(value):
                found[-1].append((float(scale), float(value)))
            elif found[-1]:
                found.append([])
        return [segment for segment in found if segment]

    def at(self, scale: float) -> float | None:
        """The value at a scale, interpolated in the logarithm of the scale; None if missing."""
        if not self.scales[0] * (1 - 1e-9) <= scale <= self.scales[-1] * (1 + 1e-9):
            return None
        value = float(np.interp(np.log(scale), np.log(self.scales), self.values))
        return value if math.isfinite(value) else None


class Shade(NamedTuple):
    """Grey ranges of scales: `ranges` holds the ends of each, and `reason` states their meaning."""

    ranges: Sequence[tuple[float, float]]
    reason: str


@dataclass(frozen=True)
class CurvePanels:
    """Panels of curves with marks at some scales.

    Attributes
    ----------
    curves : sequence of Curve
        Curves, from top to bottom.
    marks : sequence of (str, float)
        Names and scales of thin lines, ascending; the names are above the first panel.
    chosen : (str, float) or None
        Name and scale of a strong line, which marks the recommended scale.
    extra : sequence of float
        Further scales that the axis has to include.
    shade : Shade or None
        Grey ranges of scales.
    split : (str, float) or None
        Name and scale of a dotted line; from this scale on the graph of the rows is connected.
    """

    curves: Sequence[Curve]
    marks: Sequence[tuple[str, float]] = ()
    chosen: tuple[str, float] | None = None
    extra: Sequence[float] = field(default=())
    shade: Shade | None = None
    split: tuple[str, float] | None = None

    @property
    def axis(self) -> Axis:
        """The axis of the scales."""
        scales = [scale for curve in self.curves for scale in curve.scales]
        return Axis.around([*scales, *self.extra], LEFT, WIDTH - RIGHT, logarithmic=True)

    @property
    def panel_height(self) -> int:
        """Height of each panel."""
        return max(LOWEST, TOGETHER // len(self.curves))

    @property
    def height(self) -> int:
        """Height of the whole chart."""
        return self._top(len(self.curves)) - TITLE + BOTTOM

    def _top(self, number: int) -> int:
        """The top of a panel, below its title; the names are above all panels."""
        names = NAMES if self._named else 0
        return names + number * (TITLE + self.panel_height + GAP) + TITLE

    @property
    def _named(self) -> list[tuple[str, float]]:
        """Names and scales of the lines on the axis, ascending."""
        split = [] if self.split is None else [self.split]
        axis = self.axis
        inside = [mark for mark in [*split, *self.marks] if axis.low <= mark[1] <= axis.high]
        return sorted(inside, key=lambda mark: mark[1])

    def readings(self, scale: float) -> list[str]:
        """The value of each curve at a scale, as text."""
        return [shown(curve.at(scale)) for curve in self.curves]

    def drawn(self, scale: float) -> Markup:
        """The chart with its cursor at a scale."""
        axis, bottom = self.axis, self.height - BOTTOM
        panels = [self._panel(number, axis, scale) for number in range(len(self.curves))]
        return element(
            "svg",
            element("title", f"Curves over epsilon: {', '.join(c.name for c in self.curves)}"),
            *self._names(axis),
            *panels,
            _scale_axis(axis, bottom),
            viewBox=f"0 0 {WIDTH} {self.height}",
            role="img",
            class_="curves",
        )

    def _names(self, axis: Axis) -> list[Markup]:
        """Slanted names above the first panel, moved apart and joined to their lines."""
        if not self._named:
            return []
        width, top = axis.end - axis.start, self._top(0)
        places = [axis.place(scale) for _, scale in self._named]
        inside = [
            max(x, LETTER * len(mark[0])) for x, mark in zip(places, self._named, strict=True)
        ]
        shares = (np.maximum.accumulate(inside) - axis.start) / width
        apart = axis.start + width * spread(shares, NAMES_APART / width)
        return [
            self._name(name, scale, place, round(float(moved), 2), top)
            for (name, scale), place, moved in zip(self._named, places, apart, strict=True)
        ]

    def _name(self, name: str, scale: float, place: float, moved: float, top: int) -> Markup:
        strong = self.chosen is not None and scale == self.chosen[1]
        y = top - 30
        look = "tick end name" if strong else "tick end"
        return element(
            "g",
            element("line", x1=moved, y1=y + 4, x2=place, y2=top - 4, class_="mark"),
            element("text", name, transform=f"translate({moved} {y}) rotate(45)", class_=look),
        )

    def _marks(self, axis: Axis, top: int) -> list[Markup]:
        """Vertical lines through one panel."""
        lines = [("mark", *mark) for mark in self.marks]
        if self.split is not None:
            lines.append(("mark split", *self.split))
        if self.chosen is not None:
            lines.append(("mark chosen", *self.chosen))
        return [
            _upright(axis.place(scale), top, self.panel_height, kind, name)
            for kind, name, scale in lines
            if axis.low <= scale <= axis.high
        ]

    def _shades(self, axis: Axis, top: int) -> list[Markup]:
        ranges = () if self.shade is None else self.shade.ranges
        places = [(axis.place(low), axis.place(high)) for low, high in ranges]
        size = {"height": self.panel_height, "class_": "shade"}
        return [
            element("rect", x=low, y=top, width=max(round(high - low, 2), 1.0), **size)
            for low, high in places
        ]

    def _panel(self, number: int, axis: Axis, scale: float) -> Markup:
        curve = self.curves[number]
        height = self.panel_height
        top = self._top(number)
        # The title of the first panel is above the names of lines.
        name_y = (top if number else TITLE) - 8
        levels = [level for _, level in curve.levels]
        values = [value for segment in curve.segments for _, value in segment] or [0.0]
        upright = Axis.around([*values, *levels], top + height, top)
        polylines = [
            " ".join(f"{axis.place(s)},{upright.place(v)}" for s, v in segment)
            for segment in curve.segments
        ]
        title = [
            element("tspan", curve.name, class_="name"),
            element("tspan", shown(curve.at(scale)), class_="reading", dx="8"),
        ]
        return element(
            "g",
            *self._shades(axis, top),
            element("text", *title, x=LEFT, y=name_y),
            *(
                grid_line(upright.place(tick), tick_text(tick))
                for tick in upright.ticks(height // 20)
            ),
            *(_level(upright.place(level), name) for name, level in curve.levels),
            *self._marks(axis, top),
            *(element("polyline", points=points, class_="curve") for points in polylines),
            _upright(axis.place(scale), top, height, "cursor"),
        )


def _upright(x: float, top: int, height: int, kind: str, name: str | None = None) -> Markup:
    title = None if name is None else element("title", name)
    return element("line", title, x1=x, x2=x, y1=top - 4, y2=top + height + 4, class_=kind)


def _level(y: float, name: str) -> Markup:
    return element(
        "g",
        element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="level"),
        element("text", name, x=WIDTH - RIGHT, y=y - 4, class_="tick end"),
    )


def _scale_axis(axis: Axis, top: int) -> Markup:
    ticks = [
        element(
            "g",
            element("line", x1=axis.place(t), x2=axis.place(t), y1=top, y2=top + 5, class_="axis"),
            tick_name(axis.place(t), top + 19, t),
        )
        for t in axis.ticks(7)
    ]
    name = element(
        "text",
        "epsilon (squared distance)",
        x=(LEFT + WIDTH - RIGHT) / 2,
        y=top + 38,
        class_="middle",
    )
    line = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=top, y2=top, class_="axis")
    return element("g", line, *ticks, name)
