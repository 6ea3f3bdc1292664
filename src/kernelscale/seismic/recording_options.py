"""Options that say how events are cut out of recordings, of every command that reads them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .problems import UsageError

if TYPE_CHECKING:
    from .waveforms import Cut

__all__ = [
    "Before",
    "Catalog",
    "ChannelMap",
    "Channels",
    "Components",
    "Detrend",
    "EachStation",
    "Pick",
    "Rate",
    "Response",
    "Seconds",
    "SkipBad",
    "Station",
    "check_none",
    "cut",
]

PANEL = "Recordings"  # under this heading in the help of a command


def _option(metavar: str, text: str, *flags: str, **others: Any) -> Any:
    shown = {"show_default": False, "rich_help_panel": PANEL, **others}
    return typer.Option(*flags, metavar=metavar, help=text, **shown)


def _channel_map(typed: str) -> dict[str, str]:
    from ..seismic.channels import NAMES

    pairs = [tuple(part.strip() for part in pair.split("=")) for pair in typed.split(",")]
    found = {pair[0].upper(): pair[-1] for pair in pairs}
    valid = set(found) <= set(NAMES) and all(len(pair) == 2 and pair[1] for pair in pairs)
    if not valid or len(found) < len(pairs):
        raise typer.BadParameter(
            f"a channel for each component, one of {', '.join(NAMES)}, is needed, as in "
            f"Z=0,N=1,E=2, but {typed!r} was given.",
            param_hint="'--map'",
        )
    return found


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
    str | None,
    _option(
        "LETTERS",
        "Which of Z, N (or 1) and E (or 2), or of V, L and T (vertical, longitudinal, transverse).",
        show_default="those of --map, or ZNE",
    ),
]
ChannelMap = Annotated[
    Any,
    _option(
        "Z=CODE,N=CODE,...",
        "Which channel each component is, where codes do not tell: the code in the file, or a "
        "trace's number from 0 where it has none, as in SU, SEG-Y and WAV. K-NET has "
        "Z=UD,N=NS,E=EW, a Kinemetrics recorder Z=2,N=0,E=1 or the like.",
        "--map",
        parser=_channel_map,
    ),
]
Station = Annotated[str | None, _option("CODE", "Where files hold several.")]
EachStation = Annotated[
    bool,
    typer.Option(
        "--each-station",
        help="Take the stations of the files one after the other; files that are written have the "
        "station in their name.",
        rich_help_panel=PANEL,
    ),
]
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
    **others: Any,
) -> Cut:
    """How to cut: what was not typed is left to `read_recordings`."""
    from .waveforms import Cut

    asked = {
        "before": before or None,
        "around": "pick" if pick else None,
        **others,
    }
    return Cut(catalog, skip_bad, {name: v for name, v in asked.items() if v is not None})


def check_none(asked: Cut, data: str) -> None:
    """Refuse what says how recordings are cut, for data that are none."""
    flags_of = {"around": "pick", "channel_map": "map"}
    names = [flags_of.get(name, name) for name in asked.options or {}]
    names += ["skip_bad"] if asked.skip_bad else []
    if names:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in names)
        raise UsageError(f"{flags} is for recordings, but {data} is a table.")
