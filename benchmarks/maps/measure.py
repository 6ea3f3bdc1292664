"""Scores and evidence of every map of a draw.

A draw is a random choice of rows of a data set. Evidence on a map is what can be measured without
labels.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain, product

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from kernelscale import DiffusionMap
from kernelscale.markov.participation import fewest_rows

from .candidates import GRID, chosen_maps, grid_of
from .evidence import Evidence, fitted
from .scores import score
from .sets import Draw

__all__ = ["FIRST", "INDEPENDENT", "SCORES", "measure", "named"]

FIRST, INDEPENDENT = "first", "independent"
STEPS = (0, 1)  # numbers of steps t; a map is fitted once and rescaled for each t
NAMES = ("way", "k", "weights", "scale", "alpha", "linked")
SCORES = (
    *("set", "kind", "rows", "seed", "map", *NAMES),
    *("t", "of", "n_coordinates", "score", "localized", "components"),
)
"""Names of the columns of scores."""


def measure(draw: Draw) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and evidence of the maps of this package for a draw."""
    scores, evidence = [], []
    with threadpool_limits(1):
        seen = Evidence(draw)
        for method in chain(grid_of(draw), chosen_maps(draw)):
            try:
                found = fitted(draw.X if method.on_points else draw.distances, method)
            except ValueError as error:
                _report(f"{draw.name}, {draw.rows} rows, seed {draw.seed}, {method}: {error}")
                continue
            at = {"map": method.name, **{name: getattr(method, name) for name in NAMES}}
            steps = STEPS if method.way == GRID else (found.t,)
            scores += [{**at, **line} for line in _lines(draw, found, steps)]
            evidence.append({**at, **seen.of(method, found)})
    _report(f"measured {draw.name}, {draw.rows} rows, seed {draw.seed}")
    return named(draw, scores)[[*SCORES]], named(draw, evidence)


def named(draw: Draw, lines: list[dict[str, object]]) -> pd.DataFrame:
    """Table of the lines, with columns for the set, kind, number of rows and seed of the draw."""
    at = {name: getattr(draw, name) for name in ("kind", "rows", "seed")}
    return pd.DataFrame([{"set": draw.name, **at, **line} for line in lines])


def _lines(draw: Draw, found: DiffusionMap, steps: tuple[int, ...]) -> Iterator[dict[str, object]]:
    """Scores of the first and of the independent coordinates, at each number of steps t."""

    # Cached, because the first and the independent coordinates are often the same.
    @cache
    def scored(chosen: tuple[int, ...], t: int) -> float:
        return score(draw, found.eigenvectors_[:, chosen] * found.eigenvalues_[[*chosen]] ** t)

    for n_coordinates, of in product(draw.numbers, (FIRST, INDEPENDENT)):
        chosen = _chosen(found, of, n_coordinates)
        localized = found.participation_[chosen].min() < fewest_rows(len(draw.X))
        for t in steps:
            yield {
                "t": t,
                "of": of,
                "n_coordinates": n_coordinates,
                "score": scored(tuple(chosen.tolist()), t),
                "localized": bool(localized),
                "components": found.n_connected_components_,
            }


def _chosen(found: DiffusionMap, of: str, n_coordinates: int) -> np.ndarray:
    if of == FIRST:
        return np.arange(n_coordinates)
    return found.independent_coordinates_.first(n_coordinates)


def _report(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
