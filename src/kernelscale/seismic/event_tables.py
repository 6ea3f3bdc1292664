"""Recordings for a command: they are read, labelled, and made into a table of features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from .._validation import check_points
from ..array_files import ArrayFileError, array_names
from ..cli.shared.data_table import Table
from ..cli.shared.metric_options import check_euclidean
from ..cli.shared.problems import UsageError
from ..cli.shared.reading_options import Reading
from ..metrics.metric import Metric
from .map_of_sources import source_map
from .reading.archives import load_recordings
from .reading.events import read_each_station, read_recordings
from .recording_options import Cut
from .recordings import RecordingError, Recordings
from .sonograms.features import SonogramFeatures

__all__ = [
    "features_table",
    "holds_recordings",
    "labelled",
    "read_each",
    "read_events",
]

# Options of the sonograms that `compare` computes; the paper's options would give 10^5 features.
COARSE = {"overlap": 0.5, "n_frequencies": 16, "log": True, "normalize": "event"}
LONGEST_WINDOW = 512  # in samples
WAVEFORMS = {
    *(".mseed", ".miniseed", ".msd", ".ms", ".seed", ".sac", ".gse", ".gse2", ".su", ".sgy"),
    *(".segy", ".wav", ".knet", ".win", ".evt", ".fcnt", ".seg2", ".gcf"),
}


def holds_recordings(data: str) -> bool:
    """Whether DATA is a folder or an archive of recordings; a file of waveforms is an error."""
    if Path(data).suffix.lower() in WAVEFORMS and Path(data).is_file():
        raise UsageError(
            f"{data} is a single file of recordings; give the folder of all recordings, or the "
            f"events with --catalog."
        )
    return data != "" and (Path(data).is_dir() or _is_archive_of_recordings(data))


def _is_archive_of_recordings(data: str) -> bool:
    """Whether DATA is a NumPy archive of waveforms, not of a table."""
    if not data.endswith(".npz"):
        return False
    try:
        held = array_names(Path(data))
    except (OSError, ArrayFileError):
        return False  # the reader of tables reports the fault
    return "waveforms" in held and "X" not in held


def read_events(sources: Sequence[str], cut: Cut) -> Recordings:
    """Read events from files, folders or one NumPy archive; a missing file is a `UsageError`."""
    with UsageError.instead_of(FileNotFoundError):
        if len(sources) == 1 and sources[0].endswith(".npz"):
            if cut.catalog is not None or cut.arguments:
                raise UsageError(
                    f"{sources[0]} holds events that are cut already; leave out --catalog and the "
                    f"options on how to cut events."
                )
            return load_recordings(sources[0], skip_bad=cut.skip_bad)
        _check_catalogue(cut)
        return read_recordings(list(sources), cut.catalog, skip_bad=cut.skip_bad, **cut.arguments)


def _check_catalogue(cut: Cut) -> None:
    if cut.catalog is None and {"around", "before"} & set(cut.arguments):
        raise UsageError(
            "--pick and --before cut events around the times of a catalogue; give --catalog, or "
            "leave out --pick and --before."
        )


def read_each(sources: Sequence[str], cut: Cut) -> dict[str, Recordings]:
    """Read the events of each station from files or folders."""
    if "station" in cut.arguments:
        raise UsageError(
            "--each-station reads every station and --station reads one; give one of them."
        )
    if len(sources) == 1 and sources[0].endswith(".npz"):
        raise UsageError(
            f"{sources[0]} holds events that are cut already; leave out --each-station."
        )
    _check_catalogue(cut)
    with UsageError.instead_of(FileNotFoundError):
        return read_each_station(list(sources), cut.catalog, skip_bad=cut.skip_bad, **cut.arguments)


def labelled(
    recordings: Recordings, label: str | None, *, skip_bad: bool
) -> tuple[Recordings, np.ndarray | None]:
    """Events, and their labels from the column `label` of the table of events.

    If `label` is None, there are no labels. Otherwise an event without a label is skipped if
    `skip_bad` is True and another event has a label; if not, it is an error.
    """
    if label is None:
        return recordings, None
    if label not in recordings.events:
        held = ", ".join(recordings.events) or "none"
        raise UsageError(f"--label {label!r} is not a column of the events; their columns: {held}.")
    labels = recordings.events[label]
    missing = [_is_missing(value) for value in labels.tolist()]
    names = recordings.names or tuple(f"event {number}" for number in range(len(labels)))
    without = tuple(
        (name, f"{name} has no label, because its {label!r} is empty.")
        for name, empty in zip(names, missing, strict=True)
        if empty
    )
    if without and (not skip_bad or all(missing)):
        raise RecordingError(f"{without[0][1][:-1]}; fill the label in, or leave the event out.")
    return _only(recordings, ~np.array(missing), without), labels[~np.array(missing)]


def _is_missing(value: Any) -> bool:
    return value != value or str(value).strip() == ""  # only NaN differs from itself


def _only(
    recordings: Recordings, kept: np.ndarray, without: tuple[tuple[str, str], ...]
) -> Recordings:
    if kept.all():
        return recordings
    return replace(
        recordings,
        waveforms=recordings.waveforms[kept],
        events={name: values[kept] for name, values in recordings.events.items()},
        skipped=recordings.skipped + without,
        names=tuple(name for name, keep in zip(recordings.names, kept, strict=False) if keep),
    )


def features_table(
    data: str,
    cut: Cut,
    label: str | None,
    reading: Reading,
    standardize: bool,
    metric: str | Metric,
) -> Table:
    """The events of DATA as a table of sonograms."""
    check_euclidean(data, metric)
    if reading.drop:
        raise UsageError("--drop leaves out columns of a table, but recordings have no columns.")
    if reading.flags:
        flags = list(reading.flags.values())
        are = "are" if len(flags) > 1 else "is"
        raise UsageError(f"{', '.join(flags)} {are} for tables, but {data} holds recordings.")
    recordings, y = labelled(read_events([data], cut), label, skip_bad=cut.skip_bad)
    n_samples = recordings.waveforms.shape[-1]
    features = SonogramFeatures(
        recordings.sampling_rate,
        window_length=min(LONGEST_WINDOW, max(2, n_samples // 2)),
        components=recordings.components,
        **COARSE,  # type: ignore[arg-type]
    )
    points = check_points(features.fit_transform(recordings.waveforms), name=data)
    sources, no_map = source_map(recordings)
    remarks = [
        f"Features are the log power at {COARSE['n_frequencies']} frequencies in windows of "
        f"{features.window_length / recordings.sampling_rate:g} s, minus each event's mean; "
        f'"kernelscale sonogram" computes other features.',
        *(f"Skipped {name}: {why}" for name, why in recordings.skipped),
        *no_map,
    ]
    names = tuple(features.get_feature_names_out().tolist())
    table = Table(data, points, y, names, remarks=tuple(remarks), sources=sources)
    return table.with_standard_features() if standardize else table
