"""Links between the components of a neighbour graph."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from scipy.sparse import csr_array

from ..data import PointCloud
from ..engine import NearestOthers
from ..engine.statistics import Neighbors
from ..kernels import Kernel
from ..neighbor_graphs import linked_lists
from ..results import Bandwidth
from .long_fits import warn_if_links_are_long

__all__ = ["linked", "with_links"]

_LONGEST = 18.0  # of -log K_ij: beyond, an edge is below `WEAKEST_EDGE`
_DEARER = 4  # a pair of some rows with all, than one of all rows (measured)
_ROWS_AT_ONCE = 64


def linked(lists: csr_array, radii: np.ndarray, nodes: PointCloud, kernel: Kernel) -> csr_array:
    """The lists with links between components, which a kernel of local scales sees as well."""
    warn_if_links_are_long(nodes, lists, _DEARER)
    longest, scales = np.inf, kernel.scales_of_rows()
    if scales is not None:
        radii, one = scales**2, np.zeros(1, dtype=int)
        longest = _LONGEST / -float(np.log(kernel.edge_values(one, one, radii[:1]))[0])
    return linked_lists(lists, radii, partial(_nearest_outside, nodes), longest)


def _nearest_outside(cloud: PointCloud, parts: np.ndarray) -> Neighbors:
    """The nearest row of another component, of rows outside the largest: these find it too."""
    rows = np.flatnonzero(parts != np.bincount(parts).argmax())
    if _DEARER * len(rows) > cloud.n_samples:
        return cloud.reduce(NearestOthers(groups=parts))
    found = Neighbors.none(cloud.n_samples, 1)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        cloud.report("links", start, len(rows))
        some = rows[start : start + _ROWS_AT_ONCE]
        r = cloud.squared_distances_between(some, slice(None))
        r[parts[some, None] == parts] = np.inf
        found.indices[some, 0] = r.argmin(axis=1)
        found.squared_distances[some, 0] = r.min(axis=1)
    cloud.report("links", len(rows), len(rows))
    return found


def with_links(bandwidth: Bandwidth, n_links: int) -> Bandwidth:
    """The bandwidth, whose reason says how many links there are."""
    if not n_links:
        return bandwidth
    told = f"{bandwidth.reason} {n_links} link(s) join components that shared no neighbours."
    return replace(bandwidth, reason=told)
