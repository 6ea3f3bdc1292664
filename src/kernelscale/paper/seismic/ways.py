"""Ways to scale features of sonograms: the ways of section 5.2, and the ways of this library."""

from __future__ import annotations

import numpy as np

from ...seismic import canonical_correlations
from ..shared.scaling_way import Embedded, embed_by_ways
from ..shared.scaling_ways import ALGORITHM_2, ALGORITHMS_2_AND_3, OURS, WAYS, trying

__all__ = [
    "ALGORITHMS_2_AND_3",
    "ALGORITHM_2",
    "DEFAULT",
    "N_COORDINATES",
    "OURS",
    "PAPERS_OTHERS",
    "SEISMIC_WAYS",
    "embedded",
    "share_of_features",
    "top_correlation",
    "with_noise",
]

N_DIMS = 2  # the two dimensions are latitude and longitude
N_COORDINATES = 2
DEFAULT = "auto"
PAPERS_OTHERS = ("standard", "eps_0", "max_min")
"""The ways that the figures of section 5.2 compare with Algorithm 2."""
SEISMIC_WAYS = {
    name: WAYS[name]
    for name in (
        *PAPERS_OTHERS,
        ALGORITHM_2,
        ALGORITHMS_2_AND_3,
        "standardised_max_min",
        DEFAULT,
        "standardised_auto",
        "graph",
        "standardised_graph",
        OURS,
    )
}
"""Ways of scaling, by name. Algorithm 2 searches the full grid of weights and scales."""


def embedded(X: np.ndarray, *names: str, n_tried: int | None = None) -> dict[str, Embedded]:
    """The two leading coordinates, as in the paper's figures, by the named ways or by all ways.

    Algorithm 2 tries `n_tried` weights and as many scales for each feature; None is its default.
    """
    ways = {name: SEISMIC_WAYS[name] for name in names or SEISMIC_WAYS}
    return embed_by_ways(trying(ways, n_tried), X, N_DIMS, N_COORDINATES)


def share_of_features(X: np.ndarray, factors: np.ndarray, chosen: np.ndarray) -> float:
    """The share of the chosen features, after scaling, in the sum of all squared distances.

    Examples
    --------
    Two features have the same spread; the second feature is multiplied by a half.

    >>> X = np.array([[0.0, 0.0], [1.0, 1.0]])
    >>> share_of_features(X, np.array([1.0, 0.5]), np.array([False, True]))
    0.2
    """
    spread = factors**2 * X.var(axis=0)
    return float(spread[chosen].sum() / spread.sum())


def with_noise(
    X: np.ndarray, chosen: np.ndarray, level: float, random: np.random.Generator
) -> np.ndarray:
    """Add Gaussian noise to the chosen features, with the same standard deviation in each.

    This is `level` times the square root of the mean of the features' variances.
    """
    deviation = level * np.sqrt(X[:, chosen].var(axis=0).mean())
    noisy = X.copy()
    noisy[:, chosen] += deviation * random.standard_normal((len(X), int(chosen.sum())))
    return noisy


def top_correlation(coordinates: np.ndarray, targets: np.ndarray) -> float:
    """The largest canonical correlation; 0 if all rows have the same coordinates."""
    if np.ptp(coordinates, axis=0).max() < 1e-150:
        return 0.0
    return float(canonical_correlations(coordinates, targets).coefficients[0])
