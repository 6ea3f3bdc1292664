"""Eigenpairs at many scales, each scale starting from the vectors of the nearest known scales.

Leading vectors change little from one scale to the next, so a step or two of the iteration is often
enough. In the search for the largest eigengap most scales are ruled out before they converge: see
`branch_and_bound`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..engine.machine.blas import one_blas_thread
from .branch_and_bound import BranchAndBound
from .components import pairs_of_isolated_rows
from .eigenpairs import Eigenpairs, right_eigenpairs
from .krylov.block_krylov import block_size
from .krylov.krylov_solver import converged, few_enough, starting_block
from .krylov.required_accuracy import FOR_CURVES
from .operator import Operator

__all__ = ["Continuation"]

# If the largest eigengap is smaller, LAPACK computes all pairs, because the iteration is accurate
# only to 1e-6.
SMALL_GAP = 1e-4

DENSE_ROWS = 400
"""Up to this number of rows LAPACK is as quick as the iteration."""


class Known(NamedTuple):
    """Converged `pairs` at one scale, and `guards`, additional vectors of the iteration's block."""

    pairs: Eigenpairs
    guards: np.ndarray

    @property
    def of_symmetric(self) -> np.ndarray:
        """Vectors of A = D^-1/2 K D^-1/2, without the trivial one (eigenvalue 1)."""
        root = np.sqrt(self.pairs.stationary)
        return np.column_stack([self.pairs.vectors[:, 1:] * root[:, None], self.guards])


class Continuation:
    """Leading eigenpairs at many scales, each computed once.

    Eigenvalues have errors of at most 1e-6; eigenvalues that are within 1e-6 of 1 have errors of at
    most 1e-12. If more rows are isolated than pairs are wanted, all eigenvalues are 1, and each
    vector separates isolated rows.

    Parameters
    ----------
    operator_at : callable
        Returns the operator of the Gaussian kernel at a scale.
    exact : callable
        Returns eigenpairs by LAPACK for a scale and a number of pairs; used for few rows, and if
        the iteration does not converge.
    n_samples : int
        Number of points.
    iterated : bool
        Whether to iterate if that is quicker; only for positive definite kernels.

    Examples
    --------
    Three clusters: their eigengap is largest at a scale between the width of a cluster and the
    distance between two clusters, and most other scales are ruled out early.

    >>> from kernelscale.data import PointCloud
    >>> clusters = 20 * np.eye(3)[np.arange(600) % 3]
    >>> cloud = PointCloud(clusters + np.random.default_rng(0).normal(size=(600, 3)))
    >>> over_scales = cloud.continuation
    >>> ruled_out = over_scales.branch_and_bound(2.0 ** np.arange(-6, 14), n_classes=3)
    >>> 1.0 in ruled_out, 64.0 in ruled_out
    (True, False)
    >>> over_scales.at(64.0, n_pairs=3).values.round(2)
    array([1.  , 0.99, 0.99, 0.02])
    """

    def __init__(
        self,
        operator_at: Callable[[float], Operator],
        exact: Callable[[float, int], Eigenpairs],
        n_samples: int,
        iterated: bool = True,
    ) -> None:
        self._operator_at, self._exact, self._n_samples = operator_at, exact, n_samples
        self._known: dict[float, Known] = {}
        self._dense_rows = DENSE_ROWS if iterated else n_samples

    def __len__(self) -> int:
        """Number of scales computed."""
        return len(self._known)

    def at(self, epsilon: float, n_pairs: int) -> Eigenpairs:
        """Leading eigenpairs at one scale, at least `n_pairs` and the trivial one."""
        if not self._has(epsilon, n_pairs):
            if self._iterates(n_pairs):
                self._find(epsilon, n_pairs, self._nearest(epsilon, block_size(n_pairs)))
            else:
                self._keep(epsilon, self._exact(epsilon, n_pairs))
        return self._known[epsilon].pairs

    def branch_and_bound(self, scales: np.ndarray, n_classes: int) -> dict[float, float]:
        """Scales that cannot have the largest eigengap Ge, each with an upper bound of its Ge.

        The pairs at all other scales are computed. No scale is ruled out if there are few rows,
        because LAPACK is then as quick, or if all gaps are small, because the iteration is then not
        accurate enough.
        """
        if not self._iterates(n_classes):
            return {}
        ruled_out: dict[float, float] = {}
        start, bounds = None, BranchAndBound(n_classes)
        for epsilon in np.sort(scales)[::-1].tolist():
            if not self._has(epsilon, n_classes) and not bounds.rules_out(epsilon):
                if start is None:
                    start = self._nearest(epsilon, block_size(n_classes))
                start = self._find(epsilon, n_classes, start, bounds)
            if self._has(epsilon, n_classes):
                gap = self._known[epsilon].pairs.eigengap(n_classes)
                bounds.best = max(bounds.best, gap - 2 * FOR_CURVES.residual)
                start = None  # the next scale starts from the pairs that are kept
            else:
                ruled_out[epsilon] = bounds.bound
        if bounds.best < SMALL_GAP:
            self._known.clear()
            self._dense_rows = self._n_samples
            return {}
        return ruled_out

    def _iterates(self, n_pairs: int) -> bool:
        return self._n_samples > self._dense_rows and few_enough(self._n_samples, n_pairs)

    def _has(self, epsilon: float, n_pairs: int) -> bool:
        known = self._known.get(epsilon)
        return known is not None and len(known.pairs.values) > n_pairs

    def _find(
        self,
        epsilon: float,
        n_pairs: int,
        start: np.ndarray,
        bounds: BranchAndBound | None = None,
    ) -> np.ndarray:
        """Compute pairs at a scale, and keep them if it is not ruled out; returns the vectors."""
        bounds = BranchAndBound(n_pairs) if bounds is None else bounds
        operator = self._operator_at(epsilon)
        isolated = operator.isolated
        if np.count_nonzero(isolated) > n_pairs:
            if not bounds.rules_out_by(np.ones(n_pairs)):
                self._keep(epsilon, pairs_of_isolated_rows(isolated, operator.root, n_pairs))
            return start
        with one_blas_thread():
            ritz = converged(operator, n_pairs, start, FOR_CURVES, bounds.rules_out_by)
        if ritz is None:
            del operator  # The operator and its kernel are freed before LAPACK needs the memory.
            self._keep(epsilon, self._exact(epsilon, n_pairs))
            return start
        values, vectors = ritz
        bounds.smaller.record(epsilon, operator, values, vectors)
        if not bounds.rules_out_by(values):
            pairs = right_eigenpairs(values[:n_pairs], vectors[:, :n_pairs], operator.root)
            self._keep(epsilon, pairs, vectors[:, n_pairs:])
        return vectors

    def _keep(self, epsilon: float, pairs: Eigenpairs, guards: np.ndarray | None = None) -> None:
        self._known[epsilon] = Known(pairs, pairs.vectors[:, :0] if guards is None else guards)

    def _nearest(self, epsilon: float, n_columns: int) -> np.ndarray:
        """Vectors to start from: those of the nearest known scales, and random vectors."""
        if not self._known:
            return starting_block(self._n_samples, n_columns)
        known = self._expected(epsilon)[:, :n_columns]
        n_missing = n_columns - known.shape[1]
        return np.column_stack([known, starting_block(self._n_samples, n_missing)])

    def _expected(self, epsilon: float) -> np.ndarray:
        """Eigenvectors of A, extrapolated in log epsilon from the two nearest known scales."""
        one, *others = sorted(self._known, key=lambda known: abs(np.log(known / epsilon)))
        vectors = self._known[one].of_symmetric
        for other in others[:1]:
            past = self._known[other].of_symmetric
            share = np.log(epsilon / one) / np.log(one / other)
            if 0 < share < 1.5 and past.shape == vectors.shape:
                left, _, right = np.linalg.svd(past.T @ vectors)
                vectors = vectors + share * (vectors - past @ (left @ right))
        return vectors
