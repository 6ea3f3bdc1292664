"""Every statistic over all pairs of rows, points to compute it on, and a comparison of results."""

import numpy as np

from kernelscale import engine
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
    Statistic,
    WeightedHistograms,
)

SCALES = np.array([0.05, 0.7, 9.0])
STATISTICS = {
    "kernel_sums": lambda codes: KernelSums(SCALES),
    "row_sums": lambda codes: RowSums(SCALES),
    "class_row_sums": lambda codes: engine.statistics.ClassRowSums(SCALES, codes),
    "class_extremes": engine.statistics.ClassExtremes,
    "nearest_others": lambda codes: NearestOthers(9),
    "histogram": lambda codes: DistanceHistogram(unit=5.0),
    "weighted_histograms": lambda codes: WeightedHistograms(
        codes.astype(float), np.array([0.1, 3.0]), np.array([5.0, 9.0])
    ),
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


class Everything(Statistic):
    """Several statistics computed in one pass, which can be sent to other processes together.

    It is in a module that imports little, because each process imports this module.
    """

    def __init__(self, statistics):
        self.statistics = statistics

    def result_bytes(self, n_samples):
        return 0

    tile_bytes = partial_bytes = result_bytes

    def start(self, n_samples):
        return [each.start(n_samples) for each in self.statistics]

    def hint(self, state, rows, columns):
        return [
            each.hint(known, rows, columns)
            for each, known in zip(self.statistics, state, strict=True)
        ]

    def on_tile(self, tile, hint):
        return [
            each.on_tile(tile, known) for each, known in zip(self.statistics, hint, strict=True)
        ]

    def merge(self, state, partial):
        return [
            each.merge(known, part)
            for each, known, part in zip(self.statistics, state, partial, strict=True)
        ]

    def finish(self, state):
        return tuple(each.finish(known) for each, known in zip(self.statistics, state, strict=True))


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
