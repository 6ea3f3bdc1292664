"""Ways to scale features and to choose epsilon: those that section 4.1 compares, and more."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...bandwidth.rules.standardized import inverse_deviations
from ...diffusion.diffusion_map import DiffusionMap
from ...scaling.manifold_scaler import ManifoldScaler

__all__ = ["ORACLE", "OURS", "PAPERS_WAYS", "PAPER_MODE", "WAYS", "ScalingWay"]

Scale = Callable[[np.ndarray, int], np.ndarray]


@dataclass(frozen=True)
class ScalingWay:
    """How the features are scaled, and epsilon is chosen then.

    Attributes
    ----------
    title : str
        Its name on pictures.
    scale : callable or None
        Called as ``scale(X, n_dims)`` it gives a factor a feature; None where features stay.
    bandwidth : str or float
        The rule, or epsilon itself.
    """

    title: str
    scale: Scale | None
    bandwidth: str | float

    def embed(self, X: np.ndarray, n_dims: int, n_components: int) -> np.ndarray:
        """Diffusion coordinates of the rows, of shape (n_samples, n_components)."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # several components and constant features are results
            factors = None if self.scale is None else self.scale(X, n_dims)
            found = DiffusionMap(
                n_components, self.bandwidth, scale=factors, neighbors=None, n_threads=1
            )
            return found.fit(X).embedding_


def _standard_scale(X: np.ndarray, n_dims: int) -> np.ndarray:
    """Factors that give each feature the standard deviation 1, whatever `n_dims`."""
    return inverse_deviations(X)


def _algorithm_2(X: np.ndarray, n_dims: int) -> np.ndarray:
    return ManifoldScaler(n_dims, target="paper", method="greedy", n_threads=1).fit(X).scale_


def _default(X: np.ndarray, n_dims: int) -> np.ndarray:
    return ManifoldScaler(n_dims, n_threads=1).fit(X).scale_


OURS, PAPER_MODE, ORACLE = "ours", "paper_mode", "oracle"
WAYS = {
    "standard": ScalingWay("standardised, eps = 1", _standard_scale, 1.0),
    "eps_0": ScalingWay("raw, eps_0", None, "log_sum"),
    "max_min": ScalingWay("raw, MaxMin", None, "max_min"),
    "self_tuning": ScalingWay("raw, self-tuning", None, "self_tuning"),
    "nearest_neighbors": ScalingWay("raw, nearest neighbours", None, "nearest_neighbors"),
    "standardised_max_min": ScalingWay("standardised, MaxMin", _standard_scale, "max_min"),
    "standardised_eps_0": ScalingWay("standardised, eps_0", _standard_scale, "log_sum"),
    "standardised_auto": ScalingWay("standardised, auto", _standard_scale, "auto"),
    PAPER_MODE: ScalingWay("Algorithms 2 and 3", _algorithm_2, 1.0),
    OURS: ScalingWay("ManifoldScaler's default", _default, 1.0),
}
"""Ways by name; the scales found by `ManifoldScaler` are for eps = 1."""
PAPERS_WAYS = ("standard", "eps_0", "max_min", "self_tuning", PAPER_MODE)
"""Those the paper compares. Its k-NN scaling is, by its reference, self-tuning."""
