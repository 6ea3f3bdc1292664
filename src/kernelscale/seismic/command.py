"""`kernelscale sonogram`: computes features of recorded events, and draws the first event."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from ..cli.shared import options
from ..cli.shared.options import takes
from ..cli.shared.output_files import file_option
from ..cli.shared.problems import UsageError
from . import recording_options
from .recording_options import Cut, EachStation

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Compute sonograms of earthquakes and blasts, as features of the recordings."

HELP = """\
A sonogram is the power of a recording over time and over frequencies that are evenly spaced in \
the logarithm. FILES are miniSEED, SAC or another format that ObsPy reads, folders of such files, \
or one .npz with arrays waveforms and fs. -o writes X, with a row for each event, feature_names \
(component/frequency/time), y if --label is given, and the columns of the catalogue; "compare" and \
"embed" read this file. Recordings are neither filtered nor filled in unless options request it."""

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
    file_option("Write the features into this file.", "-o", "--output", metavar="FILE.npz"),
]
Plot = Annotated[Path | None, file_option("Draw the first event into this file.", "--plot")]


def _hertz(flag: str, text: str) -> Any:
    parser = options.number(flag, "above 0", lambda x: 0 < x < math.inf)
    return typer.Option(flag, metavar="X", parser=parser, show_default=False, help=text)


Lowest = Annotated[float | None, _hertz("--fmin", "Lowest frequency in Hz.")]
Highest = Annotated[float | None, _hertz("--fmax", "Highest frequency in Hz.")]
Overlap = Annotated[
    float,
    typer.Option(
        metavar="S",
        parser=options.number("--overlap", "from 0 to below 1", lambda x: 0 <= x < 1),
        help="Share of a window that the next window also covers.",
    ),
]
WindowLength = Annotated[int, options.count("--window-length", "Samples in a window.", smallest=2)]
Frequencies = Annotated[int, options.count("--frequencies", "Number of frequencies.")]
Log = Annotated[bool, typer.Option("--log", help="Take the decimal logarithm of the power.")]
Normalize = Annotated[
    bool, typer.Option("--normalize", help="Remove the overall strength of each event.")
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
    """The options for the features, as parameters of `SonogramFeatures`."""
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
    """Compute and write features of recordings."""
    from .sonogram_files import write_sonograms

    write_sonograms(files, cut, label, features, output, plot, each_station=each_station)
