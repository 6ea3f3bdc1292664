"""What stands for the search of neighbours and the sparse solver until they are there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.linalg import LinearOperator, eigsh

from ..distances import squared_distances
from ..engine import NearestOthers, Resources
from ..engine.blas import one_blas_thread
from ..engine.passes import run_pass
from ..engine.statistics import Neighbors
from ..markov import Eigenpairs, leading_eigenpairs
from ..markov.conjugate import right_eigenpairs
from ..metrics import metric_named

__all__ = ["Found", "nearest_neighbors", "neighbor_index", "sparse_eigenpairs"]

DENSE_ROWS = 1000


class ExactIndex(NamedTuple):
    """The training rows themselves."""

    points: np.ndarray

    def query(self, rows: np.ndarray, n_neighbors: int) -> Neighbors:
        """The nearest training rows of new ones."""
        found = []
        for start in range(0, len(rows), 256):
            r = squared_distances(rows[start : start + 256], self.points)
            nearest = np.argsort(r, axis=1, kind="stable")[:, :n_neighbors]
            found.append(Neighbors(np.take_along_axis(r, nearest, axis=1), nearest))
        return Neighbors(*map(np.concatenate, zip(*found, strict=True)))


class Found(NamedTuple):
    """The nearest others of all rows."""

    neighbors: Neighbors
    recall: float
    approximate: bool
    index: Any


def nearest_neighbors(
    points: np.ndarray,
    n_neighbors: int,
    *,
    metric: Any = "euclidean",
    approximate: bool | str = "auto",
    random_state: Any = 0,
    resources: Resources | None = None,
) -> Found:
    """The exact nearest others."""
    statistic = NearestOthers(n_neighbors)
    found = run_pass(points, statistic, resources or Resources(), metric=metric_named(metric))
    return Found(found, 1.0, False, ExactIndex(points))


def neighbor_index(
    points: np.ndarray,
    n_neighbors: int,
    *,
    metric: Any = "euclidean",
    approximate: bool | str = "auto",
    random_state: Any = 0,
    resources: Resources | None = None,
) -> ExactIndex:
    """What `nearest_neighbors` looks into, without its search for all rows."""
    return ExactIndex(points)


def sparse_eigenpairs(
    K: csr_array, n_pairs: int, *, alpha: float = 0.0, report: Any = None
) -> Eigenpairs:
    """Leading eigenpairs by LAPACK where there are few rows, else by ARPACK."""
    n_samples = K.shape[0]
    if n_samples <= DENSE_ROWS or n_pairs > n_samples // 4:
        return leading_eigenpairs(K.toarray(), n_pairs, alpha=alpha)
    A = _scaled(K, K.sum(axis=1) ** -alpha)
    degrees = A.sum(axis=1)
    root = np.sqrt(degrees / degrees.sum())
    A = _scaled(A, 1 / np.sqrt(degrees))
    deflated = LinearOperator(A.shape, lambda v: A @ v - 3 * root * (root @ v), dtype=float)
    start = np.random.default_rng(0).normal(size=n_samples)
    with one_blas_thread():
        values, vectors = eigsh(
            deflated, n_pairs, which="LA", v0=start, ncv=max(40, 3 * n_pairs), maxiter=100_000
        )
    return right_eigenpairs(values[::-1].copy(), vectors[:, ::-1], root)


def _scaled(K: csr_array, factors: np.ndarray) -> csr_array:
    data = K.data * np.repeat(factors, np.diff(K.indptr))
    data *= factors[K.indices]
    return csr_array((data, K.indices, K.indptr), shape=K.shape)
