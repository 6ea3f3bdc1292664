"""The nearest other points, computed on a device (a graphics processor)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...requests import Near, NearestOf, Neighbors
from .on_device import OnDevice, Side, put_tile
from .program import Program

if TYPE_CHECKING:
    from ...tile import Tile

__all__ = ["nearest"]


def slack_of(n_features: int) -> float:
    """An upper bound of the relative error of a float32 distance, a sum of `n_features` terms."""
    return 1e-4 + n_features * float(np.finfo(np.float32).eps)


def nearest(
    on_device: OnDevice, tile: Tile, request: NearestOf, hint: list[Near] | None, small: Any
) -> list[tuple[slice, Neighbors]]:
    """The nearest other points of the tile's rows and, if `tile.mirrored`, of its columns."""
    rows, columns = on_device.rows(tile), on_device.columns(tile)
    codes: list[Any] = [None, None]
    if request.groups is not None:
        codes = [
            on_device.device.put(np.ascontiguousarray(request.groups[k], dtype=np.int64))
            for k in (tile.row_points, tile.columns)
        ]
    sides = [(tile.rows, rows, columns, codes)]
    if tile.mirrored:
        sides.append((tile.columns, columns, rows, codes[::-1]))
    nothing = [Near(np.full(where.stop - where.start, np.inf), None) for where, *_ in sides]
    selves, n = not tile.mirrored, request.n_neighbors
    return [
        (where, _nearest_of_rows(on_device, one, other, of_both, near, n, small, selves))
        for (where, one, other, of_both), near in zip(sides, hint or nothing, strict=True)
    ]


def _nearest_of_rows(
    on_device: OnDevice,
    rows: Side,
    columns: Side,
    codes: list[Any],
    near: Near,
    n_neighbors: int,
    small: Any,
    selves: bool,
) -> Neighbors:
    device, numbers = on_device.device, on_device.numbers(single=True)
    known = Neighbors.none(rows.n, n_neighbors) if near.found is None else near.found
    distances = device.put(np.ascontiguousarray(known.squared_distances, dtype=np.float64))
    indices = device.put(np.ascontiguousarray(known.indices, dtype=np.int64))
    limits = device.put(np.ascontiguousarray(near.limits, dtype=np.float64))
    given = put_tile(on_device, numbers, rows, columns, small=small, selves=selves)
    to_units = (1 + slack_of(on_device.n_features)) / (on_device.unit if numbers.single else 1.0)
    program = Program("nearest.cu", numbers, on_device.n_features)
    arguments = [given, *codes, n_neighbors, to_units, limits, distances, indices]
    shared = 64 * (numbers.side + 1) * numbers.distance_bytes
    device.launch(program, "nearest", -(-rows.n // numbers.side), arguments, shared)
    return Neighbors(device.get(distances), device.get(indices))
