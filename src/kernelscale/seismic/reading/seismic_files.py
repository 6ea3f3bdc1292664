"""Reading of files of waveforms as traces; gaps are NaN."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ...atomic_files import user_path
from ..recordings import RecordingError
from .channels import Choice
from .packed_files import may_hold_waveforms
from .segments import joined_segments
from .streams import read_segments, reason_of
from .trace import Trace

__all__ = ["list_sources", "read_traces", "traces_of"]

ANY = Choice()


def list_sources(sources: Any) -> tuple[list[Path], list[Any]]:
    """The files and the ObsPy traces in one or several sources.

    From a folder and its subfolders all files that may hold waveforms are taken, in alphabetical
    order.

    Raises
    ------
    TypeError
        If a source is neither a path nor an ObsPy object.
    FileNotFoundError
        If a path does not exist.
    RecordingError
        If there is no file and no trace.
    """
    files: list[Path] = []
    segments: list[Any] = []
    given = _listed(sources)
    for source in given:
        if isinstance(source, (str, os.PathLike)):
            files += _files_of(source)
        elif hasattr(source, "traces"):
            segments += source.traces
        elif hasattr(source, "stats"):
            segments.append(source)
        else:
            raise TypeError(
                f"files must be paths of files or folders, or ObsPy's Streams and Traces, but "
                f"{type(source).__name__} was given."
            )
    if not files and not segments:
        raise RecordingError(f"{', '.join(map(str, given)) or 'files'} holds no file of waveforms.")
    return files, segments


def _listed(sources: Any) -> list[Any]:
    alone = isinstance(sources, (str, bytes, os.PathLike)) or hasattr(sources, "stats")
    if alone or hasattr(sources, "traces") or not isinstance(sources, Iterable):
        return [sources]
    return list(sources)


def _files_of(source: str | os.PathLike[str]) -> list[Path]:
    path = user_path(source, "files", "ObsPy's Stream or Trace")
    if not str(source).strip():  # an empty path would mean the current folder
        raise FileNotFoundError(f"A file or folder needs a name, but {str(source)!r} was given.")
    if path.is_dir():
        found = (file for file in sorted(path.rglob("*")) if file.is_file())
        return [file for file in found if may_hold_waveforms(file.name)]
    if path.is_file():
        return [path]
    raise FileNotFoundError(f"There is no file or folder {str(path)!r}.")


def read_traces(path: Path, choice: Choice = ANY) -> tuple[list[Trace], list[str]]:
    """The traces of a file that ObsPy can read, and the channels that record no component.

    Channels that `choice` does not select are in neither list.

    Raises
    ------
    RecordingError
        If the file cannot be read.
    """
    return traces_of(read_segments(path), str(path), choice)


def traces_of(
    segments: Iterable[Any], file: str, choice: Choice = ANY
) -> tuple[list[Trace], list[str]]:
    """The result of `read_traces` for ObsPy's traces, which are not changed."""
    traces, ignored = [], set()
    try:
        for number, segment in enumerate(segments):
            code = segment.stats.location, segment.stats.channel, number
            if not len(segment.data) or not choice.selects(*code):
                continue
            if component := choice.component_of(*code):
                traces.append(_trace(file, segment, component, _name(segment, number)))
            else:
                ignored.add(_name(segment, number))
    except (TypeError, ValueError) as error:
        raise RecordingError(f"{file} cannot be read as waveforms ({reason_of(error)}).") from error
    return joined_segments(traces), sorted(ignored)


def _name(segment: Any, number: int) -> str:
    """Network, station, location and channel; a missing channel code is replaced by `number`."""
    return str(segment.id) if segment.stats.channel.strip() else f"{segment.id}{number}"


def _trace(file: str, segment: Any, component: str, name: str) -> Trace:
    stats = segment.stats
    return Trace(
        file,
        f"{stats.network}.{stats.station}",
        name,
        component,
        _rate(stats),
        float(stats.starttime.timestamp),
        np.ma.filled(np.ma.asarray(segment.data).astype(np.float64), np.nan),
        float(stats.calib),
    )


def _rate(stats: Any) -> float:
    """Samples per second; for a SAC file, computed from the interval before ObsPy rounds it."""
    rate = float(stats.sampling_rate)
    if not 0 < rate < np.inf:
        raise ValueError(f"its sampling rate is {rate:g} Hz")
    exact = float(stats.sac.delta) if "sac" in stats else np.nan
    if not abs(exact - stats.delta) < 1e-6:  # not a SAC file, or resampled after it was read
        return rate
    return float(f"{1 / exact:.6g}")  # single precision has about seven digits
