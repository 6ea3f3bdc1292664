"""Results do not depend on the device, the number of devices or the order of threads."""

import numpy as np
import pytest
from tests.engine.every_statistic import assert_same_bits

from kernelscale import engine
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)

SCALES = 3 * 2.0 ** np.arange(-3, 2)
STATISTICS = {
    "histogram": lambda V: DistanceHistogram(6.0),
    "kernel_sums": lambda V: KernelSums(SCALES),
    "row_sums": lambda V: RowSums(SCALES),
    "quick_row_sums": lambda V: engine.statistics.ClassRowSums(
        SCALES, np.arange(520) % 3, "single"
    ),
    "product": lambda V: KernelProduct(1.2, V),
    "quick_product": lambda V: KernelProduct(1.2, V, "single"),
    "nearest": lambda V: NearestOthers(5),
}


@pytest.mark.parametrize("name", STATISTICS)
def test_same_bits_for_any_devices_and_order(name, stand_in, gpu_of, random):
    X = random.normal(size=(520, 3))
    statistic = STATISTICS[name](X)
    expected = reduce(X, statistic, arithmetic=gpu_of(stand_in()), n_threads=1)
    others = [
        (gpu_of(stand_in(backwards=True)), 1),
        (gpu_of(stand_in(n_processors=1)), 2),
        (gpu_of(stand_in(), stand_in(n_processors=7)), 3),
    ]
    for gpu, n_threads in others:
        found = reduce(X, statistic, arithmetic=gpu, n_threads=n_threads)
        assert_same_bits(found, expected)


@pytest.mark.parametrize("name", STATISTICS)
def test_a_second_run_gives_the_same_bits(name, gpu, random):
    X = random.normal(size=(520, 3))
    statistic = STATISTICS[name](X)
    found = [reduce(X, statistic, arithmetic=gpu, n_threads=2) for _ in range(2)]
    assert_same_bits(*found)


def test_workers_take_devices_in_turn(stand_in, gpu_of, random):
    devices = [stand_in(), stand_in()]
    X = random.normal(size=(520, 3))
    for _ in range(2):  # each of these two passes uses one thread
        reduce(X, KernelSums([1.0]), arithmetic=gpu_of(*devices), n_threads=1)
    for n_threads in (2, 4):
        statistic = KernelSums([1.0])
        reduce(X, statistic, arithmetic=gpu_of(*devices), n_threads=n_threads)
    assert all(device.launched.count("row_sums") > 0 for device in devices)
