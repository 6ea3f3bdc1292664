"""How the earthquakes' correlations depend on the settings of the sonogram.

The settings of the experiment were chosen on the same recordings, so other settings are measured as
well.
"""

from __future__ import annotations

from ...seismic import Recordings
from ..harness.tables import Row
from .earthquakes import earthquakes_of, scores_of
from .ways import DEFAULT, embedded

__all__ = ["setting_in_words", "settings_tried"]

LOWEST = (None, 0.5, 1.0, 2.0)
"""Lowest frequencies of sonograms in Hz; None is the lowest frequency that a window resolves."""
OF_COMPARE = 16  # number of frequencies that `kernelscale compare` uses


def settings_tried(recordings: Recordings, n_frequencies: int) -> list[Row]:
    """Correlations of auto's map of log power, by lowest frequency and number of frequencies."""
    rows = []
    for number, fmin in [*((n_frequencies, fmin) for fmin in LOWEST), (OF_COMPARE, None)]:
        events = earthquakes_of(recordings, number, fmin=fmin)
        coordinates = embedded(events.features["log"], DEFAULT)[DEFAULT].coordinates
        distance, both, *_ = scores_of(coordinates, events.geometry, events.places)
        row: Row = {"n_frequencies": number, "fmin": fmin, "events": len(events.places)}
        rows.append({**row, "distance": distance, "distance_two": both})
    return rows


def setting_in_words(row: Row) -> str:
    """The settings of a row in words."""
    lowest = "the lowest of the window" if row["fmin"] is None else f"{row['fmin']:g} Hz"
    return f"{row['n_frequencies']} frequencies from {lowest}"
