"""Whether a graph of nearest neighbours fits the memory limit."""

from __future__ import annotations

from ...bandwidth.rule import Rule
from ...data import PointCloud
from ...engine.plan import readable
from ...results import Bandwidth
from .edge_weights import scales_rows
from .graph_options import GraphOptions
from .number_of_neighbors import number_of_neighbors

__all__ = ["check_graph_memory"]

_BYTES_AN_EDGE = 100  # entries in the lists, in the kernel and in the scaled kernel (measured)
_BYTES_A_ROW = 500  # the coarser graphs that the solver makes (measured)
_BYTES_WITH_SCALES = 1700  # as above if each row has a scale, which makes these graphs larger
_LANDMARKS, _FEWEST_LANDMARKS = 5000, 100  # most and fewest landmarks that a message advises
_VECTORS = 12  # number of vectors in memory for each eigenpair of the iteration


def check_graph_memory(
    cloud: PointCloud, options: GraphOptions, rule: Rule | Bandwidth | None
) -> None:
    """Refuse rows whose graph would not fit the memory limit.

    `rule` chooses the kernel of the edges; it is None for weights without a bandwidth.
    """
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
    """Advice to take landmarks, if enough landmarks fit and the other rows can be embedded."""
    if cloud.features is None or n_rows < _FEWEST_LANDMARKS:
        return ""
    return (
        f", or pass landmarks={min(n_rows, _LANDMARKS)} to fit this many rows and embed all "
        f"others among them"
    )
