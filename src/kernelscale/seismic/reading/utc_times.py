"""Dates and times of catalogues, as seconds."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from ..recordings import RecordingError

__all__ = ["seconds_of"]

_EPOCH = datetime(1970, 1, 1)
_NONE = {"", "nan", "nat", "none"}
_MOMENT = re.compile(
    r"(?P<year>\d{4})(?P<dash>[-/]?)(?P<month>\d\d)(?P=dash)(?P<day>\d\d)"
    r"(?:[T ]+(?P<hour>\d\d):?(?P<minute>\d\d)(?::?(?P<second>\d\d(?:\.\d*)?))?)?"
    r" ?(?P<zone>Z|[+-]\d\d(?::?\d\d)?)?",
    re.IGNORECASE,
)


def seconds_of(text: Any) -> float:
    """Seconds since 1970 of a date and time, in UTC unless it says otherwise; NaN if there is none.

    Examples
    --------
    A second after midnight on the first of January, at Greenwich and an hour to the east.

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
            f"{tidy!r} is no date and time such as 2007-01-01T01:42:45.08 (UTC)."
        ) from None


def _seconds(found: re.Match[str]) -> float:
    hour, minute, second = (float(found[name] or 0) for name in ("hour", "minute", "second"))
    if not (hour < 24 and minute < 60 and second < 61):  # a leap second is the next minute's first
        raise ValueError
    day = datetime(int(found["year"]), int(found["month"]), int(found["day"]))
    moment = day + timedelta(hours=hour, minutes=minute, seconds=second) - _zone(found["zone"])
    return (moment - _EPOCH).total_seconds()


def _zone(text: str | None) -> timedelta:
    """By how much a clock there is ahead of UTC."""
    if text is None or text in "Zz":
        return timedelta(0)
    offset = datetime.strptime(text.replace(":", "").ljust(5, "0"), "%z").utcoffset()
    return offset or timedelta(0)
