"""Copies of arrays to a device, their lifetime, and the device on which results lie."""

import gc

import numpy as np
import pytest
from tests.gpu.emulated import OnEmulated

from kernelscale import Gaussian, engine
from kernelscale.engine.arithmetic.gpu import arithmetic as tiles
from kernelscale.engine.arithmetic.gpu import product
from kernelscale.engine.arithmetic.gpu.program import DOUBLE, SINGLE
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelProduct, KernelSums, RowSums
from kernelscale.markov.out_of_sample.device_products import products_beside


def test_points_are_copied_once_and_freed_with_their_source(stand_in, gpu_of, random):
    device, X = stand_in(), random.normal(size=(520, 50))
    reduce(X, DistanceHistogram(100.0), arithmetic=gpu_of(device))
    assert X.nbytes < device.bytes_put < 1.1 * X.nbytes
    gc.collect()
    assert len(tiles._MEMORIES[device].points) == 0


def test_vectors_are_copied_once_and_freed_with_their_array(stand_in, gpu_of, random):
    device, X, V = stand_in(), random.normal(size=(520, 1)), random.normal(size=(520, 20))
    gpu = gpu_of(device)
    reduce(X, KernelProduct(1.0, V), arithmetic=gpu)
    assert device.bytes_put < 2 * V.nbytes
    # the 20 vectors are copied in two groups, of 12 and of 8, once for all tiles
    assert device.launched.count("lay_vectors") == 2
    del V
    gc.collect()
    assert tiles._MEMORIES[device].vectors._laid == {}


@pytest.mark.parametrize("precision", ["double", "single"])
def test_products_of_vectors_on_a_device_stay_there(stand_in, gpu_of, precision, random):
    device, other = stand_in(), stand_in()
    other.holds = lambda array: False
    X, V = random.normal(size=(520, 3)), random.normal(size=(520, 4))
    there = device.put(V)
    for gpu in (gpu_of(device), gpu_of(other, device)):
        before = device.bytes_put
        found = reduce(X, KernelProduct(1.0, there, precision), arithmetic=gpu)
        assert isinstance(found, OnEmulated)
        assert device.bytes_put - before < 1.5 * X.nbytes
        assert other.launched == []
        expected = reduce(X, KernelProduct(1.0, V, precision), arithmetic=gpu_of(device))
        np.testing.assert_array_equal(np.asarray(found), expected)


def test_the_processor_computes_small_tiles_without_device_vectors(stand_in, random):
    device = stand_in()
    gpu = tiles.Gpu(engine.arithmetic.registry.ARITHMETICS["reference"], [device])
    X = random.normal(size=(60, 3))
    for statistic in (
        RowSums([1.0]),
        KernelProduct(1.0, X),
        DistanceHistogram(6.0),
    ):
        reduce(X, statistic, arithmetic=gpu)
    assert device.launched == []
    reduce(X, KernelProduct(1.0, device.put(X)), arithmetic=gpu)
    assert "product" in device.launched


@pytest.mark.parametrize("precision", ["double", "single"])
def test_vectors_changed_between_passes_are_copied_again(stand_in, gpu_of, precision, random):
    device = stand_in()
    gpu, X = gpu_of(device), random.normal(size=(520, 3))
    for V in (random.normal(size=(520, 4)), device.put(random.normal(size=(520, 4)))):
        answers = []
        for _ in range(2):
            product = KernelProduct(1.0, V, precision)
            answers.append(np.array(reduce(X, product, arithmetic=gpu)))
            V *= 2  # the vectors change in place, as in a power iteration
        np.testing.assert_array_equal(answers[1], 2 * answers[0])


@pytest.mark.parametrize("dtype", [np.float32, np.int32, bool, ">f8"])
def test_vectors_on_a_device_may_have_any_type(stand_in, gpu_of, dtype, random):
    device = stand_in()
    X, V = random.normal(size=(520, 3)), random.normal(size=(520, 4)).astype(dtype)
    found, expected = (
        reduce(X, KernelProduct(1.0, each), arithmetic=gpu_of(device))
        for each in (device.put(V), V)
    )
    assert isinstance(found, OnEmulated)
    np.testing.assert_array_equal(np.asarray(found), expected)
    with pytest.raises(TypeError, match="vectors must hold real numbers, but .* complex128"):
        KernelProduct(1.0, device.put(V.astype(complex)))


def test_an_empty_set_of_vectors(stand_in, gpu_of, random):
    X = random.normal(size=(520, 3))
    for precision in ("double", "single"):
        statistic = KernelProduct(1.0, np.empty((520, 0)), precision)
        assert reduce(X, statistic, arithmetic=gpu_of(stand_in())).shape == (520, 0)


def test_error_names_points_that_do_not_fit_on_a_device(stand_in, gpu_of, random, monkeypatch):
    device, X = stand_in(), random.normal(size=(520, 3))

    def zeros(shape, dtype):
        if shape[-1] == 1 and len(shape) == 3:
            raise MemoryError("Out of memory allocating 1,048,576 bytes")
        return type(device).zeros(device, shape, dtype)

    monkeypatch.setattr(device, "zeros", zeros)
    with pytest.raises(MemoryError, match=r"emulated has room for the points.*1,048,576.*fewer"):
        reduce(X, RowSums([1.0]), arithmetic=gpu_of(device))


def test_new_rows_count_in_the_memory_of_a_device(stand_in, gpu_of, random):
    X, Y, kernel = random.normal(size=(600, 3)), random.normal(size=(10**5, 3)), Gaussian(1.0)
    gpu = gpu_of(stand_in(free=2**27 + 2**20))
    with pytest.raises(MemoryError, match="100600 rows of 3 features need 0.13 GiB"):
        next(products_beside(Y, X, kernel, X, gpu))


@pytest.mark.parametrize("statistic", [RowSums(np.arange(1.0, 9)), KernelSums([1.0, 2])])
def test_sums_copied_from_a_device_count_in_the_limit(statistic, stand_in, gpu_of):
    gpu = gpu_of(stand_in())
    small, large = (gpu.stream_bytes(statistic.requests, side, False) for side in (1000, 2000))
    assert large - small >= 1000 * 8 * len(statistic.scales)


@pytest.mark.parametrize("arithmetic", ["reference", "compiled"])
def test_vectors_on_a_device_need_the_gpu_arithmetic(stand_in, arithmetic):
    if arithmetic not in engine.arithmetic.registry.ARITHMETICS:
        pytest.skip("the compiled arithmetic was not built")
    V = stand_in().put(np.ones((3, 1)))
    with pytest.raises(TypeError, match="vectors lie on a device.*arithmetic='gpu'"):
        reduce(np.eye(3), KernelProduct(1.0, V), arithmetic=arithmetic)


@pytest.mark.parametrize("metric", ["cityblock", "precomputed"])
def test_the_processor_computes_other_metrics(stand_in, gpu_of, metric, random):
    device = stand_in()
    X = random.normal(size=(300, 3))
    if metric == "precomputed":
        X = np.abs(X[:, :1] - X[:, :1].T)
    for statistic in (RowSums([0.5, 1.0]), KernelProduct(1.0, np.ones((300, 2)))):
        found, expected = (
            reduce(X, statistic, metric=metric, arithmetic=arithmetic)
            for arithmetic in (gpu_of(device), gpu_of(device).processor)
        )
        np.testing.assert_array_equal(found, expected)
    assert device.launched == []


def test_a_device_that_is_too_small_is_named(stand_in, gpu_of, random):
    gpu = gpu_of(stand_in(free=2**20))
    with pytest.raises(MemoryError, match="600 rows of 3 features need 0.13 GiB on emulated, but"):
        reduce(random.normal(size=(600, 3)), RowSums([1.0]), arithmetic=gpu)


def test_a_distance_that_float32_cannot_hold_is_computed_again(stand_in, gpu_of, random):
    device = stand_in()
    X = np.r_[1e-20 * random.normal(size=(480, 3)), random.normal(size=(40, 3))]
    statistics = KernelSums([1e-40]), DistanceHistogram(1.0)
    exact, found = (reduce(X, each, arithmetic=gpu_of(device)) for each in statistics)
    np.testing.assert_allclose(found.sums([1e-40])[0], exact.S, rtol=1e-7)


def test_vectors_are_divided_evenly_among_as_few_launches_as_possible():
    for n_vectors in range(1, 80):
        for numbers, shared, most in (
            (SINGLE, 2**17, 24),
            (SINGLE, 2**16, 16),
            (DOUBLE, 2**17, 16),
        ):
            n_each = product.vectors_at_once(n_vectors, numbers, shared)
            n_launches = -(-n_vectors // n_each)
            assert n_each % 4 == 0
            assert n_each <= most
            assert n_launches == -(-n_vectors // most)
            assert n_launches * n_each - n_vectors < 4 * n_launches
