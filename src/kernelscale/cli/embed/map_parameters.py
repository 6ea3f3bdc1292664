"""The parameters of a map, made from the options and checked before the data are read."""

from __future__ import annotations

from typing import Any

from ...bandwidth.rule import Rule
from ...diffusion.kept_mass.kept_mass_fit import check_one_scale
from ...metrics.metric import Metric
from ..shared.problems import UsageError
from .map_options import MapOptions

__all__ = ["map_parameters"]


def map_parameters(
    rule: Rule, options: MapOptions, metric: str | Metric, *, by_rule: bool
) -> dict[str, Any]:
    """Parameters of a `DiffusionMap`; `by_rule` states whether a rule or its options were typed.

    Raises
    ------
    UsageError
        If options contradict each other, or the rule cannot be used with --neighbors K or with
        --kept-mass.
    """
    graph = _graph(options, by_rule)
    with UsageError.instead_of(ValueError):
        if isinstance(graph["neighbors"], int) and rule.scales_rows:
            rule.check_neighbors(graph["neighbors"])
        if options.kept_mass is not None:
            check_one_scale(rule)
    self_tuned = graph.get("edge_weights") == "self_tuned"  # each row has its own scale
    return {
        **({} if self_tuned else {"bandwidth": rule}),
        "alpha": options.alpha,
        "t": options.steps,
        "kept_mass": options.kept_mass,
        "landmarks": options.landmarks,
        "metric": metric,
        **graph,
    }


def _graph(options: MapOptions, by_rule: bool) -> dict[str, Any]:
    """The parameters of the neighbour graph."""
    if isinstance(options.neighbors, int):
        if options.kept_mass is not None:
            raise UsageError(
                "--kept-mass truncates the kernel of all pairs, and --neighbors uses a graph of "
                "few neighbours instead; give one of them."
            )
        return {
            "neighbors": options.neighbors,
            "link_components": options.link_components,
            "edge_weights": "bandwidth" if by_rule else "self_tuned",
        }
    if options.neighbors is None and not by_rule and options.kept_mass is None:
        return {"neighbors": "auto", "edge_weights": "self_tuned"}
    if options.link_components:
        raise UsageError(
            "--link-components connects the components of a neighbour graph, but this is a map of "
            "all pairs; give --neighbors K too, or leave out --link-components."
        )
    return {"neighbors": None}
