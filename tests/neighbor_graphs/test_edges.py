"""Edges of a graph, and the components and spanning forests of the graph."""

import numpy as np
import pytest

from kernelscale.neighbor_graphs import edges as graph_edges
from kernelscale.neighbor_graphs.edges import Edges, components, spanning_forest


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint16, np.intp])
@pytest.mark.parametrize("layout", ["contiguous", "strided", "read-only"])
def test_graph_routines_get_32_bit_indices(monkeypatch, dtype, layout):
    seen = []

    def watched(routine):
        def call(graph, *args, **kwargs):
            seen.append((graph.indices.dtype, graph.indptr.dtype, graph.data.dtype))
            return routine(graph, *args, **kwargs)

        return call

    for name in ("connected_components", "minimum_spanning_tree"):
        monkeypatch.setattr(graph_edges, name, watched(getattr(graph_edges, name)))
    starts, ends = np.array([0, 1, 2, 3], dtype), np.array([1, 2, 0, 4], dtype)
    if layout == "strided":
        starts, ends = (np.repeat(each, 2)[::2] for each in (starts, ends))
    if layout == "read-only":
        starts.flags.writeable = ends.flags.writeable = False
    edges = Edges(starts, ends, np.array([3.0, 1.0, 2.0, 5.0]))
    assert components(6, edges).tolist() == [0, 0, 0, 1, 1, 2]
    assert spanning_forest(6, edges).lengths.tolist() == [1.0, 2.0, 5.0]
    assert seen == [(np.intc, np.intc, np.float64)] * 2
