"""Arrays and blocks of rows on a Dask cluster, each sent once."""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import numpy as np

from ..row_blocks import ArrayBlock, Block
from .packing import Packed, pieces

__all__ = ["LOST", "DataOnCluster"]

MESSAGE = 2**25  # number of bytes of points in one message
LOST = ("cancelled", "lost", "error")

_Futures = dict[str, Any]  # futures; the key is a name made from the content of the data
_kept: weakref.WeakKeyDictionary[Any, dict[int, _Futures]] = weakref.WeakKeyDictionary()
"""For each client, futures of data that stay on its cluster after a pass.

The key is the `id` of the array that owns the memory of the data. When this array is freed, its
futures are released. So the points of an estimator are sent only once for all its passes.
"""


class DataOnCluster:
    """Large arrays and blocks of rows taken out of a function, stored on workers of a client."""

    def __init__(self, client: Any, packed: Packed) -> None:
        self._client, self._packed = client, packed
        self._kept = _kept.setdefault(client, {})
        self._futures: _Futures = {}
        self._pieces: dict[int, list[tuple[str, np.ndarray]]] = {}
        self._made: dict[int, Any] = {}  # futures of arrays that workers read or concatenate

    def futures(self, wanted: Sequence[np.ndarray | Block]) -> list[Any]:
        """Futures of arrays and blocks; data that are not on the cluster are sent."""
        missing = {
            key: piece
            for each in wanted
            for key, piece in self._pieces_of(each)
            if not self._is_there(key, piece)
        }
        for some in _by_message(missing):
            self._futures.update(self._scattered(self._apart(some)))
        return [self._future(each) for each in wanted]

    def _scattered(self, some: dict[str, np.ndarray]) -> _Futures:
        """Send pieces under new names, and return their futures.

        If a future had the name of one that was just released, the scheduler might release the new
        future too.
        """
        again = uuid4().hex
        futures = self._client.scatter({f"{key}-{again}": piece for key, piece in some.items()})
        return {key: futures[f"{key}-{again}"] for key in some}

    def _apart(self, some: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The pieces, copied if the workers are in this process and share the caller's memory.

        The caller may change its arrays during the pass; the copies remain unchanged.
        """
        if not self._client.scheduler.address.startswith("inproc"):
            return some
        return {key: piece.copy() for key, piece in some.items()}

    def _pieces_of(self, each: np.ndarray | Block) -> list[tuple[str, np.ndarray]]:
        """Names and pieces of an array or a block.

        A block in memory is one piece. Any other block has no pieces: it is on the cluster already,
        or a worker reads it.
        """
        if id(each) not in self._pieces:
            found: Sequence[np.ndarray] = []
            if isinstance(each, np.ndarray):
                found = list(pieces(each))
            elif isinstance(each, ArrayBlock):
                found = [np.ascontiguousarray(each.rows)]
            self._pieces[id(each)] = [(_name(piece), piece) for piece in found]
        return self._pieces[id(each)]

    def _is_there(self, key: str, piece: np.ndarray) -> bool:
        kept = self._kept.get(id(_owner(piece)), {})
        future = self._futures.get(key, kept.get(key))
        if future is None or future.status in LOST:
            return False
        self._futures[key] = future
        return True

    def _future(self, each: np.ndarray | Block) -> Any:
        futures = [self._futures[key] for key, _ in self._pieces_of(each)]
        if len(futures) == 1:
            return futures[0]
        known = getattr(each, "future", self._made.get(id(each)))
        if known is None or known.status in LOST:
            make = (_joined, futures) if futures else (_read, each)
            known = self._made[id(each)] = self._client.submit(*make, pure=False)
        return known

    def keep(self) -> None:
        """Keep the data on the cluster for the next pass, until their arrays are freed."""
        for number, futures in self._by_owner().items():
            self._kept[number] = futures

    def drop(self) -> None:
        """Release all data."""
        for number in self._by_owner():
            self._kept[number] = {}
        # If the caller keeps an error, its traceback may keep this object and its futures alive.
        self._futures.clear()
        self._made.clear()

    def _by_owner(self) -> dict[int, _Futures]:
        found: dict[int, _Futures] = {}
        for key, piece in (pair for pairs in self._pieces.values() for pair in pairs):
            owner = _owner(piece)
            if id(owner) not in self._kept:
                weakref.finalize(owner, self._kept.pop, id(owner), None).atexit = False
            found.setdefault(id(owner), {})[key] = self._futures.get(key)
        return found


def _owner(array: np.ndarray) -> np.ndarray:
    """The array that owns the memory."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _name(piece: np.ndarray) -> str:
    """A name made from the content, so that a changed array is sent again."""
    content = hashlib.blake2b(f"{piece.dtype.str} {piece.shape}".encode(), digest_size=16)
    content.update(piece.data)
    return f"kernelscale-rows-{content.hexdigest()}"


def _by_message(missing: dict[str, np.ndarray]) -> Iterator[dict[str, np.ndarray]]:
    """Groups of pieces; each group is sent in one message."""
    some: dict[str, np.ndarray] = {}
    for key, piece in missing.items():
        some[key] = piece
        if sum(each.nbytes for each in some.values()) >= MESSAGE:
            yield some
            some = {}
    if some:
        yield some


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts)


def _read(block: Block) -> np.ndarray:
    return block.read()
