"""Options that say how events are cut out of recordings, of every command that reads them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..cli.shared.options import number, one_of

__all__ = [
    "Before",
    "Catalog",
    "ChannelMap",
    "Channels",
    "Components",
    "Cut",
    "Detrend",
    "EachStation",
    "Pick",
    "Rate",
    "Response",
    "Seconds",
    "SkipBad",
    "Station",
    "options",
]

PANEL = "Recordings"  # under this heading in the help of a command
LARGEST = 1e10  # seconds or samples a second, as in `reading.common_window`


def _option(metavar: str, text: str, *flags: str, **others: Any) -> Any:
    shown = {"show_default": False, "rich_help_panel": PANEL, **others}
    return typer.Option(*flags, metavar=metavar, help=text, **shown)


def _positive(flag: str) -> Any:
    return number(flag, f"above 0 and of at most {LARGEST:g}", lambda x: 0 < x <= LARGEST)


def _components(typed: str) -> str:
    from .reading.channels import NAMES

    if not typed or not set(typed) <= set(NAMES) or len(set(typed)) < len(typed):
        raise typer.BadParameter(
            f"some of the letters {', '.join(NAMES)}, each once, are needed, but {typed!r} was "
            f"given.",
            param_hint="'--components'",
        )
    return typed


def _channel_map(typed: str) -> dict[str, str]:
    from .reading.channels import NAMES

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
        "When the events happened, and more about them: a CSV with the column time (and "
        "file, type, lat, lon, ... where known), or QuakeML. Without it, all that begins at the "
        "same time is an event.",
    ),
]
SkipBad = Annotated[
    bool,
    typer.Option(
        "--skip-bad",
        help="Skip files, events and rows of the catalogue that cannot be used, and list them.",
        rich_help_panel=PANEL,
    ),
]
Seconds = Annotated[
    float | None,
    _option(
        "X", "Length of an event's window; 60 with a catalogue.", parser=_positive("--seconds")
    ),
]
Before = Annotated[
    float,
    _option(
        "X",
        "Seconds that windows begin before the catalogue's time.",
        parser=number("--before", f"from -{LARGEST:g} to {LARGEST:g}", lambda x: abs(x) <= LARGEST),
    ),
]
Pick = Annotated[
    bool,
    typer.Option(
        "--pick",
        help="Cut around the catalogue's column pick, or QuakeML's first arrival at the station.",
        rich_help_panel=PANEL,
    ),
]
Rate = Annotated[
    float | None,
    _option("X", "Rate in Hz that all are resampled to.", parser=_positive("--sampling-rate")),
]
Components = Annotated[
    str | None,
    _option(
        "LETTERS",
        "Which of Z, N (or 1) and E (or 2), or of V, L and T (vertical, longitudinal, transverse).",
        parser=_components,
        show_default="those of --map, or ZNE",
    ),
]
ChannelMap = Annotated[
    Any,
    _option(
        "Z=CODE,N=CODE,...",
        "Which channel each component is, where codes do not say it: the code in the file, or a "
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
Detrend = Annotated[
    str | None,
    _option(
        "HOW",
        "Take out the mean (constant) or a line (linear).",
        parser=one_of("--detrend", ("constant", "linear")),
    ),
]
Response = Annotated[
    Path | None, _option("FILE", "StationXML: take out the instrument's response.")
]


@dataclass(frozen=True)
class Cut:
    """How events are cut, as typed.

    Attributes
    ----------
    catalog : Path or None
        The catalogue.
    skip_bad : bool
        Whether what cannot be used is skipped.
    arguments : dict
        What was typed beside, under the names that `read_recordings` has for it.
    """

    catalog: Path | None
    skip_bad: bool
    arguments: dict[str, Any]

    @property
    def flags(self) -> list[str]:
        """What was typed beside the catalogue, each as it is typed."""
        flag_of = {"around": "pick", "channel_map": "map"}
        names = [flag_of.get(name, name) for name in self.arguments]
        names += ["skip_bad"] if self.skip_bad else []
        return [f"--{name.replace('_', '-')}" for name in names]


def options(
    catalog: Catalog = None,
    seconds: Seconds = None,
    before: Before = 0.0,
    pick: Pick = False,
    sampling_rate: Rate = None,
    components: Components = None,
    channels: Channels = None,
    channel_map: ChannelMap = None,
    station: Station = None,
    detrend: Detrend = None,
    response: Response = None,
    skip_bad: SkipBad = False,
) -> Cut:
    """How to cut events; defaults are those of `read_recordings`."""
    typed = {
        "before": before or None,
        "around": "pick" if pick else None,
        "seconds": seconds,
        "sampling_rate": sampling_rate,
        "components": components,
        "channels": channels,
        "channel_map": channel_map,
        "station": station,
        "detrend": detrend,
        "response": response,
    }
    given = {name: value for name, value in typed.items() if value is not None}
    return Cut(catalog, skip_bad, given)
