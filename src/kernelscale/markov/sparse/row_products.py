"""Products with a sparse matrix, by blocks of its rows, for workers that share no memory."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from ...engine.executors import executor_named, sends
from ...engine.executors.in_order import in_order
from ...engine.plan import PENDING_PER_WORKER
from ...engine.resources import Resources

__all__ = ["Multiply", "RowProducts", "multiply_by"]

ROWS_AT_ONCE = 2**16

Multiply = Callable[[csr_array, np.ndarray], np.ndarray]


def multiply_by(resources: Resources) -> Multiply:
    """A function that computes ``M @ V``, in this process or by workers that share no memory."""
    if sends(executor_named(resources.executor)):
        return RowProducts(resources)
    return operator.matmul


@dataclass(frozen=True)
class RowProducts:
    """``M @ V`` by blocks of rows of M; M is sent to each worker once, V for each product.

    A row of the product is the same sum in the same order on each worker, so the result has the
    same bits as ``M @ V``.

    Examples
    --------
    >>> M = csr_array(np.array([[1.0, 0.0], [2.0, 3.0]]))
    >>> RowProducts(Resources(executor="serial"))(M, np.array([1.0, 10.0]))
    array([ 1., 32.])
    """

    resources: Resources

    def __call__(self, M: csr_array, V: np.ndarray) -> np.ndarray:
        """The product."""
        n_rows, workers = M.shape[0], self.resources.n_workers
        starts = range(0, n_rows, ROWS_AT_ONCE)
        tasks = [slice(start, min(start + ROWS_AT_ONCE, n_rows)) for start in starts]
        of_rows = _OfRows(M.data, M.indices, M.indptr, np.ascontiguousarray(V))
        executor, n_pending = executor_named(self.resources.executor), PENDING_PER_WORKER * workers
        parts = in_order(executor, of_rows, tasks, len(tasks), workers, n_pending)
        with closing(parts) as done:
            return np.concatenate(list(done))


@dataclass(frozen=True, eq=False)
class _OfRows:
    """The product of some rows; M is in separate arrays, which workers keep between products."""

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray
    V: np.ndarray

    def __call__(self, rows: slice) -> np.ndarray:
        ends = self.indptr[rows.start : rows.stop + 1]
        entries = slice(ends[0], ends[-1])
        shape = len(ends) - 1, len(self.V)
        M = csr_array((self.data[entries], self.indices[entries], ends - ends[0]), shape=shape)
        product: np.ndarray = M @ self.V
        return product
