"""Random cases: overlapping or separate classes of different sizes, at scales over five decades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...theory.bounds import PerturbationBound

__all__ = ["Case", "is_violated", "random_case", "random_cases", "rounding_of"]

DECADES = (-2.5, 2.5)  # range of log10 epsilon, in mean squared deviations of one class
LARGEST_OFFSET = 10.0  # largest distance of centres, in standard deviations of a class


class Case(NamedTuple):
    """Points, the class of each, and a scale."""

    points: np.ndarray
    labels: np.ndarray
    epsilon: float


def random_case(seed: int) -> Case:
    """A random case that depends only on the seed."""
    random = np.random.default_rng([3, 2, seed])
    n_classes, n_features = int(random.integers(2, 6)), int(random.integers(1, 7))
    n_samples = int(random.integers(10, 61))
    # The first class has at least two rows, every other class at least one; sizes differ.
    shares = random.dirichlet(np.full(n_classes, 2.0))
    drawn = random.choice(n_classes, size=n_samples - n_classes - 1, p=shares)
    labels = np.concatenate([[0], np.arange(n_classes), drawn])
    centres = random.normal(size=(n_classes, n_features)) * random.uniform(0, LARGEST_OFFSET)
    points = centres[labels] + random.normal(size=(n_samples, n_features))
    if random.random() < 0.2:  # exact duplicates, some of them in another class
        points[random.integers(n_samples, size=n_samples // 4)] = points[0]
    return Case(points, labels, n_features * 10.0 ** random.uniform(*DECADES))


def random_cases(n_cases: int) -> Iterator[Case]:
    """The cases with the seeds 0 to `n_cases` - 1."""
    return map(random_case, range(n_cases))


def rounding_of(bound: PerturbationBound) -> float:
    """Rounding error of the distance in float64: about 1e-13 / gap, as for eigenvectors."""
    return 1e-13 / max(bound.eigengap, 1e-300)


def is_violated(bound: PerturbationBound, value: float) -> bool:
    """Whether the distance exceeds a bound by more than the rounding error of eigenvectors."""
    return bool(bound.distance > value * (1 + 1e-9) + rounding_of(bound))  # False for NaN
