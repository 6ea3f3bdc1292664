"""What `kernelscale sonogram` does: recordings become features, in a file and as a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ..engine.machine.blas import one_blas_thread
from ..reports import SonogramPicture
from ..seismic import RecordingError, Recordings, SonogramFeatures, sonogram
from ..whole_files import check_writable, whole_file
from . import cut_options, figures, waveforms
from .answers import print_text
from .problems import UsageError
from .screen import standard_output, tell

__all__ = ["write_sonograms"]


def write_sonograms(
    *,
    files: list[str],
    catalog: Path | None,
    label: str | None,
    output: Path | None,
    plot: Path | None,
    log: bool,
    normalize: bool,
    window_length: int,
    overlap: float,
    frequencies: int,
    fmin: float | None,
    fmax: float | None,
    seconds: float | None,
    before: float,
    pick: bool,
    sampling_rate: float | None,
    components: str | None,
    channels: str | None,
    channel_map: Any,
    station: str | None,
    each_station: bool,
    detrend: str | None,
    response: Path | None,
    skip_bad: bool,
) -> None:
    """Features of recordings."""
    figures.check_figure_path(plot)
    _check_output(output)
    cut = cut_options.cut(
        catalog,
        skip_bad,
        seconds=seconds,
        before=before,
        pick=pick,
        sampling_rate=sampling_rate,
        components=components,
        channels=channels,
        channel_map=channel_map,
        station=station,
        detrend=detrend,
        response=response,
    )
    options_of_features: dict[str, Any] = {
        "window_length": window_length,
        "overlap": overlap,
        "n_frequencies": frequencies,
        "fmin": fmin,
        "fmax": fmax,
        "log": log,
        "normalize": "event" if normalize else None,
    }
    found = _read(files, cut, each_station)
    _check_names(found, output or plot)

    def answer(name: str) -> str:
        """Of a station: what is wrong with it, if anything is."""
        try:
            own, labels = waveforms.labelled(found[name], label, skip_bad=skip_bad)
            features = SonogramFeatures(
                own.sampling_rate, components=own.components, **options_of_features
            )
            _answer(name, own, labels, features, _of(output, name), _of(plot, name))
        except ValueError as error:
            if not name:
                raise
            return f"Station {name}: {error}"
        return ""

    faults: list[str] = []
    for fault in filter(None, map(answer, found)):
        faults.append(fault)
        if not skip_bad or len(faults) == len(found):
            raise RecordingError(faults[0])
        tell(f"Left out: {fault}")


def _read(files: list[str], cut: waveforms.Cut, each_station: bool) -> dict[str, Recordings]:
    """Recordings of each station by its name, or of the only one without a name."""
    if each_station:
        return waveforms.read_each(files, cut)
    return {"": waveforms.read_events(files, cut)}


def _check_names(stations: Iterable[str], path: Path | None) -> None:
    """Refuse stations whose files would have one name."""
    names = Counter(_of(path, station) for station in stations)
    if path is not None and (alike := next((file for file, n in names.items() if n > 1), None)):
        raise UsageError(
            f"The files of two stations would both be {str(alike)!r}; take one at a time with "
            f"--station."
        )


def _of(path: Path | None, station: str) -> Path | None:
    """The file of a station, where there are several."""
    if path is None or not station:
        return path
    name = re.sub(r"[^\w.-]", "_", station.strip("."))
    return path.with_name(f"{path.stem}_{name}{path.suffix}")


def _answer(
    station: str,
    recordings: Recordings,
    labels: np.ndarray | None,
    features: SonogramFeatures,
    output: Path | None,
    plot: Path | None,
) -> None:
    with one_blas_thread():
        X = features.fit_transform(recordings.waveforms)
    _print(station, recordings, features, X.shape[1])
    if output is not None:
        _write(output, recordings, features, X, labels)
    if plot is not None:
        figures.write_figure(_picture(recordings, features), plot)


def _check_output(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".npz":
        raise UsageError(f"{str(path)!r} must end in .npz, for features are written as arrays.")
    with UsageError.instead_of(OSError):
        check_writable(path)


def _print(
    station: str, recordings: Recordings, features: SonogramFeatures, n_features: int
) -> None:
    console = standard_output()
    of_station = f"Station {station}: " if station else ""
    components, frequencies, times = features.components_, features.frequencies_, features.times_
    print_text(
        console,
        f"{of_station}{len(recordings.waveforms)} events of {recordings.seconds:g} s at "
        f"{recordings.sampling_rate:g} Hz: {n_features} features = components "
        f"{', '.join(components)} x {len(frequencies)} frequencies from {frequencies[0]:.4g} to "
        f"{frequencies[-1]:.4g} Hz x {len(times)} windows",
        "bold",
    )
    for name, why in recordings.left_out:
        print_text(console, f"Left out {name}: {why}")


def _write(
    path: Path,
    recordings: Recordings,
    features: SonogramFeatures,
    X: np.ndarray,
    labels: np.ndarray | None,
) -> None:
    arrays: dict[str, Any] = {"X": X, "feature_names": features.get_feature_names_out().astype(str)}
    arrays |= {f"event_{name}": values for name, values in recordings.events.items()}
    if labels is not None:
        arrays["y"] = labels
    with whole_file(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **arrays)
    tell(f"Features written to {path}.")


def _picture(recordings: Recordings, features: SonogramFeatures) -> SonogramPicture:
    first = recordings.waveforms[0]
    known = {name: str(values[0]) for name, values in recordings.events.items()}
    drawn = sonogram(
        first,
        recordings.sampling_rate,
        features.window_length,
        features.overlap,
        features.n_frequencies,
        fmin=features.fmin,
        fmax=features.fmax,
    )
    title = ", ".join(f"{name} {value}" for name, value in known.items()) or "first event"
    return SonogramPicture(title, first, recordings.sampling_rate, recordings.components, drawn)
