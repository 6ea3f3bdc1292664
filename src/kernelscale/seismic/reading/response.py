"""Removal of the response of an instrument from its recordings."""

from __future__ import annotations

import glob
import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from ...atomic_files import user_path
from ..recordings import RecordingError
from .streams import obspy_package, reason_of

__all__ = ["Epoch", "epoch_of", "ground_velocity", "read_inventory"]

LAST_SECOND = 1.0  # seconds; in some files an epoch begins this long after the previous one ends
FEW_FREQUENCIES = 64  # responses are compared at the frequencies of a transform of this length
FEW_NAMES = 8  # largest number of names in a message


class Epoch(NamedTuple):
    """A `response` that is valid from `begin` to `end`, in seconds since 1970."""

    begin: float
    end: float
    response: Any

    def __str__(self) -> str:
        begin = f"from {moment(self.begin)}" if self.begin > -math.inf else ""
        end = f"until {moment(self.end)}" if self.end < math.inf else "on" if begin else ""
        return f"{begin} {end}".strip() or "at all times"


def moment(time: float) -> str:
    """A time in seconds since 1970, in the format of ObsPy."""
    return str(obspy_package().UTCDateTime(time))


def read_inventory(source: Any) -> Any:
    """The ObsPy inventory in a file; an inventory is returned unchanged.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    RecordingError
        If ObsPy cannot read an inventory from the file.
    TypeError
        If `source` is neither a path nor an inventory.
    """
    obspy = obspy_package()
    if isinstance(source, obspy.Inventory):
        return source
    path = user_path(source, "response", "ObsPy's Inventory")
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r}, given as the response.")
    try:
        return obspy.read_inventory(glob.escape(str(path)))
    except Exception as error:
        raise RecordingError(f"{path} is not StationXML that ObsPy can read ({error}).") from error


def epoch_of(
    inventory: Any, channel: str, rate: float, begin: float, end: float, margin: float
) -> Epoch:
    """The response of a channel in a window, and the times between which it does not change.

    Only epochs within `margin` seconds of the window are compared, because each comparison is slow.

    Raises
    ------
    RecordingError
        If the window is not covered by one response.
    """
    try:
        # The first and last sample may lie half a sample outside an epoch.
        half, epochs = 0.5 / rate, _epochs(inventory, channel)
        return _only(epochs, rate, begin + half, end - half, margin + 1 / rate)
    except LookupError as error:
        raise RecordingError(
            f"the response of {channel} cannot be removed at {moment(begin)} ({error.args[0]})."
        ) from None


def ground_velocity(samples: np.ndarray, rate: float, response: Any) -> np.ndarray:
    """Velocity of the ground in m/s, from samples without a gap.

    The mean is removed, because no instrument records a constant velocity; there is no taper.
    ObsPy's water level of 60 dB limits the gain at frequencies to which the instrument is nearly
    insensitive.

    Raises
    ------
    RecordingError
        If ObsPy cannot remove the response.
    """
    trace = obspy_package().Trace(samples.copy(), {"sampling_rate": rate})
    trace.stats.response = response
    try:
        trace.remove_response(output="VEL", taper=False)
    except Exception as error:
        raise RecordingError(f"the response cannot be removed ({reason_of(error)}).") from error
    return np.asarray(trace.data, dtype=np.float64)


def _epochs(inventory: Any, channel: str) -> list[Epoch]:
    """All epochs of a channel with a response, in the order of time; an error if there is none."""
    network, station, location, code = channel.split(".")
    networks = _called(network, "network", inventory, lambda one: one.code)
    stations = _called(station, "station", _within(networks), lambda one: one.code)
    name = f"{location}.{code}"
    channels = _called(
        name, "channel", _within(stations), lambda one: f"{one.location_code}.{one.code}"
    )
    known = [one for one in channels if _is_known(one.response)]
    if not known:
        raise LookupError("the inventory describes the channel, but without its response")
    begins = [-math.inf if one.start_date is None else one.start_date.timestamp for one in known]
    ends = [math.inf if one.end_date is None else one.end_date.timestamp for one in known]
    ends = [min([end + LAST_SECOND, *(b for b in begins if b >= end)]) for end in ends]
    epochs = zip(begins, ends, (one.response for one in known), strict=True)
    return sorted((Epoch(*epoch) for epoch in epochs), key=lambda epoch: epoch[:2])


def _is_known(response: Any) -> bool:
    return response is not None and bool(response.response_stages or response.instrument_polynomial)


def _within(many: Iterable[Any]) -> list[Any]:
    return [one for several in many for one in several]


def _called(
    name: str, what: str, candidates: Iterable[Any], name_of: Callable[[Any], str]
) -> list[Any]:
    """The candidates with a name; if there is no such candidate, the error lists all names."""
    found = [one for one in candidates if name_of(one) == name]
    if found:
        return found
    names = sorted({name_of(one) for one in candidates})
    held = ", ".join(names[:FEW_NAMES]) + (", ..." if len(names) > FEW_NAMES else "")
    raise LookupError(f"the inventory has no {what} {name!r}; it has {held or 'none'}")


def _only(epochs: list[Epoch], rate: float, begin: float, end: float, margin: float) -> Epoch:
    during = _touching(epochs, begin, end)
    if not during:
        raise LookupError(f"the inventory has the response {' and '.join(map(str, epochs))}")
    first, epochs = during[0], _touching(epochs, begin - margin, end + margin)
    different = [epoch for epoch in epochs if not _are_same(first.response, epoch.response, rate)]
    other = next((epoch for epoch in during if epoch in different), None)
    if other is not None:
        raise LookupError(
            f"the response changes before {moment(end)}: one is valid {first}, another {other}"
        )
    since, until = _whole_time(first, [epoch for epoch in epochs if epoch not in different])
    if not (since <= begin and end <= until):
        raise LookupError(
            f"the inventory has the response {Epoch(since, until, None)}, but the window ends at "
            f"{moment(end)}"
        )
    return Epoch(
        max([since, *(epoch.end for epoch in different if epoch.end <= begin)]),
        min([until, *(epoch.begin for epoch in different if epoch.begin >= end)]),
        first.response,
    )


def _touching(epochs: list[Epoch], begin: float, end: float) -> list[Epoch]:
    return [epoch for epoch in epochs if epoch.begin < end and begin < epoch.end]


def _whole_time(first: Epoch, alike: list[Epoch]) -> tuple[float, float]:
    """Start and end of consecutive epochs with the same response."""
    since, until = first.begin, first.end
    for epoch in alike:
        if epoch.begin <= until:
            until = max(until, epoch.end)
    for epoch in reversed(alike):
        if epoch.end >= since:
            since = min(since, epoch.begin)
    return since, until


def _are_same(response: Any, other: Any, rate: float) -> bool:
    """Whether two responses have the same values, even if their descriptions differ."""
    if response is other or response == other:
        return True
    if response.instrument_polynomial or other.instrument_polynomial:
        return False  # a polynomial response has no values at frequencies
    try:
        one, two = (
            each.get_evalresp_response(1 / rate, FEW_FREQUENCIES, output="VEL")[0]
            for each in (response, other)
        )
    except Exception as error:
        raise LookupError(reason_of(error)) from error
    return bool(np.array_equal(one, two))
