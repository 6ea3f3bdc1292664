"""Reading of catalogues from CSV or QuakeML; messages name the faulty event."""

from __future__ import annotations

import csv
import glob
import os
from pathlib import Path
from typing import Any

import numpy as np

from ..._validation import check_switch
from ...atomic_files import user_path
from ..recordings import RecordingError
from .catalogue import Catalogue
from .skipped_items import Skipped
from .streams import obspy_package

__all__ = ["read_catalogue"]

_OTHER_NAMES = {
    "latitude": "lat",
    "longitude": "lon",
    "depth": "depth_km",
    "magnitude": "mag",
    "origin_time": "time",
}
_TEXT = ("time", "pick", "file")  # columns that are text, even if all entries look like numbers
_PICKS = object()  # a key that cannot be the name of a column
_QUAKEML = (".xml", ".qml", ".quakeml")


def read_catalogue(path: str | os.PathLike[str], *, skip_bad: bool = False) -> Catalogue:
    r"""Read a catalogue of events.

    Parameters
    ----------
    path : str or path-like
        A file ``.csv`` in UTF-8 with column names in its first line, or a QuakeML file (``.xml``,
        ``.qml``, ``.quakeml``), which needs ObsPy. The names latitude, longitude, depth, magnitude
        and origin_time are read as lat, lon, depth_km, mag and time.
    skip_bad : bool
        Whether events that cannot be read are skipped and listed; otherwise they are an error.

    Returns
    -------
    Catalogue
        A column is numeric if all its entries are numbers, otherwise text; times and names of files
        are always text.

    Raises
    ------
    RecordingError
        If the file has another format or no events, or an event cannot be read.
    ImportError
        If the file is QuakeML and ObsPy cannot be imported.
    OSError
        If the file cannot be opened.
    TypeError
        If `path` is not a path.

    Examples
    --------
    A column of numbers, from a file that also has a column of text.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "events.csv")
    ...     _ = path.write_text("time,magnitude\n2007-01-01T01:42:45,1.4\n")
    ...     read_catalogue(path).columns["mag"]
    array([1.4])
    """
    check_switch(skip_bad, "skip_bad")
    file, bad = user_path(path, "catalogue"), Skipped(skip_bad)
    if not file.is_file():
        raise FileNotFoundError(f"There is no catalogue {str(path)!r}.")
    rows = _quakeml(file, bad) if file.suffix.lower() in _QUAKEML else _csv(file, bad)
    picks = tuple(row.pop(_PICKS, {}) for row in rows.values())
    if not rows:
        why = f"first fault: {bad.skipped[0][1]}" if bad.skipped else "at least one is needed."
        raise RecordingError(f"{path} has no events that can be read; {why}")
    given = list(next(iter(rows.values())))
    names = [_OTHER_NAMES.get(name, name) for name in given]
    _check_names(file, names)
    columns = {
        name: _column(name, [row[key] for row in rows.values()])
        for name, key in zip(names, given, strict=True)
    }
    return Catalogue(columns, str(path), tuple(rows), tuple(bad.skipped), picks)


def _check_names(path: Path, names: list[str]) -> None:
    """Refuse two columns of the same name, because a dict would keep only the second column."""
    if len(set(names)) < len(names):
        raise RecordingError(f"{path} has two columns of the same name: {', '.join(names)}.")


def _csv(path: Path, bad: Skipped) -> dict[int, dict[Any, Any]]:
    """The rows of a CSV file by their numbers."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            rows = dict(enumerate(reader))
            _check_names(path, [name.strip() for name in reader.fieldnames or ()])
    except (UnicodeDecodeError, csv.Error) as error:
        raise RecordingError(f"{path} is not a table in CSV and UTF-8.") from error
    for number, row in list(rows.items()):
        if None in row or None in row.values():
            name = f"{path}, event {number}"
            bad.skip_or_raise(
                name, f"{name}, has more or fewer fields than the first line has names."
            )
            del rows[number]
    return {
        number: {name.strip(): value for name, value in row.items()} for number, row in rows.items()
    }


def _quakeml(path: Path, bad: Skipped) -> dict[int, dict[Any, Any]]:
    obspy = obspy_package()
    try:
        events = obspy.read_events(glob.escape(str(path)))
    except Exception as error:
        raise RecordingError(f"{path} is not QuakeML that ObsPy can read ({error}).") from error
    for number, event in enumerate(events):
        if not event.origins:
            name = f"{path}, event {number}"
            bad.skip_or_raise(name, f"{name}, has no origin time around which it could be cut.")
    return {number: _known(event) for number, event in enumerate(events) if event.origins}


def _known(event: Any) -> dict[Any, Any]:
    origin = event.preferred_origin() or event.origins[0]
    magnitude = event.preferred_magnitude() or next(iter(event.magnitudes), None)
    return {
        "time": str(origin.time),
        "lat": _number(origin.latitude),
        "lon": _number(origin.longitude),
        "depth_km": _number(origin.depth, 1000),
        "mag": _number(None if magnitude is None else magnitude.mag),
        "type": event.event_type or "unknown",
        _PICKS: _first_arrivals(event),
    }


def _first_arrivals(event: Any) -> dict[str, str]:
    """Times of first arrivals by ``network.station``; a network that is not stated is empty."""
    named = [(pick.time, pick.waveform_id) for pick in event.picks if pick.waveform_id is not None]
    latest_first = sorted(named, key=lambda pick: pick[0], reverse=True)
    return {f"{of.network_code or ''}.{of.station_code}": str(time) for time, of in latest_first}


def _number(value: float | None, unit: float = 1) -> float:
    """A value divided by a unit; NaN if the value is None."""
    return float("nan") if value is None else value / unit


def _column(name: str, values: Any) -> np.ndarray:
    """Values as numbers (NaN for an empty field) if all can be converted, otherwise as text."""
    texts = [str(value).strip() for value in values]
    if name in _TEXT:
        return np.array(texts)
    try:
        return np.array([float(text or "nan") for text in texts])
    except ValueError:
        return np.array(texts)
