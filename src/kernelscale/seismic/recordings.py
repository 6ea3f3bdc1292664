"""Recordings of events at one station, ready for sonograms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._validation import check_positive

__all__ = [
    "RecordingError",
    "Recordings",
    "check_columns",
    "check_one_an_event",
    "check_station",
    "check_to_write",
]

FARTHEST_EAST = 360.0  # in degrees; some catalogues count longitude from 0 to 360


class RecordingError(ValueError):
    """Recordings or a catalogue that cannot be used; the message is one sentence."""


@dataclass(frozen=True, eq=False)
class Recordings:
    """Waveforms of events at one sampling rate, and a table of the events.

    Attributes
    ----------
    waveforms : ndarray of shape (n_events, n_components, n_samples)
        Ground motion, all finite.
    sampling_rate : float
        Samples per second.
    components : tuple of str
        Names of the components, such as Z, N and E.
    events : dict of str to ndarray of shape (n_events,)
        Columns by name: lat and lon in degrees, depth_km, mag, time, and other columns of the
        file or catalogue.
    station : tuple of float, optional
        Latitude and longitude of the station in degrees.
    skipped : tuple of (str, str)
        Files, channels and events that were skipped, each with its reason.
    names : tuple of str
        The name of each event in messages; empty if they have no names.

    Raises
    ------
    ValueError, TypeError
        If an attribute has another type than stated, or shapes do not match.

    Examples
    --------
    The index of the stronger of two events.

    >>> recordings = Recordings(np.zeros((2, 1, 50)), 20.0, ("Z",), {"mag": np.array([2.0, 3.1])})
    >>> int(recordings.events["mag"].argmax())
    1
    """

    waveforms: np.ndarray
    sampling_rate: float
    components: tuple[str, ...]
    events: dict[str, np.ndarray] = field(default_factory=dict)
    station: tuple[float, float] | None = None
    skipped: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse attributes of a wrong type, and shapes that do not match."""
        shape: tuple[int, ...] = getattr(self.waveforms, "shape", ())
        if len(shape) != 3 or 0 in shape or self.waveforms.dtype.kind not in "fiu":
            raise ValueError(
                f"waveforms must be an array of numbers of shape (n_events, n_components, "
                f"n_samples), but {_kind(self.waveforms)} was given."
            )
        check_positive(self.sampling_rate, "sampling_rate")
        names = self.components if isinstance(self.components, (tuple, list)) else ()
        if not all(isinstance(name, str) for name in names) or len(names) != shape[1]:
            raise ValueError(
                f"components must be the names of the {shape[1]} components of the waveforms, but "
                f"{self.components!r} was given."
            )
        check_columns(self.events, "events", shape[0])
        if self.station is not None:
            check_station(self.station)
        check_one_an_event(self.names, "names", shape[0], optional=True)

    @property
    def seconds(self) -> float:
        """Length of a waveform in seconds."""
        return float(self.waveforms.shape[-1] / self.sampling_rate)


def check_columns(columns: Any, name: str, n_events: int | None = None) -> None:
    """Refuse an object that is not a dict of arrays with one entry for each event."""
    if not isinstance(columns, Mapping):
        raise TypeError(
            f"{name} must be a dict of arrays with one entry for each event, but "
            f"{type(columns).__name__} was given."
        )
    for column, values in columns.items():
        shape = getattr(values, "shape", None)
        n_events = shape[0] if n_events is None and shape else n_events
        if shape is None or shape != (n_events,):
            raise ValueError(
                f"{name} must be a dict of arrays with one entry for each event, but "
                f"{_kind(values)} was given for {column!r}."
            )


def check_one_an_event(values: Any, name: str, n_events: int, *, optional: bool = False) -> None:
    """Refuse what is not a tuple or list with an entry for each event; `optional` allows ()."""
    lengths = (0, n_events) if optional else (n_events,)
    if not isinstance(values, (tuple, list)) or len(values) not in lengths:
        raise ValueError(
            f"{name} must be a tuple or list of {n_events} entries, one for each event, but "
            f"{_kind(values)} was given."
        )


def check_to_write(recordings: Any, taken: Iterable[str]) -> None:
    """Refuse an object that is not `Recordings`, and columns of objects or with a wrong name."""
    if not isinstance(recordings, Recordings):
        raise TypeError(f"recordings must be Recordings, but {_kind(recordings)} was given.")
    for name, values in recordings.events.items():
        if not isinstance(name, str):
            raise ValueError(f"names of columns of events must be text, but {name!r} was given.")
        if name in taken:
            raise ValueError(
                f"events must not have a column {name!r}, which is the name of another array."
            )
        if values.dtype.hasobject:
            raise ValueError(f"events must be numbers or text, but {name!r} holds objects.")


def check_station(station: Any) -> tuple[float, float]:
    """Latitude and longitude of a station in degrees; an error is raised if they are not valid."""
    try:
        latitude, longitude = (float(angle) for angle in station)
    except (TypeError, ValueError, OverflowError):
        latitude = longitude = np.nan
    if abs(latitude) > 90:
        raise ValueError(
            f"latitudes must lie from -90 to 90 degrees, but {latitude:g} was given for a station."
        )
    if not (abs(latitude) <= 90 and abs(longitude) <= FARTHEST_EAST):
        raise ValueError(
            f"station must be two numbers, its latitude from -90 to 90 and its longitude from "
            f"-{FARTHEST_EAST:g} to {FARTHEST_EAST:g} degrees, but {_kind(station)} was given."
        )
    return latitude, longitude


def _kind(value: Any) -> str:
    """A value described by its type, for a message."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} and shape {value.shape}"
    return f"{type(value).__name__} {value!r}"[:80]
