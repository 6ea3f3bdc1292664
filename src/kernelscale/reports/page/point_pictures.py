"""A picture of points in a square, with legend and caption, and a ring that marks one point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .markup import Markup, element
from .point_colors import PointColors, Shape

__all__ = ["SIZE", "point_figure"]

SIZE = 1000  # side of the square, in the units of the SVG
RING = 24  # radius of the ring, in the same units


def point_figure(
    kind: str,
    places: np.ndarray,
    colors: PointColors,
    caption: str,
    *,
    ground: Sequence[Markup] = (),
    names: Sequence[str] | None = None,
) -> Markup:
    """A picture of CSS class `kind` with points over the elements in `ground`.

    If `names` are given, the browser shows the name of the point under the pointer, and the picture
    has a ring that the script moves to a point.
    """
    titles = [None] * len(places) if names is None else [element("title", name) for name in names]
    points = [
        _mark(shape, title, transform=f"translate({x},{y})")
        for (x, y), shape, title in zip(places.tolist(), colors.points, titles, strict=True)
    ]
    ring = None if names is None else element("circle", r=RING, class_="ring", visibility="hidden")
    picture = element(
        "svg",
        element("title", caption),
        *ground,
        element("g", *points, class_="points"),
        ring,
        viewBox=f"0 0 {SIZE} {SIZE}",
        role="img",
        class_=kind,
    )
    legend = [element("li", _swatch(shape), name) for name, shape in colors.legend]
    return element(
        "figure",
        picture,
        element("ul", *legend, class_="legend") if legend else None,
        element("figcaption", caption, " ", colors.sentence),
    )


def _mark(shape: Shape, *children: Any, **attributes: Any) -> Markup:
    return element(
        "path", *children, d=shape.path, class_=shape.kind, fill=shape.fill, **attributes
    )


def _swatch(shape: Shape) -> Markup:
    view = {"viewBox": "-13 -13 26 26", "width": 14, "height": 14, "aria_hidden": "true"}
    return element("svg", _mark(shape), class_="points", **view)
