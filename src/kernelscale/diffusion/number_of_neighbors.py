"""How many neighbours the rows of a graph have."""

from __future__ import annotations

from .graph_options import GraphOptions

__all__ = ["number_of_neighbors", "root_of_rows"]

FEWEST = 3  # where they are chosen


def number_of_neighbors(options: GraphOptions, n_nodes: int) -> int:
    """Those asked for, or the root of the rows, as far as there are others."""
    return min(options.stated_neighbors or root_of_rows(n_nodes), n_nodes - 1)


def root_of_rows(n_rows: int) -> int:
    """The fourth root, rounded, and at least 3."""
    return max(FEWEST, round(n_rows**0.25))
