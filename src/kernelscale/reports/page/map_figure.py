"""A map of the sources of rows, such as earthquakes, with equal scales in both directions."""

from __future__ import annotations

import numpy as np

from .axes import Axis
from .markup import Markup, element
from .point_colors import PointColors, in_km
from .point_pictures import SIZE, point_figure
from .source_map import SourceMap

__all__ = ["map_figure"]

LEFT, RIGHT, TOP, BOTTOM = 135, 25, 25, 135  # margins; the panel within them is a square
ROOM = 1.06  # size of the map, relative to the extent of the points
SMALLEST = 1e-6  # half the extent of the sources in km, up to which they count as one place
FARTHEST_STATION = 2.0  # the station is shown unless it makes the map more than this factor larger
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STATION = "M-15 -12H15L0 16z"


def map_figure(sources: SourceMap, colors: PointColors, names: tuple[str, ...]) -> Markup:
    """The map with sources in the colours of the embedding, the station, axes and a caption."""
    drawn = sources.places[sources.is_known]
    with_station = drawn if sources.station is None else np.vstack([drawn, sources.station])
    far = _half_side(with_station) > FARTHEST_STATION * _half_side(drawn)
    across, upright = _axes(drawn if far else with_station)
    places = np.full(sources.places.shape, -SIZE)
    for k in np.flatnonzero(sources.is_known):
        east, north = sources.places[k].tolist()
        places[k] = round(across.place(east)), round(upright.place(north))
    ground = [_ground(across, upright)]
    if sources.station is not None and not far:
        x, y = sources.station
        ground.append(_station(across.place(x), upright.place(y)))
    caption = _caption(sources, far)
    return point_figure("map", places, colors, caption, ground=ground, names=names)


def _half_side(places: np.ndarray) -> float:
    half = float(np.ptp(places, axis=0).max()) / 2
    return half if half > SMALLEST else 1.0


def _axes(places: np.ndarray) -> tuple[Axis, Axis]:
    middle = ((places.min(axis=0) + places.max(axis=0)) / 2).tolist()
    half = ROOM * _half_side(places)
    return (
        Axis(middle[0] - half, middle[0] + half, LEFT, SIZE - RIGHT),
        Axis(middle[1] - half, middle[1] + half, SIZE - BOTTOM, TOP),
    )


def _ground(across: Axis, upright: Axis) -> Markup:
    """The lines of the grid with their kilometres, and the names of the axes."""
    low, high = SIZE - BOTTOM, TOP
    parts = []
    for tick in across.ticks(5):
        x = across.place(tick)
        parts.append(element("line", x1=x, x2=x, y1=low, y2=high, class_="grid"))
        parts.append(element("text", f"{tick:g}", x=x, y=low + 38, class_="tick middle"))
    for tick in upright.ticks(5):
        y = upright.place(tick)
        parts.append(element("line", x1=LEFT, x2=SIZE - RIGHT, y1=y, y2=y, class_="grid"))
        parts.append(element("text", f"{tick:g}", x=LEFT - 12, y=y + 10, class_="tick end"))
    x, y = (LEFT + SIZE - RIGHT) / 2, (low + high) / 2
    parts.append(element("text", "east, km", x=x, y=SIZE - 32, class_="middle"))
    upwards = f"translate(38,{y}) rotate(-90)"
    parts.append(element("text", "north, km", transform=upwards, class_="middle"))
    return element("g", *parts)


def _station(x: float, y: float) -> Markup:
    """A triangle for the station, with its name on the side where it fits."""
    to_the_left = x > SIZE / 2
    name = element(
        "text", "station", x=-24 if to_the_left else 24, y=10, class_="end" if to_the_left else None
    )
    return element(
        "g", element("path", d=STATION), name, transform=f"translate({x},{y})", class_="station"
    )


def _caption(sources: SourceMap, far: bool) -> str:
    n_rows, unknown = len(sources.places), int((~sources.is_known).sum())
    sentences = [
        f"Sources of the same {n_rows} rows, in kilometres east and north of the mean of all "
        f"sources."
    ]
    if unknown:
        sentences.append(f"Sources of unknown place, not on the map: {unknown}.")
    if far and sources.station is not None:
        east, north = sources.station
        wind = WINDS[round(float(np.degrees(np.arctan2(east, north))) / 45) % len(WINDS)]
        sentences.append(
            f"The station lies {in_km(float(np.hypot(east, north)))} to the {wind}, off the map."
        )
    return " ".join(sentences)
