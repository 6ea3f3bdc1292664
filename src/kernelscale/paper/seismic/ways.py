"""Ways to scale features of sonograms: those that section 5.2 compares, and ours."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from ...diffusion.diffusion_map import DiffusionMap
from ...scaling.manifold_scaler import ManifoldScaler
from ...seismic.evaluation import canonical_correlations
from ..shared.scaling_ways import OURS, PAPER_MODE, WAYS, ScalingWay

__all__ = [
    "DEFAULT",
    "N_COORDINATES",
    "N_DIMS",
    "OURS",
    "PAPERS_FOUR",
    "PAPER_MODE",
    "SEISMIC_WAYS",
    "Embedded",
    "embedded",
    "share_of_features",
    "top_correlation",
    "with_noise",
]

N_DIMS = 2  # latitude and longitude
N_COORDINATES = 2
DEFAULT = "auto"
# A third of the steps of ManifoldScaler's own grids, for a fit takes seconds; on the recordings
# of PB01 the finer ones gave the same correlations to 0.01.
STEPS: dict[str, Any] = {"weights": np.geomspace(1e-3, 10, 10), "n_scales": 12}


def _algorithm_2(X: np.ndarray, n_dims: int) -> np.ndarray:
    scaler = ManifoldScaler(n_dims, target="paper", method="greedy", n_threads=1, **STEPS)
    return scaler.fit(X).scale_


SEISMIC_WAYS = {
    **{name: WAYS[name] for name in ("standard", "eps_0", "max_min")},
    PAPER_MODE: ScalingWay(WAYS[PAPER_MODE].title, _algorithm_2, 1.0),
    "standardised_max_min": WAYS["standardised_max_min"],
    DEFAULT: ScalingWay("raw, auto", None, "auto"),
    "standardised_auto": WAYS["standardised_auto"],
    OURS: WAYS[OURS],
}
"""Ways by name."""
PAPERS_FOUR = ("standard", "eps_0", "max_min", PAPER_MODE)
"""Those in the paper's figures of section 5.2."""


class Embedded(NamedTuple):
    """Diffusion coordinates of the rows, and what each feature was multiplied by."""

    coordinates: np.ndarray
    factors: np.ndarray


def embedded(way: ScalingWay, X: np.ndarray) -> Embedded:
    """The two leading coordinates of the paper's figures."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # several components and constant features are results
        factors = np.ones(X.shape[1]) if way.scale is None else way.scale(X, N_DIMS)
        found = DiffusionMap(
            N_COORDINATES, way.bandwidth, scale=factors, neighbors=None, n_threads=1
        ).fit(X)
    return Embedded(found.embedding_, factors)


def share_of_features(X: np.ndarray, factors: np.ndarray, chosen: np.ndarray) -> float:
    """The share that some features have in the sum of all squared distances, scaled.

    Examples
    --------
    The second of two features, of the same spread, counts half as much in length.

    >>> X = np.array([[0.0, 0.0], [1.0, 1.0]])
    >>> share_of_features(X, np.array([1.0, 0.5]), np.array([False, True]))
    0.2
    """
    spread = factors**2 * X.var(axis=0)
    return float(spread[chosen].sum() / spread.sum())


def with_noise(
    X: np.ndarray, chosen: np.ndarray, level: float, random: np.random.Generator
) -> np.ndarray:
    """Features with Gaussian noise in some; `level` is in root mean square deviations of these."""
    deviation = level * np.sqrt(X[:, chosen].var(axis=0).mean())
    noisy = X.copy()
    noisy[:, chosen] += deviation * random.standard_normal((len(X), int(chosen.sum())))
    return noisy


def top_correlation(coordinates: np.ndarray, targets: np.ndarray) -> float:
    """The largest canonical correlation; 0 where the coordinates are all the same."""
    if np.ptp(coordinates, axis=0).max() < 1e-150:
        return 0.0
    return float(canonical_correlations(coordinates, targets).coefficients[0])
