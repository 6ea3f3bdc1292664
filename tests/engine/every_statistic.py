"""Every statistic over all pairs of rows, points to compute it on, and a comparison of results."""

import numpy as np

from kernelscale import engine
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)

SCALES = np.array([0.05, 0.7, 9.0])
STATISTICS = {
    "kernel_sums": lambda codes: KernelSums(SCALES),
    "row_sums": lambda codes: RowSums(SCALES),
    "class_row_sums": lambda codes: engine.statistics.ClassRowSums(SCALES, codes),
    "class_extremes": engine.statistics.ClassExtremes,
    "nearest_others": lambda codes: NearestOthers(9),
    "histogram": lambda codes: DistanceHistogram(unit=5.0),
    "groups_nearest": lambda codes: NearestOthers(4, groups=codes),
    "quick_product": lambda codes: KernelProduct(0.7, codes[:, None], "single"),
    "product": lambda codes: KernelProduct(0.7, np.c_[codes, codes**2]),
    "quick_row_sums": lambda codes: RowSums(SCALES, "single"),
    "distances_between": lambda codes: engine.statistics.DistancesBetween(1.0, 1.2, 60_000),
    "counts_between": lambda codes: engine.statistics.CountsBetween(0.5, 1.5),
    "together": lambda codes: engine.statistics.Together(
        [KernelSums(SCALES), NearestOthers(3), DistanceHistogram(unit=5.0)]
    ),
}


def parts(answer):
    """All arrays that a result of any type contains."""
    if isinstance(answer, tuple):
        return [part for entry in answer for part in parts(entry)]
    if isinstance(answer, (np.ndarray, float, int)):
        return [np.asarray(answer)]
    return [part for entry in vars(answer).values() for part in parts(entry)]


def assert_same_bits(found, expected):
    found, expected = parts(found), parts(expected)
    assert len(found) == len(expected) > 0
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def points_and_codes(n_samples):
    random = np.random.default_rng(n_samples)
    return random.normal(size=(n_samples, 3)), random.integers(0, 3, n_samples)
