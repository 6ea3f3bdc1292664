"""`kernelscale compare`: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from ..shared import metric_options, options, output_files
from ..shared.options import DEFAULT_MEMORY_LIMIT
from ..shared.readers import Sources, reads_any_source
from ..shared.reading_options import Reading, reads_a_table
from . import page

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Ask every rule for a scale, measure each answer the same way, and recommend one."

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


@reads_any_source
@reads_a_table
def run(
    data: options.Data,
    label: options.Label = None,
    standardize: options.Standardize = False,
    metric: metric_options.Name = "euclidean",
    period: metric_options.Period = None,
    plot: output_files.FigurePath = None,
    report: page.PagePath = None,
    feature_scales: page.FeatureScales = False,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    n_sample: options.SampleSize = None,
    *,
    sources: Sources,
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
        plot=plot,
        report=report,
        feature_scales=feature_scales,
        as_json=as_json,
        memory_limit=memory_limit,
        threads=threads,
        n_sample=n_sample,
        sources=sources,
        reading=reading,
    )
