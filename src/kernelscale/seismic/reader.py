"""The registered reader of recordings: with it `kernelscale compare` takes them like a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..cli.shared.problems import UsageError
from .recording_options import Cut, options

if TYPE_CHECKING:
    from ..cli.shared.reading_options import Reading
    from ..cli.shared.tables import Table
    from ..metrics.metric import Metric

__all__ = ["files_in", "options", "refuse", "table", "takes"]


def takes(data: str, typed: Cut) -> bool:
    """Whether DATA is a folder or archive of recordings, or a catalogue says that it is one."""
    from .event_tables import holds_recordings

    return typed.catalog is not None or holds_recordings(data)


def refuse(data: str, typed: Cut) -> None:
    """Refuse options of recordings with a table."""
    if flags := typed.flags:
        verb = "is" if len(flags) == 1 else "are"
        raise UsageError(f"{', '.join(flags)} {verb} for recordings, but {data} is a table.")


def table(
    data: str,
    typed: Cut,
    label: str | None,
    reading: Reading,
    standardize: bool,
    metric: str | Metric,
) -> Table:
    """Sonograms of the events in DATA, as the features of a table."""
    from .event_tables import features_table

    return features_table(data, typed, label, reading, standardize, metric)


def files_in(folder: Path) -> list[Path]:
    """The files in a folder that may hold recordings."""
    from .reading.seismic_files import list_sources

    return list_sources(folder)[0]
