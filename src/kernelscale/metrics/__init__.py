"""What the distance of two rows is: a small object for each metric, and their names.

Whoever looks at pairs asks the metric, so that no rule, kernel or map has to know whether there
are points or only distances. A new metric is a subclass, and a line in `METRICS`.
"""

from .angles import Correlation, Cosine
from .euclidean import EUCLIDEAN, Euclidean
from .mahalanobis import Mahalanobis
from .metric import METRICS, Metric, RowMetric
from .pairwise import Chebyshev, CityBlock, Hamming, Haversine, Jaccard
from .periodic import Periodic
from .precomputed import AFFINITY, Affinity, Precomputed
from .registry import metric_named

__all__ = [
    "AFFINITY",
    "EUCLIDEAN",
    "METRICS",
    "Affinity",
    "Chebyshev",
    "CityBlock",
    "Correlation",
    "Cosine",
    "Euclidean",
    "Hamming",
    "Haversine",
    "Jaccard",
    "Mahalanobis",
    "Metric",
    "Periodic",
    "Precomputed",
    "RowMetric",
    "metric_named",
]

METRICS.update(
    (metric.name, metric)
    for metric in (
        EUCLIDEAN,
        Precomputed(),
        Cosine(),
        Correlation(),
        CityBlock(),
        Chebyshev(),
        Mahalanobis(),
        Jaccard(),
        Hamming(),
        Haversine(),
        Periodic(),
        AFFINITY,
    )
)
