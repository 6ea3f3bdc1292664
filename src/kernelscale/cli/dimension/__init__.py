"""`kernelscale dimension`: the intrinsic dimension of a table, by one method or by all."""

from __future__ import annotations

from ..shared import options
from ..shared.help_lists import METHODS, paragraphs
from ..shared.metric_options import takes_metric
from ..shared.reading_options import reads_a_table
from .arguments import Arguments

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Estimate how many coordinates the rows of a table really have."

HELP = f"""\
Rows of many features often lie on a surface of few dimensions: a picture of a turning head has \
thousands of pixels, but depends on one angle only. The methods measure how fast the number of \
neighbours grows with distance. This rate is the dimension, whatever the shape of the surface:

\b
{paragraphs(METHODS)}

The output:

\b
dimension   the estimate as a whole number
continuous  the estimate before rounding
sd          standard deviation of the estimate over subsamples of the
            rows, if that takes less than a second; it does not
            include bias from curvature and noise
flags       reasons to doubt the estimate, such as "noise floor",
            "scales disagree" or "discrete data"
trusted     for danco: "no" if the noise floor, other scales or ties make
            the estimate doubtful; the reasons and the estimates by other
            methods are printed after it

Give --standardize where features have different units: the estimate changes when single features \
are scaled, but not when all are scaled or rotated together. Noise raises the estimate. If methods \
disagree, the dimension depends on the distance at which it is measured; --profile shows how."""


EPILOG = """Examples:

kernelscale dimension mfeat

kernelscale dimension mfeat --uncertainty

kernelscale dimension mfeat --method all --standardize

kernelscale dimension mfeat --profile --plot profile.png

kernelscale dimension mfeat --pointwise -o around_rows.csv --plot rows.png

kernelscale dimension flowers.csv --label species --method gride --plot ladder.png"""


@options.takes("arguments", reads_a_table(takes_metric(options.takes_limits(Arguments))))
def run(arguments: Arguments) -> None:
    """Estimate the dimension of a table."""
    from .table_dimension import estimate

    estimate(arguments)
