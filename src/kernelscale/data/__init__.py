"""A data set and what is computed once about its pairs."""

from .pair_statistics import GRAPH_NEIGHBORS
from .point_cloud import PointCloud

__all__ = ["GRAPH_NEIGHBORS", "PointCloud"]
