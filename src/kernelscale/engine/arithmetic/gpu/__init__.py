"""Tiles on a graphics processor, by kernels in CUDA C that CuPy compiles where they run.

Nothing here imports CuPy before a device is asked for.
"""

from .arithmetic import Gpu
from .device import Device, cupy_devices
from .program import Program

__all__ = ["Device", "Gpu", "Program", "cupy_devices"]
