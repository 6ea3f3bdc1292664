"""`Catalogue`, a table of events, and conversion of their times to seconds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from ..recordings import RecordingError, check_columns, check_one_an_event

__all__ = ["Catalogue", "seconds_of"]

_EPOCH = datetime(1970, 1, 1)
_NONE = {"", "nan", "nat", "none"}
_MOMENT = re.compile(
    r"(?P<year>\d{4})(?P<dash>[-/]?)(?P<month>\d\d)(?P=dash)(?P<day>\d\d)"
    r"(?:[T ]+(?P<hour>\d\d):?(?P<minute>\d\d)(?::?(?P<second>\d\d(?:\.\d*)?))?)?"
    r" ?(?P<zone>Z|[+-]\d\d(?::?\d\d)?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class Catalogue:
    """A table of events.

    Attributes
    ----------
    columns : dict of str to ndarray of shape (n_events,)
        Columns by name, some of which may be missing:

        - ``time``: the origin time, as text in UTC;
        - ``lat``, ``lon``, ``depth_km`` and ``mag``: the source;
        - ``pick``: the time of an arrival;
        - ``file``: names of the files that hold the event, separated by semicolons;
        - other columns of the file of the catalogue.
    source : str
        The name of the catalogue in messages.
    numbers : tuple of int, optional
        Positions of the events in the file, counted from 0; None for 0, 1, 2, ...
    skipped : tuple of (str, str)
        Events that were skipped, each with its reason.
    picks : tuple of dict of str to str, optional
        For each event, the time of the first arrival at each station, by ``network.station``; only
        QuakeML has such times.

    Raises
    ------
    ValueError, TypeError
        If columns, numbers or picks do not have one entry for each event, or there is no event.

    Examples
    --------
    Two events with their times.

    >>> len(Catalogue({"time": np.array(["2007-01-01T01:42:45", "2007-01-01T02:41:13"])}))
    2
    """

    columns: dict[str, np.ndarray]
    source: str = "the catalogue"
    numbers: tuple[int, ...] | None = None
    skipped: tuple[tuple[str, str], ...] = ()
    picks: tuple[dict[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse attributes that do not have one entry for each event."""
        check_columns(self.columns, "columns")
        if not self.columns or not len(self):
            raise ValueError("columns must have at least one event, but there is none.")
        if self.numbers is not None:
            check_one_an_event(self.numbers, "numbers", len(self))
        check_one_an_event(self.picks, "picks", len(self), optional=True)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def number(self, row: int) -> int:
        """The position in the file, counted from 0, of the event in a row."""
        return row if self.numbers is None else self.numbers[row]

    def with_picks_of(self, station: str) -> Catalogue:
        """The catalogue; if it has no column ``pick``, first arrivals at a station are added."""
        if "pick" in self.columns or not any(self.picks):
            return self
        code = station.rpartition(".")[2]
        times = [_pick_of(picks, station, code) for picks in self.picks]
        return replace(self, columns={**self.columns, "pick": np.array(times)})

    def check_column(self, around: str) -> None:
        """Refuse a catalogue without the column `around`; windows are cut out around its times."""
        if around not in self.columns:
            raise RecordingError(
                f"{self.source} has no column {around!r}, which should give the times around which "
                f"recordings are cut; its columns are {', '.join(self.columns)}."
            )

    def second(self, around: str, row: int) -> float:
        """Time of a row in the column `around`, in seconds since 1970 (UTC)."""
        try:
            return seconds_of(self.columns[around][row])
        except RecordingError as error:
            number = self.number(row)
            raise RecordingError(f"{self.source}, event {number}, {around}: {error}") from None

    def seconds(self, around: str) -> np.ndarray:
        """Times in the column `around`, in seconds since 1970 (UTC)."""
        self.check_column(around)
        return np.array([self.second(around, row) for row in range(len(self))])


def _pick_of(picks: Mapping[str, str], station: str, code: str) -> str:
    """Time of the first arrival at a station, or ""; `picks` or `station` may lack the network."""
    if station.startswith("."):
        of_code = [time for name, time in picks.items() if name.rpartition(".")[2] == code]
        return min(of_code, default="")
    return picks.get(station) or picks.get(f".{code}", "")


def seconds_of(text: Any) -> float:
    """Seconds from 1970 (UTC) to a date and time, which may state a time zone; NaN if missing.

    Examples
    --------
    Two times shortly after midnight UTC on 1 January 1970, stated in UTC and one hour ahead of it.

    >>> seconds_of("1970/01/01 00:00:01.50Z"), seconds_of("19700101T010001+01:00")
    (1.5, 1.0)
    """
    tidy = str(text).strip()
    if tidy.lower() in _NONE:
        return float("nan")
    found = _MOMENT.fullmatch(tidy)
    try:
        if found is None:
            raise ValueError
        return _seconds(found)
    except (ValueError, OverflowError):
        raise RecordingError(
            f"{tidy!r} is not a date and time such as 2007-01-01T01:42:45.08 (UTC)."
        ) from None


def _seconds(found: re.Match[str]) -> float:
    hour, minute, second = (float(found[name] or 0) for name in ("hour", "minute", "second"))
    if not (hour < 24 and minute < 60 and second < 61):  # a leap second has the number 60
        raise ValueError
    day = datetime(int(found["year"]), int(found["month"]), int(found["day"]))
    moment = day + timedelta(hours=hour, minutes=minute, seconds=second) - _zone(found["zone"])
    return (moment - _EPOCH).total_seconds()


def _zone(text: str | None) -> timedelta:
    """The time by which a time zone is ahead of UTC."""
    if text is None or text in "Zz":
        return timedelta(0)
    offset = datetime.strptime(text.replace(":", "").ljust(5, "0"), "%z").utcoffset()
    return offset or timedelta(0)
