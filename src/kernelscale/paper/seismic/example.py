"""Section 5.1 on eight earthquakes and eight explosions: sonograms, and a map of the events."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...diffusion.diffusion_map import DiffusionMap
from ...seismic import SonogramFeatures, leave_one_out_accuracy, load_recordings, sonogram
from ..harness.tables import Row, Tables

__all__ = ["EXAMPLE_FILE", "SHOWN_EVENTS", "example_tables"]

EXAMPLE_FILE = "astsa_eqexp_40hz.npz"
SHOWN_EVENTS = ("EX1", "EQ1")
KINDS = {"EQ": "earthquake", "EX": "explosion"}
SONOGRAM = {"window_length": 256, "overlap": 0.85, "n_frequencies": 32, "fmin": 0.5}
K = 3
EVERY = 4  # a picture shows only every fourth sample


def example_tables(path: Path) -> Tables:
    """Tables of the waveforms and sonograms of two events, and of all events' coordinates."""
    recordings = load_recordings(path)
    names = [str(name) for name in recordings.events["names"]]
    kinds = np.array([KINDS.get(name[:2], "unknown") for name in names])
    rate = recordings.sampling_rate
    shown = [names.index(name) for name in SHOWN_EVENTS]
    features = SonogramFeatures(rate, log=True, normalize="event", **SONOGRAM)  # type: ignore[arg-type]
    X = features.fit_transform(recordings.waveforms)
    known = kinds != "unknown"
    coordinates = DiffusionMap(2, neighbors=None, n_threads=1).fit_transform(X)
    accuracy = leave_one_out_accuracy(coordinates[known], kinds[known], K)
    return {
        "example_map": [
            {"event": name, "kind": str(kind), "x": x, "y": y, "accuracy": accuracy, "k": K}
            for name, kind, (x, y) in zip(names, kinds, coordinates.tolist(), strict=True)
        ],
        "example_waveforms": _waveforms(recordings.waveforms[shown, 0], rate),
        "example_sonograms": _sonograms(recordings.waveforms[shown, 0], rate),
    }


def _waveforms(waveforms: np.ndarray, rate: float) -> list[Row]:
    return [
        {"event": name, "time": number / rate, "value": float(samples[number])}
        for name, samples in zip(SHOWN_EVENTS, waveforms, strict=True)
        for number in range(0, len(samples), EVERY)
    ]


def _sonograms(waveforms: np.ndarray, rate: float) -> list[Row]:
    """Sonograms; their power is in decibels relative to the largest power of the event."""
    power, frequencies, times = sonogram(waveforms, rate, **SONOGRAM)  # type: ignore[arg-type]
    decibels = 10 * np.log10(power / power.max(axis=(1, 2), keepdims=True))
    return [
        {
            "event": name,
            "frequency": float(frequency),
            "time": float(time),
            "decibels": float(decibels[event, row, column]),
        }
        for event, name in enumerate(SHOWN_EVENTS)
        for row, frequency in enumerate(frequencies)
        for column, time in enumerate(times)
    ]
