"""Restarted block Krylov iteration with Rayleigh-Ritz: leading eigenpairs from products alone.

Ritz pairs are the best approximations of eigenpairs in the subspace searched. Each step adds the
residuals of the Ritz vectors to the subspace; once the subspace holds `DEPTH` blocks of residuals,
the iteration restarts from the Ritz vectors. Products may be in single precision. Everything else
is in double precision, so the pairs are as accurate as the products.

Vectors on a graphics processor stay there, because NumPy passes operations on to the library of the
arrays. Only the eigenproblem in the subspace, of a few dozen columns, is solved on the CPU.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..._validation import on_host

__all__ = ["BlockKrylov", "Product", "block_size"]

Product = Callable[[np.ndarray], np.ndarray]

DEPTH = 3  # number of blocks of residuals before a restart
GUARDS = 4  # number of additional vectors, which speed up the convergence of the wanted vectors
_NOTHING = 1e-14  # vectors that are shorter than this after orthogonalisation are rounding errors
_DEPENDENT = 1e-10


def block_size(n_pairs: int) -> int:
    """Number of vectors that are iterated together.

    Parameters
    ----------
    n_pairs : int
        Number of wanted pairs.

    Returns
    -------
    int
        At least `n_pairs` + 4, and a multiple of 8, for which products are fastest.

    Examples
    --------
    Ten pairs need a block of at least 14 vectors; 16 vectors take no longer.

    >>> block_size(10)
    16
    """
    return -(-(n_pairs + GUARDS) // 8) * 8


class BlockKrylov:
    """Ritz pairs of a symmetric operator, improved step by step.

    Parameters
    ----------
    product : callable
        The operator times a block of vectors, (n, k) to (n, k).
    deflated : ndarray of shape (n,) or (n_known, n)
        Orthonormal known eigenvectors; the subspace is orthogonal to them.
    start : ndarray of shape (n, block size)
        Vectors to start from.

    Attributes
    ----------
    values, residuals : ndarray
        Ritz values, descending, and the lengths of ``A v - theta v``.
    vectors : ndarray of shape (n, block size)
        Ritz vectors, on the device of `start`.
    """

    def __init__(self, product: Product, deflated: np.ndarray, start: np.ndarray) -> None:
        self._product, self._deflated = product, np.atleast_2d(deflated)
        n, self._size = start.shape
        n_columns = self._size * (DEPTH + 1)
        self._basis = np.empty_like(start, float, order="F", shape=(n, n_columns))
        self._products = np.empty_like(self._basis)
        self._projected = np.empty((n_columns, n_columns))
        self._used = 0
        self._extend(_orthonormal(_orthonormal(self._without_deflated(start))))

    def step(self, preconditioner: Product | None = None) -> bool:
        """Add the residuals to the subspace; returns False if they add no direction.

        If there is a `preconditioner`, an approximate inverse of ``(1 + delta) I - A``, the
        residuals are first multiplied by it (generalised Davidson).
        """
        if self._used + self._size > self._basis.shape[1]:
            self._restart()
        block = self._remainders if preconditioner is None else preconditioner(self._remainders)
        for _ in range(2):  # done twice, for orthogonality up to rounding
            known = self._basis[:, : self._used]
            block = _orthonormal(self._without_deflated(block - known @ (known.T @ block)))
        if block.shape[1] == 0:
            return False
        self._extend(block)
        return True

    def _without_deflated(self, block: np.ndarray) -> np.ndarray:
        for known in self._deflated:
            block = block - np.outer(known, known @ block)
        return block

    def _restart(self) -> None:
        n_kept = self.vectors.shape[1]
        self._basis[:, :n_kept] = self.vectors
        self._products[:, :n_kept] = self._images
        self._projected[:n_kept, :n_kept] = np.diag(self.values)
        self._used = n_kept

    def _extend(self, block: np.ndarray) -> None:
        before, after = self._used, self._used + block.shape[1]
        self._basis[:, before:after] = block
        image = self._without_deflated(self._product(block))
        self._products[:, before:after] = image
        projected = on_host(self._basis[:, :after].T @ image)
        self._projected[:after, before:after] = projected
        self._projected[before:after, :before] = projected[:before].T
        self._used = after
        self._rayleigh_ritz()

    def _rayleigh_ritz(self) -> None:
        used = self._used
        projected = self._projected[:used, :used]
        values, mixture = np.linalg.eigh((projected + projected.T) / 2)
        self.values, mixture = values[::-1][: self._size], mixture[:, ::-1][:, : self._size]
        values, mixture = (np.asarray(each, like=self._basis) for each in (self.values, mixture))
        self.vectors = self._basis[:, :used] @ mixture
        self._images = self._products[:, :used] @ mixture
        self._remainders = self._images - self.vectors * values
        self.residuals = on_host(np.linalg.norm(self._remainders, axis=0))


def _orthonormal(block: np.ndarray) -> np.ndarray:
    """An orthonormal basis of the columns' span; dependent columns are dropped.

    With nearly dependent columns the basis has errors of 1e-6, which a second call removes.
    """
    lengths = np.linalg.norm(block, axis=0)
    block = block[:, lengths > _NOTHING] / lengths[lengths > _NOTHING]
    if block.shape[1] == 0:
        return block
    values, mixture = np.linalg.eigh(on_host(block.T @ block))
    kept = values > _DEPENDENT * values[-1]
    to_basis = mixture[:, kept] / np.sqrt(values[kept])
    basis: np.ndarray = block @ np.asarray(to_basis, like=block)
    return basis
