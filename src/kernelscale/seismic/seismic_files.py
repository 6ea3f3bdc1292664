"""Files of waveforms as traces: one component of one station, gaps marked, nothing filled."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .channels import component_of, is_wanted
from .obspy_package import obspy_package
from .pieces import check_pieces, check_whole, joined_pieces
from .recordings import RecordingError

__all__ = ["Trace", "list_files", "read_traces"]

_NO_WAVEFORMS = {".csv", ".xml", ".qml", ".quakeml", ".txt", ".md", ".json", ".npz", ".png", ".pdf"}


@dataclass(frozen=True, eq=False)
class Trace:
    """One component of one station from one file.

    Attributes
    ----------
    file : str
        The file.
    station : str
        Network and station.
    channel : str
        Network, station, location and channel, with dots between.
    component : str
        Z, N or E.
    rate : float
        Samples per second.
    start : float
        Time of the first sample, in seconds since 1970.
    samples : ndarray of shape (n_samples,)
        NaN in gaps.
    """

    file: str
    station: str
    channel: str
    component: str
    rate: float
    start: float
    samples: np.ndarray

    @property
    def end(self) -> float:
        """Time after the last sample."""
        return self.start + len(self.samples) / self.rate


def list_files(sources: Any) -> list[Path]:
    """Files of one or several paths; of a folder all in it that may hold waveforms, in order."""
    paths = [sources] if isinstance(sources, (str, os.PathLike)) else list(sources)
    files: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            files += [
                file
                for file in sorted(path.rglob("*"))
                if file.is_file()
                and not file.name.startswith(".")
                and file.suffix.lower() not in _NO_WAVEFORMS
            ]
        elif path.is_file():
            files.append(path)
        else:
            raise FileNotFoundError(f"There is no file or folder {str(path)!r}.")
    if not files:
        raise RecordingError(f"{', '.join(map(str, paths))} holds no file of waveforms.")
    return files


def read_traces(path: Path, channels: str | None = None) -> tuple[list[Trace], list[str]]:
    """The traces of a file in any format ObsPy reads, and channels that are no components.

    With `channels` only those are looked at.

    Raises
    ------
    RecordingError
        If the file cannot be read, or a channel of it has two rates or two courses.
    """
    obspy = obspy_package()
    try:
        with warnings.catch_warnings():
            # A file cut short is read up to the cut with a warning; that must not pass.
            warnings.filterwarnings("error", module="obspy.io")
            # Of any SAC file whose interval is no whole number of microseconds; nothing is lost.
            warnings.filterwarnings("ignore", "Sample spacing read from SAC", module="obspy.io")
            stream = obspy.read(str(path))
            check_whole(path, stream)
            passed_over = _keep_components(stream, channels)
            check_pieces(path, stream)
            traces = [_trace(path, piece, channels) for piece in joined_pieces(stream)]
    except RecordingError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        if reason.startswith("Cannot open file"):  # so ObsPy calls what it opened and found wanting
            reason = "it holds no whole record"
        raise RecordingError(f"{path} cannot be read as waveforms ({reason}).") from error
    return traces, passed_over


def _keep_components(stream: Any, channels: str | None) -> list[str]:
    """Leave components in the stream; which channels that are wanted are none."""
    wanted = [
        trace for trace in stream if is_wanted(trace.stats.location, trace.stats.channel, channels)
    ]
    stream.traces = [trace for trace in wanted if _component(trace, channels)]
    return sorted({trace.id for trace in wanted if not _component(trace, channels)})


def _component(trace: Any, channels: str | None) -> str:
    return component_of(trace.stats.channel, any_instrument=channels is not None)


def _trace(path: Path, trace: Any, channels: str | None) -> Trace:
    samples = np.ma.filled(np.ma.asarray(trace.data).astype(np.float64), np.nan)
    return Trace(
        str(path),
        f"{trace.stats.network}.{trace.stats.station}",
        trace.id,
        _component(trace, channels),
        _rate(trace),
        float(trace.stats.starttime.timestamp),
        samples,
    )


def _rate(trace: Any) -> float:
    """Samples per second; of SAC not by the interval in whole microseconds that ObsPy makes."""
    if "sac" not in trace.stats:
        return float(trace.stats.sampling_rate)
    return float(f"{1 / float(trace.stats.sac.delta):.6g}")  # what its single precision can tell
