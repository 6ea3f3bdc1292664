"""Computation of tiles (blocks of all pairs) on graphics processors, here called devices.

Each device has a copy of the points.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from ...requests import (
    HistogramOf,
    KernelSumsOf,
    NearestOf,
    Neighbors,
    ProductOf,
    Request,
    RowSumsOf,
    WeightedHistogramsOf,
    on_a_device,
)
from ...source import QuickDistances, Source
from .device import Device, cupy_devices
from .histogram import OF_DOUBLE, histograms
from .nearest import nearest
from .on_device import OnDevice, TileOnDevice
from .product import LaidVectors, products
from .row_sums import kernel_sums, row_sums

if TYPE_CHECKING:
    from ...tile import Arithmetic, Tile

__all__ = ["Gpu"]

FEWEST_PAIRS = 2**21  # a tile with fewer pairs is quicker on the CPU
# Bytes of the three tables of a histogram (counts, sums, sums of squares) and of their copies.
TABLE_BYTES = 4 * 3 * 8 * OF_DOUBLE.n_bins
# Key: a number of points. Value: the number of rows and of columns of a tile for this many points
# or more.
SIDES = {400_000: 2**17, 0: 2**15}


class _TooSmallError(Exception):
    """A distance is too small for float32."""


@dataclass
class _Memory:
    """Arrays that stay on a device between tiles.

    Attributes
    ----------
    points : WeakKeyDictionary
        The points of each source, while the source exists.
    vectors : LaidVectors
        The vectors of the last `ProductOf` request.
    """

    points: WeakKeyDictionary[Source, OnDevice] = field(default_factory=WeakKeyDictionary)
    vectors: LaidVectors = field(default_factory=LaidVectors)


_MEMORIES: WeakKeyDictionary[Any, _Memory] = WeakKeyDictionary()  # the memory of each device
_workers, _this_worker = count(), threading.local()


def _turn() -> int:
    """The number of this thread; the threads use the devices in turn."""
    if not hasattr(_this_worker, "number"):
        _this_worker.number = next(_workers)
    number: int = _this_worker.number
    return number


class Gpu:
    """Computes a tile on a device.

    Parameters
    ----------
    processor : Arithmetic
        The arithmetic on the CPU. It computes small tiles, tiles with stored distances, tiles of
        metrics whose distances are not computed from Euclidean distances, and `NearestOf` requests
        with `names`.
    devices : sequence of Device, optional
        Devices to use; all devices of this machine by default.
    fewest_pairs : int
        A tile with fewer pairs is computed by the processor, except for a product with vectors that
        are on a device.
    """

    name = "gpu"

    def __init__(
        self,
        processor: Arithmetic,
        devices: Sequence[Device] | None = None,
        fewest_pairs: int = FEWEST_PAIRS,
    ) -> None:
        self.processor, self.fewest_pairs = processor, fewest_pairs
        self._devices = devices

    @property
    def devices(self) -> Sequence[Device]:
        """The devices to use."""
        return cupy_devices() if self._devices is None else self._devices

    def __str__(self) -> str:
        names = dict.fromkeys(device.name for device in self.devices)
        return f"{self.name} ({', '.join(names)})"

    def largest_side(
        self, n_samples: int, requests: Sequence[Request] | None, some_rows: bool
    ) -> int:
        """Number of rows and of columns of a tile; as on the CPU if a statistic reads distances."""
        if requests is None:
            return self.processor.largest_side(n_samples, requests, some_rows)
        return next(side for n_rows, side in SIDES.items() if n_samples >= n_rows)

    def stream_bytes(self, requests: Sequence[Request], side: int, some_rows: bool) -> int:
        """Bytes that the CPU needs for a small tile, plus bytes that are copied from the device."""
        small = side if _needs_processor(requests) else min(side, int(self.fewest_pairs**0.5) + 1)
        tables = any(isinstance(each, HistogramOf) for each in requests) * TABLE_BYTES
        sums = max((_bytes_of_sums(each, side) for each in requests), default=0)
        return self.processor.stream_bytes(requests, small, some_rows) + tables + sums

    def answers(self, tile: Tile, requests: Sequence[Request], hints: Sequence[Any]) -> list[Any]:
        """Results of the requests, one after the other.

        The distances are computed again for each request, which takes little time on a device.
        """
        if self._is_for_processor(tile, requests):
            return self.processor.answers(tile, requests, hints)
        both = zip(requests, hints, strict=True)
        return [self._answer(tile, request, hint) for request, hint in both]

    def _is_for_processor(self, tile: Tile, requests: Sequence[Request]) -> bool:
        if tile.source.in_float64:
            return True
        if any(isinstance(each, ProductOf) and on_a_device(each.vectors) for each in requests):
            return False
        return _needs_processor(requests) or tile.shape[0] * tile.shape[1] < self.fewest_pairs

    def _answer(self, tile: Tile, request: Request, hint: Any) -> Any:
        device = self._device_for(request)
        with device.lock, device.using():
            memory = _MEMORIES.setdefault(device, _Memory())
            on_device = _points_of(device, memory, tile)
            try:
                return _answer(on_device, memory, tile, request, hint)
            except MemoryError as error:
                raise MemoryError(
                    f"{device.name} has room for the points, but not for the results of "
                    f"{tile.shape[0]} x {tile.shape[1]} pairs: {error}; ask for fewer scales or "
                    f"vectors at a time, or use arithmetic='compiled'."
                ) from error

    def _device_for(self, request: Request) -> Device:
        if isinstance(request, ProductOf) and on_a_device(request.vectors):
            return next(each for each in self.devices if each.holds(request.vectors))
        return self.devices[_turn() % len(self.devices)]

    def distances(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Squared distances, computed and stored on the processor."""
        return self.processor.distances(x, y)

    def quick_distances(
        self, source: Source, rows: slice | np.ndarray, columns: slice
    ) -> QuickDistances | None:
        """Squared distances, computed and stored on the processor."""
        return self.processor.quick_distances(source, rows, columns)

    def kernel(self, r: np.ndarray, scale: float) -> np.ndarray:
        """Kernel values, computed on the processor, where the distances are stored."""
        return self.processor.kernel(r, scale)

    def nearest_of(self, one: Neighbors, other: Neighbors) -> Neighbors:
        """The nearest points in two lists, merged on the processor."""
        return self.processor.nearest_of(one, other)


def _needs_processor(requests: Sequence[Request]) -> bool:
    """Whether a device computes one of the requests in no case."""
    return any(
        isinstance(each, WeightedHistogramsOf)
        or (isinstance(each, NearestOf) and each.names is not None)
        for each in requests
    )


def _points_of(device: Device, memory: _Memory, tile: Tile) -> OnDevice:
    """All points, kept on the device; only those of the tile if this process holds no others."""
    if not isinstance(tile.source.values, np.ndarray):
        return TileOnDevice.put_points_of(device, tile)
    if tile.source not in memory.points:
        memory.points[tile.source] = OnDevice.put(device, tile.source)
    return memory.points[tile.source]


def _bytes_of_sums(request: Request, side: int) -> int:
    """Bytes of the sums that are copied from the device."""
    if isinstance(request, RowSumsOf):
        return 8 * side * request.n_sets * len(request.scales)
    return 32 * side * len(request.scales) if isinstance(request, KernelSumsOf) else 0


def _answer(on_device: OnDevice, memory: _Memory, tile: Tile, request: Request, hint: Any) -> Any:
    """The result of one request, in float64 if float32 cannot hold a distance."""
    try:
        return _answer_in(on_device, memory, tile, request, hint)
    except _TooSmallError:
        return _answer_in(on_device.in_double(), memory, tile, request, hint)


def _answer_in(
    on_device: OnDevice, memory: _Memory, tile: Tile, request: Request, hint: Any
) -> Any:
    """The result of one request; raises `_TooSmallError` if float32 cannot hold a distance."""
    small = on_device.device.zeros((1,), np.int64)
    answer: Any
    if isinstance(request, HistogramOf):
        answer = histograms(on_device, tile, request, small)
    elif isinstance(request, RowSumsOf):
        answer = row_sums(on_device, tile, request, small)
    elif isinstance(request, KernelSumsOf):
        answer = kernel_sums(on_device, tile, request, small)
    elif isinstance(request, NearestOf):
        answer = nearest(on_device, tile, request, hint, small)
    else:
        assert isinstance(request, ProductOf)  # the others are for the processor
        answer = products(on_device, tile, request, memory.vectors, small)
    if on_device.device.get(small)[0]:
        raise _TooSmallError
    return answer
