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

__all__ = ["Heaviest", "faintest_kept", "heaviest_values", "kept_values"]

PAIRS_AT_ONCE = 1 << 20  # of a block of rows with all: 8 MiB of distances a worker
STAGE = "kernel"


class Heaviest(NamedTuple):
    """Some rows of a kernel, without their smallest values.

    Attributes
    ----------
    kernel : csr_array of shape (n_rows, n_samples)
        The values that are kept, by row.
    faintest : ndarray of shape (n_rows,)
        The smallest of them.
    row_sums : ndarray of shape (n_rows,)
        Of all values, those that are not kept as well.
    """

    kernel: csr_array
    faintest: np.ndarray
    row_sums: np.ndarray


def faintest_kept(K: np.ndarray, share: float) -> np.ndarray:
    """The smallest value that is kept of each row, where the largest are that hold a share.

    Parameters
    ----------
    K : ndarray of shape (n_rows, n_samples)
        Kernel values, none of them negative.
    share : float
        Below 1, of each row's sum. Values as large as the smallest are all kept.

    Returns
    -------
    ndarray of shape (n_rows,)

    Examples
    --------
    Without its smallest value the row holds nine tenths, more than four fifths.

    >>> faintest_kept(np.array([[5.0, 1.0, 4.0]]), 0.8)
    array([4.])
    """
    allowed = (1 - share) * K.sum(axis=1)
    # Values below this are too small to reach what may go, however many there are.
    floors = allowed / K.shape[1]
    return np.array([_faintest(*row) for row in zip(K, allowed, floors, strict=True)])


def _faintest(values: np.ndarray, allowed: float, floor: float) -> float:
    large = np.sort(values[values > floor])
    gone = float(values.sum() - large.sum()) + np.cumsum(large)
    last = int(np.searchsorted(gone, allowed, side="right"))
    return float(large[last]) if last < len(large) else float(values.max())


def heaviest_values(
    cloud: PointCloud, kernel: Kernel, share: float, rows: np.ndarray | None = None
) -> Iterator[Heaviest]:
    """Blocks of rows, of some or of all, each with what it keeps of the kernel.

    Parameters
    ----------
    cloud : PointCloud
        The points.
    kernel : Kernel
        A kernel of these points.
    share : float
        As in `faintest_kept`.
    rows : ndarray of shape (n_rows,), optional
        Which rows; all by default.
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
    """The task of a worker."""

    points: np.ndarray
    kernel: Kernel
    share: float
    arithmetic: str | Arithmetic

    def __call__(self, rows: np.ndarray) -> Heaviest:
        r = distances_between(self.points[rows], self.points, self.arithmetic, "serial", 1)
        K = self.kernel.values(r)
        faintest = faintest_kept(K, self.share)
        starts, ends = np.nonzero((faintest[:, None] <= K) & (K > 0))
        first = np.append(0, np.cumsum(np.bincount(starts, minlength=len(rows))))
        kept = csr_array((K[starts, ends], ends, first), shape=K.shape)
        return Heaviest(compact(kept), faintest, K.sum(axis=1))


def kept_values(cloud: PointCloud, kernel: Kernel, share: float) -> Heaviest:
    """The kernel of all rows where either row of a pair keeps it, and 0 elsewhere; symmetric."""
    found, n_done = [], 0
    cloud.report(STAGE, 0, cloud.n_samples)
    for each in heaviest_values(cloud, kernel, share):
        found.append(each)
        n_done += len(each.faintest)
        cloud.report(STAGE, n_done, cloud.n_samples)
    blocks, faintest, row_sums = zip(*found, strict=True)
    directed = compact(csr_array(vstack(blocks, format="csr")))
    del found, blocks
    kept = csr_array(directed.maximum(directed.T))
    return Heaviest(kept, np.concatenate(faintest), np.concatenate(row_sums))
