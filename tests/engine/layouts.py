"""Arrays of the same numbers with different layouts in memory."""

import tempfile

import numpy as np

__all__ = ["LAYOUTS"]


def _every_other(array):
    wide = np.zeros([2 * n for n in array.shape], dtype=array.dtype)
    strided = wide[(slice(None, None, 2),) * array.ndim]
    strided[...] = array
    return strided


def _backwards(array):
    back = (slice(None, None, -1),) * array.ndim
    return array[back].copy()[back]


def _unaligned(array):
    bytes_of = np.zeros(array.nbytes + 1, dtype=np.uint8)
    shifted = bytes_of[1:].view(array.dtype).reshape(array.shape)
    shifted[...] = array
    return shifted


def _read_only(array):
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def _memory_mapped(array):
    with tempfile.TemporaryFile() as file:
        mapped = np.memmap(file, array.dtype, "w+", shape=array.shape)
        mapped[...] = array
        return mapped


class _Own(np.ndarray):
    """A subclass of ndarray, such as libraries for physical units define."""


LAYOUTS = {
    "fortran_order": np.asfortranarray,
    "transposed": lambda array: np.ascontiguousarray(array.T).T,
    "every_other": _every_other,
    "backwards": _backwards,
    "unaligned": _unaligned,
    "read_only": _read_only,
    "memory_mapped": _memory_mapped,
    "other_order_of_bytes": lambda array: array.astype(array.dtype.newbyteorder("S")),
    "subclass": lambda array: array.view(_Own),
    "matrix": lambda array: array.view(np.matrix) if array.ndim == 2 else array.view(_Own),
}
"""Functions by name; each returns an equal array in another memory layout."""
