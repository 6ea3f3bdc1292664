"""Points of classes in distant squares, and the numbers of a `PerturbationBound`."""

import numpy as np

FIGURES = [
    "perturbation_norm",
    "printed_bound",
    "scaled_norm",
    "tight_bound",
    "distance",
    "eigengap",
    "separation",
    "operator_eigengap",
]


def figures(bound):
    return np.array([getattr(bound, name) for name in FIGURES])


def far_apart(sizes, seed=0, distance=1e4):
    """Classes in distant squares of side 1; at scale 1 the kernel between classes is 0."""
    random = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(sizes)), sizes)
    return random.uniform(size=(len(y), 2)) + distance * y[:, None], y
