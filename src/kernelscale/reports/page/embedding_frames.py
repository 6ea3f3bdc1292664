"""Points at each scale, and where they come from: what a slider moves, and a map beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .map_figure import map_figure
from .markup import Markup, element
from .point_colors import PointColors, colors_by_distance, colors_of_points
from .point_pictures import SIZE, point_figure
from .source_map import SourceMap

__all__ = ["Frames"]

MARGIN = 70
EDGE = 1.12  # where outliers are drawn


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
    sources : SourceMap or None
        Where the points come from, for a map beside them.
    """

    coordinates: np.ndarray
    labels: np.ndarray | None
    caption: str
    sources: SourceMap | None = None

    def places(self) -> np.ndarray:
        """Whole numbers in the square; points without a place are outside."""
        half = SIZE / 2 - MARGIN
        shares = self.coordinates.clip(-EDGE, EDGE) * [1, -1]  # upwards is up
        placed = SIZE / 2 + half * shares
        return np.nan_to_num(placed.round(), nan=-SIZE).astype(int)

    def colors(self, start: int) -> PointColors:
        """By label; without labels by distance if there is a map, or by the coordinate at first."""
        if self.labels is None and self.sources is not None:
            start_of = "middle of all sources" if self.sources.station is None else "station"
            return colors_by_distance(self.sources.distances, start_of)
        return colors_of_points(self.labels, self.coordinates[start, :, 0])

    def names(self) -> tuple[str, ...] | None:
        """What points are called, with their labels, where there is a map to find them on."""
        if self.sources is None:
            return None
        assert self.sources.names is not None
        labels = None if self.labels is None else self.labels.tolist()
        return tuple(
            name
            + ("" if labels is None else f", {labels[k]}")
            + ("" if self.sources.is_known[k] else ", place not known")
            for k, name in enumerate(self.sources.names)
        )

    def pictures(self, start: int) -> list[Markup]:
        """The points, and the map if their sources are known."""
        colors, names, caption = self.colors(start), self.names(), self.caption
        if any(shape.kind == "unknown" for shape in colors.points):
            caption += " Hollow points are those whose source's place is not known."
        seen = point_figure("embedding", self.places()[start], colors, caption, names=names)
        if self.sources is None or names is None:
            return [seen]
        return [seen, map_figure(self.sources, colors, names), _event_picker(len(names))]


def _event_picker(n_events: int) -> Markup:
    """A second slider, for those who do not point: it rings one event in both pictures."""
    slider = element(
        "input",
        type="range",
        min=0,
        max=n_events - 1,
        value=0,
        step=1,
        aria_label="event to be ringed in both pictures",
        autocomplete="off",
    )
    said = "Point at an event in one picture, or move this slider, to see it ringed in both."
    return element("div", element("p", said), slider, class_="scripted picker over", hidden=True)
