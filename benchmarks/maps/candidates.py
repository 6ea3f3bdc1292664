"""Candidate maps: a grid of maps, and maps that methods choose without labels.

A candidate has parameters of `DiffusionMap`, and a name for the tables. Maps of the grid are fitted
to the distances between all rows, which are computed once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kernelscale import select_bandwidth
from kernelscale.data import PointCloud

from .sets import Draw

__all__ = ["DEFAULT", "FIXED", "GRID", "RULES", "Map", "chosen_maps", "grid_of"]

GRID = "map of the grid"  # value of the column "way" for a map that no method chose
DEFAULT = "default"
NEIGHBORS = (5, 7, 10, 15, 20, 30, 50, 100)
LINKED_NEIGHBORS = (
    2,
    3,
    5,
    7,
    10,
    15,
)  # if components are linked
OF_NEIGHBOR = (0.125, 0.5)  # scales of the edges, in units of the squared distance to neighbour k
N_SCALES = 24
MANY_ROWS = 1000  # from this number of rows on, the grid is coarser
N_SCALES_OF_MANY = 10
NEIGHBORS_OF_MANY = (5, 10, 15, 30, 100)
RULES = ("auto", "median", "max_min")
ALPHAS = (0.0, 1.0)


class Map(NamedTuple):
    """A candidate map, with the `parameters` of `DiffusionMap`.

    `way` is the method that chooses the map, and `on_points` is whether it is fitted to points (and
    not to distances). The other fields make up the name of the map:

    - `k`: number of neighbours; None for a map of all pairs;
    - `weights`: kind of the kernel or of the weights of edges;
    - `scale`: for all pairs, position on the grid of scales, from 0 to 1. For a graph, scale of the
      edges in units of the squared distance to neighbour k;
    - `alpha`: the exponent of the density;
    - `linked`: whether the components of the graph were linked.
    """

    way: str
    k: int | None
    weights: str
    scale: float | None
    alpha: float
    linked: bool
    parameters: dict[str, Any]
    on_points: bool = False

    @property
    def name(self) -> str:
        """Name of the map, which is the same on all draws."""
        if self.on_points:
            return self.way
        parts = ["all pairs" if self.k is None else f"k = {self.k}", self.weights]
        parts += [f"scale {self.scale:.3f}"] if self.scale is not None else []
        parts += [f"alpha {self.alpha:g}"] + ["linked"] * self.linked
        return ", ".join(parts)


def _all_pairs(way: str, epsilon: float, scale: float | None, alpha: float) -> Map:
    parameters = {"bandwidth": epsilon, "alpha": alpha}
    return Map(way, None, "gaussian", scale, alpha, False, parameters)


def _self_tuned(way: str, alpha: float) -> Map:
    parameters = {"bandwidth": "self_tuning", "alpha": alpha}
    return Map(way, None, "self_tuned", None, alpha, False, parameters)


def _graph(way: str, k: int, alpha: float, weights: str = "self_tuned", **more: Any) -> Map:
    scale = more.pop("scale", None)
    parameters = {"neighbors": k, "alpha": alpha, "edge_weights": weights, **more}
    named = "gaussian" if weights == "bandwidth" else weights
    return Map(way, k, named, scale, alpha, "link_components" in more, parameters)


def grid_of(draw: Draw) -> Iterator[Map]:
    """Maps of the grid: of all pairs at several scales, and of graphs.

    The graphs have several numbers of neighbours, at most half the number of rows, and several
    kinds of weights. A graph whose components were linked cannot be the oracle (see `oracles`).
    """
    many = len(draw.X) >= MANY_ROWS
    low, high = PointCloud(draw.X).scale_range
    places = np.linspace(0, 1, N_SCALES_OF_MANY if many else N_SCALES)
    for alpha in ALPHAS:
        for place in places:
            yield _all_pairs(GRID, low * (high / low) ** place, place, alpha)
        yield _self_tuned(GRID, alpha)
        for k in NEIGHBORS_OF_MANY if many else NEIGHBORS:
            if 2 * k <= len(draw.X):
                yield from _graphs(draw, k, alpha, () if many else OF_NEIGHBOR)
        for k in LINKED_NEIGHBORS:
            yield _graph(GRID, k, alpha, link_components=True)


def _graphs(draw: Draw, k: int, alpha: float, scales: tuple[float, ...]) -> Iterator[Map]:
    yield _graph(GRID, k, alpha)
    yield _graph(GRID, k, alpha, "unit")
    typical = np.median(np.partition(draw.distances, k, axis=1)[:, k] ** 2)
    for scale in scales:
        yield _graph(GRID, k, alpha, "bandwidth", bandwidth=scale * typical, scale=scale)


def chosen_maps(draw: Draw) -> Iterator[Map]:
    """Maps that methods choose: of all pairs at the scale of each rule, and the default map."""
    for rule in RULES:
        epsilon = select_bandwidth(draw.X, rule=rule).epsilon
        yield _all_pairs(f"all pairs, {rule}", epsilon, None, 0.0)
    yield Map(DEFAULT, None, "", None, 0.0, False, {}, on_points=True)


FIXED = (
    ("all pairs, self_tuned, alpha 0", 1),
    *(
        (f"k = {k}, self_tuned, alpha {alpha:g}", t)
        for k in (5, 10, 15, 30)
        for alpha in ALPHAS
        for t in (0, 1)
    ),
    *((f"k = {k}, self_tuned, alpha 1, linked", 1) for k in (2, 3, 5, 10, 15)),
)
"""Name and number of steps t of each map of the grid that also counts as a method.

These maps need no labels, because their parameters do not depend on the data.
"""
