"""The largest kernel values of each row that together hold a share of its sum."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array, vstack

from ...data import PointCloud
from ...engine.executors import executor_named
from ...engine.executors.in_order import in_order
from ...engine.machine.blas import one_blas_thread
from ...engine.passes import distances_between
from ...engine.plan import PENDING_PER_WORKER
from ...engine.tile import Arithmetic
from ...kernels.kernel import Kernel
from ...markov.sparse.graph import compact

__all__ = ["LargestValues", "blocks_of_largest_values", "kept_values", "smallest_kept_values"]

# Number of pairs of a block's rows with all rows: 8 MiB of distances for each worker.
PAIRS_AT_ONCE = 1 << 20
STAGE = "kernel"


class LargestValues(NamedTuple):
    """Some rows of a kernel, truncated to their largest values.

    Attributes
    ----------
    kernel : csr_array of shape (n_rows, n_samples)
        The values that are kept.
    smallest_kept : ndarray of shape (n_rows,)
        The smallest value that each row keeps.
    row_sums : ndarray of shape (n_rows,)
        Row sums of the whole kernel.
    """

    kernel: csr_array
    smallest_kept: np.ndarray
    row_sums: np.ndarray


def smallest_kept_values(K: np.ndarray, share: float) -> np.ndarray:
    """For each row, the smallest value that is kept; kept values hold a share of the row's sum.

    Parameters
    ----------
    K : ndarray of shape (n_rows, n_samples)
        Non-negative kernel values.
    share : float
        Share of each row's sum, below 1. All values equal to the smallest kept value are kept.

    Returns
    -------
    ndarray of shape (n_rows,)

    Examples
    --------
    The two largest values hold nine tenths of the sum, more than the share of four fifths.

    >>> smallest_kept_values(np.array([[5.0, 1.0, 4.0]]), 0.8)
    array([4.])
    """
    allowed = (1 - share) * K.sum(axis=1)
    # The sum of all values below these floors is less than the sum that may be omitted.
    floors = allowed / K.shape[1]
    return np.array([_smallest_kept(*row) for row in zip(K, allowed, floors, strict=True)])


def _smallest_kept(values: np.ndarray, allowed: float, floor: float) -> float:
    large = np.sort(values[values > floor])
    gone = float(values.sum() - large.sum()) + np.cumsum(large)
    last = int(np.searchsorted(gone, allowed, side="right"))
    return float(large[last]) if last < len(large) else float(values.max())


def blocks_of_largest_values(
    cloud: PointCloud, kernel: Kernel, share: float, rows: np.ndarray | None = None
) -> Iterator[LargestValues]:
    """The largest kernel values of some or all rows, a block of rows at a time.

    Parameters
    ----------
    cloud : PointCloud
        The points.
    kernel : Kernel
        A kernel of these points.
    share : float
        As in `smallest_kept_values`.
    rows : ndarray of shape (n_rows,), optional
        Indices of the rows; all rows by default.
    """
    rows = np.arange(cloud.n_samples) if rows is None else rows
    step = max(1, PAIRS_AT_ONCE // cloud.n_samples)
    blocks = [rows[start : start + step] for start in range(0, len(rows), step)]
    resources = cloud.resources
    workers = max(1, min(resources.n_workers, len(blocks)))
    answers = in_order(
        executor_named(resources.executor if workers > 1 else "serial"),
        _OnBlock(cloud.points, kernel, share, resources.arithmetic),
        blocks,
        len(blocks),
        workers,
        PENDING_PER_WORKER * workers,
    )
    with one_blas_thread(), closing(answers) as done:
        yield from done


@dataclass(frozen=True, eq=False)
class _OnBlock:
    """The computation for one block of rows; it can be pickled."""

    points: np.ndarray
    kernel: Kernel
    share: float
    arithmetic: str | Arithmetic

    def __call__(self, rows: np.ndarray) -> LargestValues:
        r = distances_between(self.points[rows], self.points, self.arithmetic, "serial", 1)
        K = self.kernel.values(r)
        smallest_kept = smallest_kept_values(K, self.share)
        starts, ends = np.nonzero((smallest_kept[:, None] <= K) & (K > 0))
        first = np.append(0, np.cumsum(np.bincount(starts, minlength=len(rows))))
        kept = csr_array((K[starts, ends], ends, first), shape=K.shape)
        return LargestValues(compact(kept), smallest_kept, K.sum(axis=1))


def kept_values(cloud: PointCloud, kernel: Kernel, share: float) -> LargestValues:
    """The symmetric kernel of all rows; a value is kept if either row of its pair keeps it."""
    found, n_done = [], 0
    cloud.report(STAGE, 0, cloud.n_samples)
    for each in blocks_of_largest_values(cloud, kernel, share):
        found.append(each)
        n_done += len(each.smallest_kept)
        cloud.report(STAGE, n_done, cloud.n_samples)
    blocks, smallest_kept, row_sums = zip(*found, strict=True)
    directed = compact(csr_array(vstack(blocks, format="csr")))
    del found, blocks
    kept = csr_array(directed.maximum(directed.T))
    return LargestValues(kept, np.concatenate(smallest_kept), np.concatenate(row_sums))
