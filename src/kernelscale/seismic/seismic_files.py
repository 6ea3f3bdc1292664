"""Files of waveforms as traces: one component of one station, gaps marked, nothing filled."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .obspy_package import obspy_package
from .recordings import RecordingError

__all__ = ["Trace", "list_files", "of_one_station", "read_traces"]

COMPONENT_OF = {"Z": "Z", "N": "N", "1": "N", "E": "E", "2": "E"}
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


def read_traces(path: Path, inventory: Any = None) -> list[Trace]:
    """The traces of a file in any format ObsPy reads.

    With an inventory the instrument's response is taken out, to ground velocity.

    Raises
    ------
    RecordingError
        If the file cannot be read, or a channel is none of Z, N, E, 1, 2.
    """
    obspy = obspy_package()
    try:
        with warnings.catch_warnings():
            # A file cut short is read up to the cut with a warning; that must not pass.
            warnings.filterwarnings("error", module="obspy.io")
            # Of any SAC file whose interval is no whole number of microseconds; nothing is lost.
            warnings.filterwarnings("ignore", "Sample spacing read from SAC", module="obspy.io")
            stream = obspy.read(str(path))
            if inventory is not None:
                stream.remove_response(inventory=inventory, output="VEL")
            _check_rates(path, stream)
            stream.merge(method=0)
    except RecordingError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise RecordingError(f"{path} cannot be read as waveforms ({reason}).") from error
    return [_trace(path, trace) for trace in stream]


def _check_rates(path: Path, stream: Iterable[Any]) -> None:
    """Pieces of one channel at two rates cannot be one trace."""
    rates: dict[str, float] = {}
    for trace in stream:
        rate = trace.stats.sampling_rate
        if rates.setdefault(trace.id, rate) != rate:
            raise RecordingError(
                f"{path} has channel {trace.id} at {rates[trace.id]:g} and at {rate:g} Hz; a "
                f"channel needs one rate."
            )


def _trace(path: Path, trace: Any) -> Trace:
    channel = trace.stats.channel
    component = COMPONENT_OF.get(channel[-1:].upper())
    if component is None:
        raise RecordingError(
            f"{path} has a channel {channel!r}, whose last letter is none of "
            f"{', '.join(COMPONENT_OF)}; correct its label."
        )
    samples = np.ma.filled(np.ma.asarray(trace.data).astype(np.float64), np.nan)
    return Trace(
        str(path),
        f"{trace.stats.network}.{trace.stats.station}",
        component,
        float(trace.stats.sampling_rate),
        float(trace.stats.starttime.timestamp),
        samples,
    )


def of_one_station(traces: Sequence[Trace], station: str | None) -> list[Trace]:
    """Traces of the station asked for, or of the only one there is."""
    if station is None and traces:
        stations = sorted({trace.station for trace in traces})
        if len(stations) > 1:
            other = next(trace for trace in traces if trace.station != traces[0].station)
            raise RecordingError(
                f"{other.file} is of station {other.station}, others are of {traces[0].station}; "
                f"say which station is wanted, or correct the label."
            )
        return list(traces)
    return [trace for trace in traces if station in (trace.station, trace.station.split(".")[-1])]
