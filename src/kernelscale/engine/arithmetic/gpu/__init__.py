"""Tiles on a graphics processor, by functions in CUDA C that CuPy compiles at the first call.

CuPy is imported when a device is first used.
"""

from .arithmetic import Gpu
from .device import Device, cupy_devices
from .program import Program

__all__ = ["Device", "Gpu", "Program", "cupy_devices"]
