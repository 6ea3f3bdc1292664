"""The points that a slider moves, and a map of their sources."""

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
EDGE = 1.12  # coordinate at which outliers are drawn


@dataclass(frozen=True, eq=False)
class Frames:
    """Positions of the same points at each scale.

    Attributes
    ----------
    coordinates : ndarray of shape (n_scales, n_points, 2)
        Coordinates from -1 to 1; outliers are drawn at the edge, NaN means no position.
    labels : ndarray of shape (n_points,) or None
        Class or number of each point.
    caption : str
        Caption of the picture.
    sources : SourceMap or None
        Places of the sources of the points, for a map.
    """

    coordinates: np.ndarray
    labels: np.ndarray | None
    caption: str
    sources: SourceMap | None = None

    def places(self) -> np.ndarray:
        """Positions in the square as whole numbers; points without a position are outside."""
        half = SIZE / 2 - MARGIN
        # In SVG the vertical axis points down.
        shares = self.coordinates.clip(-EDGE, EDGE) * [1, -1]
        placed = SIZE / 2 + half * shares
        return np.nan_to_num(placed.round(), nan=-SIZE).astype(int)

    def colors(self, start: int) -> PointColors:
        """Colours by label.

        Without labels they show the distance on the map, and without a map the first coordinate.
        """
        if self.labels is None and self.sources is not None:
            start_of = "middle of all sources" if self.sources.station is None else "station"
            return colors_by_distance(self.sources.distances, start_of)
        return colors_of_points(self.labels, self.coordinates[start, :, 0])

    def names(self) -> tuple[str, ...] | None:
        """Names of the points with their labels; None without a map."""
        if self.sources is None:
            return None
        assert self.sources.names is not None
        labels = None if self.labels is None else self.labels.tolist()
        return tuple(
            name
            + ("" if labels is None else f", {labels[k]}")
            + ("" if self.sources.is_known[k] else ", place unknown")
            for k, name in enumerate(self.sources.names)
        )

    def pictures(self, start: int) -> list[Markup]:
        """The points; with sources, also their map and a slider that marks an event."""
        colors, names, caption = self.colors(start), self.names(), self.caption
        if any(shape.kind == "unknown" for shape in colors.points):
            caption += " Hollow points have sources of unknown place."
        seen = point_figure("embedding", self.places()[start], colors, caption, names=names)
        if self.sources is None or names is None:
            return [seen]
        return [seen, map_figure(self.sources, colors, names), _event_picker(len(names))]


def _event_picker(n_events: int) -> Markup:
    """A slider that marks one event in both pictures, as an alternative to pointing."""
    slider = element(
        "input",
        type="range",
        min=0,
        max=n_events - 1,
        value=0,
        step=1,
        aria_label="event to mark in both pictures",
        autocomplete="off",
    )
    hint = "Point at an event in one picture, or move this slider, to mark it in both."
    return element("div", element("p", hint), slider, class_="scripted picker over", hidden=True)
