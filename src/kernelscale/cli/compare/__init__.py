"""`kernelscale compare`: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from ..shared import options
from ..shared.metric_options import takes_metric
from ..shared.readers import reads_any_source
from ..shared.reading_options import reads_a_table
from .arguments import Arguments

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Choose a scale by every rule, describe each by the same numbers, and recommend one."

HELP = """The columns:

\b
eps         the scale in exp(-d^2 / (2 eps)), a squared distance
gamma       1 / (2 eps), for scikit-learn's SVC and SpectralClustering
length      sqrt(eps), a distance, for Gaussian processes
position    0 where the kernel is nearly the identity, 1 where all its
            entries are nearly 1
d_eps       the dimension that the kernel implies at that scale
components  number of components of the neighbour graph; 1 is best
effective   effective number of neighbours of a typical row
eigengap    generalised eigengap, which grows as the classes (or, without
            labels, two groups) separate
rests on    number of rows at which a leading diffusion coordinate is far from 0,
            for the coordinate with the fewest; if it is small, those rows are
            outliers
reading     what the numbers mean, or why the rule chooses no scale"""

EPILOG = """Examples:

kernelscale compare mfeat --standardize

kernelscale compare flowers.csv --label species --drop id

kernelscale compare flowers.csv --label species --report flowers.html

kernelscale compare recordings --catalog events.csv --seconds 30 --label type --report events.html

kernelscale compare recordings.npz --label type --report events.html

kernelscale compare flowers.csv --label species --json > flowers.json"""

_ALL = reads_any_source(reads_a_table(takes_metric(options.takes_limits(Arguments))))


@options.takes("arguments", _ALL)
def run(arguments: Arguments) -> None:
    """Compare all rules on a table."""
    from .all_rules import compare

    compare(arguments)
