"""Parameters of a map out of what was typed, checked before the data are read."""

from __future__ import annotations

from typing import Any

from ...bandwidth import Rule
from ...diffusion.kept_mass.kept_mass_fit import check_one_scale
from ...metrics import Metric
from ..shared.problems import UsageError
from .shape import Shape

__all__ = ["map_parameters"]


def map_parameters(
    rule: Rule, shape: Shape, metric: str | Metric, *, by_rule: bool
) -> dict[str, Any]:
    """Parameters of a `DiffusionMap`; `by_rule` says whether a rule or its options were typed.

    Raises
    ------
    UsageError
        If options contradict each other, or the rule has no use for the graph or the kept mass.
    """
    graph = _graph(shape, by_rule)
    with UsageError.instead_of(ValueError):
        if isinstance(graph["neighbors"], int) and rule.scales_rows:
            rule.check_neighbors(graph["neighbors"])
        if shape.kept_mass is not None:
            check_one_scale(rule)
    self_tuned = graph.get("edge_weights") == "self_tuned"  # no rule chooses these scales
    return {
        **({} if self_tuned else {"bandwidth": rule}),
        "alpha": shape.alpha,
        "t": shape.steps,
        "kept_mass": shape.kept_mass,
        "landmarks": shape.landmarks,
        "metric": metric,
        **graph,
    }


def _graph(shape: Shape, by_rule: bool) -> dict[str, Any]:
    """Parameters about the graph of neighbours."""
    if isinstance(shape.neighbors, int):
        if shape.kept_mass is not None:
            raise UsageError(
                "--kept-mass truncates the kernel of all pairs and --neighbors takes the graph of "
                "a few; give one of them."
            )
        return {
            "neighbors": shape.neighbors,
            "link_components": shape.link_components,
            "edge_weights": "bandwidth" if by_rule else "self_tuned",
        }
    if shape.neighbors is None and not by_rule and shape.kept_mass is None:
        return {"neighbors": "auto", "edge_weights": "self_tuned"}
    if shape.link_components:
        raise UsageError(
            "--link-components joins components of the graph of a few neighbours, but this is a "
            "map of all pairs; give --neighbors K too, or leave it."
        )
    return {"neighbors": None}
