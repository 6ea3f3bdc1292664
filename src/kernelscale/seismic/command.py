"""`kernelscale sonogram`: recordings of events as features, in a file and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from . import cut_options, options
from .output_files import output_file

__all__ = ["EPILOG", "HELP", "run"]

HELP = """\
A sonogram is the power of a recording over time and over frequencies that are evenly spaced in \
the logarithm. FILES are miniSEED, SAC or anything else that ObsPy reads, folders of them, or one \
.npz with arrays waveforms and fs. -o writes X, a row an event, with feature_names \
(component/frequency/time), y if --label is given, and what the catalogue knows of the events; \
"compare" and "embed" read it. Nothing is filtered or filled in unless asked for."""

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


def _number(text: str) -> Any:
    return typer.Option(metavar="X", show_default=False, help=text)


Lowest = Annotated[float | None, _number("First frequency in Hz.")]
Highest = Annotated[float | None, _number("Last frequency in Hz.")]
Overlap = Annotated[
    float, typer.Option(metavar="S", parser=options.share("--overlap"), help="Of windows.")
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


def run(
    files: Files,
    catalog: cut_options.Catalog = None,
    label: options.Label = None,
    output: Output = None,
    plot: Plot = None,
    log: Log = False,
    normalize: Normalize = False,
    window_length: WindowLength = 512,
    overlap: Overlap = 0.85,
    frequencies: Frequencies = 512,
    fmin: Lowest = None,
    fmax: Highest = None,
    seconds: cut_options.Seconds = None,
    before: cut_options.Before = 0.0,
    pick: cut_options.Pick = False,
    sampling_rate: cut_options.Rate = None,
    components: cut_options.Components = None,
    channels: cut_options.Channels = None,
    channel_map: cut_options.ChannelMap = None,
    station: cut_options.Station = None,
    each_station: cut_options.EachStation = False,
    detrend: cut_options.Detrend = None,
    response: cut_options.Response = None,
    skip_bad: cut_options.SkipBad = False,
) -> None:
    """Features of recordings."""
    from .sonograms import write_sonograms

    write_sonograms(
        files=files,
        catalog=catalog,
        label=label,
        output=output,
        plot=plot,
        log=log,
        normalize=normalize,
        window_length=window_length,
        overlap=overlap,
        frequencies=frequencies,
        fmin=fmin,
        fmax=fmax,
        seconds=seconds,
        before=before,
        pick=pick,
        sampling_rate=sampling_rate,
        components=components,
        channels=channels,
        channel_map=channel_map,
        station=station,
        each_station=each_station,
        detrend=detrend,
        response=response,
        skip_bad=skip_bad,
    )
