"""Whether a graph of nearest neighbours fits the memory limit."""

from __future__ import annotations

from ...bandwidth.rule import Rule
from ...data import PointCloud
from ...engine.plan import readable
from ...results import Bandwidth
from .edge_weights import scales_rows
from .number_of_neighbors import number_of_neighbors
from .options import GraphOptions

__all__ = ["check_graph_memory"]

_BYTES_AN_EDGE = 100  # what is found, lists, both directions, the kernel as it is scaled (measured)
_BYTES_A_ROW = 500  # coarser graphs of the solver (measured)
_BYTES_WITH_SCALES = 1700  # with scales of rows more rows are nearly alone, and those are larger
_LANDMARKS, _FEWEST_LANDMARKS = 5000, 100  # fewer show little of the whole
_VECTORS = 12  # a pair, of these and the few that are iterated beside them


def check_graph_memory(
    cloud: PointCloud, options: GraphOptions, rule: Rule | Bandwidth | None
) -> None:
    """Refuse rows whose graph, weighted by a rule if any, would not fit the cloud's limit."""
    n_neighbors = number_of_neighbors(options, cloud.n_samples)
    of_levels = _BYTES_A_ROW if rule is None or not scales_rows(rule) else _BYTES_WITH_SCALES
    of_vectors = 8 * _VECTORS * (options.n_components + 4)
    a_row = _BYTES_AN_EDGE * (n_neighbors + 1) + of_levels + of_vectors
    needed, limit = cloud.n_samples * a_row, cloud.memory_limit
    if needed > limit:
        raise MemoryError(
            f"The graph of {n_neighbors} neighbours of {cloud.n_samples} rows needs "
            f"{readable(needed)}, but memory_limit is {readable(limit)}; raise it, take fewer "
            f"neighbours{_or_landmarks(cloud, limit // a_row)}."
        )


def _or_landmarks(cloud: PointCloud, n_rows: int) -> str:
    """Advice to fit landmarks, if enough rows fit and others can be embedded."""
    if cloud.features is None or n_rows < _FEWEST_LANDMARKS:
        return ""
    return (
        f", or pass landmarks={min(n_rows, _LANDMARKS)} to fit so many rows and embed all others "
        f"among them"
    )
