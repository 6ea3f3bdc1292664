"""Kernels cut to a graph of nearest neighbours, sparse from the search to new rows.

A kernel value is kept where either row is among the other's k nearest, and is 0 elsewhere. Copies
of a row are one node of the graph, with as much weight as there are copies: so rows at one place
have one place in the map, and none has only its own copies for neighbours.

- `nearest_neighbors`: the nearest of every row, exact or with a recall that is told.
- `neighbor_index`: what new rows can be looked up in; `index_of_checked`, of checked rows.
- `neighbor_lists`, `truncated_kernel`: from each row's nearest to the sparse kernel.
- `linked_lists`: the shortest links between the components of a graph.
- `graph_spectrum`: leading eigenpairs of the walk, component by component.
- `GraphExtension`: new rows among those of a graph.
- `SparseSearch`, `SparseGraphExtension`: the same for sparse rows, without a dense copy.
- `given_lists`, `SimilarityExtension`: graphs that were given, and new rows among theirs.
"""

from .extension import GraphExtension
from .given import SimilarityExtension, given_lists
from .index import NeighborIndex
from .links import linked_lists
from .search import Found, index_of_checked, nearest_neighbors, neighbor_index
from .sparse_extension import SparseGraphExtension
from .sparse_search import SparseSearch, first_alike
from .spectrum import GraphSpectrum, graph_spectrum
from .truncated import neighbor_lists, truncated_kernel

__all__ = [
    "Found",
    "GraphExtension",
    "GraphSpectrum",
    "NeighborIndex",
    "SimilarityExtension",
    "SparseGraphExtension",
    "SparseSearch",
    "first_alike",
    "given_lists",
    "graph_spectrum",
    "index_of_checked",
    "linked_lists",
    "nearest_neighbors",
    "neighbor_index",
    "neighbor_lists",
    "truncated_kernel",
]
