"""How many neighbours a map takes where nobody says."""

from __future__ import annotations

from dataclasses import replace

from ..point_cloud import PointCloud
from .fitted import Fitted
from .graph_options import GraphOptions
from .localized import leading_localized
from .on_graph import Weighting, fit_graph

__all__ = ["fit_chosen_graph"]

TRIES = 3


def fit_chosen_graph(cloud: PointCloud, weighting: Weighting, options: GraphOptions) -> Fitted:
    """Fit a map to a graph of as many neighbours as rows call for.

    The fourth root of the distinct rows, at least 3; twice and four times that where a few rows
    carry a leading coordinate, which may join them to more of the others. If that does not help,
    the first is taken. What was measured to choose this stands in docs/choosing.md.

    Parameters
    ----------
    cloud : PointCloud
        The rows.
    weighting : Resolved, Rule or None
        As of `on_graph.edge_weighting`.
    options : GraphOptions
        Checked parameters of the map, whose `neighbors` are "auto".
    """
    first = fitted = fit_graph(cloud, weighting, options)
    for _ in range(TRIES - 1):
        assert fitted.n_neighbors is not None
        if not _is_localized(fitted):
            return _told(fitted, first)
        fitted = fit_graph(cloud, weighting, options._replace(neighbors=2 * fitted.n_neighbors))
    return _told(first if _is_localized(fitted) else fitted, first)


def _is_localized(fitted: Fitted) -> bool:
    pairs = fitted.pairs
    return bool(leading_localized(pairs.values[1:], pairs.vectors[:, 1:], pairs.stationary).any())


def _told(fitted: Fitted, first: Fitted) -> Fitted:
    """The map, whose bandwidth says why it has so many neighbours."""
    n_neighbors = first.n_neighbors
    why = f"{n_neighbors} neighbours, the fourth root of the rows and at least 3"
    if fitted is not first:
        why = (
            f"{fitted.n_neighbors} neighbours, as with {n_neighbors}, the fourth root of the rows, "
            f"a few rows carry a leading coordinate"
        )
    elif _is_localized(fitted):
        why += "; a few rows carry a leading coordinate, with up to four times as many too"
    reason = f"{fitted.bandwidth.reason} {why[0].upper()}{why[1:]}."
    return replace(fitted, bandwidth=replace(fitted.bandwidth, reason=reason))
