"""What is known of events: a table in CSV or QuakeML."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .obspy_package import obspy_package
from .recordings import RecordingError

__all__ = ["Catalogue", "read_catalogue", "seconds_of"]

_OTHER_NAMES = {
    "latitude": "lat",
    "longitude": "lon",
    "depth": "depth_km",
    "magnitude": "mag",
    "origin_time": "time",
}
_QUAKEML = (".xml", ".qml", ".quakeml")


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Events and what is known of each.

    Attributes
    ----------
    columns : dict of str to ndarray of shape (n_events,)
        By name: ``time`` (origin, text in UTC), and where known ``lat``, ``lon``, ``depth_km``,
        ``mag``, ``pick`` (time of an arrival), ``file`` (names of the files that hold the event,
        between semicolons) and whatever else the file says.

    Examples
    --------
    Two events with their time.

    >>> len(Catalogue({"time": np.array(["2007-01-01T01:42:45", "2007-01-01T02:41:13"])}))
    2
    """

    columns: dict[str, np.ndarray]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def seconds(self, around: str) -> np.ndarray:
        """Seconds since 1970 of the column of that name, in UTC."""
        if around not in self.columns:
            raise RecordingError(
                f"The catalogue has no column {around!r}, but {', '.join(self.columns)}; events "
                f"are cut around a time."
            )
        return np.array([seconds_of(text) for text in self.columns[around]])


def read_catalogue(path: str | os.PathLike[str]) -> Catalogue:
    r"""Read a catalogue.

    Parameters
    ----------
    path : str or path-like
        A file ``.csv`` in UTF-8 with names in its first line, or ``.xml``, ``.qml``, ``.quakeml``
        in QuakeML, which needs ObsPy. The names latitude, longitude, depth, magnitude and
        origin_time are read as lat, lon, depth_km, mag and time.

    Returns
    -------
    Catalogue
        Columns of numbers where all entries are, of text otherwise.

    Raises
    ------
    RecordingError
        If it is no such file, or has no events.
    ImportError
        If it is QuakeML and ObsPy is not installed.
    OSError
        If it cannot be opened.

    Examples
    --------
    A column of numbers, and one of text.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "events.csv")
    ...     _ = path.write_text("time,magnitude\n2007-01-01T01:42:45,1.4\n")
    ...     read_catalogue(path).columns["mag"]
    array([1.4])
    """
    file = Path(path)
    rows = _quakeml(file) if file.suffix.lower() in _QUAKEML else _csv(file)
    if not rows:
        raise RecordingError(f"{path} has no events; at least one is needed.")
    names = [_OTHER_NAMES.get(name, name) for name in rows[0]]
    if len(set(names)) < len(names):
        raise RecordingError(f"{path} has two columns of one name: {', '.join(names)}.")
    values = zip(*(row.values() for row in rows), strict=True)
    return Catalogue(dict(zip(names, map(_column, values), strict=True)))


def seconds_of(text: Any) -> float:
    """Seconds since 1970 of a date and time in UTC, NaN where there is none.

    Examples
    --------
    A second after midnight on the first of January.

    >>> seconds_of("1970/01/01 00:00:01.50Z")
    1.5
    """
    tidy = str(text).strip().removesuffix("Z").replace("/", "-").replace(" ", "T")
    try:
        moment = np.datetime64(tidy, "us")
    except ValueError:
        raise RecordingError(
            f"{str(text)!r} is no date and time such as 2007-01-01T01:42:45.08 (UTC)."
        ) from None
    return float("nan") if np.isnat(moment) else float(moment.astype(np.int64)) / 1e6


def _csv(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise RecordingError(f"{path} is not a table in CSV and UTF-8.") from error
    for number, row in enumerate(rows):
        if None in row or None in row.values():
            raise RecordingError(
                f"{path}, event {number}, has more or fewer fields than the first line has names."
            )
    return [{name.strip(): value for name, value in row.items()} for row in rows]


def _quakeml(path: Path) -> list[dict[str, Any]]:
    obspy = obspy_package()
    with path.open("rb"):
        pass  # a file that is not there is told as such, not by ObsPy's guesses at its format
    try:
        events = obspy.read_events(str(path))
    except Exception as error:
        raise RecordingError(f"{path} is not QuakeML that ObsPy can read ({error}).") from error
    return [_known(event) for event in events if event.origins]


def _known(event: Any) -> dict[str, Any]:
    origin = event.preferred_origin() or event.origins[0]
    magnitude = event.preferred_magnitude() or next(iter(event.magnitudes), None)
    return {
        "time": str(origin.time),
        "lat": origin.latitude,
        "lon": origin.longitude,
        "depth_km": "nan" if origin.depth is None else origin.depth / 1000,
        "mag": "nan" if magnitude is None else magnitude.mag,
        "type": event.event_type or "unknown",
    }


def _column(values: Any) -> np.ndarray:
    """Numbers if all are (an empty field is NaN), text otherwise."""
    texts = [str(value).strip() for value in values]
    try:
        return np.array([float(text or "nan") for text in texts])
    except ValueError:
        return np.array(texts)
