"""A walk on a graph as the iteration sees it: products, rough inverses, vectors to start from."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from .solver import starting_block
from .sparse_graph import compact, laplacian
from .sparse_multigrid import Multigrid

__all__ = ["SparseWalk"]

SHIFT = 1e-8  # delta: the Laplacian's inverse has to exist


class SparseWalk:
    """``A = D^-1/2 K D^-1/2``, its rows in an order that puts neighbours near one another.

    In that order products take a third of the time.

    Parameters
    ----------
    A : csr_array of shape (n_samples, n_samples)
        The symmetric conjugate.
    root : ndarray of shape (n_samples,)
        Its trivial vector.
    known : ndarray of shape (n_samples, n_known)
        Other orthonormal eigenvectors that are known, and kept out of every product.

    Attributes
    ----------
    root : ndarray of shape (n_samples,)
        The trivial vector in that order.
    """

    def __init__(self, A: csr_array, root: np.ndarray, known: np.ndarray) -> None:
        self._order = reverse_cuthill_mckee(A, symmetric_mode=True)
        self.root, self._known = root[self._order], known[self._order]
        self._laplacian = laplacian(compact(A[self._order][:, self._order]), SHIFT)
        self._multigrid = Multigrid(self._laplacian, self.root)

    def product(self, V: np.ndarray) -> np.ndarray:
        """``A V``."""
        return self._without_known((1 + SHIFT) * V - self._laplacian @ V)

    def improve(self, V: np.ndarray) -> np.ndarray:
        """Roughly the inverse of ``(1 + delta) I - A`` times V."""
        return self._without_known(self._multigrid(V))

    def start(self, n_columns: int) -> np.ndarray:
        """Vectors that change slowly along the graph, filled up with random ones."""
        smooth = self._multigrid.smooth_vectors(n_columns)
        random = starting_block(len(self.root), n_columns - smooth.shape[1])
        return self._without_known(np.column_stack([smooth, random]))

    def in_order_of_rows(self, V: np.ndarray) -> np.ndarray:
        """The same vectors with rows as they were given."""
        given = np.empty_like(V)
        given[self._order] = V
        return given

    def _without_known(self, V: np.ndarray) -> np.ndarray:
        if self._known.shape[1] == 0:
            return V
        rest: np.ndarray = V - self._known @ (self._known.T @ V)
        return rest
