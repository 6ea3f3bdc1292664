"""A function pickled without its large arrays and blocks of rows, which are sent separately."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..row_blocks import ArrayBlock, Block

__all__ = ["Packed", "pieces", "unpacked"]

LARGE = 2**16  # an array with more bytes is sent separately
PIECE = 2**23  # number of bytes of one piece of such an array


class Packed:
    """A pickled function, in which numbers replace its large arrays and blocks of rows.

    Attributes
    ----------
    pickled : bytes
        The function.
    taken : list of ndarray or Block
        The arrays and blocks, each once. Every task needs all arrays, but only some blocks.
    """

    def __init__(self, function: Any) -> None:
        import cloudpickle  # required by distributed; it can pickle functions of a user's session

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
        """The number that replaces an array or a block in the pickled function."""
        return self._numbers[id(wanted)]

    @property
    def arrays(self) -> list[Any]:
        """The arrays; every task needs all of them."""
        return [each for each in self.taken if not isinstance(each, Block)]

    @property
    def blocks(self) -> list[Any]:
        """All blocks, for a function whose tasks do not list the blocks they need."""
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
    """Pieces of an array: consecutive rows of about 8 MiB, contiguous in memory."""
    n_rows = max(1, PIECE * len(array) // array.nbytes)
    for start in range(0, len(array), n_rows):
        yield np.ascontiguousarray(array[start : start + n_rows])


def unpacked(pickled: bytes, parts: Mapping[int, Any]) -> Any:
    """The function, with the arrays and blocks in `parts`; all other blocks are None."""

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, taken: Any) -> Any:
            number, is_block = taken
            return ArrayBlock(parts[number]) if is_block and number in parts else parts.get(number)

    return Unpickler(io.BytesIO(pickled)).load()
