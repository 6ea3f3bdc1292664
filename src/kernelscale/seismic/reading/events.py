"""Recordings of events read from files of waveforms: `read_recordings`, `read_each_station`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..recordings import RecordingError, Recordings
from .catalogue import Catalogue
from .request import Request
from .skipped import Skipped
from .stations import by_station, of_one_station
from .trace import Trace

__all__ = ["read_each_station", "read_recordings"]


def read_recordings(
    files: Any,
    catalogue: Any = None,
    *,
    around: str = "origin",
    before: float = 0.0,
    seconds: float | None = None,
    sampling_rate: float | None = None,
    components: Sequence[str] | None = None,
    station: str | None = None,
    channels: str | None = None,
    channel_map: Mapping[str, str] | None = None,
    response: Any = None,
    detrend: str | None = None,
    taper: float | None = None,
    band: tuple[float, float] | None = None,
    skip_bad: bool = False,
) -> Recordings:
    """Read events of one station from files in any format that ObsPy reads, but for its pickles.

    Pickles may run code: save them as miniSEED, or pass the Stream itself.

    Parameters
    ----------
    files : str, path-like, ObsPy's Stream or Trace, or list of them
        Files (miniSEED, SAC, ..., also in an archive or compressed: tar, zip, gz, bz2), folders of
        them, or objects that ObsPy has read, which are not changed.
    catalogue : str, path-like or Catalogue, optional
        Times of the events; see `read_catalogue`. With a column ``file``, an event is searched in
        the files that it names only; an event that lies in several, as at the end of an hour's
        file, is joined if these meet to within half a sample. Without a catalogue, all that begins
        within a second is an event.
    around : {"origin", "pick"}
        The time of the catalogue that a window is cut around: its column ``time`` or ``pick``, or
        in QuakeML the first arrival at the station.
    before : float
        Seconds that a window begins before that time.
    seconds : float, optional
        Length of a window; by default 60 with a catalogue. Without one the length that more than
        half of the events have, to within one in a hundred: longer ones are cut to it, shorter ones
        are refused.
    sampling_rate : float, optional
        Rate that all are resampled to, with what the files have around a window; where they have
        nothing a wave goes on along a line. Needed only where rates differ: by more than a tenth of
        a sample over a window.
    components : sequence of str, optional
        Which of Z, N (or 1) and E (or 2) are wanted, or of V, L and T (vertical, longitudinal,
        transverse); by default those of `channel_map`, or Z, N and E.
    station : str, optional
        Code of the station, where the files hold several; `read_each_station` takes each.
    channels : str, optional
        Which channels are wanted, where an event has several of one component: codes with ``?`` and
        ``*`` for any letters, between commas, such as ``"HH?"``, or ``"00.HH?"`` with the location.
        By default all whose code is of a seismometer, accelerometer, gravimeter or geophone (its
        second letter H, L, N, G or P); others are listed in ``skipped``, but are no error.
    channel_map : mapping of str to str, optional
        Which channel each component is, where codes do not say it: its code as in the file, with
        ``?`` and ``*`` as above; or its number in the file, counted from 0, where it has none, as
        in SU, SEG-Y or WAV. Such as ``{"Z": "UD", "N": "NS", "E": "EW"}``. Others are not looked
        at.
    response : str, path-like or ObsPy's Inventory, optional
        StationXML; the response of the instrument is taken out, to ground velocity in m/s. That is
        done once for an event, after it was looked at, joined and cut with what the files have
        around it (a window's length on either side, a minute at least): the mean of all this is
        taken out, nothing is tapered, and the water level is ObsPy's 60 dB. It is the response of
        the window's time: what is around ends where it changes, and no window may hold a change.
    detrend : {"constant", "linear"}, optional
        Mean or straight line to take out.
    taper : float, optional
        Share of a window that fades in and out.
    band : tuple of float, optional
        Lowest and highest frequency in Hz that pass.
    skip_bad : bool
        Whether faulty files and events are skipped and listed instead of refused.

    Returns
    -------
    Recordings
        Events in the order of the catalogue, or of time, with its columns.

    Raises
    ------
    RecordingError
        If a file or a row of the catalogue cannot be read; if an event has a missing, short, gappy,
        clipped, flat or zero-filled component, or two channels of one component; if rates or
        stations differ. The sentence names the file or event. With `skip_bad`, only if nothing is
        left, or no station has more than half of all traces.
    ImportError
        If ObsPy is not installed.
    OSError
        If there is no such file.
    ValueError, TypeError
        If an option is not valid, or something is passed that is no file.

    Examples
    --------
    A folder of one event without a file of waveforms.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     read_recordings(folder)
    Traceback (most recent call last):
        ...
    kernelscale.seismic.recordings.RecordingError: ... holds no file of waveforms.
    """
    request = Request(
        around=around,
        before=before,
        seconds=seconds,
        sampling_rate=sampling_rate,
        components=components,
        channels=channels,
        channel_map=channel_map,
        response=response,
        detrend=detrend,
        taper=taper,
        band=band,
        skip_bad=skip_bad,
    )
    if station is not None and not isinstance(station, str):
        raise TypeError(f"station must be text, but {type(station).__name__} was given.")
    traces, known, bad = request.read(files, catalogue)
    return request.cut(of_one_station(traces, station, bad), known, bad)


def read_each_station(files: Any, catalogue: Any = None, **options: Any) -> dict[str, Recordings]:
    """Read events of every station in the files; each file is read once.

    Parameters
    ----------
    files, catalogue
        As in `read_recordings`.
    **options
        Others of `read_recordings`, but `station`.

    Returns
    -------
    dict
        Recordings of each station, by its network and code with a dot between, in their order.

    Raises
    ------
    RecordingError, ImportError, OSError, ValueError, TypeError
        As from `read_recordings`, with the station in the message. With ``skip_bad=True`` a
        station without a good event is listed in ``skipped`` of the others.

    Examples
    --------
    Two of them recorded the same minute.

    >>> from obspy import Stream, Trace
    >>> import numpy as np
    >>> noise = np.random.default_rng(0).normal(size=(2, 6000))
    >>> names = [{"station": name, "channel": "HHZ", "sampling_rate": 100} for name in "BA"]
    >>> stream = Stream([Trace(*pair) for pair in zip(noise, names)])
    >>> found = read_each_station(stream, components="Z")
    >>> {station: events.waveforms.shape for station, events in found.items()}
    {'.A': (1, 1, 6000), '.B': (1, 1, 6000)}
    """
    request = Request(**options)
    traces, known, bad = request.read(files, catalogue)
    stations = by_station(traces)
    failed = Skipped(bad.skip)
    found: dict[str, Recordings] = {}
    for station, own in stations.items():
        read = partial(_of_station, station, request, own, known, bad.copy())
        events = failed.without(read, f"station {station}")
        if events is not None:
            found[station] = events
    if not found:
        reasons = [why for _, why in failed.skipped]
        raise RecordingError(reasons[0] if reasons else request.nothing(bad))
    return {
        station: replace(events, skipped=(*events.skipped, *failed.skipped))
        for station, events in found.items()
    }


def _of_station(
    station: str, request: Request, traces: list[Trace], known: Catalogue | None, bad: Skipped
) -> Recordings:
    try:
        return request.cut(traces, known, bad)
    except RecordingError as error:
        raise RecordingError(f"Station {station}: {error}") from error
