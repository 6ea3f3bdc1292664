"""Colours and shapes of points by their labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..label_colors import PALETTE

__all__ = ["PointColors", "Shape", "colors_by_distance", "colors_of_points", "in_km"]

MOST_CLASSES = 32  # the number of combinations of colour and shape

SHAPES = (
    "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z",
    "M0 -11L10 8H-10z",
    "M-8 -8H8V8H-8z",
    "M0 -12L9 0L0 12L-9 0z",
)
"""Circle, triangle, square, diamond."""

# Nine colours of the colour map viridis (Smith and van der Walt, 2015), in equal visual steps.
_VIRIDIS = np.array(
    [
        [68, 1, 84],
        [71, 45, 123],
        [59, 82, 139],
        [44, 114, 142],
        [33, 145, 140],
        [40, 174, 128],
        [94, 201, 98],
        [173, 220, 48],
        [253, 231, 37],
    ]
)


class Shape(NamedTuple):
    """The outline `path` of a point; its colour is the CSS class `kind` or the value `fill`."""

    path: str
    kind: str | None
    fill: str | None


_UNKNOWN = Shape(SHAPES[0], "unknown", None)


class PointColors(NamedTuple):
    """The shapes of the `points`, and their `legend`, or a `sentence` that explains the colours."""

    points: list[Shape]
    legend: list[tuple[str, Shape]]
    sentence: str


def colors_of_points(labels: np.ndarray | None, otherwise: np.ndarray) -> PointColors:
    """Shapes of points by class, or colours by number; without labels, by the numbers `otherwise`.

    Examples
    --------
    Two classes have two colours.

    >>> found = colors_of_points(np.array(["b", "a", "b"]), np.zeros(3))
    >>> [shape.kind for shape in found.points], [name for name, _ in found.legend]
    (['class1', 'class0', 'class1'], ['a', 'b'])
    """
    if labels is None:
        sentence = (
            "Each point keeps its colour, which shows the first coordinate at the initial scale."
        )
        return PointColors(_on_a_scale(otherwise), [], sentence)
    classes, codes = np.unique(labels, return_inverse=True)
    if labels.dtype.kind in "iuf" and (len(classes) > MOST_CLASSES or (classes % 1).any()):
        ends = f"from {classes[0]:.4g} (dark) to {classes[-1]:.4g} (bright)"
        return PointColors(_on_a_scale(labels), [], f"Colours follow the labels, {ends}.")
    if len(classes) > MOST_CLASSES:
        sentence = f"Colours follow the {len(classes)} classes in order of their names."
        return PointColors(_on_a_scale(codes), [], sentence)
    shapes = [_of_class(number) for number in range(len(classes))]
    legend = list(zip(map(str, classes.tolist()), shapes, strict=True))
    return PointColors([shapes[code] for code in codes], legend, "")


def in_km(distance: float) -> str:
    """A distance as text with three digits, without an exponent.

    Examples
    --------
    >>> in_km(12345.0), in_km(1.25)
    ('12300 km', '1.25 km')
    """
    return f"{float(f'{distance:.3g}'):g} km"


def colors_by_distance(kilometres: np.ndarray, start: str) -> PointColors:
    """Colours of points by their distance from the place named `start`; for NaN, a hollow point.

    Examples
    --------
    The nearest point is the darkest; one distance is unknown.

    >>> found = colors_by_distance(np.array([5.0, 20.0, np.nan]), "station")
    >>> print(found.sentence)
    Colours follow the distance from the station, from 5 km (dark) to 20 km (bright).
    >>> [shape.kind for shape in found.points]
    [None, None, 'unknown']
    """
    known = ~np.isnan(kilometres)
    ends = f"from {in_km(kilometres[known].min())} (dark) to {in_km(kilometres[known].max())}"
    on_scale = iter(_on_a_scale(kilometres[known]))
    points = [next(on_scale) if is_known else _UNKNOWN for is_known in known]
    sentence = f"Colours follow the distance from the {start}, {ends} (bright)."
    return PointColors(points, [], sentence)


def _of_class(number: int) -> Shape:
    """The shape of a class; after every eight classes the colours repeat with another shape."""
    again, color = divmod(number, len(PALETTE))
    return Shape(SHAPES[again], f"class{color}", None)


def _on_a_scale(values: np.ndarray) -> list[Shape]:
    values = np.asarray(values, dtype=float)
    low, spread = values.min(), np.ptp(values) or 1.0
    places = (values - low) / spread * (len(_VIRIDIS) - 1)
    channels = [np.interp(places, np.arange(len(_VIRIDIS)), channel) for channel in _VIRIDIS.T]
    colors = np.stack(channels, axis=1).round().astype(int)
    return [Shape(SHAPES[0], None, "#{:02x}{:02x}{:02x}".format(*color)) for color in colors]
