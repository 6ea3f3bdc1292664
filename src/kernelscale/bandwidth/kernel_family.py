"""Families of kernels that differ in their scale only: candidate scales, eigenpairs, row sums.

A rule that searches over scales uses a family. For the Gaussian family the point cloud has fast
methods; for any other family the results are computed from kernel values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy.optimize import brentq

from .._attributes import cached_property
from .._validation import check_scales, shown
from ..data import PointCloud
from ..data.scale_range import NEARLY_ALL, NEARLY_ALONE, geometric_grid
from ..engine.machine.blas import one_blas_thread
from ..engine.statistics import RowSumsByClass
from ..kernels.gaussian import Gaussian
from ..kernels.kernel import Kernel, check_is_kernel, is_kernel
from ..markov.continuation import Continuation
from ..markov.dense import leading_eigenpairs
from ..markov.eigenpairs import Eigenpairs
from ..markov.operator import operator_of_kernel
from ..results import Bandwidth

__all__ = ["Family", "KernelOfScale", "family_of", "grid_option", "kernel_option"]

KernelOfScale = Callable[[float], Kernel]

RATIO = 2**0.5  # ratio of neighbouring scales
_PAIRS_AT_ONCE = 400_000


def grid_option(scales: Any) -> tuple[float, ...] | None:
    """The option `scales` of a rule, checked, as an ascending tuple without repetitions."""
    return None if scales is None else tuple(np.unique(check_scales(scales)).tolist())


def kernel_option(kernel: Any) -> KernelOfScale:
    """The option `kernel` of a rule, checked: a callable that makes a kernel from a scale."""
    if not callable(kernel) or is_kernel(kernel):  # a kernel is also callable, but takes points
        raise ValueError(
            f"kernel must be a class or function that makes a kernel from a scale, but "
            f"{shown(kernel)} was given."
        )
    return kernel


def family_of(cloud: PointCloud, kernel: KernelOfScale) -> Family:
    """The family of the kernels that the callable `kernel` makes, on a cloud."""
    return _Gaussians(cloud, kernel) if kernel is Gaussian else Family(cloud, kernel)


class Family:
    """Kernels that differ in their scale only, on one point cloud.

    Parameters
    ----------
    cloud : PointCloud
        The points.
    kernel : callable
        Makes a kernel from a scale.
    """

    def __init__(self, cloud: PointCloud, kernel: KernelOfScale) -> None:
        self.cloud, self._kernel = cloud, kernel

    def at(self, scale: float) -> Kernel:
        """The kernel at a scale."""
        kernel = check_is_kernel(self._kernel(scale))
        if kernel.feature_scale is not None:
            raise ValueError(
                f"The scale is searched for unscaled features, but {kernel!r} scales them; scale "
                f"the points instead."
            )
        return kernel.of_metric(self.cloud.metric.known_as)

    def candidate_scales(self, ratio: float = RATIO) -> np.ndarray:
        """A geometric grid over the useful range, defined as in `PointCloud.scale_range`."""
        n_rows = self.cloud.histogram.n_pairs / self.cloud.n_samples
        n_apart = self.cloud.histogram.n_pairs - self.cloud.histogram.n_zero
        ends = [self._scale_where(NEARLY_ALONE * n_rows), self._scale_where(NEARLY_ALL * n_apart)]
        return geometric_grid(min(ends), max(ends), ratio)

    def _scale_where(self, target: float) -> float:
        """The scale at which the kernel's sum over pairs at a distance above 0 is `target`."""
        histogram = self.cloud.histogram
        apart = histogram.bins > 0
        counts, r = histogram.counts[apart], np.append(0.0, histogram.means[apart])

        def excess(log_scale: float) -> float:
            # Values overflow or underflow if the scale is far from all distances.
            with np.errstate(all="ignore"):
                values = self.at(float(np.exp(log_scale))).values(r)
            total = counts @ (values[1:] / values[0])
            return float(np.log(np.maximum(total, 1e-300)) - np.log(target))

        for reach in 2.0 ** np.arange(10):
            if excess(-reach) * excess(reach) < 0:
                return float(np.exp(brentq(excess, -reach, reach, xtol=1e-6)))
        raise ValueError(
            "The kernel has no useful range of scales: its matrix does not change from nearly the "
            "identity to nearly all ones as the scale changes; pass scales."
        )

    @cached_property
    def _continuation(self) -> Continuation:
        squared_distances = self.cloud.squared_distances

        def matrix(scale: float) -> np.ndarray:
            return self.at(scale).values(squared_distances)

        return Continuation(
            lambda scale: operator_of_kernel(matrix(scale)),
            lambda scale, n_pairs: leading_eigenpairs(matrix(scale), n_pairs),
            self.cloud.n_samples,
            iterated=self.at(1.0).positive_definite,
        )

    def eigenpairs(self, scale: float, n_pairs: int) -> Eigenpairs:
        """Leading eigenpairs at a scale, eigenvalues descending; they are computed once."""
        return self._continuation.at(scale, n_pairs)

    def ruled_out(self, scales: np.ndarray, n_classes: int) -> dict[float, float]:
        """Scales that cannot have the largest eigengap, each with an upper bound of its gap."""
        return {}

    def class_row_sums(self, scales: np.ndarray) -> RowSumsByClass:
        """Row sums as in `PointCloud.class_row_sums`, each row divided by its diagonal entry."""
        cloud = self.cloud
        rows = np.arange(cloud.n_samples)
        if cloud.sampled_by_class is not None:
            rows = cloud.sampled_by_class.rows
        members = (cloud.codes[:, None] == np.arange(cloud.n_classes)).astype(float)
        sums = np.empty((2, len(rows), len(scales)))
        n_blocks = -(-len(rows) * cloud.n_samples // _PAIRS_AT_ONCE)
        for block in np.array_split(np.arange(len(rows)), min(n_blocks, len(rows))):
            r = cloud.squared_distances_from(rows[block])
            selves = np.arange(len(block)), rows[block]
            for position, scale in enumerate(scales.tolist()):
                K = self.at(scale).values(r)
                K /= K[selves][:, None]
                K[selves] = 0.0
                with one_blas_thread():
                    by_class = K @ members
                sums[0, block, position] = K.sum(axis=1)
                sums[1, block, position] = by_class[selves[0], cloud.codes[rows[block]]]
        return RowSumsByClass(*sums)

    def bandwidth(
        self,
        rule: str,
        scale: float,
        reason: str,
        scales: np.ndarray,
        criterion: np.ndarray,
        criterion_name: str,
        interior: bool,
        interval: tuple[float, float] | None = None,
        *,
        evidence: Mapping[str, Any],
    ) -> Bandwidth:
        """The result of a rule that has searched the family.

        If the scale is not an epsilon, it is in `evidence["kernel_scale"]` and in the reason.
        """
        kernel = self.at(scale)
        epsilon = kernel.gaussian_scale
        if epsilon != scale:
            reason += f" The scale {scale:.4g} is a parameter of {kernel!r}, not an epsilon."
            interval, evidence = None, {**evidence, "kernel_scale": scale}
        return Bandwidth(
            rule,
            epsilon,
            kernel,
            reason,
            scales,
            criterion,
            criterion_name,
            interior,
            interval,
            evidence,
        )


class _Gaussians(Family):
    """Gaussian kernels, for which the point cloud has fast methods."""

    def candidate_scales(self, ratio: float = RATIO) -> np.ndarray:
        return self.cloud.candidate_scales(ratio)

    def eigenpairs(self, scale: float, n_pairs: int) -> Eigenpairs:
        return self.cloud.continuation.at(scale, n_pairs)

    def ruled_out(self, scales: np.ndarray, n_classes: int) -> dict[float, float]:
        return self.cloud.continuation.branch_and_bound(scales, n_classes)

    def class_row_sums(self, scales: np.ndarray) -> RowSumsByClass:
        return self.cloud.class_row_sums(scales)
