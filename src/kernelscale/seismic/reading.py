"""Recordings of events out of files of waveforms: matched, cut, and what is bad named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from numbers import Real
from typing import Any

from .._validation import check_name, check_switch
from .catalogue import Catalogue
from .catalogue_files import read_catalogue
from .common_window import LARGEST, Window
from .conditioning import Conditioning
from .cutting import cut_events
from .event_traces import at_one_rate, events_by_catalogue, events_by_start
from .left_out import LeftOut
from .recordings import RecordingError, Recordings
from .response import read_inventory
from .seismic_files import list_sources, read_traces, traces_of
from .stations import of_one_station
from .trace import IN_MEMORY, Trace

__all__ = ["read_recordings"]

AROUND = ("origin", "pick")


def read_recordings(
    files: Any,
    catalogue: Any = None,
    *,
    around: str = "origin",
    before: float = 0.0,
    seconds: float | None = None,
    sampling_rate: float | None = None,
    components: Sequence[str] = ("Z", "N", "E"),
    station: str | None = None,
    channels: str | None = None,
    response: Any = None,
    detrend: str | None = None,
    taper: float | None = None,
    band: tuple[float, float] | None = None,
    skip_bad: bool = False,
) -> Recordings:
    """Read events of one station from files in any format that ObsPy reads, but for its pickles.

    Those may run code: save them as miniSEED, or pass the Stream itself.

    Parameters
    ----------
    files : str, path-like, ObsPy's Stream or Trace, or list of them
        Files (miniSEED, SAC, ..., also in an archive or compressed: tar, zip, gz, bz2), folders of
        them, or what ObsPy has read, which stays as it is.
    catalogue : str, path-like or Catalogue, optional
        When the events happened; see `read_catalogue`. With a column ``file``, an event is looked
        for in the files it names only; where it lies in several, as at the end of an hour's file,
        they are joined if they meet to within half a sample. Without a catalogue, all that begins
        within a second is an event.
    around : {"origin", "pick"}
        Which time of the catalogue a window is cut around: its column ``time`` or ``pick``, or in
        QuakeML the first arrival at the station.
    before : float
        Seconds that a window begins before that time.
    seconds : float, optional
        Length of a window; by default 60 with a catalogue. Without one the length that more than
        half of the events have, to within one in a hundred: longer ones are cut to it, shorter ones
        are bad.
    sampling_rate : float, optional
        Rate that all are resampled to, with what the files have around a window; where they have
        nothing a wave goes on along a line. Needed only where rates differ: by more than a tenth of
        a sample over a window.
    components : sequence of str
        Which of Z, N (or 1) and E (or 2) are wanted.
    station : str, optional
        Code of the station, where the files hold several.
    channels : str, optional
        Which channels are wanted, where an event has several of one component: codes with ``?`` and
        ``*`` for any letters, between commas, such as ``"HH?"``, or ``"00.HH?"`` with the location.
        By default all whose code is of a seismometer, accelerometer, gravimeter or geophone (its
        second letter H, L, N, G or P); others are listed in ``left_out``, but are no fault.
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
        Whether files and events that are bad are left out and listed, instead of refused.

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
    check_name(around, AROUND, "around")
    steps = Conditioning(detrend, taper, band)
    _check_options(before, station, channels, skip_bad)
    inventory = None if response is None else read_inventory(response)
    window = Window(seconds, sampling_rate, _names(components), steps, inventory)
    window.check()
    bad = LeftOut(skip_bad)
    known = _known(catalogue, bad)
    traces = of_one_station(_read_all(files, channels, bad), station, bad)
    traces = [trace for trace in traces if trace.component in window.components]
    if known is None:
        events = events_by_start(at_one_rate(traces, bad))
    else:
        length = 60.0 if seconds is None else seconds
        window = window._replace(seconds=length)
        time = "time" if around == "origin" else "pick"
        if around == "pick" and traces:
            known = known.with_picks_of(traces[0].station)
        events = events_by_catalogue(traces, known, time, before, length, bad)
    return cut_events(events, window, known, bad)


def _check_options(before: Any, station: Any, channels: Any, skip_bad: Any) -> None:
    if not isinstance(before, Real) or not abs(before) <= LARGEST:  # type: ignore[operator]
        raise ValueError(
            f"before must be a finite number of seconds, but {before!r} was given; at most "
            f"{LARGEST:g} is allowed."
        )
    for name, code in (("station", station), ("channels", channels)):
        if code is not None and not isinstance(code, str):
            raise TypeError(f"{name} must be text, but {type(code).__name__} was given.")
    check_switch(skip_bad, "skip_bad")


def _names(components: Any) -> tuple[Any, ...]:
    return tuple(components) if isinstance(components, Iterable) else (components,)


def _known(catalogue: Any, bad: LeftOut) -> Catalogue | None:
    if catalogue is None or isinstance(catalogue, Catalogue):
        return catalogue
    known = read_catalogue(catalogue, skip_bad=bad.skip)
    bad.left_out += known.left_out
    return known


def _read_all(sources: Any, channels: str | None, bad: LeftOut) -> list[Trace]:
    files, pieces = list_sources(sources)
    reads: list[tuple[str, Any]] = [(str(path), partial(read_traces, path)) for path in files]
    if pieces:
        reads.append((IN_MEMORY, partial(traces_of, pieces, IN_MEMORY)))
    traces: list[Trace] = []
    for name, read in reads:
        found = bad.without(partial(read, channels=channels), name)
        if found is not None:
            traces += found[0]
            bad.pass_over(found[1], name)
    if channels is not None and not traces and not bad.left_out:
        raise RecordingError(f"No file has a component whose channel is {channels!r}.")
    return traces
