"""`kernelscale scale`: a factor for each feature, so that features of noise count less."""

from __future__ import annotations

from ..shared import options
from ..shared.reading_options import reads_a_table
from .arguments import Arguments

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Find a factor for each feature, so that features of noise count less."


HELP = """\
Without labels: every feature of noise adds to d_eps, the dimension that a kernel implies. The \
scales bring d_eps down to its value for a manifold of --n-dims dimensions.

With --label and --supervised: the scales are those with which kernel ridge regression best \
predicts the labels (classes or numbers) of rows left out. They are used only if they predict \
other rows clearly better than equal scales do; otherwise all features get equal scales, and the \
reason states this. This helps where many features may be unrelated to the labels. Give --C the \
C of the support vector machine that will use the scales, and --groups if rows belong together.

The scaled features are for a kernel of gamma = 1/2.

The columns:

\b
feature  name of the column, largest weight first
spread   standard deviation of the feature
scale    factor of the feature; 0 removes it
weight   spread times scale: standard deviation of the scaled feature, in
         units of the kernel's length scale
share    share of the feature in the mean squared distance between rows,
         in percent

Give --n-dims if you know the dimension. Where features are few and each holds information that no \
other has, scaling without labels may give scale 0 to a feature that matters: read the table \
before you use the scales."""

EPILOG = """Examples:

kernelscale scale measurements.csv --n-dims 2 --plot scales.png

kernelscale scale flowers.csv --label species -o scaled.csv

kernelscale scale flowers.csv --label species --supervised --C 10 -o scaled.csv

kernelscale scale visits.csv --label dose --supervised --numbers --groups patient --json

kernelscale scale measurements.csv --n-dims 2 --method greedy --target paper"""


@options.takes("arguments", reads_a_table(options.takes_limits(Arguments)))
def run(arguments: Arguments) -> None:
    """Scale the features of a table."""
    from .feature_scales import scale

    scale(arguments)
