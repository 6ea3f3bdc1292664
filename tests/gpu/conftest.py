"""Tests of the arithmetic "gpu" use a simulated device, and a real device if there is one."""

import functools

import pytest
from tests.gpu import emulated

from kernelscale import engine
from kernelscale.engine import source
from kernelscale.engine.arithmetic import gpu as package
from kernelscale.engine.arithmetic.gpu import arithmetic as tiles
from kernelscale.engine.arithmetic.gpu.device import cupy_devices
from kernelscale.engine.arithmetic.registry import FASTEST

SIDE = 256  # the largest side of tiles: two blocks of 128 rows or four blocks of 64
SINGLE_ROWS = 500  # with more rows than this, distances are float32


@pytest.fixture(scope="session")
def compiled_kernels(shared_folder):
    """A folder for CUDA programs compiled by g++, shared by all processes of the tests."""
    if emulated.COMPILER is None:
        pytest.skip("there is no g++ to compile the kernels with")
    folder = shared_folder / "kernels"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def float32_for_few_rows(monkeypatch):
    """Use float32 distances for the few rows of these tests too."""
    monkeypatch.setattr(source, "SINGLE_ROWS", SINGLE_ROWS)


@pytest.fixture
def stand_in(compiled_kernels):
    """A function that makes a simulated device."""
    return functools.partial(emulated.Emulated, compiled_kernels)


def _real_devices():
    try:
        return cupy_devices()
    except (ImportError, RuntimeError) as error:
        return pytest.skip(str(error))


@pytest.fixture(params=["stand-in", "device"])
def device(request):
    """A device that computes tiles; each test runs with a simulated device and with a real one."""
    if request.param == "stand-in":
        return request.getfixturevalue("stand_in")()
    return _real_devices()[0]


@pytest.fixture
def gpu_of(monkeypatch):
    """A function that makes an arithmetic of devices; its devices compute even small tiles."""
    monkeypatch.setattr(tiles, "SIDES", {0: SIDE})
    return lambda *devices: package.Gpu(
        engine.arithmetic.registry.ARITHMETICS[FASTEST], devices, fewest_pairs=0
    )


@pytest.fixture
def gpu(gpu_of, device):
    """An arithmetic with one device."""
    return gpu_of(device)
