"""A preconditioner for a sparse graph's Laplacian by algebraic multigrid.

A polynomial of the Laplacian reduces errors that change quickly from row to row. Errors that change
slowly are passed to a coarser graph, whose rows are groups of neighbours, and so on (smoothed
aggregation: Vanek, Mandel and Brezina 1996). In high dimension neighbours of neighbours are mostly
different rows, so coarser graphs would be nearly full. Then the preconditioner is only a
polynomial, but of a higher degree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.sparse import csr_array

from .aggregates import aggregates
from .graph import compact

__all__ = ["Multigrid"]

DENSE_ROWS = 500  # largest number of rows of a coarse graph that LAPACK solves
FULLEST = 1.25  # a group may have at most this many times as many links as a row, on average
DEGREE_ALONE = 8  # degree of the polynomial if there is no coarser graph
# Range of eigenvalues, relative to the diagonal, that are smoothed; by Gershgorin's theorem none is
# above 2 on the given graph.
SMOOTHED = (0.25, 2.0)
PROLONGED = 2 / 3  # share of a Jacobi step that smooths the prolongation


class _Coarser(NamedTuple):
    """The graph of groups: `restriction` maps vectors to it, and `prolongation` maps them back.

    `root` is the trivial vector of this graph, which its Laplacian maps nearly to 0.
    """

    prolongation: csr_array
    restriction: csr_array
    root: np.ndarray


class _Level(NamedTuple):
    L: csr_array
    inverse_diagonal: np.ndarray
    coarser: _Coarser | None


class Multigrid:
    """One V-cycle: a product with a symmetric approximate inverse of the Laplacian.

    Parameters
    ----------
    L : csr_array of shape (n_samples, n_samples)
        ``(1 + delta) I - A`` of an operator's symmetric form A.
    root : ndarray of shape (n_samples,)
        Trivial vector of A; every coarser graph has such a vector too.

    Examples
    --------
    On a chain of 2000 rows, twenty cycles reduce a residual to less than a thousandth.

    >>> from scipy.sparse import diags
    >>> L = csr_array(diags([-0.5, 1 + 1e-6, -0.5], [-1, 0, 1], shape=(2000, 2000)))
    >>> b = np.random.default_rng(0).normal(size=(2000, 1))
    >>> preconditioner, x = Multigrid(L, np.ones(2000)), np.zeros((2000, 1))
    >>> for _ in range(20):
    ...     x += preconditioner(b - L @ x)
    >>> bool(np.linalg.norm(b - L @ x) < 1e-3 * np.linalg.norm(b))
    True
    """

    def __init__(self, L: csr_array, root: np.ndarray) -> None:
        self._levels: list[_Level] = []
        self._factor: Any = None
        while L.shape[0] > DENSE_ROWS:
            coarser = _coarser(L, root)
            self._levels.append(_Level(L, 1 / L.diagonal()[:, None], coarser))
            if coarser is None:
                return
            L = compact(coarser.restriction @ compact(L @ coarser.prolongation))
            root = coarser.root
        self._coarsest = L.toarray()
        self._factor = cho_factor(self._coarsest)

    @property
    def coarsens(self) -> bool:
        """Whether there is a coarser graph, or the given graph is small enough for LAPACK."""
        return self._factor is not None or len(self._levels) > 1

    def __call__(self, block: np.ndarray) -> np.ndarray:
        """The preconditioner times a block of vectors, (n, k) to (n, k)."""
        return self._cycle(block, 0)

    def smooth_vectors(self, first: int, n_columns: int) -> np.ndarray:
        """At most `n_columns` vectors that change slowly, from eigenvectors of the coarsest graph.

        The eigenvectors before number `first`, which change least, are not used.
        """
        if self._factor is None:
            return np.empty((self._levels[0].L.shape[0], 0))
        vectors: np.ndarray = eigh(self._coarsest)[1][:, first : first + n_columns]
        for level in reversed(self._levels):
            vectors = level.coarser.prolongation @ vectors
        return vectors

    def _cycle(self, b: np.ndarray, depth: int) -> np.ndarray:
        if depth == len(self._levels):
            solution: np.ndarray = cho_solve(self._factor, b)
            return solution
        level = self._levels[depth]
        if level.coarser is None:
            return _smoothed(level, b, None, DEGREE_ALONE)
        x = _smoothed(level, b, None, 1)
        remainder = level.coarser.restriction @ (b - level.L @ x)
        x += level.coarser.prolongation @ self._cycle(remainder, depth + 1)
        return _smoothed(level, b, x, 1)


def _coarser(L: csr_array, root: np.ndarray) -> _Coarser | None:
    """The coarser graph; None if it would be more than half as large, or too full."""
    group = aggregates(L)
    masses = np.bincount(group, weights=root**2)
    shares = root / np.sqrt(masses)[group]
    shape = len(root), len(masses)
    P = csr_array((shares, group, np.arange(len(root) + 1, dtype=group.dtype)), shape=shape)
    links = compact(L @ P)
    if 2 * len(masses) > len(root):
        return None
    if (P.T.tocsr() @ links).nnz / len(masses) > FULLEST * L.nnz / len(root):
        return None
    links.data *= np.repeat(PROLONGED / L.diagonal(), np.diff(links.indptr))
    P = compact(P - links)
    return _Coarser(P, compact(P.T.tocsr()), np.sqrt(masses))


def _smoothed(level: _Level, b: np.ndarray, x: np.ndarray | None, degree: int) -> np.ndarray:
    """Chebyshev iteration on ``L x = b``; reduces errors with eigenvalues in `SMOOTHED`."""
    middle, half = sum(SMOOTHED) / 2, (SMOOTHED[1] - SMOOTHED[0]) / 2
    step = level.inverse_diagonal * (b if x is None else b - level.L @ x)
    step /= middle
    x = step.copy() if x is None else x + step
    ratio = half / middle
    for _ in range(degree - 1):
        before, ratio = ratio, 1 / (2 * middle / half - ratio)
        remainder = b - level.L @ x
        remainder *= 2 * ratio / half * level.inverse_diagonal
        step *= ratio * before
        step += remainder
        x += step
    return x
