"""Points on a device (a graphics processor), and tiles in the form that CUDA functions read."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ....distances import squared_distances
from ...source import RowsBeside, Source
from .device import Device
from .device_points import Points, check_room, check_room_for, put_points
from .program import DOUBLE, FEW_FEATURES, SINGLE, Numbers

if TYPE_CHECKING:
    from ...tile import Tile

__all__ = ["OnDevice", "Side", "TileOnDevice", "put_tile"]

MOST_FEW = 2  # largest number of features for which differences are computed in float64
_ROWS_LOOKED_AT, _GOLDEN = 256, (5**0.5 - 1) / 2


def _some_distances(points: np.ndarray, half_squares: bool) -> np.ndarray:
    """Nonzero squared distances between some points, which show where most distances lie."""
    n = len(points)
    places = np.arange(min(n, _ROWS_LOOKED_AT)) * _GOLDEN % 1 * n
    some = np.asarray(points[places.astype(int)], dtype=np.float64)
    r = squared_distances(some)
    r = 0.25 * r**2 if half_squares else r
    apart: np.ndarray = r[r > 0]
    return apart


@dataclass(frozen=True)
class Side:
    """The rows or the columns of a tile on a device: `n` of the `points`, from `first` on.

    `ids` holds the indices of `points` among all points.
    """

    points: Points
    ids: Any
    first: int
    n: int


@dataclass(frozen=True)
class OnDevice:
    """The points of one source on one device; they are freed with the source.

    Attributes
    ----------
    device : Device
        The device.
    points : Points
        Points of the source.
    others : Points, optional
        The other rows, if the source is a `RowsBeside`.
    ids : array of shape (n_samples,)
        Indices of the points: 0, 1, 2, ...
    unit, pair_unit, single, half_squares
        As in the source and its metric.
    some_distances : ndarray
        Squared distances between some of the points.
    """

    device: Device
    points: Points
    others: Points | None
    ids: Any
    unit: float
    pair_unit: float
    single: bool
    half_squares: bool
    some_distances: np.ndarray = field(repr=False)

    @classmethod
    def put(cls, device: Device, source: Source) -> OnDevice:
        """Copy the points to the device.

        Raises
        ------
        MemoryError
            If the device does not have enough free memory.
        """
        check_room(device, source)
        n = len(source.values)
        return cls(
            device,
            put_points(device, source.values, source),
            put_points(device, source.others, source) if isinstance(source, RowsBeside) else None,
            device.put(np.arange(n, dtype=np.int64)),
            source.unit,
            source.pair_unit,
            source.single,
            source.metric.half_squares,
            _some_distances(source.values, source.metric.half_squares),
        )

    @property
    def n_features(self) -> int:
        """Number of features."""
        n_features: int = self.points.exact.shape[0]
        return n_features

    def numbers(self, single: bool) -> Numbers:
        """Types of coordinates and distances; distances are float64 unless `single` is True.

        They are float64 also if the source or the metric does not allow float32.
        """
        if not (single and self.single) or self.half_squares:
            return DOUBLE
        return FEW_FEATURES if self.n_features <= MOST_FEW else SINGLE

    def in_double(self) -> OnDevice:
        """The same points with distances in float64."""
        return replace(self, single=False)

    def columns(self, tile: Tile) -> Side:
        """The columns of a tile."""
        return self._block(tile.columns)

    def rows(self, tile: Tile) -> Side:
        """The rows of a tile; sampled rows are copied to an array."""
        if tile.sample is None:
            return self._block(tile.rows)
        ids = tile.sample[tile.rows]
        beside = self.others is not None
        points = self.others if self.others is not None else self.points
        places = ids - len(self.ids) if beside else ids
        taken = points.taken(self.device, places)
        return Side(taken, self.device.put(ids.astype(np.int64)), 0, len(ids))

    def _block(self, where: slice) -> Side:
        return Side(self.points, self.ids, where.start, where.stop - where.start)


@dataclass(frozen=True)
class TileOnDevice(OnDevice):
    """The points of one tile on a device, if this process does not hold the other points.

    Attributes
    ----------
    rows_there, columns_there : Side
        The two sides of the tile.
    """

    rows_there: Side
    columns_there: Side

    @classmethod
    def put_points_of(cls, device: Device, tile: Tile) -> TileOnDevice:
        """Copy the points to the device.

        Raises
        ------
        MemoryError
            If the device does not have enough free memory.
        """
        source, half_squares = tile.source, tile.source.metric.half_squares
        check_room_for(device, sum(tile.shape), source.values.shape[1], source.single)
        columns = source.block(tile.columns)
        of_columns = _side(device, source, columns, tile.columns)
        of_rows = of_columns
        if not tile.on_diagonal:
            of_rows = _side(device, source, source.block(tile.row_points), tile.row_points)
        return cls(
            device,
            of_columns.points,
            None,
            of_columns.ids,
            source.unit,
            source.pair_unit,
            source.single,
            half_squares,
            _some_distances(columns, half_squares),
            of_rows,
            of_columns,
        )

    def columns(self, tile: Tile) -> Side:
        """The columns of the tile."""
        return self.columns_there

    def rows(self, tile: Tile) -> Side:
        """The rows of the tile."""
        return self.rows_there


def _side(device: Device, source: Source, points: np.ndarray, where: slice | np.ndarray) -> Side:
    numbers = np.arange(where.start, where.stop) if isinstance(where, slice) else where
    ids = device.put(numbers.astype(np.int64))
    return Side(put_points(device, points, source), ids, 0, len(points))


def put_tile(
    on_device: OnDevice,
    numbers: Numbers,
    rows: Side,
    columns: Side,
    *,
    small: Any,
    triangle: bool = False,
    selves: bool = False,
) -> Any:
    """Write the struct `Tile` of tile.cuh into the device's memory."""
    device = on_device.device
    values, exact, limits, ids = zip(
        *(_addresses(device, side, numbers) for side in (rows, columns)), strict=True
    )
    strides = [side.points.exact.shape[1] for side in (rows, columns)]
    sizes = rows.n, columns.n, on_device.n_features
    kind = triangle, selves, on_device.half_squares
    packed = struct.pack(
        "<16qdq",
        *(*values, *exact, *limits, *ids, *strides, *sizes, *kind),
        1 / on_device.unit,
        device.address(small),
    )
    return device.put(np.frombuffer(packed, dtype=np.uint8))


def _addresses(device: Device, side: Side, numbers: Numbers) -> tuple[int, int, int, int]:
    points = side.points
    exact = device.address(points.exact) + 8 * side.first
    in_float = numbers.coordinate == "float"
    values = device.address(points.single) + 4 * side.first if in_float else exact
    return (
        values,
        exact,
        device.address(points.limits) + 4 * side.first,
        device.address(side.ids) + 8 * side.first,
    )
