"""The scale at which classes are narrow and far apart in diffusion coordinates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_count
from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...markov.eigenpairs import Eigenpairs
from ..eigen.class_criteria import class_separation
from ..eigen.eigen_rule import EigenRule
from ..eigen.peaks import NoOptimumError, interior_maximum
from ..eigen.scale_search import Winner
from ..kernel_family import KernelOfScale, grid_option, kernel_option

__all__ = ["Geometric"]

# Relative to the largest value of the curve, unless stated otherwise:
FLAT = 1e-9  # a curve that varies by less is constant
KNEE = 0.95  # without an interior maximum, the smallest scale with this value is taken
SUBSTANTIAL = 0.5  # an interior maximum is taken only if it has at least this value
PROMINENCE = 0.01  # required prominence; the curve of iterated eigenvectors has errors of 0.004
ABOVE_CHANCE = 1.1  # an interior maximum must also be at least this multiple of 1 / n_classes


@dataclass(frozen=True)
class Geometric(EigenRule):
    """``eps = argmax rho_Psi``, ``rho_Psi = D_a / sum_c D_c`` (paper's eqs. SigOpt and rhopsi).

    In the first `n_components` diffusion coordinates, D_a is the mean squared distance of all
    points from their centre, and D_c is the mean squared distance of the points of class c from the
    centre of that class. At large scales rho_Psi has a finite limit, which can exceed the relevant
    maximum. Where classes shrink to points, rho_Psi grows without bound. So the rule takes an
    interior maximum, unless it is below half of the largest value, near the value for random
    classes (1 / n_classes), or less than 1 % above the curve next to it. (Such a maximum may be a
    mere ripple of the curve.) If no interior maximum counts, the scale is the smallest at which
    rho_Psi has 95 % of its largest value, and `interior` is False. If every class is a single point
    at some scales, the one of these with the largest eigengap is taken.

    Parameters
    ----------
    n_components : int, optional
        Number of diffusion coordinates; by default the number of classes minus one, but at least 4
        (docs/measured.md has the measurements).
    scales : array-like, optional
        Candidate scales; by default a geometric grid of ratio sqrt(2) over the useful range.
    kernel : callable, optional
        Makes a kernel from a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `n_components` is not a positive integer or a scale is not positive; when called, if
        there are no labels, too few rows for the coordinates, or rho_Psi is the same at every
        scale.

    Examples
    --------
    Two clusters of width 1 at a distance of 100. In the first coordinate each cluster is nearly a
    point.

    >>> import numpy as np
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> bandwidth = Geometric()(X, np.repeat([0, 1], 20))
    >>> bool(bandwidth.evidence["criterion"] > 1000)
    True
    """

    n_components: int | None = None
    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "geometric"
    embeds_rows: ClassVar[bool] = True
    criterion_name: ClassVar[str] = "class separation rho_Psi"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n_components is not None:
            check_count(self.n_components, "n_components")
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def _n_coordinates(self, cloud: PointCloud) -> int:
        if self.n_components is not None:
            return self.n_components
        return min(max(4, cloud.n_classes - 1), cloud.n_samples - 1)

    def n_pairs(self, cloud: PointCloud) -> int:
        # The eigenpair after those used shows whether the coordinates are arbitrary. The pairs that
        # `Spectral` needs are included, so that both rules share one decomposition.
        wanted = max(self._n_coordinates(cloud) + 1, cloud.n_classes)
        return max(min(wanted, cloud.n_samples - 1), self._n_coordinates(cloud))

    def criterion(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        return class_separation(pairs, cloud.codes, self._n_coordinates(cloud)).ratio

    def winner(self, cloud: PointCloud, on_grid: list[Eigenpairs]) -> Winner:
        n_coordinates = self._n_coordinates(cloud)
        separations = [class_separation(pairs, cloud.codes, n_coordinates) for pairs in on_grid]
        resolved = np.array([separation.resolved for separation in separations])
        known = ~np.array([separation.arbitrary for separation in separations])
        known |= not known.any()
        eligible = resolved if resolved.any() else known
        separated = np.array([separation.separated for separation in separations]) & eligible
        if separated.any():
            return self._widest_gap(cloud, on_grid, separated)
        ratios = np.array([separation.ratio for separation in separations])
        return self._substantial_maximum(cloud, np.where(known, ratios, np.nan), eligible)

    def _substantial_maximum(
        self, cloud: PointCloud, ratios: np.ndarray, eligible: np.ndarray
    ) -> Winner:
        """The largest interior maximum that is more than a ripple, or else the scale of `KNEE`.

        The result is one of the `eligible` scales, but all scales are used to find local maxima.
        Where the graph has nearly separate components, the ratio is about one over the number of
        classes, and its ripples are interior maxima too.
        """
        largest = float(ratios[eligible].max())
        if self.scales is None and largest - np.nanmin(ratios) < FLAT * largest:
            raise NoOptimumError(
                "rho_Psi is the same at every scale, for example because there are only two "
                "distinct rows, so no scale is best."
            )
        knee = Winner(
            int(np.flatnonzero(eligible & (ratios >= KNEE * largest))[0]),
            False,
            lambda pairs: self.criterion(pairs, cloud),
            f" There is no clear maximum inside the range, so do not trust the scale: it is the "
            f"smallest with {KNEE:.0%} of the largest value.",
        )
        index = interior_maximum(ratios, PROMINENCE, eligible)
        if index is None:
            return knee
        remark = " It is the largest maximum inside the range."
        if largest > ratios[index]:
            remark += " The curve is higher at an end of the range."
        least = max(SUBSTANTIAL * largest, ABOVE_CHANCE / cloud.n_classes)
        return Winner(index, True, knee.ranking, remark, least, knee)

    def _widest_gap(
        self, cloud: PointCloud, on_grid: list[Eigenpairs], separated: np.ndarray
    ) -> Winner:
        """The scale with the largest eigengap among those at which every class is a point."""
        gaps = np.array([pairs.eigengap(cloud.n_classes) for pairs in on_grid])
        index = int(np.argmax(np.where(separated, gaps, -1.0)))
        remark = (
            " At some scales every class is a single point; this is the one of these scales "
            "with the largest eigengap."
        )
        return Winner(
            index,
            0 < index < len(on_grid) - 1,
            lambda pairs: pairs.eigengap(cloud.n_classes),
            remark,
        )

    def describe(self, value: float, cloud: PointCloud, n_tried: int) -> str:
        return (
            f"rho_Psi, the spread of all rows divided by the sum of the spreads of the classes, is "
            f"{value:.3g} at this scale, in {self._n_coordinates(cloud)} diffusion coordinates."
        )
