"""Graphs of nearest neighbours.

- `nearest_neighbors`: the nearest of every row, exact or with a recall that is told.
- `neighbor_index`: what new rows can be looked up in.
"""

from .index import NeighborIndex
from .search import Found, nearest_neighbors, neighbor_index

__all__ = ["Found", "NeighborIndex", "nearest_neighbors", "neighbor_index"]
