"""Search for the largest ratio of the distance between eigenspaces to one form of the bound.

Quasi-Newton steps from random starts move the points so that the ratio increases. Half of the
starts contain close pairs of points from different classes. For such points the eigenvalue
lambda_{N_C} of A-tilde may be as large as 2, and the printed proof fails if it is above 1.

If the norm of the perturbation is below 1e-4, or the eigengap below 1e-6, the ratio counts as 0,
because rounding errors may dominate it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from kernelscale import perturbation_bound
from kernelscale.theory.bounds import PerturbationBound

from .verdicts import FORMS

SMALLEST_NORM, SMALLEST_GAP = 1e-4, 1e-6
STEPS = 60


class Worst(NamedTuple):
    """The largest ratio that was found, and the bound of its case."""

    ratio: float
    bound: PerturbationBound


def random_start(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Points and labels of a few interleaved classes."""
    n_classes, n_features = int(random.integers(2, 4)), int(random.integers(1, 4))
    if random.random() < 0.5:
        n_places = int(random.integers(2, 4))
        places = 2 * random.normal(size=(n_places, n_features))
        points = np.repeat(places, n_classes, axis=0)
        labels = np.tile(np.arange(n_classes), n_places)
        return points + 0.4 * random.normal(size=points.shape), labels
    drawn = random.integers(n_classes, size=int(random.integers(1, 6)))
    labels = np.concatenate([np.arange(n_classes), drawn])
    return random.normal(size=(len(labels), n_features)), labels


def search(form: str, n_searches: int, seed: int = 0) -> Worst:
    """Largest ratio found from `n_searches` starts, at epsilon = 1."""
    found = []
    for start in range(n_searches):
        points, labels = random_start(np.random.default_rng([seed, start]))
        found.append(_largest_from(form, points, labels))
    return max(found, key=lambda worst: worst.ratio)


def _largest_from(form: str, points: np.ndarray, labels: np.ndarray) -> Worst:
    def worst(flat: np.ndarray) -> Worst:
        bound = perturbation_bound(flat.reshape(points.shape), labels, 1.0)
        if bound.scaled_norm < SMALLEST_NORM or bound.eigengap < SMALLEST_GAP:
            return Worst(0.0, bound)
        return Worst(bound.distance / FORMS[form](bound), bound)

    end = minimize(
        lambda flat: -worst(flat).ratio,
        points.ravel(),
        method="L-BFGS-B",
        options={"maxiter": STEPS},
    )
    return worst(end.x)
