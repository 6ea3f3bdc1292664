"""Statistics: quantities that are accumulated over all pairs of points."""

from .class_extremes import ClassExtremes, Extremes
from .distance_histogram import Between, CountsBetween, DistanceHistogram, DistancesBetween
from .grouped_histogram import GroupedHistogram
from .kernel_product import KernelProduct
from .kernel_sums import ClassRowSums, KernelSums, RowSums, RowSumsByClass, SumsOverPairs
from .nearest_others import NearestOthers, Neighbors
from .statistic import Statistic, Streamed
from .sums_from_rows import SumsFromRows
from .together import Together
from .weighted_histograms import WeightedHistograms

__all__ = [
    "Between",
    "ClassExtremes",
    "ClassRowSums",
    "CountsBetween",
    "DistanceHistogram",
    "DistancesBetween",
    "Extremes",
    "GroupedHistogram",
    "KernelProduct",
    "KernelSums",
    "NearestOthers",
    "Neighbors",
    "RowSums",
    "RowSumsByClass",
    "Statistic",
    "Streamed",
    "SumsFromRows",
    "SumsOverPairs",
    "Together",
    "WeightedHistograms",
]
