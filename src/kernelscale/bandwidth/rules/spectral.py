"""The scale of the largest generalised eigengap (the paper's spectral approach)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...markov.eigenpairs import Eigenpairs
from ..eigen.eigen_rule import EigenRule
from ..eigen.peaks import NoOptimumError
from ..eigen.scale_search import Winner
from ..kernel_family import Family, KernelOfScale, grid_option, kernel_option

__all__ = ["Spectral"]

NO_GAP = 1e-10  # a smaller gap may be a rounding error, as eigenvalues have errors of about 1e-14


@dataclass(frozen=True)
class Spectral(EigenRule):
    """``eps = argmax Ge``, ``Ge = lambda_{N_C} - lambda_{N_C + 1}`` (paper's eq. GE).

    If the kernel between classes is nearly 0, P has N_C eigenvalues near 1, one for each class, and
    a gap after them. By Davis and Kahan's theorem, the wider the gap, the nearer the leading
    eigenvectors are to the indicators of the classes. Only the number of classes is used, not the
    class of each row.

    The gap may have a narrow peak between two scales of the grid. Eigenvalues fall as the scale
    grows. So between two scales the gap is at most about lambda_{N_C} at the smaller scale minus
    lambda_{N_C + 1} at the larger one. If this bound exceeds the best gap by 5 %, the step between
    the two scales is halved. This is repeated until their ratio is 2^(1/8), 32 scales have been
    tried or no more fit in memory. A grid that you pass is not refined this way.

    With more than a few hundred rows the search is by branch and bound. The gap at a scale is at
    most ``1 - lambda_{N_C + 1}``; the scale is ruled out as soon as this bound is less than the
    best gap so far. Scales that were ruled out are not in `Bandwidth.scales` but, with their
    bounds, in ``evidence["ruled_out"]``.

    Parameters
    ----------
    scales : array-like, optional
        Candidate scales; by default a geometric grid of ratio sqrt(2) over the useful range.
    kernel : callable, optional
        Makes a kernel from a scale, such as your own subclass of `Kernel`; `Gaussian` by default.
        The scale of another kernel is not an epsilon; it is in ``evidence["kernel_scale"]``.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If a scale is not positive; when called, if there are no labels, too few rows for the
        eigenvalues, or there is no gap at any scale.

    Examples
    --------
    Two clusters of width 1 at a distance of 100.

    >>> import numpy as np
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> bandwidth = Spectral()(X, np.repeat([0, 1], 20))
    >>> 0.1 < bandwidth.epsilon < 100**2
    True
    """

    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "spectral"
    criterion_name: ClassVar[str] = "generalised eigengap Ge"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def n_pairs(self, cloud: PointCloud) -> int:
        return cloud.n_classes

    def criterion(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        return pairs.eigengap(cloud.n_classes)

    @staticmethod
    def falling(pairs: Eigenpairs, n_classes: int) -> tuple[float, float]:
        """The eigenvalues before and after the gap."""
        return float(pairs.values[n_classes - 1]), float(pairs.values[n_classes])

    def winner(self, cloud: PointCloud, on_grid: list[Eigenpairs]) -> Winner:
        gaps = np.array([self.criterion(pairs, cloud) for pairs in on_grid])
        if gaps.max() < NO_GAP:
            raise NoOptimumError(
                f"There is no eigengap at any scale: eigenvalues {cloud.n_classes} and "
                f"{cloud.n_classes + 1} are equal up to rounding for {cloud.n_classes} classes and "
                f"{cloud.distinct.n_samples} distinct rows; there must be more distinct rows than "
                f"classes."
            )
        index = int(np.argmax(gaps))
        interior = 0 < index < len(on_grid) - 1
        remark = "" if interior else " The optimum lies at an end of the range searched."
        return Winner(index, interior, lambda pairs: self.criterion(pairs, cloud), remark)

    def ruled_out(self, family: Family, grid: np.ndarray) -> dict[float, float]:
        cloud = family.cloud
        bounds = family.ruled_out(grid, cloud.n_classes)
        if not bounds:
            return {}
        gaps = [
            -1.0
            if scale in bounds
            else self.criterion(family.eigenpairs(scale, cloud.n_classes), cloud)
            for scale in grid.tolist()
        ]
        winner = int(np.argmax(gaps))
        # Eigenpairs at the winner's neighbours are needed to refine it.
        for neighbor in grid[max(winner - 1, 0) : winner + 2].tolist():
            bounds.pop(neighbor, None)
        return bounds

    def further_evidence(self, pairs: Eigenpairs, cloud: PointCloud) -> dict[str, Any]:
        """The `spread` of the eigenvectors before the gap, and the size of the smallest class.

        The number of rows on which an eigenvector v is far from 0 is about
        ``(sum_i v_i^2)^2 / sum_i v_i^4``. The spread is the largest of these numbers; it is small
        if all eigenvectors before the gap separate outliers.
        """
        vectors = pairs.vectors[:, 1 : cloud.n_classes]
        spread = (vectors**2).sum(axis=0) ** 2 / (vectors**4).sum(axis=0)
        return {
            "spread": float(spread.max()),
            "smallest_class": int(np.bincount(cloud.codes).min()),
        }

    def describe(self, value: float, cloud: PointCloud, n_tried: int) -> str:
        return (
            f"The eigengap after {cloud.n_classes} eigenvalues, one for each class, is {value:.3g} "
            f"at this scale, the largest of {n_tried} scales tried; only the number of classes is "
            f"used."
        )
