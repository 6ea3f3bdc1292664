"""Every test of the arithmetic "gpu" runs on a stand-in, and on a device where there is one."""

import functools

import pytest
from tests.gpu import emulated

from kernelscale import engine
from kernelscale.engine import source
from kernelscale.engine.arithmetic import gpu as package
from kernelscale.engine.arithmetic.gpu import arithmetic as tiles
from kernelscale.engine.arithmetic.gpu.device import cupy_devices
from kernelscale.engine.arithmetic.registry import FASTEST

SIDE = 256  # of tiles: two blocks of 128, four of 64
SINGLE_ROWS = 500  # from so many on distances are float32, so that tests may be small


@pytest.fixture(scope="session")
def compiled_kernels(shared_folder):
    """A folder of kernels that g++ has compiled, one for all processes of the tests."""
    if emulated.COMPILER is None:
        pytest.skip("there is no g++ to compile the kernels with")
    folder = shared_folder / "kernels"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def float32_for_few_rows(monkeypatch):
    """Distances are float32 where there are more than `SINGLE_ROWS` rows and places."""
    monkeypatch.setattr(source, "SINGLE_ROWS", SINGLE_ROWS)


@pytest.fixture
def stand_in(compiled_kernels):
    """A function that makes a stand-in for a device."""
    return functools.partial(emulated.Emulated, compiled_kernels)


def _real_devices():
    try:
        return cupy_devices()
    except (ImportError, RuntimeError) as error:
        return pytest.skip(str(error))


@pytest.fixture(params=["stand-in", "device"])
def device(request):
    """What computes tiles."""
    if request.param == "stand-in":
        return request.getfixturevalue("stand_in")()
    return _real_devices()[0]


@pytest.fixture
def gpu_of(monkeypatch):
    """A function that makes the arithmetic of some devices, of small tiles, all of them there."""
    monkeypatch.setattr(tiles, "SIDES", {0: SIDE})
    return lambda *devices: package.Gpu(
        engine.arithmetic.registry.ARITHMETICS[FASTEST], devices, fewest_pairs=0
    )


@pytest.fixture
def gpu(gpu_of, device):
    """The arithmetic of one device."""
    return gpu_of(device)
