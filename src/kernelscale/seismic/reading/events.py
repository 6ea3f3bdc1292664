"""Recordings of events read from files of waveforms: `read_recordings`, `read_each_station`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..recordings import RecordingError, Recordings
from .catalogue import Catalogue
from .request import Request
from .skipped_items import Skipped
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
    """Read events of one station from files in any format that ObsPy reads, except pickles.

    A pickle may run code; save its Stream as miniSEED, or pass the Stream itself.

    Parameters
    ----------
    files : str, path-like, ObsPy's Stream or Trace, or list of them
        Files (miniSEED, SAC, ..., also in an archive or compressed: tar, zip, gz, bz2), folders of
        files, or objects that ObsPy has read; these objects are not changed.
    catalogue : str, path-like or Catalogue, optional
        Times of the events; see `read_catalogue`. With a column ``file``, an event is cut out of
        the files that the column names. An event may span several files, for example at the end of
        an hour: they are joined if their samples meet to within half a sample. Without a catalogue,
        traces that begin within a second of each other are one event.
    around : {"origin", "pick"}
        The time around which a window is cut out. With "origin" it is in the column ``time`` of the
        catalogue. With "pick" it is in the column ``pick``; in QuakeML it is the first arrival at
        the station.
    before : float
        Seconds from the start of the window to the time in `around`.
    seconds : float, optional
        Length of a window; by default 60 with a catalogue. Without a catalogue, it is the length
        that more than half of the events have, to within 1 %: longer events are cut to this length,
        and shorter events are refused.
    sampling_rate : float, optional
        Rate to which all recordings are resampled. It is needed only if the files have different
        rates. (Rates count as equal if their samples shift by at most a tenth of a sample over a
        window.) Resampling uses the samples around a window; where the files have none, the
        waveform is extended along the line through its first and last samples.
    components : sequence of str, optional
        Components to read: some of Z, N (or 1) and E (or 2), or of V, L and T (vertical,
        longitudinal, transverse); by default the components of `channel_map`, or Z, N and E.
    station : str, optional
        Code of the station, if the files hold several stations; `read_each_station` reads them all.
        With `skip_bad` the default is the station with more than half of all traces.
    channels : str, optional
        Channels to read, if an event has several channels of one component: codes separated by
        commas, with ``?`` and ``*`` for any letters, such as ``"HH?"``, or ``"00.HH?"`` with the
        location. By default all channels of a seismometer, accelerometer, gravimeter or geophone
        (second letter H, L, N, G or P); other channels are listed in ``skipped``.
    channel_map : mapping of str to str, optional
        The channel of each component, if it does not follow from the codes, such as
        ``{"Z": "UD", "N": "NS", "E": "EW"}``. Each value is the code of a channel, with ``?`` and
        ``*`` as above. A channel without a code, as in SU, SEG-Y or WAV, is named by its number in
        the file, counted from 0. Other channels are ignored.
    response : str, path-like or ObsPy's Inventory, optional
        StationXML. The response of the instrument is removed, which gives ground velocity in m/s.
        This is done for each event after the search for faults. The samples around the window are
        used too: a window's length on either side, and at least a minute. The mean of all these
        samples is removed, they are not tapered, and the water level is ObsPy's 60 dB. The response
        is the one that is valid at the time of the window. Samples around the window are used only
        as far as the same response is valid. A window in which the response changes is refused.
    detrend : {"constant", "linear"}, optional
        Subtract the mean or a straight line.
    taper : float, optional
        Share of a window that is tapered, half of it at each end.
    band : tuple of float, optional
        Lowest and highest frequency in Hz that the filter passes.
    skip_bad : bool
        Whether faulty files and events are skipped and listed; otherwise they are an error.

    Returns
    -------
    Recordings
        Events in the order of the catalogue and with its columns, or in the order of time.

    Raises
    ------
    RecordingError
        If a file or a row of the catalogue cannot be read; if an event has a missing, short,
        clipped, flat or zero-filled component, a gap, or two channels of one component; if rates or
        stations differ. The message names the file or event. With `skip_bad`, this error is raised
        only if no event can be used, or no station has more than half of all traces.
    ImportError
        If ObsPy cannot be imported.
    OSError
        If a file does not exist.
    ValueError, TypeError
        If an option is not valid, or an object in `files` is not a path, Stream or Trace.

    Examples
    --------
    An empty folder holds no event.

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
    """Read the events of every station in the files; each file is read once.

    Parameters
    ----------
    files, catalogue
        As in `read_recordings`.
    **options
        Other parameters of `read_recordings`, except `station`.

    Returns
    -------
    dict
        Recordings of each station by ``network.station``, in alphabetical order.

    Raises
    ------
    RecordingError, ImportError, OSError, ValueError, TypeError
        As in `read_recordings`, with the station in the message. With ``skip_bad=True``, a station
        without a usable event is listed in ``skipped`` of the other stations.

    Examples
    --------
    Two stations that recorded the same minute.

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
        raise RecordingError(reasons[0] if reasons else request.no_component(bad))
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
