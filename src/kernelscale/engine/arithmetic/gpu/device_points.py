"""Points, copied to a device (a graphics processor)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...source import RowsBeside, Source
from .device import Device
from .program import DOUBLE, THREADS, Program

__all__ = ["Points", "check_room", "check_room_for", "put_points"]

# A float32 squared distance below this share of |x|^2 + |y|^2 is computed again in float64.
SHARE = 2.0**-8
_BYTES_AT_ONCE = 2**26


@dataclass(frozen=True)
class Points:
    """Some points on a device.

    Attributes
    ----------
    exact, single : array of shape (n_features, n_points)
        `exact` holds the points in float64, and `single` the centred points in float32; `single` is
        None if all distances are float64.
    limits : array of shape (n_points,)
        A float32 distance of at most the sum of its two points' limits is computed again in
        float64.
    """

    exact: Any
    single: Any
    limits: Any

    def taken(self, device: Device, places: np.ndarray) -> Points:
        """The points at the given indices."""
        n_features, n = self.exact.shape[0], len(places)
        of_them = _room(device, n_features, n, self.single is not None)
        arguments = [device.put(places.astype(np.int64)), n, n_features, self.exact.shape[1]]
        program = Program("points.cu", DOUBLE, n_features)
        device.launch(
            program,
            "take_points",
            -(-n // THREADS),
            [*arguments, self.exact, self.single, self.limits, *_arrays(of_them)],
        )
        return of_them


def _arrays(points: Points) -> tuple[Any, ...]:
    return points.exact, points.single, points.limits


def _room(device: Device, n_features: int, n: int, single: bool) -> Points:
    shape = n_features, n
    return Points(
        device.zeros(shape, np.float64),
        device.zeros(shape, np.float32) if single else None,
        device.zeros((n,), np.float32),
    )


def put_points(device: Device, values: np.ndarray, source: Source) -> Points:
    """Copy points to the device, block by block, and transpose them there."""
    n, n_features = values.shape
    points = _room(device, n_features, n, source.single)
    centre, scale = device.put(np.asarray(source.centre, dtype=np.float64)), source.unit**-0.5
    size = max(1, _BYTES_AT_ONCE // (8 * n_features))
    for first in range(0, n, size):
        block = np.ascontiguousarray(values[first : first + size], dtype=np.float64)
        arguments = [
            device.put(block),
            len(block),
            n_features,
            first,
            n,
            centre,
            float(scale),
            SHARE,
        ]
        device.launch(
            Program("points.cu", DOUBLE, n_features),
            "turn_points",
            -(-len(block) // THREADS),
            [*arguments, *_arrays(points)],
        )
    return points


def check_room(device: Device, source: Source) -> None:
    """Raise an error if the points of a source do not fit into the device's memory."""
    n, n_features = source.values.shape
    n += len(source.others) if isinstance(source, RowsBeside) else 0
    check_room_for(device, n, n_features, source.single)


def check_room_for(device: Device, n: int, n_features: int, single: bool) -> None:
    """Raise an error if `n` rows do not fit into the device's memory."""
    needed = n * (n_features * (12 if single else 8) + 12) + 2 * _BYTES_AT_ONCE
    free = device.free_bytes()
    if needed > free:
        raise MemoryError(
            f"{n} rows of {n_features} features need {needed / 2**30:.2f} GiB on {device.name}, "
            f"but only {free / 2**30:.2f} GiB are free; use arithmetic='compiled', or fewer rows."
        )
