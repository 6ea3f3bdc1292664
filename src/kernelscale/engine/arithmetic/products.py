"""Products of the kernel values of a tile (a block of all pairs) with vectors, on the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..requests import ProductOf, on_a_device
from ..source import QuickDistances

if TYPE_CHECKING:
    from ..tile import Tile

__all__ = ["product_bytes", "product_of"]


def product_of(tile: Tile, request: ProductOf) -> tuple[np.ndarray, np.ndarray | None]:
    """Products along the rows of a tile and, if `tile.mirrored`, along its columns."""
    if on_a_device(request.vectors):
        raise TypeError(
            "vectors lie on a device, which needs arithmetic='gpu' and Euclidean distances of "
            "points; pass them as a NumPy array, such as vectors.get()."
        )
    single = request.precision == "single"
    quick = tile.quick_distances if single else QuickDistances(tile.distances, 1.0)
    K = tile.arithmetic.kernel(quick.values, float(quick.over_unit(request.scale)))
    vectors = request.vectors.astype(K.dtype, copy=False)
    along_rows = K @ vectors[tile.columns]
    return along_rows, K.T @ vectors[tile.rows] if tile.mirrored else None


def product_bytes(request: ProductOf, side: int) -> int:
    """Bytes of kernel values, and of vectors converted to the type of these values."""
    return 8 * side**2 + 32 * side * int(request.vectors.shape[1])
