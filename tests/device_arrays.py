"""A library of arrays on a simulated device, with the behaviour of CuPy.

NumPy can neither read these arrays nor combine them with its own. `asarray` puts an array on the
current device, and `get` copies it to the host. A NumPy function that is called with these arrays
runs on the device.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest
from numpy.lib.mixins import NDArrayOperatorsMixin


class Device:
    """The device of an array; a `with` statement makes it the current device."""

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


class ndarray(NDArrayOperatorsMixin):  # noqa: N801 (CuPy's name)
    """An array on a device; the class records the shape of each copy to the host."""

    __module__ = "cupy"
    __cuda_array_interface__ = property(lambda self: {"version": 3})
    brought_home: ClassVar[list[tuple[int, ...]]] = []

    def __init__(self, values):
        self._values, self.device = np.array(values), Device(Device.current)

    shape = property(lambda self: self._values.shape)
    size = property(lambda self: self._values.size)
    dtype = property(lambda self: self._values.dtype)
    ndim = property(lambda self: self._values.ndim)
    T = property(lambda self: _there(self._values.T))

    def __len__(self):
        return len(self._values)

    def __array__(self, *args, **kwargs):
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")

    def __dlpack__(self, **kwargs):
        raise BufferError("not to the host")

    def astype(self, dtype):
        return _there(self._values.astype(dtype))

    def get(self):
        self.brought_home.append(self.shape)
        return self._values.copy()

    def __getitem__(self, where):
        return _there(self._values[_plain(where)])

    def __setitem__(self, where, values):
        self._values[_plain(where)] = _plain(values)

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        if out:
            options["out"] = _plain(out)
        found = getattr(ufunc, method)(*_plain(inputs), **options)
        return out[0] if out else _there(found)

    def __array_function__(self, function, types, args, options):
        args = args if function is np.asarray else _plain(args)
        return _there(function(*args, **options))


def _there(found):
    moved = ndarray.__new__(ndarray)
    moved._values, moved.device = found, Device(Device.current)
    return moved


def _plain(given):
    """Replace device arrays by their NumPy arrays; raise an error for arrays on the host."""
    if isinstance(given, (tuple, list)):
        return type(given)(map(_plain, given))
    if isinstance(given, np.ndarray) and given.ndim:
        raise TypeError("Unsupported type <class 'numpy.ndarray'>")
    return given._values if isinstance(given, ndarray) else given


@contextmanager
def noted_transfers():
    """The shapes of all arrays that are copied to the host in the `with` block.

    The list is filled at the end of the block.
    """
    before, noted = len(ndarray.brought_home), []
    yield noted
    noted += ndarray.brought_home[before:]


@pytest.fixture
def cupy(monkeypatch):
    """The simulated library, which can be imported as `cupy`."""
    library = ModuleType("cupy")
    library.ndarray, library.asarray, library.from_dlpack = ndarray, ndarray, ndarray
    monkeypatch.setitem(sys.modules, "cupy", library)
    return library
