"""Eigenpairs at many scales of one kernel, each scale starting from the nearest one known.

From a large scale to a small one the leading vectors change little, so a step or two of the
iteration often is enough. For the largest eigengap most scales need not even converge: Ritz values
are lower bounds and no eigenvalue is above 1, so a scale is out of the race once
``1 - theta_{N_C + 1}`` is below the best gap so far. Most scales that are smaller still are out
without a kernel: see `smaller_scales`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..engine.machine.blas import one_blas_thread
from .accuracy import FOR_CURVES
from .block_krylov import block_size
from .conjugate import right_eigenpairs
from .disconnected import pairs_of_lonely_rows
from .eigenpairs import Eigenpairs
from .smaller_scales import SmallerScales
from .solver import converged, few_enough, starting_block
from .walk import Walk

__all__ = ["EigenPath"]

SMALL_GAP = 1e-4  # where no gap reaches it, what is known to 1e-6 does not tell the largest

DENSE_ROWS = 400
"""Up to so many rows LAPACK on the whole matrix is as quick."""


class Known(NamedTuple):
    """Converged pairs at one scale, and the vectors after them that helped."""

    pairs: Eigenpairs
    guards: np.ndarray

    @property
    def of_symmetric(self) -> np.ndarray:
        """Vectors of A, without the trivial one."""
        root = np.sqrt(self.pairs.stationary)
        return np.column_stack([self.pairs.vectors[:, 1:] * root[:, None], self.guards])


class EigenPath:
    """Leading eigenpairs of a walk along a path of scales, remembered.

    Eigenvalues are within 1e-6 of exact ones, and within 1e-12 where they are as near to 1 as
    that. Where a graph is in more pieces than pairs are wanted, all are called 1, and the vectors
    are any that tell pieces apart.

    Parameters
    ----------
    walk_at : callable
        The walk of the Gaussian kernel at a scale.
    exact : callable
        Eigenpairs by LAPACK, for a scale and a number of pairs: for few rows, and for whatever
        the iteration cannot settle.
    n_samples : int
        Number of points.
    iterated : bool
        Whether to iterate where that is quicker, as for kernels that are positive definite.

    Examples
    --------
    Three clusters: their eigengap is largest at a scale between the width of one and the distance
    of two, and most others are out of the race early.

    >>> from kernelscale.data import PointCloud
    >>> clusters = 20 * np.eye(3)[np.arange(600) % 3]
    >>> cloud = PointCloud(clusters + np.random.default_rng(0).normal(size=(600, 3)))
    >>> path = cloud.eigen_path
    >>> ruled_out = path.race(2.0 ** np.arange(-6, 14), n_classes=3)
    >>> 1.0 in ruled_out, 64.0 in ruled_out
    (True, False)
    >>> path.at(64.0, n_pairs=3).values.round(2)
    array([1.  , 0.99, 0.99, 0.02])
    """

    def __init__(
        self,
        walk_at: Callable[[float], Walk],
        exact: Callable[[float, int], Eigenpairs],
        n_samples: int,
        iterated: bool = True,
    ) -> None:
        self._walk_at, self._exact, self._n_samples = walk_at, exact, n_samples
        self._known: dict[float, Known] = {}
        self._dense_rows = DENSE_ROWS if iterated else n_samples

    def __len__(self) -> int:
        """Number of scales known."""
        return len(self._known)

    def at(self, epsilon: float, n_pairs: int) -> Eigenpairs:
        """Leading eigenpairs at one scale, at least `n_pairs` beside the trivial one."""
        if not self._knows(epsilon, n_pairs):
            if self._iterates(n_pairs):
                self._find(epsilon, n_pairs, self._nearest(epsilon, block_size(n_pairs)))
            else:
                self._keep(epsilon, self._exact(epsilon, n_pairs))
        return self._known[epsilon].pairs

    def race(self, scales: np.ndarray, n_classes: int) -> dict[float, float]:
        """Scales that cannot have the largest eigengap Ge, each with an upper bound of its Ge.

        All others are known afterwards. Few rows are not worth a race, and where no gap is worth
        the name LAPACK has to judge: then none is ruled out.
        """
        if not self._iterates(n_classes):
            return {}
        ruled_out: dict[float, float] = {}
        start, race = None, _Race(n_classes)
        for epsilon in np.sort(scales)[::-1].tolist():
            if not self._knows(epsilon, n_classes) and not race.foregone(epsilon):
                if start is None:
                    start = self._nearest(epsilon, block_size(n_classes))
                start = self._find(epsilon, n_classes, start, race)
            if self._knows(epsilon, n_classes):
                gap = self._known[epsilon].pairs.eigengap(n_classes)
                race.best = max(race.best, gap - 2 * FOR_CURVES.residual)
                start = None  # what is known says where to go on
            else:
                ruled_out[epsilon] = race.bound
        if race.best < SMALL_GAP:
            self._known.clear()
            self._dense_rows = self._n_samples
            return {}
        return ruled_out

    def _iterates(self, n_pairs: int) -> bool:
        return self._n_samples > self._dense_rows and few_enough(self._n_samples, n_pairs)

    def _knows(self, epsilon: float, n_pairs: int) -> bool:
        known = self._known.get(epsilon)
        return known is not None and len(known.pairs.values) > n_pairs

    def _find(
        self,
        epsilon: float,
        n_pairs: int,
        start: np.ndarray,
        race: _Race | None = None,
    ) -> np.ndarray:
        """Pairs at one scale, made known unless lost on the way; returns the last vectors."""
        race = _Race(n_pairs) if race is None else race
        walk = self._walk_at(epsilon)
        lonely = walk.lonely
        if np.count_nonzero(lonely) > n_pairs:
            if not race.lost(np.ones(n_pairs)):
                self._keep(epsilon, pairs_of_lonely_rows(lonely, walk.root, n_pairs))
            return start
        with one_blas_thread():
            ritz = converged(walk, n_pairs, start, FOR_CURVES, race.lost)
        if ritz is None:
            del walk  # and its kernel, before LAPACK needs the memory
            self._keep(epsilon, self._exact(epsilon, n_pairs))
            return start
        values, vectors = ritz
        race.smaller.see(epsilon, walk, values, vectors)
        if not race.lost(values):
            pairs = right_eigenpairs(values[:n_pairs], vectors[:, :n_pairs], walk.root)
            self._keep(epsilon, pairs, vectors[:, n_pairs:])
        return vectors

    def _keep(self, epsilon: float, pairs: Eigenpairs, guards: np.ndarray | None = None) -> None:
        self._known[epsilon] = Known(pairs, pairs.vectors[:, :0] if guards is None else guards)

    def _nearest(self, epsilon: float, n_columns: int) -> np.ndarray:
        """Vectors to start from: from the nearest scales known, filled up with random ones."""
        if not self._known:
            return starting_block(self._n_samples, n_columns)
        known = self._expected(epsilon)[:, :n_columns]
        n_missing = n_columns - known.shape[1]
        return np.column_stack([known, starting_block(self._n_samples, n_missing)])

    def _expected(self, epsilon: float) -> np.ndarray:
        """A's vectors as they would be if they went on as between the two nearest scales known."""
        one, *others = sorted(self._known, key=lambda known: abs(np.log(known / epsilon)))
        vectors = self._known[one].of_symmetric
        for other in others[:1]:
            past = self._known[other].of_symmetric
            share = np.log(epsilon / one) / np.log(one / other)
            if 0 < share < 1.5 and past.shape == vectors.shape:
                left, _, right = np.linalg.svd(past.T @ vectors)
                vectors = vectors + share * (vectors - past @ (left @ right))
        return vectors


class _Race:
    """Whether a scale may still have the largest eigengap; with no gap to beat it always may."""

    def __init__(self, n_classes: int) -> None:
        self._n_classes = n_classes
        self.best, self.bound = -np.inf, 1.0
        self.smaller = SmallerScales(n_classes)

    def foregone(self, epsilon: float) -> bool:
        """Whether larger scales have shown that it may not."""
        self.bound = self.smaller.bound(epsilon)
        return self.bound < self.best

    def lost(self, values: np.ndarray) -> bool:
        """Whether Ritz values show it."""
        self.bound = 1 - float(values[self._n_classes - 1])
        return self.bound < self.best
