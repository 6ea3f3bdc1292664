"""The metrics of one map of the noisy roll."""

from __future__ import annotations

import numpy as np

from ..shared.recovery import aligned_error, disparity, neighbor_regression
from ..shared.scaling_way import Embedded
from .plan import N_DIMS, N_INFORMATIVE

__all__ = ["Scorer", "noise_share", "of_unit_norm"]


class Scorer:
    """Computes the metrics of a map, which are those of `BOUNDS_OF_ALL` in `comparisons`.

    `clean` is the map of the roll itself. `hidden` has its two parameters; if it is None, R^2 is
    left out.
    """

    def __init__(self, clean: Embedded, hidden: np.ndarray | None) -> None:
        self.clean, self.hidden = clean, hidden

    def __call__(self, found: Embedded, spreads: np.ndarray) -> dict[str, float]:
        """The metrics; `spreads` are the standard deviations of the features."""
        few, clean = found.coordinates[:, :N_DIMS], self.clean.coordinates
        weights = found.factors * spreads
        scores = {
            "error": disparity(few, clean),
            "mse": aligned_error(few, clean),
            "mse_unit": aligned_error(of_unit_norm(found), of_unit_norm(self.clean)),
            "noise_share": noise_share(weights),
            "kept": float(np.count_nonzero(weights[:N_INFORMATIVE] >= weights.max() / 10)),
        }
        if self.hidden is not None:
            scores["r2"] = neighbor_regression(few, self.hidden)
            scores["r2_ten"] = neighbor_regression(found.coordinates, self.hidden)
        return scores


def of_unit_norm(found: Embedded) -> np.ndarray:
    """The leading coordinates, from eigenvectors of Euclidean norm 1.

    Examples
    --------
    The coordinate is the eigenvector times the eigenvalue, so its norm is the eigenvalue.

    >>> found = Embedded(np.array([[3.0], [4.0]]), np.ones(2), np.array([0.5]))
    >>> of_unit_norm(found).ravel().tolist()
    [0.3, 0.4]
    """
    few, values = found.coordinates[:, :N_DIMS], found.eigenvalues[:N_DIMS]
    norms = np.linalg.norm(few, axis=0)
    return np.divide(few * np.abs(values), norms, out=np.zeros_like(few), where=norms > 0)


def noise_share(spreads: np.ndarray) -> float:
    """The share of the features of noise in the sum of all squared distances."""
    return float((spreads[N_INFORMATIVE:] ** 2).sum() / (spreads**2).sum())
