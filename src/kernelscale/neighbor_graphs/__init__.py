"""Kernels truncated to a graph of nearest neighbours, sparse from the search to new rows.

A kernel value is kept where either row is among the other's k nearest, and is 0 elsewhere.
Duplicates are one node of the graph, with the weight of all of them: so they have one place in the
map, and no row has only duplicates for neighbours.

- `edges`: edges of a graph, its components and minimum spanning forest.
- `nearest_neighbors`: the nearest of every row, exact or with an estimated recall.
- `neighbor_index`: an index in which the nearest of new rows are sought, and `index_of_checked`.
- `neighbor_lists`, `truncated_kernel`: from each row's nearest to the sparse kernel.
- `linked_lists`: the shortest links between the components of a graph.
- `graph_spectrum`: leading eigenpairs of the operator, component by component.
- `GraphExtension`: new rows of a graph.
- `SparseSearch`, `SparseGraphExtension`: the same for sparse rows, without a dense copy.
- `given_lists`, `SimilarityExtension`: graphs that were given, and new rows of these.
"""

from .given_graphs import SimilarityExtension, given_lists
from .graph_extension import GraphExtension
from .index import NeighborIndex
from .links import linked_lists
from .search import Found, index_of_checked, nearest_neighbors, neighbor_index
from .sparse_extension import SparseGraphExtension
from .sparse_search import SparseSearch, first_alike
from .spectrum import GraphSpectrum, graph_spectrum
from .truncation import neighbor_lists, truncated_kernel

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
