"""What is accumulated over all pairs of points; each is on_tile / merge / finish."""

from .class_extremes import ClassExtremes, Extremes
from .distance_histogram import Between, CountsBetween, DistanceHistogram, DistancesBetween
from .kernel_sums import ClassRowSums, KernelSums, RowSums, RowSumsByClass, SumsOverPairs
from .nearest_others import NearestOthers, Neighbors
from .statistic import GivenTile, Statistic, Tile, Together

__all__ = [
    "Between",
    "ClassExtremes",
    "ClassRowSums",
    "CountsBetween",
    "DistanceHistogram",
    "DistancesBetween",
    "Extremes",
    "GivenTile",
    "KernelSums",
    "NearestOthers",
    "Neighbors",
    "RowSums",
    "RowSumsByClass",
    "Statistic",
    "SumsOverPairs",
    "Tile",
    "Together",
]
