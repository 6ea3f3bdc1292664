"""The registered reader of recordings, with which `kernelscale compare` reads them like a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..cli.shared.problems import UsageError
from .recording_options import Cut, options

if TYPE_CHECKING:
    from ..cli.shared.data_table import Table
    from ..cli.shared.reading_options import Reading
    from ..metrics.metric import Metric

__all__ = ["files_in", "options", "refuse", "table", "takes"]


def takes(data: str, typed: Cut) -> bool:
    """Whether DATA is a folder or an archive of recordings, or --catalog was typed."""
    from .event_tables import holds_recordings

    return typed.catalog is not None or holds_recordings(data)


def refuse(data: str, typed: Cut) -> None:
    """Refuse options of recordings if DATA is a table."""
    if flags := typed.flags:
        are = "is an option" if len(flags) == 1 else "are options"
        raise UsageError(f"{', '.join(flags)} {are} for recordings, but {data} is a table.")


def table(
    data: str,
    typed: Cut,
    label: str | None,
    reading: Reading,
    standardize: bool,
    metric: str | Metric,
) -> Table:
    """The events in DATA as a table whose features are sonograms."""
    from .event_tables import features_table

    return features_table(data, typed, label, reading, standardize, metric)


def files_in(folder: Path) -> list[Path]:
    """The files that may hold recordings in a folder."""
    from .reading.seismic_files import list_sources

    return list_sources(folder)[0]
