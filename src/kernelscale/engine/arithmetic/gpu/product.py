"""Products of the kernel with vectors, computed on a device (a graphics processor)."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from ...requests import ProductOf, on_a_device
from ..chains import rates_of
from .device import Device
from .on_device import OnDevice, put_tile
from .program import THREADS, Numbers, Program
from .row_sums import rates_to_base_2
from .strips import columns_at_once

if TYPE_CHECKING:
    from ...tile import Tile

__all__ = ["LaidVectors", "products", "vectors_at_once"]

SHARED_FOR_MORE = 72 * 2**10  # bytes of shared memory that 24 vectors need


def vectors_at_once(n_vectors: int, numbers: Numbers, shared_bytes: int) -> int:
    """Number of vectors in one launch: a multiple of 4 that makes launches few and equally long.

    Examples
    --------
    Twenty vectors fit in one launch in float32; in float64 they need two launches.

    >>> from kernelscale.engine.arithmetic.gpu.program import DOUBLE, SINGLE
    >>> vectors_at_once(20, SINGLE, 2**17), vectors_at_once(20, DOUBLE, 2**17)
    (20, 12)
    """
    most = 24 if numbers.single and shared_bytes >= SHARED_FOR_MORE else 16
    n_launches = max(1, -(-n_vectors // most))
    return max(1, -(-n_vectors // (4 * n_launches))) * 4


class LaidVectors:
    """Vectors in the layout that the CUDA functions read, copied once for all tiles of a pass.

    The copies are freed when the array of the vectors is freed.
    """

    def __init__(self) -> None:
        self._made_of: Any = None
        self._laid: dict[tuple[str, int], list[Any]] = {}

    def of(self, device: Device, vectors: Any, program: Program, n_each: int) -> list[Any]:
        """All vectors in groups of `n_each`: arrays [point][n_each], the last padded with zeros."""
        if self._made_of is None or self._made_of() is not vectors:
            laid: dict[tuple[str, int], list[Any]] = {}
            self._laid = laid
            self._made_of = weakref.ref(vectors, lambda _: laid.clear())
        key = program.numbers.distance, n_each
        if key not in self._laid:
            self._laid[key] = _laid(device, device.put(vectors), program, n_each)
        return self._laid[key]


def _laid(device: Device, given: Any, program: Program, n_each: int) -> list[Any]:
    (n, n_vectors), laid = given.shape, []
    for first in range(0, n_vectors, n_each):
        to = device.zeros((n, n_each), "f4" if program.numbers.single else "f8")
        arguments = [given, n, n_vectors, first, to]
        device.launch(program, "lay_vectors", -(-n * n_each // THREADS), arguments)
        laid.append(to)
    return laid


def products(
    on_device: OnDevice, tile: Tile, request: ProductOf, vectors: LaidVectors, small: Any
) -> tuple[Any, Any | None]:
    """Products along rows and, if `tile.mirrored`, along columns, as float64 arrays."""
    device, triangle = on_device.device, tile.on_diagonal
    numbers = on_device.numbers(request.precision == "single")
    unit = on_device.unit if numbers.single else 1.0
    with np.errstate(over="ignore", under="ignore"):
        [rate] = rates_to_base_2(rates_of(np.array([request.scale]) / unit), numbers).tolist()
    n_vectors = int(request.vectors.shape[1])
    n_each = vectors_at_once(n_vectors, numbers, device.shared_bytes)
    program = Program("product.cu", numbers, on_device.n_features, (("NV", n_each),))
    rows, columns = on_device.rows(tile), on_device.columns(tile)
    given = put_tile(on_device, numbers, rows, columns, small=small, triangle=triangle)
    answers = [device.zeros((n, n_vectors), np.float64) for n in tile.shape[: 1 + tile.mirrored]]
    shared = numbers.distance_bytes * (64 * (numbers.side + 1) + 2 * numbers.side * n_each)
    laid = vectors.of(device, request.vectors, program, n_each)
    for number, some in enumerate(laid):
        sums = [device.zeros((1, n, n_each), np.float64) for n in tile.shape[: len(answers)]]
        bytes_each = n_each * numbers.distance_bytes
        starts = [device.address(some) + k.start * bytes_each for k in (tile.rows, tile.columns)]
        # `into` is None if only products along rows are needed.
        into = sums[-1] if tile.mirrored or triangle else None
        for begin, end, strips in columns_at_once(
            device, program, tile.shape, 1, n_each, into, triangle
        ):
            arguments = [given, rate, *starts, begin, end, sums[0], strips]
            device.launch(program, "product", -(-rows.n // numbers.side), arguments, shared)
        for found, answer in zip(sums, answers, strict=True):
            n = found.shape[1]
            arguments = [found, n, n_vectors, number * n_each, answer]
            device.launch(program, "take_products", -(-n * n_each // THREADS), arguments)
    if not on_a_device(request.vectors):
        answers = [device.get(answer) for answer in answers]
    return answers[0], answers[1] if tile.mirrored else None
