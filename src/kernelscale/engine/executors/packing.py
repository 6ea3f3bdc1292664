"""A function taken apart, so that large arrays and blocks of rows travel on their own."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..row_blocks import ArrayBlock, Block

__all__ = ["Packed", "pieces", "unpacked"]

LARGE = 2**16  # bytes of an array from which it travels on its own
PIECE = 2**23  # bytes of one of its pieces


class Packed:
    """A function without its large arrays and blocks of rows, for which numbers stand.

    Attributes
    ----------
    pickled : bytes
        The function.
    taken : list of ndarray or Block
        What was taken out, each once. Arrays are for every task, blocks for some of them.
    """

    def __init__(self, function: Any) -> None:
        import cloudpickle  # comes with distributed; what a session has defined travels too

        self.taken: list[Any] = []
        self._numbers: dict[int, int] = {}
        take = self._take

        class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
            def persistent_id(self, each: Any) -> tuple[int, bool] | None:
                taken = isinstance(each, Block) or _is_large_array(each)
                return (take(each), isinstance(each, Block)) if taken else None

        file = io.BytesIO()
        Pickler(file, protocol=pickle.HIGHEST_PROTOCOL).dump(function)
        self.pickled = file.getvalue()

    def number_of(self, wanted: Any) -> int:
        """The number of an array or a block."""
        return self._numbers[id(wanted)]

    @property
    def arrays(self) -> list[Any]:
        """What every task needs."""
        return [each for each in self.taken if not isinstance(each, Block)]

    @property
    def blocks(self) -> list[Any]:
        """What tasks need that do not say which blocks they need."""
        return [each for each in self.taken if isinstance(each, Block)]

    def _take(self, each: Any) -> int:
        if id(each) not in self._numbers:
            self._numbers[id(each)] = len(self.taken)
            self.taken.append(each)
        return self._numbers[id(each)]


def _is_large_array(wanted: Any) -> bool:
    plain = type(wanted) is np.ndarray and not wanted.dtype.hasobject
    return plain and wanted.ndim > 0 and wanted.nbytes > LARGE


def pieces(array: np.ndarray) -> Iterator[np.ndarray]:
    """An array in runs of rows, each contiguous and of about 8 MiB."""
    n_rows = max(1, PIECE * len(array) // array.nbytes)
    for start in range(0, len(array), n_rows):
        yield np.ascontiguousarray(array[start : start + n_rows])


def unpacked(pickled: bytes, parts: Mapping[int, Any]) -> Any:
    """The function again, with its arrays and those of its blocks that are among the parts."""

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, taken: Any) -> Any:
            number, is_block = taken
            return ArrayBlock(parts[number]) if is_block and number in parts else parts.get(number)

    return Unpickler(io.BytesIO(pickled)).load()
