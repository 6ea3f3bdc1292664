"""A way of scaling: factors for the features, and a rule for the scale of the map."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...diffusion.diffusion_map import DiffusionMap

__all__ = ["Embedded", "Scale", "ScalingWay", "embed_by_ways"]

Scale = Callable[[np.ndarray, int], np.ndarray]


class Embedded(NamedTuple):
    """Diffusion coordinates of the rows, the factor of each feature, and the eigenvalues."""

    coordinates: np.ndarray
    factors: np.ndarray
    eigenvalues: np.ndarray


@dataclass(frozen=True)
class ScalingWay:
    """A way to scale the features, and a rule for epsilon.

    Attributes
    ----------
    title : str
        Name of the way on pictures.
    scale : callable or None
        ``scale(X, n_dims)`` returns a factor for each feature; None if features are not scaled.
    bandwidth : str or float
        The rule, or epsilon itself.
    neighbors : str or None
        As in `DiffusionMap`: "auto" is a graph of nearest neighbours, None means all pairs.
    of_standardised : bool
        Whether the map depends on standardised features only. Then units do not change it, nor does
        the noise level of a Swiss roll, whose noise is in features of its own.
    dimension : callable or None
        ``dimension(X, n_dims)`` returns the dimension that `scale` gets; None if it is `n_dims`.
    """

    title: str
    scale: Scale | None
    bandwidth: str | float
    neighbors: str | None = None
    of_standardised: bool = False
    dimension: Callable[[np.ndarray, int], int] | None = None

    def n_dims(self, X: np.ndarray, given: int) -> int:
        """The dimension for which features are scaled; `given` is that of the manifold."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an estimate by a doubtful fit is a result, too
            return given if self.dimension is None else self.dimension(X, given)

    def factors(self, X: np.ndarray, n_dims: int) -> np.ndarray:
        """The factor of each feature, for the dimension that `n_dims` returned."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a constant feature is a result, not a fault
            return np.ones(X.shape[1]) if self.scale is None else self.scale(X, n_dims)

    def embed(self, X: np.ndarray, n_dims: int, n_components: int) -> np.ndarray:
        """Diffusion coordinates of the rows, of shape (n_samples, n_components)."""
        factors = self.factors(X, self.n_dims(X, n_dims))
        return self.mapped(X, factors, n_components).coordinates

    def mapped(self, X: np.ndarray, factors: np.ndarray, n_components: int) -> Embedded:
        """The map of the features, with these factors."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # several components are a result, not a fault
            found = DiffusionMap(
                n_components,
                self.bandwidth,
                scale=factors if self.scale is not None else None,
                neighbors=self.neighbors,
                n_threads=1,
            ).fit(X)
        return Embedded(found.embedding_, factors, found.eigenvalues_)


def embed_by_ways(
    ways: Mapping[str, ScalingWay], X: np.ndarray, n_dims: int, n_components: int
) -> dict[str, Embedded]:
    """Maps by every way; ways with the same scaling function and dimension share one search."""
    known: dict[tuple[Scale | None, int], np.ndarray] = {}
    found = {}
    for name, way in ways.items():
        search = way.scale, way.n_dims(X, n_dims)
        if search not in known:
            known[search] = way.factors(X, search[1])
        found[name] = way.mapped(X, known[search], n_components)
    return found
