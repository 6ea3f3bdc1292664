"""A library of arrays on a device that is not there, with CuPy's manners.

NumPy may not read them, `asarray` has no device but the current one, and `get` is the way home.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import ModuleType

import numpy as np
import pytest


class Device:
    """What `array.device` is; a `with` makes it the current one."""

    current = 0

    def __init__(self, number):
        self.number = number

    def __enter__(self):
        self.before, Device.current = Device.current, self.number

    def __exit__(self, *error):
        Device.current = self.before

    def __eq__(self, other):
        return self.number == other.number

    def __reduce__(self):
        raise TypeError("a device is not pickled")


class ndarray:  # noqa: N801 (CuPy's name)
    """Numbers on a device, which counts how often they are brought home."""

    __module__ = "cupy"
    times_home = 0

    def __init__(self, values):
        self._values, self.device = np.array(values), Device(Device.current)

    shape = property(lambda self: self._values.shape)
    dtype = property(lambda self: self._values.dtype)
    ndim = property(lambda self: self._values.ndim)

    def __len__(self):
        return len(self._values)

    def __array__(self, *args, **kwargs):
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")

    def __dlpack__(self, **kwargs):
        raise BufferError("not to the host")

    def get(self):
        ndarray.times_home += 1
        return self._values.copy()


@contextmanager
def counted_transfers():
    """How many arrays went home, as a list of one number."""
    before, counted = ndarray.times_home, [0]
    yield counted
    counted[0] = ndarray.times_home - before


@pytest.fixture
def cupy(monkeypatch):
    """The library, imported as CuPy is."""
    library = ModuleType("cupy")
    library.ndarray, library.asarray, library.from_dlpack = ndarray, ndarray, ndarray
    monkeypatch.setitem(sys.modules, "cupy", library)
    return library
