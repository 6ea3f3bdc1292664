"""A slider over the scale: points move through their embeddings, a cursor along curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .axes import shown
from .curves import CurvePanels
from .markup import Markup, data_block, element, joined
from .point_colors import PointColors, Shape, colors_of_points

__all__ = ["Explorer", "Frames"]

SIZE = 1000  # of the square that points are drawn in
MARGIN = 70
EDGE = 1.12  # where strays are drawn


@dataclass(frozen=True, eq=False)
class Frames:
    """Positions of the same points at each scale.

    Attributes
    ----------
    coordinates : ndarray of shape (n_scales, n_points, 2)
        From -1 to 1, what is farther off is drawn on the edge; NaN for a point that has none.
    labels : ndarray of shape (n_points,) or None
        Class or number of each.
    caption : str
        What is seen.
    """

    coordinates: np.ndarray
    labels: np.ndarray | None
    caption: str

    def places(self) -> np.ndarray:
        """Whole numbers in the square; points without a place are outside."""
        half = SIZE / 2 - MARGIN
        shares = self.coordinates.clip(-EDGE, EDGE) * [1, -1]  # upwards is up
        placed = SIZE / 2 + half * shares
        return np.nan_to_num(placed.round(), nan=-SIZE).astype(int)


@dataclass(frozen=True, eq=False)
class Explorer:
    """The slider, with points or curves or both.

    Attributes
    ----------
    scales : sequence of float
        Ascending, a place of the slider each.
    start : int
        Which of them is seen first, and without a script.
    name : str
        What is explored, for those who hear the page.
    frames : Frames or None
        Points.
    curves : CurvePanels or None
        Curves.
    jumps : sequence of (str, float)
        Names and scales to go to.
    """

    scales: Sequence[float]
    start: int
    name: str
    frames: Frames | None = None
    curves: CurvePanels | None = None
    jumps: Sequence[tuple[str, float]] = ()

    def markup(self) -> Markup:
        """All of it, as it is seen without a script, and what the script needs."""
        parts = [self._controls()]
        data: dict[str, Any] = {"scales": [f"{shown(float(scale))}" for scale in self.scales]}
        if self.frames is not None:
            places = self.frames.places()
            colors = colors_of_points(self.frames.labels, self.frames.coordinates[self.start, :, 0])
            parts.append(_embedding(places[self.start], colors, self.frames.caption))
            data["frames"] = places.reshape(len(places), -1).tolist()
        if self.curves is not None:
            parts.append(element("figure", element("div", self._curves(), class_="chart")))
            data["cursor"] = [self.curves.axis.place(scale) for scale in self.scales]
            data["readings"] = [self.curves.readings(scale) for scale in self.scales]
        both = self.frames is not None and self.curves is not None
        return element(
            "div",
            *parts,
            data_block(data),
            class_="explorer both" if both else "explorer",
        )

    def _curves(self) -> Markup:
        assert self.curves is not None
        return self.curves.drawn(self.scales[self.start])

    def _controls(self) -> Markup:
        """The slider; without a script only the scale that is seen."""
        eps = shown(float(self.scales[self.start]))
        slider = element(
            "input",
            type="range",
            min=0,
            max=len(self.scales) - 1,
            value=self.start,
            step=1,
            aria_label=f"epsilon: {self.name}",
            aria_valuetext=f"epsilon {eps}",
            autocomplete="off",
        )
        jumps = [
            element("button", name, type="button", data_frame=self._nearest(scale))
            for name, scale in self.jumps
            if self.scales[0] * (1 - 1e-9) <= scale <= self.scales[-1] * (1 + 1e-9)
        ]
        to = element("p", "Go to the scale of ", *_apart(jumps), class_="jumps") if jumps else None
        return element(
            "div",
            element("p", "epsilon = ", element("output", eps), class_="epsilon"),
            element("div", slider, to, class_="scripted", hidden=True),
            class_="controls",
        )

    def _nearest(self, scale: float) -> int:
        return int(np.abs(np.log(np.asarray(self.scales, dtype=float)) - math.log(scale)).argmin())


def _embedding(places: np.ndarray, colors: PointColors, caption: str) -> Markup:
    points = [
        _mark(shape, transform=f"translate({x},{y})")
        for (x, y), shape in zip(places.tolist(), colors.points, strict=True)
    ]
    picture = element(
        "svg",
        element("title", caption),
        element("g", *points, class_="points"),
        viewBox=f"0 0 {SIZE} {SIZE}",
        role="img",
        class_="embedding",
    )
    legend = [element("li", _swatch(shape), name) for name, shape in colors.legend]
    return element(
        "figure",
        picture,
        element("ul", *legend, class_="legend") if legend else None,
        element("figcaption", caption, " ", colors.said),
    )


def _mark(shape: Shape, **attributes: Any) -> Markup:
    return element("path", d=shape.path, class_=shape.kind, fill=shape.fill, **attributes)


def _swatch(shape: Shape) -> Markup:
    view = {"viewBox": "-13 -13 26 26", "width": 14, "height": 14, "aria_hidden": "true"}
    return element("svg", _mark(shape), class_="points", **view)


def _apart(buttons: Sequence[Markup]) -> list[Markup]:
    return [joined([button, " "]) for button in buttons]
