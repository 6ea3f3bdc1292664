"""Products with the kernel of new rows, where a device forms them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ._validation import on_host
from .engine.arithmetic.registry import arithmetic_named
from .engine.requests import ProductOf
from .engine.source import Source
from .engine.tile import Arithmetic, Tile
from .kernels import Gaussian, Kernel
from .metrics.registry import metric_named

__all__ = ["ROWS_AT_ONCE", "device_of", "products_beside"]

ROWS_AT_ONCE = 2**15  # of new rows: what a device answers within seconds


def device_of(kernel: Kernel, arithmetic: str | Arithmetic) -> Any:
    """Where products with a kernel are formed; None where the processor forms them."""
    metric = metric_named(kernel.metric)
    if not isinstance(kernel, Gaussian) or not metric.ranks_as_euclidean:
        return None
    devices = getattr(arithmetic_named(arithmetic), "devices", ())
    return devices[0] if devices else None


def products_beside(
    rows: np.ndarray,
    points: np.ndarray,
    kernel: Gaussian,
    vectors: np.ndarray,
    arithmetic: str | Arithmetic,
) -> Iterator[np.ndarray]:
    """``sum_j K(x, j) V_jk`` of new rows x, some of them after the others, formed on the device.

    Parameters
    ----------
    rows : ndarray of shape (n_new, n_features)
        New rows, as the metric prepares them.
    points : ndarray of shape (n_samples, n_features)
        Those that the vectors are of.
    kernel : Gaussian
        K.
    vectors : ndarray of shape (n_samples, n_vectors)
        V.
    arithmetic : str or Arithmetic
        One that has a device for it.
    """
    compute, metric = arithmetic_named(arithmetic), metric_named(kernel.metric)
    request = ProductOf(kernel.epsilon, device_of(kernel, compute).put(vectors))
    source = Source.of(points, metric).beside(rows)
    sample, columns = np.arange(len(rows)) + len(points), slice(0, len(points))

    def products(start: int) -> np.ndarray:
        asked = slice(start, min(start + ROWS_AT_ONCE, len(rows)))
        tile = Tile(source, asked, columns, compute, sample)
        [(along_rows, _)] = compute.answers(tile, [request], [None])
        found: np.ndarray = on_host(along_rows)
        return found

    return map(products, range(0, len(rows), ROWS_AT_ONCE))
