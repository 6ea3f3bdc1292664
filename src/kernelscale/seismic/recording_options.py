"""Options on how events are cut out of recordings, for every command that reads recordings."""

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

PANEL = "Recordings"
LARGEST = 1e10  # in seconds or samples per second, as in `reading.common_window`


def _option(metavar: str, text: str, *flags: str, **others: Any) -> Any:
    shown = {"show_default": False, "rich_help_panel": PANEL, **others}
    return typer.Option(*flags, metavar=metavar, help=text, **shown)


def _positive(flag: str) -> Any:
    return number(flag, f"above 0 and at most {LARGEST:g}", lambda x: 0 < x <= LARGEST)


def _components(typed: str) -> str:
    from .reading.channels import NAMES

    if not typed or not set(typed) <= set(NAMES) or len(set(typed)) < len(typed):
        raise typer.BadParameter(
            f"letters from {', '.join(NAMES)} are needed, each at most once, but {typed!r} was "
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
        "A catalogue of the events: a CSV file with the column time (and, if known, file, type, "
        "lat, lon, ...), or QuakeML. Without a catalogue, traces that begin at the same time are "
        "one event.",
    ),
]
SkipBad = Annotated[
    bool,
    typer.Option(
        "--skip-bad",
        help="Skip files, events and rows of the catalogue that cannot be used, and list them with "
        "the reason.",
        rich_help_panel=PANEL,
    ),
]
Seconds = Annotated[
    float | None,
    _option(
        "X",
        "Length of an event's window; by default 60 with a catalogue, otherwise the length of the "
        "recordings.",
        parser=_positive("--seconds"),
    ),
]
Before = Annotated[
    float,
    _option(
        "X",
        "Seconds between the start of a window and the time in the catalogue.",
        parser=number("--before", f"from -{LARGEST:g} to {LARGEST:g}", lambda x: abs(x) <= LARGEST),
    ),
]
Pick = Annotated[
    bool,
    typer.Option(
        "--pick",
        help="Cut windows around the column pick of the catalogue, or in QuakeML around the first "
        "arrival at the station.",
        rich_help_panel=PANEL,
    ),
]
Rate = Annotated[
    float | None,
    _option(
        "X",
        "Resample all recordings to this rate in Hz.",
        parser=_positive("--sampling-rate"),
    ),
]
Components = Annotated[
    str | None,
    _option(
        "LETTERS",
        "Components: some of Z, N (or 1) and E (or 2), or of V, L and T (vertical, longitudinal, "
        "transverse).",
        parser=_components,
        show_default="those of --map, or ZNE",
    ),
]
ChannelMap = Annotated[
    Any,
    _option(
        "Z=CODE,N=CODE,...",
        "The channel of each component, if it does not follow from the codes: the code in the "
        "file, or the number of a trace, counted from 0, if the file has no codes, as in SU, SEG-Y "
        "and WAV. Examples: Z=UD,N=NS,E=EW for K-NET, Z=2,N=0,E=1 for a Kinemetrics recorder.",
        "--map",
        parser=_channel_map,
    ),
]
Station = Annotated[str | None, _option("CODE", "The station to read, if the files hold several.")]
EachStation = Annotated[
    bool,
    typer.Option(
        "--each-station",
        help="Compute features of each station separately; the names of the outputs contain the "
        "station.",
        rich_help_panel=PANEL,
    ),
]
Channels = Annotated[
    str | None,
    _option(
        "CODES",
        'The channels to read, if an event has several of one component: "HH?", or "00.HH?" with '
        "the location, or several separated by commas.",
    ),
]
Detrend = Annotated[
    str | None,
    _option(
        "HOW",
        "Subtract the mean (constant) or a straight line (linear).",
        parser=one_of("--detrend", ("constant", "linear")),
    ),
]
Response = Annotated[
    Path | None, _option("FILE", "Remove the response of the instrument, given as StationXML.")
]


@dataclass(frozen=True)
class Cut:
    """The options on how events are cut, as typed.

    Attributes
    ----------
    catalog : Path or None
        The catalogue.
    skip_bad : bool
        Whether files and events that cannot be used are skipped.
    arguments : dict
        The other options that were typed, as parameters of `read_recordings`.
    """

    catalog: Path | None
    skip_bad: bool
    arguments: dict[str, Any]

    @property
    def flags(self) -> list[str]:
        """The flags that were typed, except the flag of the catalogue."""
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
    """The options as typed, with the same defaults as in `read_recordings`."""
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
