"""Properties of a map that need no labels and might be used to choose a map."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from kernelscale import DiffusionMap
from kernelscale.markov.participation import fewest_rows

from .candidates import NEIGHBORS, Map
from .sets import Draw

__all__ = ["N_COORDINATES", "Evidence", "fitted", "shared"]

N_COORDINATES = 10


def fitted(data: np.ndarray, of: Map) -> DiffusionMap:
    """A map of at most 10 coordinates.

    Warnings of the fit are suppressed, because the attributes of the map have the same information.
    """
    options: dict[str, Any] = {} if of.on_points else {"metric": "precomputed"}
    n_components = min(N_COORDINATES, len(data) - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return DiffusionMap(n_components, n_threads=1, **options, **of.parameters).fit(data)


class Evidence:
    """Properties of maps of a draw (a random choice of rows of a set), computed without labels.

    Quantities that all maps of the draw need are computed once.
    """

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        half = np.random.default_rng([draw.seed, 1]).permutation(len(draw.X))
        self.halves = np.array_split(half, 2)

    @cached_property
    def squares(self) -> np.ndarray:
        """Squared distances of each row to all other rows, ascending."""
        return np.sort(self.draw.distances, axis=1)[:, 1:] ** 2

    @cached_property
    def order(self) -> np.ndarray:
        """Indices of the other rows by increasing distance from each row."""
        return np.argsort(self.draw.distances, axis=1, kind="stable")[:, 1:]

    def of(self, method: Map, found: DiffusionMap) -> dict[str, float]:
        """Properties of one map, by name."""
        return {
            "n_features": self.draw.X.shape[1],
            "components": found.n_connected_components_,
            "largest component": found.component_sizes_[0] / len(self.draw.X),
            "fewest rows": fewest_rows(len(self.draw.X)),
            **self._of_coordinates(found),
            **self._of_neighbors(found, method),
            **self._of_scale(found, method),
            **dict(self._agreement(found, method)),
        }

    def _of_coordinates(self, found: DiffusionMap) -> dict[str, float]:
        """Properties of each coordinate, and two numbers of the map.

        - lambda: eigenvalue of a coordinate;
        - participation: number of rows on which the coordinate is far from 0;
        - new: share of the coordinate that earlier independent coordinates do not explain;
        - independent: number of independent coordinates;
        - evenness of pi: 1 if the stationary distribution pi is uniform, else less.
        """
        independent = found.independent_coordinates_
        lines = {
            "lambda": found.eigenvalues_,
            "participation": found.participation_,
            "new": independent.residuals,
        }
        seen = {
            f"{name} {number}": value
            for name, values in lines.items()
            for number, value in enumerate(values, start=1)
        }
        pi = found.stationary_
        alike = np.exp(-(pi * np.log(pi)).sum()) / len(pi)
        return {**seen, "independent": len(independent.indices), "evenness of pi": alike}

    def _of_neighbors(self, found: DiffusionMap, method: Map) -> dict[str, float]:
        """Properties of a graph of neighbours; none for a map of all pairs."""
        k = found.n_neighbors_
        if k is None:
            return {}
        n, near = len(self.order), self.order[:, :k]
        ends = (np.repeat(np.arange(n), k), near.ravel())
        graph = csr_array((np.ones(n * k), ends), shape=(n, n))
        radii = self.squares[:, k - 1]
        logs = np.log(np.maximum(self.squares[:, :k], np.finfo(float).tiny))
        return {
            "neighbors": k,
            "graph components": connected_components(graph, directed=False)[0],
            "mutual": float(graph.multiply(graph.T).sum() / (n * k)),
            "most often a neighbor": float(graph.sum(axis=0).max() / k),
            "spread of radii": float(np.log(radii).std() / 2),
            "radius to median": float(np.median(radii) / np.median(self.squares)),
            # Levina and Bickel's estimate; inverses are averaged, as MacKay and Ghahramani propose.
            "local dimension": float(
                2 * (k - 1) / (logs[:, -1:] - logs)[:, :-1].sum(axis=1).mean()
            ),
            "mass": self._mass_in(self._self_tuned(k), (k,))[k],
        }

    def _of_scale(self, found: DiffusionMap, method: Map) -> dict[str, float]:
        """Scale of the map, and implied dimension at this scale.

        For a map of all pairs also the mean kernel sum of a row, and `_mass_in`.
        """
        epsilon, k = found.bandwidth_.epsilon, found.n_neighbors_
        if k is not None and method.weights != "gaussian":
            epsilon = np.median(self.squares[:, k - 1]) / 2
        if epsilon is None:
            return {"d_eps": np.nan}
        K = np.exp(-self.squares / (2 * epsilon))
        total = len(K) + K.sum()
        seen = {"epsilon": epsilon, "d_eps": float((self.squares * K).sum() / (epsilon * total))}
        if k is not None:
            return seen
        mass = {f"mass {near}": share for near, share in self._mass_in(K, NEIGHBORS).items()}
        return {**seen, "neighbors seen": (total - len(K)) / len(K), **mass}

    def _self_tuned(self, k: int) -> np.ndarray:
        """Self-tuned kernel of all pairs; the entries of each row are in order of distance."""
        sigma = np.sqrt(self.squares[:, k - 1])
        return np.exp(-self.squares / (sigma[:, None] * sigma[self.order]))

    @staticmethod
    def _mass_in(K: np.ndarray, numbers: tuple[int, ...]) -> dict[int, float]:
        """Share of the kernel sum of a row that its k nearest rows make up, as a mean over rows.

        The kernel of a row with itself does not count.
        """
        sums = np.cumsum(K, axis=1)
        shares = sums / np.maximum(sums[:, -1:], np.finfo(float).tiny)
        return {k: float(shares[:, min(k, K.shape[1]) - 1].mean()) for k in numbers}

    def _agreement(self, found: DiffusionMap, method: Map) -> Iterator[tuple[str, float]]:
        """How well the first m coordinates of two maps agree, for m from 1 to 10.

        The map of one half of the rows is compared with two maps: with that of the other half,
        extended to the rows of the first, and with that of all rows. The agreement is the mean
        squared canonical correlation, averaged over both halves.
        """
        parts = [(rows, self._of_half(rows, method)) for rows in self.halves]
        if any(part is None for _, part in parts):
            return
        between, within = [], []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for (rows, own), (others, other) in (parts, parts[::-1]):
                extended = other.transform(self._data(rows, others, method))
                between.append(shared(own.eigenvectors_, extended))
                within.append(shared(own.eigenvectors_, found.eigenvectors_[rows]))
        for name, shares in (("agreement", between), ("agreement with all", within)):
            for number, share in enumerate(np.mean(shares, axis=0), start=1):
                yield f"{name} {number}", float(share)

    def _of_half(self, rows: np.ndarray, method: Map) -> DiffusionMap | None:
        try:
            return fitted(self._data(rows, rows, method), method)
        except ValueError:  # for instance, a rule finds no scale
            return None

    def _data(self, rows: np.ndarray, others: np.ndarray, method: Map) -> np.ndarray:
        if method.on_points:
            return self.draw.X[rows]
        return self.draw.distances[np.ix_(rows, others)]


def shared(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Mean squared canonical correlation of the first m columns of both arrays, for each m."""
    bases = [np.linalg.qr(part - part.mean(axis=0))[0] for part in (first, second)]
    squares = (bases[0].T @ bases[1]) ** 2
    numbers = np.arange(1, len(squares) + 1)
    return np.cumsum(np.cumsum(squares, axis=0), axis=1).diagonal() / numbers
