"""Recordings of events out of files of waveforms: matched, cut, and what is bad named."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from .._validation import check_name, check_name_list, shown
from .catalogue import Catalogue
from .catalogue_files import read_catalogue
from .common_window import Window
from .conditioning import Conditioning
from .cutting import cut_events
from .event_traces import events_by_catalogue, events_by_start
from .left_out import LeftOut
from .recordings import RecordingError, Recordings
from .response import read_inventory
from .seismic_files import Trace, list_files, read_traces
from .stations import of_one_station

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
    """Read events of one station from files in any format that ObsPy reads.

    Parameters
    ----------
    files : str, path-like or list of them
        Files (miniSEED, SAC, ...), or folders of them.
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
        nothing a wave goes on along a line. Needed only where rates differ.
    components : sequence of str
        Which of Z, N (or 1) and E (or 2) are wanted.
    station : str, optional
        Code of the station, where the files hold several.
    channels : str, optional
        Which channels are wanted, where an event has several of one component: codes with ``?`` and
        ``*`` for any letters, between commas, such as ``"HH?"``, or ``"00.HH?"`` with the location.
        By default all whose code is of a seismometer, accelerometer, gravimeter or geophone (its
        second letter H, L, N, G or P); others are listed in ``left_out``, but are no fault.
    response : str or path-like, optional
        StationXML; the response of the instrument is taken out, to ground velocity in m/s. That is
        done once for an event, after it was looked at, joined and cut with what the files have
        around it (a window's length on either side, a minute at least): the mean of all this is
        taken out, nothing is tapered, and the water level is ObsPy's 60 dB.
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
    ValueError
        If an option is not valid.

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
    if not isinstance(before, numbers.Real) or not abs(before) < np.inf:
        raise ValueError(
            f"before must be a finite number of seconds, but {shown(before)} was given."
        )
    inventory = None if response is None else read_inventory(response)
    if not isinstance(components, str):  # whose letters are names
        components = check_name_list(components, "components")
    window = Window(seconds, sampling_rate, tuple(components), steps, inventory)
    window.check()
    bad = LeftOut(skip_bad)
    known = _known(catalogue, bad)
    traces = of_one_station(_read_all(files, channels, bad), station, bad)
    traces = [trace for trace in traces if trace.component in window.components]
    if known is None:
        events = events_by_start(traces)
    else:
        length = 60.0 if seconds is None else seconds
        window = window._replace(seconds=length)
        time = "time" if around == "origin" else "pick"
        if around == "pick" and traces:
            known = known.with_picks_of(traces[0].station)
        events = events_by_catalogue(traces, known, time, before, length, bad)
    return cut_events(events, window, known, bad)


def _known(catalogue: Any, bad: LeftOut) -> Catalogue | None:
    if catalogue is None or isinstance(catalogue, Catalogue):
        return catalogue
    known = read_catalogue(catalogue, skip_bad=bad.skip)
    bad.left_out += known.left_out
    return known


def _read_all(files: Any, channels: str | None, bad: LeftOut) -> list[Trace]:
    traces: list[Trace] = []
    for path in list_files(files):
        found = bad.without(partial(read_traces, path, channels), str(path))
        if found is not None:
            traces += found[0]
            bad.pass_over(found[1], str(path))
    if channels is not None and not traces and not bad.left_out:
        raise RecordingError(f"No file has a component whose channel is {channels!r}.")
    return traces
