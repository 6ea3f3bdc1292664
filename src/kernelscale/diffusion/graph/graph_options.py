"""The parameters of a map that concern neighbour graphs, and checks for contradictions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._validation import check_count, check_name, check_switch, shown
from ...kernels.kernel import Kernel
from ...metrics.registry import metric_named

__all__ = [
    "ALL_PAIRS",
    "EDGE_WEIGHTS",
    "GRAPH",
    "KEPT_MASS",
    "NEAREST",
    "SIMILARITIES",
    "GraphOptions",
    "advice",
    "check_together",
    "nearer",
]

EDGE_WEIGHTS = ("self_tuned", "bandwidth", "unit")

_MATRIX = {"eigen_solver": "auto", "keep_distances": False}
_ALL_PAIRS = {**_MATRIX, "kept_mass": None}
_ALL_ROWS = {"landmarks": None}
_SEARCH = {"link_components": ("auto", False), "approximate_neighbors": "auto"}
# For each kind of map, the parameters that have no effect on it, each with the value or values at
# which it must be left.
_WITHOUT_EFFECT: dict[str, dict[str, Any]] = {
    "a map of all pairs (neighbors=None)": {"edge_weights": "self_tuned", **_SEARCH},
    "a map of nearest neighbours": _ALL_PAIRS,
    "a map of a share of the kernel's mass (kept_mass)": {
        "edge_weights": "self_tuned",
        **_SEARCH,
        **_MATRIX,
    },
    "a map of a given graph": {**_SEARCH, **_ALL_PAIRS, **_ALL_ROWS},
    "a map of given similarities": {
        "neighbors": ("auto", None),
        "edge_weights": "self_tuned",
        "bandwidth": "auto",
        **_SEARCH,
        **_ALL_PAIRS,
        **_ALL_ROWS,
    },
}
ALL_PAIRS, NEAREST, KEPT_MASS, GRAPH, SIMILARITIES = _WITHOUT_EFFECT


class GraphOptions(NamedTuple):
    """The parameters of a `DiffusionMap` that concern its graph, under the same names.

    `neighbors` is None for a map of all pairs, and "auto" if the number of neighbours is to be
    chosen. With "auto", components of the graph are linked unless ``link_components=False``.
    """

    n_components: int
    alpha: float
    t: int
    neighbors: int | str | None
    edge_weights: str
    link_components: bool | str
    approximate_neighbors: bool | str

    @classmethod
    def of(cls, fitted: Any) -> GraphOptions:
        """The parameters of a map, checked.

        Raises
        ------
        ValueError
            If a parameter is not valid.
        """
        options = cls(*(getattr(fitted, name) for name in cls._fields))
        if not _is(options.neighbors, ("auto", None)):
            check_count(options.neighbors, "neighbors, if neither 'auto' nor None,")
        check_name(options.edge_weights, EDGE_WEIGHTS, "edge_weights")
        if not _is(options.link_components, "auto"):
            check_switch(options.link_components, "link_components, if not 'auto',")
        if not _is(options.approximate_neighbors, "auto"):
            check_switch(options.approximate_neighbors, "approximate_neighbors, if not 'auto',")
        if _is(options.neighbors, "auto") and _is_of_all_pairs(fitted):
            options = options._replace(neighbors=None)
        if _is(options.link_components, "auto"):
            options = options._replace(link_components=_is(options.neighbors, "auto"))
        return options

    @property
    def stated_neighbors(self) -> int | None:
        """The stated number of neighbours; None if the number is to be chosen."""
        return None if isinstance(self.neighbors, str) else self.neighbors


def _is_of_all_pairs(fitted: Any) -> bool:
    """Whether a parameter was given that only maps of all pairs have."""
    weighed = fitted.edge_weights == "self_tuned" and not _is(fitted.bandwidth, "auto")
    return weighed or not all(_is(getattr(fitted, name), left) for name, left in _ALL_PAIRS.items())


def check_together(fitted: Any, kind: str) -> None:
    """Refuse parameters that have no effect on a map of this kind.

    Raises
    ------
    ValueError
        If such a parameter was given.
    """
    for name, left in _WITHOUT_EFFECT[kind].items():
        if not _is(given := getattr(fitted, name), left):
            raise ValueError(
                f"{name} has no effect in {kind}, but {shown(given)} was given; leave it at "
                f"{(left[0] if isinstance(left, tuple) else left)!r}."
            )
    weighed = kind in (NEAREST, GRAPH) and fitted.edge_weights != "bandwidth"
    if weighed and not _is(fitted.bandwidth, "auto"):
        raise ValueError(
            f"bandwidth has no effect with edge_weights={fitted.edge_weights!r}, but "
            f"{shown(fitted.bandwidth)} was given; leave it at 'auto', or pass "
            f"edge_weights='bandwidth'."
        )
    metric = metric_named(fitted.metric)
    if kind == KEPT_MASS and not metric.is_euclidean:
        raise ValueError(
            f"kept_mass needs points and the Euclidean metric, but metric={metric.name!r} was "
            f"given; leave it at None."
        )
    approximate = kind == NEAREST and _is(fitted.approximate_neighbors, True)
    if approximate and not metric.ranks_as_euclidean:
        raise ValueError(
            f"approximate_neighbors=True needs Euclidean distances or angles of points, but "
            f"metric={metric.name!r} was given; leave it at 'auto'."
        )


def advice(fitted: Any, kind: str) -> str:
    """Advice on what connects the components of a map of this kind."""
    if kind == SIMILARITIES:
        return "give positive similarities of more pairs"
    if kind in (ALL_PAIRS, KEPT_MASS):
        more = " or a larger kept_mass" if kind == KEPT_MASS else ""
        return f"take a larger bandwidth{more} to join them"
    wider = "take a larger bandwidth or " if fitted.edge_weights == "bandwidth" else ""
    if kind == GRAPH:
        return f"{wider or 'provide or use '}more neighbors"
    links = "" if GraphOptions.of(fitted).link_components else " or link_components=True"
    return f"{wider or 'take '}more neighbors{links}"


def nearer(kernel: Kernel, kind: str) -> str:
    """Advice on what brings rows nearer to one another in a map of this kind."""
    if kind in (ALL_PAIRS, KEPT_MASS):
        own_scales = kind == KEPT_MASS or kernel.gaussian_scale is None
        return "take a larger bandwidth" + ("" if own_scales else " or 'self_tuning'")
    helps = {NEAREST: "take more neighbors", GRAPH: "give more neighbors"}
    return helps.get(kind, "give larger similarities")


def _is(value: Any, left: Any) -> bool:
    if isinstance(left, tuple):
        return any(_is(value, each) for each in left)
    kinds = (bool, np.bool_) if isinstance(left, bool) else type(left)
    return isinstance(value, kinds) and bool(value == left)
