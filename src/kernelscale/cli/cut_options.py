"""Options that say how events are cut out of recordings, of every command that reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .problems import UsageError
from .waveforms import Cut

__all__ = [
    "Before",
    "Catalog",
    "Channels",
    "Components",
    "Detrend",
    "Pick",
    "Rate",
    "Response",
    "Seconds",
    "SkipBad",
    "Station",
    "check_none",
    "cut",
]

ALL_COMPONENTS = "ZNE"


PANEL = "Recordings"  # under this heading in the help of a command


def _option(metavar: str, text: str, **others: Any) -> Any:
    shown = {"show_default": False, "rich_help_panel": PANEL, **others}
    return typer.Option(metavar=metavar, help=text, **shown)


Catalog = Annotated[
    Path | None,
    _option(
        "FILE",
        "When the events happened, and what is known of them: a CSV with the column time (and "
        "file, type, lat, lon, ... where known), or QuakeML. Without it, all that begins at the "
        "same time is an event.",
    ),
]
SkipBad = Annotated[
    bool,
    typer.Option(
        "--skip-bad",
        help="Leave out files, events and rows of the catalogue that cannot be used, and list "
        "them.",
        rich_help_panel=PANEL,
    ),
]
Seconds = Annotated[float | None, _option("X", "Length of an event's window; 60 with a catalogue.")]
Before = Annotated[float, _option("X", "Seconds that windows begin before the catalogue's time.")]
Pick = Annotated[
    bool,
    typer.Option(
        "--pick",
        help="Cut around the catalogue's column pick, or QuakeML's first arrival at the station.",
        rich_help_panel=PANEL,
    ),
]
Rate = Annotated[float | None, _option("X", "Rate in Hz that all are resampled to.")]
Components = Annotated[
    str, _option("LETTERS", "Which of Z, N (or 1) and E (or 2).", show_default=True)
]
Station = Annotated[str | None, _option("CODE", "Where files hold several.")]
Channels = Annotated[
    str | None,
    _option(
        "CODES",
        'Where an event has several of one component: "HH?", or "00.HH?" with the location, or '
        "several between commas.",
    ),
]
Detrend = Annotated[str | None, _option("HOW", "Take out the mean (constant) or a line (linear).")]
Response = Annotated[
    Path | None, _option("FILE", "StationXML: take out the instrument's response.")
]


def cut(
    catalog: Path | None,
    skip_bad: bool,
    *,
    before: float,
    pick: bool,
    components: str,
    **others: Any,
) -> Cut:
    """How to cut: what was not typed is left to `read_recordings`."""
    asked = {
        "before": before or None,
        "around": "pick" if pick else None,
        "components": None if components == ALL_COMPONENTS else components,
        **others,
    }
    return Cut(catalog, skip_bad, {name: v for name, v in asked.items() if v is not None})


def check_none(asked: Cut, data: str) -> None:
    """Refuse what says how recordings are cut, for data that are none."""
    names = ["pick" if name == "around" else name for name in asked.options or {}]
    names += ["skip_bad"] if asked.skip_bad else []
    if names:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in names)
        raise UsageError(f"{flags} is for recordings, but {data} is a table.")
