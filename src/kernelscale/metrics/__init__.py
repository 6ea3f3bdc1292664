"""Metrics by name; a metric is a small object that defines a distance between two rows.

Rules, kernels and maps use the methods of `Metric`, and do not distinguish points from given
distances. A new metric is a subclass with an entry in `METRICS`.
"""

from .angles import Correlation, Cosine
from .euclidean import EUCLIDEAN, Euclidean
from .mahalanobis import Mahalanobis
from .metric import METRICS, RowMetric
from .pairwise import Chebyshev, CityBlock, Hamming, Haversine, Jaccard
from .periodic import Periodic
from .precomputed import AFFINITY, Precomputed

__all__ = ["METRICS", "Euclidean", "Mahalanobis", "Periodic", "RowMetric"]

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
