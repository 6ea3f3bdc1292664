"""A data set and quantities of its pairs of rows, each computed once."""

from .pair_statistics import GRAPH_NEIGHBORS
from .point_cloud import PointCloud

__all__ = ["GRAPH_NEIGHBORS", "PointCloud"]
