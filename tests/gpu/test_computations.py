"""Rules, dimensions and maps have the same results on a device as on the processor."""

import sys

import numpy as np
import pytest
from tests.pair_computations import COMPUTATIONS, METHODS, RULES, X

from kernelscale import DiffusionMap, engine, scale_curve
from kernelscale.engine.arithmetic.gpu import cupy_devices
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [f"rule {name}" for name in RULES])
def test_rules_choose_the_same_scales(name, gpu):
    found, expected = (COMPUTATIONS[name](arithmetic=each) for each in (gpu, "auto"))
    np.testing.assert_allclose(found.epsilon or 0.0, expected.epsilon or 0.0, rtol=1e-5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [f"dimension {name}" for name in METHODS])
def test_dimensions_are_the_same(name, gpu):
    found, expected = (COMPUTATIONS[name](arithmetic=each) for each in (gpu, "auto"))
    np.testing.assert_allclose(found.dimension, expected.dimension, rtol=1e-5)


@pytest.mark.filterwarnings("ignore")
def test_comparisons_and_curves_are_the_same(gpu):
    found, expected = (COMPUTATIONS["compare"](arithmetic=each).rows for each in (gpu, "auto"))
    for one, other in zip(found, expected, strict=True):
        assert one.rule == other.rule
        np.testing.assert_allclose(one.epsilon or 0.0, other.epsilon or 0.0, rtol=1e-5)
    found, expected = (scale_curve(X, arithmetic=each) for each in (gpu, "auto"))
    np.testing.assert_allclose(found.S, expected.S, rtol=1e-6)


@pytest.mark.filterwarnings("ignore::kernelscale.diffusion.LongFitWarning")
def test_a_map_without_a_matrix_is_the_same(stand_in, gpu_of):
    device = stand_in()
    few = {"memory_limit": "14 MiB"}  # this memory is too small for the kernel matrix of 650 rows
    scale = float(X.var(axis=0).sum())
    found, expected = (
        DiffusionMap(2, scale, arithmetic=each, **few).fit(X) for each in (gpu_of(device), "auto")
    )
    assert device.launched.count("product") > 10
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, rtol=1e-6)
    np.testing.assert_allclose(found.transform(X[:9]), expected.transform(X[:9]), atol=1e-4)


@pytest.mark.parametrize("name", ["gpu", "auto"])
def test_error_without_a_device_says_what_is_needed(name, monkeypatch):
    if engine.available_devices():
        pytest.skip("there is a device")
    monkeypatch.setenv("KERNELSCALE_ARITHMETIC", "gpu")
    with pytest.raises((ImportError, RuntimeError), match="arithmetic='gpu' needs (CuPy|a CUDA)"):
        reduce(X, KernelSums([1.0]), arithmetic=name)


def test_error_without_cupy_says_how_to_install_it(monkeypatch):
    cupy_devices.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ImportError, match=r'pip install "kernelscale\[gpu\]"'):
        reduce(X, KernelSums([1.0]), arithmetic="gpu")


def test_auto_selects_the_arithmetic_that_the_environment_names(monkeypatch):
    monkeypatch.setenv("KERNELSCALE_ARITHMETIC", "reference")
    assert engine.resources.arithmetic_in_use() == "reference"
    monkeypatch.setenv("KERNELSCALE_ARITHMETIC", "")
    assert engine.resources.arithmetic_in_use() != "gpu"
    monkeypatch.setenv("KERNELSCALE_ARITHMETIC", "qpu")
    message = "KERNELSCALE_ARITHMETIC must be one of auto, reference, compiled, gpu, but 'qpu'"
    with pytest.raises(ValueError, match=message):
        engine.resources.arithmetic_in_use()
