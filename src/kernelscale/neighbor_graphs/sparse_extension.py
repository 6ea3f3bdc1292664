"""The extension of a graph of sparse rows to new rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from .._attributes import cached_property
from ..engine.resources import Resources
from .graph_extension import GraphExtension
from .reach import NewEdges
from .sparse_search import SparseSearch, keys_of_rows

__all__ = ["SparseGraphExtension"]


@dataclass(frozen=True, eq=False)
class SparseGraphExtension(GraphExtension):
    """A `GraphExtension` whose nodes are sparse rows; its `points` is None.

    Attributes
    ----------
    sparse_points : csr_array of shape (n_nodes, n_features)
        The rows of the nodes.
    """

    sparse_points: csr_array = field(kw_only=True)

    @cached_property
    def _search(self) -> SparseSearch:
        return SparseSearch(self.sparse_points, radii=self.radii)

    @cached_property
    def _node_by_key(self) -> dict[tuple[bytes, bytes], int]:
        return {key: node for node, key in enumerate(keys_of_rows(self.sparse_points))}

    def _on_nodes(self, rows: Any) -> Any:
        return rows

    def _node_of(self, rows: Any) -> np.ndarray:
        return np.array([self._node_by_key.get(key, -1) for key in keys_of_rows(rows)])

    def _edges(self, rows: Any, resources: Resources) -> NewEdges:
        return self._search.edges(rows, self.n_neighbors, resources.quiet())
