"""Kernels on graphs of nearest neighbours; their matrices stay sparse in all steps of a map.

A kernel value is kept if either row is among the other's k nearest, and is 0 otherwise.
Rows that are duplicates form one node of the graph, weighted by their number. They therefore have
the same coordinates, and no row has only duplicates as neighbours.

- `edges`: edges of a graph, its components and minimum spanning forest.
- `nearest_neighbors`: the nearest neighbours of all rows, exact or with an estimated recall.
- `neighbor_index`, `index_of_checked`: an index for the nearest neighbours of new rows.
- `neighbor_lists`, `truncated_kernel`: the sparse kernel of given neighbours.
- `linked_lists`: the shortest links between the components of a graph.
- `graph_spectrum`: leading eigenpairs of the operator, component by component.
- `GraphExtension`: embedding of new rows among the rows of a graph.
- `SparseSearch`, `SparseGraphExtension`: the search and the embedding for sparse rows.
- `given_lists`, `SimilarityExtension`: given graphs, and the embedding for given similarities.
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
