"""The interface of a device (a graphics processor), and its implementation by CuPy."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Protocol

import numpy as np

from ...._optional_packages import optional_module
from .program import THREADS, Program

__all__ = ["CupyDevice", "Device", "cupy_devices", "plain_arguments"]


class Device(Protocol):
    """A device: its memory, and functions that run on it. One thread at a time holds its lock."""

    name: str
    n_processors: int
    shared_bytes: int
    lock: Any

    def using(self) -> AbstractContextManager[Any]:
        """Context in which this device is the current one."""

    def free_bytes(self) -> int:
        """Free bytes of the device's memory."""

    def put(self, array: np.ndarray) -> Any:
        """A copy of an array on the device; an array already there is only made C-contiguous."""

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """A new array of zeros on the device."""

    def get(self, array: Any) -> np.ndarray:
        """A copy, in the memory of the CPU, of an array that is on the device."""

    def holds(self, array: Any) -> bool:
        """Whether an array is in the memory of this device."""

    def address(self, array: Any) -> int:
        """Address of an array in the device's memory."""

    def launch(
        self,
        program: Program,
        kernel: str,
        n_blocks: int,
        arguments: Sequence[Any],
        shared: int = 0,
    ) -> None:
        """Run a CUDA function in blocks of 256 threads, with `shared` bytes of shared memory."""


def plain_arguments(arguments: Sequence[Any]) -> list[Any]:
    """Arguments of a CUDA function: numbers as 8-byte NumPy scalars, None as a null pointer."""
    plain: list[Any] = []
    for argument in arguments:
        if argument is None or isinstance(argument, (bool, int)):
            plain.append(np.int64(argument or 0))
        else:
            plain.append(np.float64(argument) if isinstance(argument, float) else argument)
    return plain


class CupyDevice:
    """A device of this machine, used through CuPy."""

    def __init__(self, cupy: Any, number: int) -> None:
        properties = cupy.cuda.runtime.getDeviceProperties(number)
        self.name = properties["name"].decode()
        self.n_processors = int(properties["multiProcessorCount"])
        self.shared_bytes = int(properties["sharedMemPerBlockOptin"])
        self.lock = threading.Lock()
        self._cupy, self._device = cupy, cupy.cuda.Device(number)
        self._compiled: dict[tuple[str, ...], Any] = {}

    def using(self) -> AbstractContextManager[Any]:
        """Context in which this device is the current one."""
        device: AbstractContextManager[Any] = self._device
        return device

    def free_bytes(self) -> int:
        """Number of free bytes of the device, including bytes that CuPy keeps for reuse."""
        with self._device:  # CuPy's memory pool belongs to the current device
            kept = self._cupy.get_default_memory_pool().free_bytes()
            return int(self._device.mem_info[0] + kept)

    def put(self, array: Any) -> Any:
        """A copy of an array on the device."""
        if hasattr(array, "__cuda_array_interface__"):
            self._device.synchronize()  # a stream of the caller may still be writing the array
        return self._cupy.ascontiguousarray(self._cupy.asarray(array))

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """A new array of zeros."""
        return self._cupy.zeros(shape, dtype)

    def get(self, array: Any) -> np.ndarray:
        """A copy of an array in the memory of the CPU."""
        copied: np.ndarray = self._cupy.asnumpy(array)
        return copied

    def holds(self, array: Any) -> bool:
        """Whether the array is on this device."""
        return int(array.device.id) == int(self._device.id)

    def address(self, array: Any) -> int:
        """Address of an array."""
        return int(array.data.ptr)

    def launch(
        self,
        program: Program,
        kernel: str,
        n_blocks: int,
        arguments: Sequence[Any],
        shared: int = 0,
    ) -> None:
        """Run a CUDA function; the first call compiles its program."""
        function = self._function(program, kernel)
        if shared:
            function.max_dynamic_shared_size_bytes = shared
        function((n_blocks,), (THREADS,), tuple(plain_arguments(arguments)), shared_mem=shared)

    def _function(self, program: Program, kernel: str) -> Any:
        if program.key not in self._compiled:
            module = self._cupy.RawModule(code=program.text(), options=("-std=c++17",))
            self._compiled[program.key] = module
        return self._compiled[program.key].get_function(kernel)


_INSTALL = '"kernelscale[gpu]" for CUDA 12, or "kernelscale[gpu-cuda13]" for CUDA 13'


@cache
def cupy_devices() -> tuple[CupyDevice, ...]:
    """All devices of this machine.

    Raises
    ------
    ImportError
        If CuPy cannot be imported.
    RuntimeError
        If there is no device, or no driver for it.
    """
    cupy = optional_module("cupy", "arithmetic='gpu' needs CuPy", _INSTALL)
    try:
        n_devices = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise RuntimeError(
            f"arithmetic='gpu' needs a CUDA device and its driver: {error}."
        ) from error
    return tuple(CupyDevice(cupy, number) for number in range(n_devices))
