"""Calls of CuPy by the package, recorded by a substitute for CuPy."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.gpu.emulated import OnEmulated

from kernelscale.engine.arithmetic.gpu.device import CupyDevice
from kernelscale.engine.arithmetic.gpu.program import SINGLE, Program


class Function:
    max_dynamic_shared_size_bytes = 0

    def __call__(self, grid, block, arguments, *, shared_mem):
        self.called = grid, block, arguments, shared_mem


class Device:
    """A device of the substitute for CuPy; only one device is current at a time."""

    current, mem_info, waited = 0, (1000, 2000), 0

    def __init__(self, number):
        self.id = number

    def __enter__(self):
        self.before, Device.current = Device.current, self.id

    def __exit__(self, *error):
        Device.current = self.before

    def synchronize(self):
        self.waited += 1


@pytest.fixture
def functions():
    return []


@pytest.fixture
def cupy(functions):
    def compiled(code, options):
        assert "#define NV 16" in code
        assert "#define DYNAMIC_SHARED" in code
        functions.append(Function())
        return SimpleNamespace(get_function=lambda name: functions[-1])

    properties = {
        "name": b"Fast One",
        "multiProcessorCount": 132,
        "sharedMemPerBlockOptin": 232448,
    }
    cuda = SimpleNamespace(
        runtime=SimpleNamespace(getDeviceProperties=lambda number: properties),
        Device=Device,
    )
    pool = SimpleNamespace(free_bytes=lambda: [0, 24][Device.current])
    return SimpleNamespace(
        cuda=cuda,
        RawModule=compiled,
        asarray=np.asarray,
        ascontiguousarray=np.ascontiguousarray,
        zeros=np.zeros,
        asnumpy=np.array,
        get_default_memory_pool=lambda: pool,
    )


def test_a_device_has_a_name_and_free_memory(cupy):
    device = CupyDevice(cupy, 1)
    assert (device.name, device.n_processors, device.shared_bytes) == ("Fast One", 132, 232448)
    assert device.free_bytes() == 1024
    assert device.holds(SimpleNamespace(device=SimpleNamespace(id=1)))
    assert not device.holds(SimpleNamespace(device=SimpleNamespace(id=0)))


def test_the_device_is_synchronised_before_an_array_on_it_is_used(cupy):
    device = CupyDevice(cupy, 0)
    device.put(np.ones(3))
    assert device._device.waited == 0
    device.put(np.ones(3).view(OnEmulated))
    assert device._device.waited == 1


def test_each_argument_has_eight_bytes_and_a_program_is_compiled_once(cupy, functions):
    device, program = CupyDevice(cupy, 0), Program("product.cu", SINGLE, 50, (("NV", 16),))
    array = device.put(np.arange(3.0))
    device.launch(program, "product", 7, [array, 3, True, None, 0.5, np.float64(2.0)], 50_000)
    device.launch(program, "product", 7, [])
    [function] = functions
    assert function.max_dynamic_shared_size_bytes == 50_000
    device.launch(program, "product", 7, [array, 3, True, None, 0.5, np.float64(2.0)], 50_000)
    grid, block, (first, *others), shared = function.called
    assert (grid, block, shared) == ((7,), (256,), 50_000)
    assert first is array
    kinds = [np.int64, np.int64, np.int64, np.float64, np.float64]
    assert [type(other) for other in others] == kinds
    assert [float(other) for other in others] == [3, 1, 0, 0.5, 2.0]
