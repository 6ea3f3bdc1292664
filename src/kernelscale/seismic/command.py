"""`kernelscale sonogram`: recordings of events as features, in a file and as a picture."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from ..cli.shared import options
from ..cli.shared.options import takes
from ..cli.shared.output_files import output_file
from ..cli.shared.problems import UsageError
from . import recording_options
from .recording_options import Cut, EachStation

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Turn recordings of earthquakes and blasts into features: their sonograms."

HELP = """\
A sonogram is the power of a recording over time and over frequencies that are evenly spaced in \
the logarithm. FILES are miniSEED, SAC or anything else that ObsPy reads, folders of them, or one \
.npz with arrays waveforms and fs. -o writes X, a row an event, with feature_names \
(component/frequency/time), y if --label is given, and the catalogue's columns about the events; \
"compare" and "embed" read it. Nothing is filtered or filled in without an option for it."""

EPILOG = """Examples:

kernelscale sonogram event.mseed --plot event.png

kernelscale sonogram recordings --catalog events.csv --label type --log -o features.npz

kernelscale sonogram shot.su --map Z=0 --plot shot.png

kernelscale compare features.npz"""

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", show_default=False, help="Recordings.")
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        parser=output_file,
        metavar="FILE.npz",
        show_default=False,
        help="Write the features here.",
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Draw the first event into this file.",
    ),
]


def _hertz(flag: str, text: str) -> Any:
    reader = options.number(flag, "above 0", lambda x: 0 < x < math.inf)
    return typer.Option(flag, metavar="X", parser=reader, show_default=False, help=text)


Lowest = Annotated[float | None, _hertz("--fmin", "First frequency in Hz.")]
Highest = Annotated[float | None, _hertz("--fmax", "Last frequency in Hz.")]
Overlap = Annotated[
    float,
    typer.Option(
        metavar="S",
        parser=options.number("--overlap", "from 0 to below 1", lambda x: 0 <= x < 1),
        help="Of windows.",
    ),
]
WindowLength = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=options.whole_number("--window-length", smallest=2),
        help="Samples in a window.",
    ),
]
Frequencies = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=options.whole_number("--frequencies", smallest=1),
        help="How many frequencies.",
    ),
]
Log = Annotated[bool, typer.Option("--log", help="Decimal logarithm of the power.")]
Normalize = Annotated[
    bool, typer.Option("--normalize", help="Take out how strong each event is as a whole.")
]


def _features(
    log: Log = False,
    normalize: Normalize = False,
    window_length: WindowLength = 512,
    overlap: Overlap = 0.85,
    frequencies: Frequencies = 512,
    fmin: Lowest = None,
    fmax: Highest = None,
) -> dict[str, Any]:
    """Which features, under the names that `SonogramFeatures` has for them."""
    if fmin is not None and fmax is not None and fmin >= fmax:
        raise UsageError(f"--fmin must be below --fmax, but {fmin:g} and {fmax:g} were given.")
    return {
        "window_length": window_length,
        "overlap": overlap,
        "n_frequencies": frequencies,
        "fmin": fmin,
        "fmax": fmax,
        "log": log,
        "normalize": "event" if normalize else None,
    }


@takes("features", _features)
@takes("cut", recording_options.options)
def run(
    files: Files,
    label: options.Label = None,
    output: Output = None,
    plot: Plot = None,
    *,
    features: dict[str, Any],
    cut: Cut,
    each_station: EachStation = False,
) -> None:
    """Features of recordings."""
    from .sonogram_files import write_sonograms

    write_sonograms(files, cut, label, features, output, plot, each_station=each_station)
