"""The work of `kernelscale sonogram`: features of recordings, in a file and as a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from ..atomic_files import atomic_file, check_writable
from ..cli.shared import output_files
from ..cli.shared.printing import counted, print_text
from ..cli.shared.problems import UsageError
from ..cli.shared.screen import print_message, standard_output
from ..engine.machine.blas import one_blas_thread
from . import event_tables
from .recording_options import Cut
from .recordings import RecordingError, Recordings
from .sonogram_picture import SonogramPicture
from .sonograms.features import SonogramFeatures
from .sonograms.sonogram import sonogram

__all__ = ["write_sonograms"]


def write_sonograms(
    files: list[str],
    cut: Cut,
    label: str | None,
    features: dict[str, Any],
    output: Path | None,
    plot: Path | None,
    *,
    each_station: bool,
) -> None:
    """Write the features of recordings; with `each_station`, into a file for each station."""
    output_files.check_figure_path(plot)
    _check_output(output)
    found = _read(files, cut, each_station)
    _check_names(found, output or plot)

    def write(name: str) -> str:
        """Write the features of a station; return the fault of its recordings, or ""."""
        try:
            own, labels = event_tables.labelled(found[name], label, skip_bad=cut.skip_bad)
            _check_length(own, features["window_length"])
            transformer = SonogramFeatures(own.sampling_rate, components=own.components, **features)
            _write_station(name, own, labels, transformer, _path(output, name), _path(plot, name))
        except ValueError as error:
            if not name:
                raise
            return f"Station {name}: {error}"
        return ""

    faults: list[str] = []
    for fault in filter(None, map(write, found)):
        faults.append(fault)
        if not cut.skip_bad or len(faults) == len(found):
            raise RecordingError(faults[0])
        print_message(f"Skipped: {fault}")


def _check_length(recordings: Recordings, window_length: int) -> None:
    """Refuse recordings that are shorter than one window."""
    n_samples = recordings.waveforms.shape[-1]
    if n_samples < window_length:
        raise RecordingError(
            f"Recordings of {recordings.seconds:g} s at {recordings.sampling_rate:g} Hz have "
            f"{n_samples} samples, but --window-length is {window_length}; give a larger "
            f"--seconds, or a --window-length of at most {n_samples}."
        )


def _read(files: list[str], cut: Cut, each_station: bool) -> dict[str, Recordings]:
    """Recordings of each station by its name, which is "" if stations are not separated."""
    if each_station:
        return event_tables.read_each(files, cut)
    return {"": event_tables.read_events(files, cut)}


def _check_names(stations: Iterable[str], path: Path | None) -> None:
    """Refuse stations whose outputs would have the same name."""
    names = Counter(_path(path, station) for station in stations)
    if path is not None and (alike := next((file for file, n in names.items() if n > 1), None)):
        raise UsageError(
            f"The files of two stations would both be {str(alike)!r}; run the command for one "
            f"station at a time, with --station."
        )


def _path(path: Path | None, station: str) -> Path | None:
    """The path of an output, with the name of the station added if stations are separated."""
    if path is None or not station:
        return path
    name = re.sub(r"[^\w.-]", "_", station.strip("."))
    return path.with_name(f"{path.stem}_{name}{path.suffix}")


def _write_station(
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
        output_files.write_figure(_picture(recordings, features), plot)


def _check_output(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".npz":
        raise UsageError(f"-o needs a file that ends in .npz, but {str(path)!r} was given.")
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
        f"{of_station}{counted(len(recordings.waveforms), 'event')} of {recordings.seconds:g} s at "
        f"{recordings.sampling_rate:g} Hz: {counted(n_features, 'feature')} = components "
        f"{', '.join(components)} x {counted(len(frequencies), 'frequency', 'frequencies')} from "
        f"{frequencies[0]:.4g} to {frequencies[-1]:.4g} Hz x {counted(len(times), 'window')}",
        "bold",
    )
    for name, why in recordings.skipped:
        print_text(console, f"Skipped {name}: {why}")


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
    with atomic_file(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **arrays)
    print_message(f"Features written to {path}.")


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
