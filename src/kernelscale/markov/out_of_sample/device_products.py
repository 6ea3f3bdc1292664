"""Products with the kernel of new rows, on a device (a graphics processor)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..._validation import on_host
from ...engine.arithmetic.registry import arithmetic_named
from ...engine.requests import ProductOf
from ...engine.source import Source
from ...engine.tile import Arithmetic, Tile
from ...kernels.kernel import Kernel
from ...metrics.registry import metric_named

__all__ = ["FEWEST_ROWS", "ROWS_AT_ONCE", "device_of", "products_beside"]

ROWS_AT_ONCE = 2**15  # new rows in a block; progress is reported after each block
FEWEST_ROWS = 32  # the CPU embeds fewer rows in less time than their transfer takes


def device_of(kernel: Kernel, arithmetic: str | Arithmetic) -> Any:
    """The device that computes products with a kernel; None if the CPU computes them."""
    metric = metric_named(kernel.metric)
    if kernel.gaussian_scale is None or not metric.ranks_as_euclidean:
        return None
    devices = arithmetic_named(arithmetic).devices
    return devices[0] if devices else None


def products_beside(
    rows: np.ndarray,
    points: np.ndarray,
    kernel: Kernel,
    vectors: np.ndarray,
    arithmetic: str | Arithmetic,
) -> Iterator[np.ndarray]:
    """Compute ``sum_j K(x, j) V_jk`` of new rows x on the device, a block of rows at a time.

    Parameters
    ----------
    rows : ndarray of shape (n_new, n_features)
        New rows, as the metric prepares them.
    points : ndarray of shape (n_samples, n_features)
        The training rows, over which the sum runs.
    kernel : Gaussian
        K.
    vectors : ndarray of shape (n_samples, n_vectors)
        V.
    arithmetic : str or Arithmetic
        An arithmetic that has a device.
    """
    assert kernel.gaussian_scale is not None  # for other kernels there are no products on a device
    compute, metric = arithmetic_named(arithmetic), metric_named(kernel.metric)
    request = ProductOf(kernel.gaussian_scale, device_of(kernel, compute).put(vectors))
    source = Source.of(points, metric).beside(rows)
    sample, columns = np.arange(len(rows)) + len(points), slice(0, len(points))

    def products(start: int) -> np.ndarray:
        block = slice(start, min(start + ROWS_AT_ONCE, len(rows)))
        tile = Tile(source, block, columns, compute, sample)
        [(along_rows, _)] = compute.answers(tile, [request], [None])
        found: np.ndarray = on_host(along_rows)
        return found

    return map(products, range(0, len(rows), ROWS_AT_ONCE))
