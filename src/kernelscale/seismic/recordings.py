"""Recordings of events at one station, ready for sonograms."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

__all__ = ["RecordingError", "Recordings"]


class RecordingError(ValueError):
    """Recordings or a catalogue that cannot be used; the message is one sentence."""


@dataclass(frozen=True, eq=False)
class Recordings:
    """Waveforms of events at one rate, and what is known of the events.

    Attributes
    ----------
    waveforms : ndarray of shape (n_events, n_components, n_samples)
        All finite.
    sampling_rate : float
        Samples per second.
    components : tuple of str
        Names of the components, such as Z, N and E.
    events : dict of str to ndarray of shape (n_events,)
        What is known by name: lat and lon in degrees, depth_km, mag, time and whatever else the
        file or catalogue holds.
    station : tuple of float, optional
        Latitude and longitude of the station in degrees.
    left_out : tuple of (str, str)
        What was not used, file, channel or event, each with its sentence.
    names : tuple of str
        What each event is called where something is wrong with it; empty if they have no names.

    Examples
    --------
    Two events of one component, and which of them was the stronger.

    >>> recordings = Recordings(np.zeros((2, 1, 50)), 20.0, ("Z",), {"mag": np.array([2.0, 3.1])})
    >>> int(recordings.events["mag"].argmax())
    1
    """

    waveforms: np.ndarray
    sampling_rate: float
    components: tuple[str, ...]
    events: dict[str, np.ndarray] = field(default_factory=dict)
    station: tuple[float, float] | None = None
    left_out: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """Length of a waveform."""
        return float(self.waveforms.shape[-1] / self.sampling_rate)
