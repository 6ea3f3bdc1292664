"""`kernelscale compare`: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from typing import Any

from ..shared import options, output_files
from ..shared.metric_options import takes_metric
from ..shared.readers import Sources, reads_any_source
from ..shared.reading_options import Reading, reads_a_table
from . import page

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Choose a scale by every rule, measure each the same way, and recommend one."

HELP = """What the columns say:

\b
eps         the scale in exp(-d^2 / (2 eps)), a squared distance
gamma       1 / (2 eps), for scikit-learn's SVC and SpectralClustering
length      sqrt(eps), a distance, for Gaussian processes
position    0 where points are nearly alone, 1 where all are alike
d_eps       the dimension the data seem to have at that scale
components  how many components the neighbourhood graph has; 1 is best
effective   how many other points a typical point is alike to
eigengap    how far the classes (or two halves) are separated
rests on    the fewest rows that carry a leading coordinate of a diffusion
            map; if these are few, they are outliers
reading     what this means, or why the rule chooses no scale"""

EPILOG = """Examples:

kernelscale compare mfeat --standardize

kernelscale compare flowers.csv --label species --drop id

kernelscale compare flowers.csv --label species --report flowers.html

kernelscale compare recordings --catalog events.csv --seconds 30 --label type --report events.html

kernelscale compare recordings.npz --label type --report events.html

kernelscale compare flowers.csv --label species --json > flowers.json"""


@reads_any_source
@reads_a_table
@takes_metric
@options.takes_limits
def run(
    *,
    data: options.Data,
    label: options.Label = None,
    standardize: options.Standardize = False,
    metric: Any,
    plot: output_files.FigurePath = None,
    report: page.PagePath = None,
    feature_scales: page.FeatureScales = False,
    as_json: options.AsJson = False,
    limits: Any,
    n_sample: options.SampleSize = None,
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
        plot=plot,
        report=report,
        feature_scales=feature_scales,
        as_json=as_json,
        limits=limits,
        n_sample=n_sample,
        sources=sources,
        reading=reading,
    )
