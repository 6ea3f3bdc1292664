"""An operator on a sparse graph: its products, a preconditioner, and vectors to start from."""

from __future__ import annotations

import operator

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from ..krylov.krylov_solver import starting_block
from .graph import compact, laplacian
from .multigrid import Multigrid
from .row_products import Multiply

__all__ = ["SparseOperator"]

SHIFT = 1e-8  # the delta that makes the Laplacian invertible


class SparseOperator:
    """``A = D^-1/2 K D^-1/2``, with rows reordered so that neighbours are near one another.

    In this order products take a third of the time that they take in the given order.

    Parameters
    ----------
    A : csr_array of shape (n_samples, n_samples)
        The symmetric form.
    root : ndarray of shape (n_samples,)
        Trivial vector of A.
    multiply : callable
        ``(M, V) -> M V``, for the products with A.

    Attributes
    ----------
    order : ndarray of int, shape (n_samples,)
        The row at each position.
    """

    def __init__(
        self, A: csr_array, root: np.ndarray, multiply: Multiply = operator.matmul
    ) -> None:
        self._multiply = multiply
        self.order = reverse_cuthill_mckee(A, symmetric_mode=True)
        self._laplacian = laplacian(compact(A[self.order][:, self.order]), SHIFT)
        self._multigrid = Multigrid(self._laplacian, root[self.order])

    @property
    def coarsens(self) -> bool:
        """As `Multigrid.coarsens`."""
        return self._multigrid.coarsens

    def product(self, V: np.ndarray) -> np.ndarray:
        """``A V``."""
        image: np.ndarray = (1 + SHIFT) * V - self._multiply(self._laplacian, V)
        return image

    def precondition(self, V: np.ndarray) -> np.ndarray:
        """An approximate inverse of ``(1 + delta) I - A`` times V."""
        return self._multigrid(V)

    def start(self, n_known: int, n_columns: int) -> np.ndarray:
        """Vectors to start from.

        First come vectors that change slowly along the graph, without the `n_known` slowest, whose
        eigenvectors are known; then random vectors.
        """
        smooth = self._multigrid.smooth_vectors(n_known, n_columns)
        random = starting_block(len(self.order), n_columns - smooth.shape[1])
        return np.column_stack([smooth, random])
