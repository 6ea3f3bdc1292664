"""Links between the components of a neighbour graph."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from scipy.sparse import csr_array

from ...data import PointCloud
from ...engine.statistics import NearestOthers, Neighbors
from ...kernels.kernel import Kernel
from ...neighbor_graphs import linked_lists
from ...results import Bandwidth
from ..long_fits import warn_if_links_are_long

__all__ = ["linked", "with_links"]

_LONGEST = 18.0  # largest -log K_ij of an edge: exp(-18) is just above `WEAKEST_EDGE`
# Time of one pair in `_nearest_outside`, divided by its time in a pass over all pairs (measured).
_RELATIVE_COST = 4
_ROWS_AT_ONCE = 64


def linked(lists: csr_array, radii: np.ndarray, nodes: PointCloud, kernel: Kernel) -> csr_array:
    """The lists of neighbours, with links between the components added."""
    warn_if_links_are_long(nodes, lists, _RELATIVE_COST)
    longest, scales = np.inf, kernel.scales_of_rows()
    if scales is not None:
        radii, one = scales**2, np.zeros(1, dtype=int)
        longest = _LONGEST / -float(np.log(kernel.edge_values(one, one, radii[:1]))[0])
    return linked_lists(lists, radii, partial(_nearest_outside, nodes), longest)


def _nearest_outside(cloud: PointCloud, component_of: np.ndarray) -> Neighbors:
    """For each row outside the largest component, the nearest row of another component.

    If many rows are outside, this is computed for the rows of the largest component too.
    """
    rows = np.flatnonzero(component_of != np.bincount(component_of).argmax())
    if _RELATIVE_COST * len(rows) > cloud.n_samples:
        return cloud.reduce(NearestOthers(groups=component_of))
    found = Neighbors.none(cloud.n_samples, 1)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        cloud.report("links", start, len(rows))
        some = rows[start : start + _ROWS_AT_ONCE]
        r = cloud.squared_distances_between(some, slice(None))
        r[component_of[some, None] == component_of] = np.inf
        found.indices[some, 0] = r.argmin(axis=1)
        found.squared_distances[some, 0] = r.min(axis=1)
    cloud.report("links", len(rows), len(rows))
    return found


def with_links(bandwidth: Bandwidth, n_links: int) -> Bandwidth:
    """The bandwidth, with the number of links added to its reason."""
    if not n_links:
        return bandwidth
    reason = f"{bandwidth.reason} {n_links} link(s) join components of the graph."
    return replace(bandwidth, reason=reason)
