"""`kernelscale compare`: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from typing import Any

from .. import bandwidth
from ..engine import DEFAULT_MEMORY_LIMIT
from ..results import Comparison
from . import cut_options, figures, metric_options, options, page_file, tables, waveforms
from .answers import print_comparison, print_json, print_text
from .looking import sentences
from .problems import notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading, reads_a_table
from .screen import standard_output

__all__ = ["EPILOG", "HELP", "run"]

HELP = """What the columns say:

\b
eps         the scale in exp(-d^2 / (2 eps)), a squared distance
gamma       1 / (2 eps), for scikit-learn's SVC and SpectralClustering
length      sqrt(eps), a distance, for Gaussian processes
position    0 where points are nearly alone, 1 where all are alike
d_eps       the dimension the data seem to have at that scale
components  pieces the neighbourhood graph falls into; 1 is wanted
effective   how many other points a typical point sees
eigengap    how clearly the classes (or two halves) come apart
rests on    how many rows carry a leading coordinate of a diffusion map,
            at least; a handful are outliers and hide the rest
reading     what this means, or why the rule cannot answer"""

EPILOG = """Examples:

kernelscale compare mfeat --standardize

kernelscale compare flowers.csv --label species --drop id

kernelscale compare flowers.csv --label species --report flowers.html

kernelscale compare recordings --catalog events.csv --seconds 30 --label type --report events.html

kernelscale compare recordings.npz --label type --report events.html

kernelscale compare flowers.csv --label species --json > flowers.json"""


@reads_a_table
def run(
    data: options.Data,
    label: options.Label = None,
    standardize: options.Standardize = False,
    metric: metric_options.Name = "euclidean",
    period: metric_options.Period = None,
    catalog: cut_options.Catalog = None,
    seconds: cut_options.Seconds = None,
    before: cut_options.Before = 0.0,
    pick: cut_options.Pick = False,
    sampling_rate: cut_options.Rate = None,
    components: cut_options.Components = None,
    channels: cut_options.Channels = None,
    channel_map: cut_options.ChannelMap = None,
    station: cut_options.Station = None,
    detrend: cut_options.Detrend = None,
    response: cut_options.Response = None,
    skip_bad: cut_options.SkipBad = False,
    plot: figures.FigurePath = None,
    report: page_file.PagePath = None,
    feature_scales: page_file.FeatureScales = False,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    n_sample: options.SampleSize = None,
    *,
    reading: Reading,
) -> None:
    """Compare all rules on a table."""
    engine_options = options.engine_options(memory_limit, threads)
    figures.check_figure_path(plot)
    page_file.check_page(report, feature_scales)
    measured = metric_options.metric_of(metric, period)
    if report is not None:
        metric_options.check_euclidean("--report", measured)
    cut = cut_options.cut(
        catalog,
        skip_bad,
        seconds=seconds,
        before=before,
        pick=pick,
        sampling_rate=sampling_rate,
        components=components,
        channels=channels,
        channel_map=channel_map,
        station=station,
        detrend=detrend,
        response=response,
    )
    if waveforms.is_waveforms(data, catalog):
        metric_options.check_euclidean(data, measured)
        table = waveforms.features_table(data, cut, label, reading, standardize)
    else:
        cut_options.check_none(cut, data)
        table = tables.read(data, label, reading, standardize, metric=measured)
    with ProgressDisplay() as progress, notes_from_warnings() as found:
        comparison = bandwidth.compare(
            table.X,
            table.y,
            metric=table.metric,
            progress=progress,
            n_sample=n_sample,
            feature_names=table.feature_names,
            **engine_options,
        )
    beside = [*table.notes, *found]
    notes = [*table.notes, *sentences(comparison.notes, table.rows), *found]
    if report is not None:
        with ProgressDisplay() as progress, notes_from_warnings() as found:
            page_file.write_page(
                report,
                table,
                comparison,
                beside,
                with_features=feature_scales,
                progress=progress,
                **engine_options,
            )
        notes += [note for note in found if note not in notes]
    if as_json:
        figures.write_figure(comparison, plot)
        print_json(_document(table, comparison, notes))
    else:
        _print(table, comparison, notes)
        figures.write_figure(comparison, plot)


def _document(table: tables.Table, comparison: Comparison, notes: list[str]) -> dict[str, Any]:
    return {"data": table.to_dict(), **comparison.to_dict(), "notes": notes}


def _print(table: tables.Table, comparison: Comparison, notes: list[str]) -> None:
    console = standard_output()
    print_text(console, table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_comparison(console, comparison)
