"""One data set, checked once, with quantities of its pairs, each computed once and stored.

Rules need the same few quantities: the histogram of distances, the nearest other points, the curve
of the kernel's sum, leading eigenpairs at a scale. A `PointCloud` computes each at most once, so
that comparing ten rules takes little longer than the slowest of them. Each base class adds one
concept: `CheckedData`, `PairDistances`, `PairStatistics`, `NearestRows`.
"""

from __future__ import annotations

from typing import Any

from .._attributes import cached_property
from ..kernels.gaussian import Gaussian
from ..markov.continuation import Continuation
from ..markov.dense import leading_eigenpairs
from ..markov.eigenpairs import Eigenpairs
from ..markov.gaussian_operator import gaussian_operator
from .nearest_rows import NearestRows

__all__ = ["PointCloud"]


class PointCloud(NearestRows):
    """Points, optionally with labels, and quantities of their pairs, computed when first used.

    The parameters and attributes are the same as in `CheckedData`.
    """

    def _hold(self, *made_of: Any) -> None:
        super()._hold(*made_of)
        self._eigenpairs: dict[float, Eigenpairs] = {}
        self.kept_parts: dict[int, list[PointCloud]] = {}

    def eigenpairs(self, epsilon: float, n_pairs: int) -> Eigenpairs:
        """Leading eigenpairs of P by LAPACK, at least `n_pairs` in addition to the trivial pair."""
        kept = self._eigenpairs.get(epsilon)
        if kept is None or len(kept.values) <= n_pairs:
            K = Gaussian(epsilon).from_squared_distances(self.squared_distances)
            kept = self._eigenpairs[epsilon] = leading_eigenpairs(K, n_pairs)
        return kept

    @cached_property
    def continuation(self) -> Continuation:
        """Leading eigenpairs by continuation, accurate to 1e-6; faster than LAPACK."""
        squared_distances = self.squared_distances  # lambdas with `self` would be a reference cycle
        arithmetic = self.resources.arithmetic
        return Continuation(
            lambda epsilon: gaussian_operator(squared_distances, epsilon, arithmetic),
            lambda epsilon, n_pairs: leading_eigenpairs(
                Gaussian(epsilon).from_squared_distances(squared_distances), n_pairs
            ),
            self.n_samples,
        )

    def forget_eigenpairs(self) -> None:
        """Free the memory of eigenpairs and of `kept_parts`, the subsamples that rules keep."""
        self._eigenpairs.clear()
        self.kept_parts.clear()
        vars(self).pop("continuation", None)
