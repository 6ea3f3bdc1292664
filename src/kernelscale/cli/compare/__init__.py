"""`kernelscale compare`: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from . import cut_options, figures, metric_options, options, page_options
from .options import DEFAULT_MEMORY_LIMIT
from .reading import Reading, reads_a_table

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
    report: page_options.PagePath = None,
    feature_scales: page_options.FeatureScales = False,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    n_sample: options.SampleSize = None,
    *,
    reading: Reading,
) -> None:
    """Compare all rules on a table."""
    from .comparing import compare

    compare(
        data=data,
        label=label,
        standardize=standardize,
        metric=metric,
        period=period,
        catalog=catalog,
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
        skip_bad=skip_bad,
        plot=plot,
        report=report,
        feature_scales=feature_scales,
        as_json=as_json,
        memory_limit=memory_limit,
        threads=threads,
        n_sample=n_sample,
        reading=reading,
    )
