"""Earthquakes at one station in northern Chile: features, sources, and a deformed channel."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...seismic.evaluation import canonical_correlations, source_correlations
from ...seismic.recordings import Recordings
from ...seismic.sonograms.features import SonogramFeatures
from ...seismic.sources import SourceGeometry, source_geometry
from .ways import top_correlation, with_noise

__all__ = [
    "CONDITIONS",
    "METRICS",
    "Condition",
    "Earthquakes",
    "deformed",
    "earthquakes_of",
    "scores_of",
]

SPOILED = "Z"
EXPONENT = 0.1
# The settings were chosen on these recordings. Several windows and numbers of frequencies were
# tried; the following settings, with the paper's window of 512 samples, gave the largest
# correlation with distance.
SONOGRAM: dict[str, Any] = {"window_length": 512, "overlap": 0.5, "fmin": 1.0}
METRICS = ("distance", "distance_two", "map", "map_second", "azimuth")
"""Names of the correlations of two coordinates with the sources."""


class Condition(NamedTuple):
    """The kind of `features`, the `deformation` of one channel, and the `level` of deformation."""

    features: str
    deformation: str
    level: float

    @property
    def name(self) -> str:
        """The condition in words."""
        if self.deformation == "power_law":
            return f"{self.features}, {SPOILED} to the power {self.level:g}"
        return f"{self.features}, noise {self.level:g} in {SPOILED}"


CONDITIONS = (
    Condition("power", "noise", 0.0),
    Condition("power", "power_law", EXPONENT),
    *(Condition("power", "noise", level) for level in (0.3, 1.0, 3.0, 10.0)),
    *(Condition("log", "noise", level) for level in (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)),
)
"""The paper's two deformations of the power, and noise that is added to its logarithm."""


class Earthquakes(NamedTuple):
    """Features and sources of all events.

    `features` has an array for each kind, power and log power. `spoiled` is a mask of the features
    of the deformed channel. `geometry` has distance and azimuth of each source, and `places` its
    latitude and longitude.
    """

    features: dict[str, np.ndarray]
    spoiled: np.ndarray
    geometry: SourceGeometry
    places: np.ndarray


def earthquakes_of(recordings: Recordings, n_frequencies: int, **changes: Any) -> Earthquakes:
    """Power and log power, both normalised for each event, and the places of the sources.

    `changes` are settings of the sonogram that replace the default settings.
    """
    waveforms = recordings.waveforms - recordings.waveforms.mean(axis=-1, keepdims=True)
    features, spoiled = {}, np.array([])
    for kind in ("power", "log"):
        rows = SonogramFeatures(
            recordings.sampling_rate,
            log=kind == "log",
            normalize="event",
            components=recordings.components,
            n_frequencies=n_frequencies,
            **(SONOGRAM | changes),
        ).fit(waveforms)
        features[kind], spoiled = rows.transform(waveforms), rows.component_of(SPOILED)
    known = recordings.events
    station = recordings.station or (float("nan"), float("nan"))
    geometry = source_geometry(known["lat"], known["lon"], known["depth_km"], station)
    return Earthquakes(features, spoiled, geometry, np.c_[known["lat"], known["lon"]])


def deformed(
    X: np.ndarray, spoiled: np.ndarray, condition: Condition, random: np.random.Generator
) -> np.ndarray:
    """The features, with one channel deformed as the condition states."""
    if condition.deformation == "noise":
        return with_noise(X, spoiled, condition.level, random)
    deformed = X.copy()
    deformed[:, spoiled] **= condition.level
    return deformed


def scores_of(
    coordinates: np.ndarray, geometry: SourceGeometry, places: np.ndarray
) -> tuple[float, ...]:
    """The correlations of coordinates with the sources, in the order of `METRICS`."""
    if np.ptp(coordinates, axis=0).max() < 1e-150:
        return (0.0,) * len(METRICS)
    alone = source_correlations(coordinates, geometry)
    on_map = canonical_correlations(coordinates, places).coefficients
    return (
        float(alone["distance"][0]),
        top_correlation(coordinates, geometry.distance[:, None]),
        float(on_map[0]),
        float(on_map[1]) if len(on_map) > 1 else 0.0,
        float(alone["azimuth"].max()),
    )
