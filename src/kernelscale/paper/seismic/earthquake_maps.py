"""Tables of maps of the earthquakes, by every way of scaling and at many scales.

One more table has canonical variates: the linear combinations of map coordinates, and those of the
places of the sources, that correlate most.
"""

from __future__ import annotations

import warnings

import numpy as np

from ...data import PointCloud
from ...diffusion.diffusion_map import DiffusionMap
from ...diffusion.map_warnings import MapWarning
from ...diffusion.maps_over_scales import embeddings_over_scales
from ...engine.progress import Progress
from ...seismic import canonical_correlations
from ..harness.tables import Row
from .earthquakes import CONDITIONS, Earthquakes, deformed, scores_of
from .ways import DEFAULT, N_COORDINATES, SEISMIC_WAYS, embedded

__all__ = ["maps_of", "over_scales", "variates_of"]


def maps_of(events: Earthquakes, n_tried: int | None) -> list[Row]:
    """Two coordinates of all events by every way, with and without a deformed channel.

    Algorithm 2 tries `n_tried` weights and as many scales for each feature; None is its default.
    """
    rows = []
    for condition in CONDITIONS[:2]:
        X = deformed(events.features["power"], events.spoiled, condition, np.random.default_rng(0))
        for name, found in embedded(X, n_tried=n_tried).items():
            for point, place in enumerate(found.coordinates.tolist()):
                distance = float(events.geometry.distance[point])
                row: Row = {
                    "condition": condition.name,
                    "way": name,
                    "title": SEISMIC_WAYS[name].title,
                }
                row |= {"point": point, "x": place[0], "y": place[1]}
                rows.append({**row, "distance_km": distance})
    return rows


def variates_of(events: Earthquakes) -> list[Row]:
    """Places of the sources, and canonical variates of these places and of the default map."""
    coordinates = embedded(events.features["log"], DEFAULT)[DEFAULT].coordinates
    coefficients, of_map, of_places = canonical_correlations(coordinates, events.places)
    columns = np.c_[events.places, events.geometry.distance, of_places, of_map]
    names = ("lat", "lon", "distance_km", "U1", "U2", "V1", "V2")
    first, second = coefficients.tolist()
    return [
        {**dict(zip(names, row, strict=True)), "first": first, "second": second}
        for row in columns.tolist()
    ]


def over_scales(
    events: Earthquakes, n_scales: int, progress: Progress
) -> tuple[list[Row], list[Row]]:
    """Maps of log power at many scales, and their correlations with distance and place."""
    X = events.features["log"]
    scales = np.geomspace(*PointCloud(X, n_threads=1).scale_range, n_scales)
    found = embeddings_over_scales(X, scales, n_threads=1, progress=progress)
    distance = events.geometry.distance
    thirds = np.searchsorted(np.quantile(distance, [1 / 3, 2 / 3]), distance)
    labels = np.array(["near", "middle", "far"])[thirds]
    embeddings = [
        {"scale": scale, "point": point, "x": x, "y": y, "label": str(labels[point])}
        for scale, places in zip(scales.tolist(), found.coordinates.tolist(), strict=True)
        for point, (x, y) in enumerate(places)
    ]
    curves = []
    for scale in scales.tolist():
        with warnings.catch_warnings():
            # The slider on the page also has scales that are too small. Their warnings are
            # suppressed.
            for message in ("The graph has", ".*are localized"):
                warnings.filterwarnings("ignore", message, MapWarning)
            fitted = DiffusionMap(N_COORDINATES, scale, neighbors=None, n_threads=1)
            coordinates = fitted.fit_transform(X)
        scores = scores_of(coordinates, events.geometry, events.places)
        titles = ("first coordinate with distance", "both with distance", "both with place")
        for title, score in zip(titles, scores[:3], strict=True):
            curves.append({"scale": scale, "curve": f"correlation of {title}", "value": score})
    return embeddings, curves
