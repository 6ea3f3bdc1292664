"""Cases of the theorem: random classes, and the ideal kernel, which is 0 between classes.

The random classes overlap or are separate, and differ in size; the scales span five decades.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...kernels.gaussian import Gaussian
from ...theory.bounds import PerturbationBound
from ...theory.class_distances import D_class, D_gap
from ..harness.tables import Row

__all__ = [
    "Case",
    "exceeds",
    "ideal_case",
    "is_violated",
    "random_case",
    "random_cases",
    "rounding_of",
]

DECADES = (-2.5, 2.5)  # range of log10(epsilon / n_features)
LARGEST_OFFSET = 10.0  # largest distance of centres, in standard deviations of a class
N_PER_CLASS = 20  # rows of each class of the ideal case
NEARLY_ONE = 1e-9


class Case(NamedTuple):
    """The `points` of a case, their classes `labels`, and a scale `epsilon`."""

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


def rounding_of(gap: float) -> float:
    """Allowance for rounding in the distance between two eigenspaces; `gap` is the eigengap."""
    return 1e-13 / max(gap, 1e-300)


def is_violated(bound: PerturbationBound, value: float) -> bool:
    """Whether `bound.distance` exceeds `value`, one of the bounds, by more than rounding errors."""
    return exceeds(bound.distance, value, bound.eigengap)


def exceeds(distance: float | None, bound: float | None, gap: float) -> bool:
    """Whether a distance exceeds a bound by more than the rounding error of eigenvectors."""
    if distance is None or bound is None:
        return False
    return bool(distance > bound * (1 + 1e-9) + rounding_of(gap))  # False for NaN


def ideal_case(n_classes: int) -> Row:
    """The ideal case: eigenvalues of an operator that is 0 between classes, and two distances.

    `D_gap` and `D_class` are the smallest squared distance between the classes and the largest
    within a class. They are computed from the indicators of the classes.

    Examples
    --------
    As many eigenvalues are 1 as there are classes; their eigenvectors are constant on each class.

    >>> row = ideal_case(3)
    >>> row["eigenvalues_one"], row["within"] < 1e-9, row["D_gap"], row["D_class"]
    (3, True, 2.0, 0.0)
    """
    random = np.random.default_rng(n_classes)
    codes = np.repeat(np.arange(n_classes), N_PER_CLASS)
    points = random.standard_normal((len(codes), 3))
    squared = ((points[:, None] - points) ** 2).sum(axis=2)
    kernel = Gaussian(float(squared.max())).from_squared_distances(squared)
    kernel[codes[:, None] != codes] = 0.0
    roots = np.sqrt(kernel.sum(axis=1))
    values, vectors = np.linalg.eigh(kernel / roots[:, None] / roots)
    leading = vectors[:, values > 1 - NEARLY_ONE] / roots[:, None]
    spread = max(float(np.ptp(leading[codes == code], axis=0).max()) for code in range(n_classes))
    indicators = (codes[:, None] == np.arange(n_classes)).astype(float)
    return {
        "n_classes": n_classes,
        "eigenvalues_one": leading.shape[1],
        "next_eigenvalue": float(values[-n_classes - 1]),
        "within": spread / float(np.abs(leading).max()),
        "D_gap": D_gap(indicators, codes),
        "D_class": D_class(indicators, codes),
    }
