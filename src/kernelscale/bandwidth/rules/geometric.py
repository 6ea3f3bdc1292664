"""The scale at which classes are tight and far apart in diffusion coordinates."""

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
from ..eigen.grid_search import Winner
from ..eigen.peaks import NoOptimumError, interior_maximum
from ..kernel_family import KernelOfScale, grid_option, kernel_option

__all__ = ["Geometric"]

FLAT = 1e-9  # share of the largest value; a curve that varies by less is constant
KNEE = 0.95  # share of the largest value, taken where there is no maximum
SUBSTANTIAL = 0.5  # share of the largest value an interior maximum has to reach
PROMINENCE = 0.01  # share by which a maximum has to stand out; iterated scores err by 0.004
ABOVE_CHANCE = 1.1  # times 1 / n_classes: what an interior maximum has to reach as well


@dataclass(frozen=True)
class Geometric(EigenRule):
    """``eps = argmax rho_Psi``, ``rho_Psi = D_a / sum_c D_c`` (paper's eqs. SigOpt and rhopsi).

    D_a is the mean squared distance of all points from their centre, D_c that of class c from its
    own, in the first `n_components` diffusion coordinates. The curve has a finite limit at large
    scales, which can be higher than the maximum that matters, and grows without bound where classes
    shrink to points. So an interior maximum is taken, unless it is a ripple: below half of the
    largest value, at the value that chance gives, or less than 1 % above the curve beside them.
    Without an interior maximum the smallest scale at 95 % of the largest value is returned, and
    flagged.

    Parameters
    ----------
    n_components : int, optional
        Diffusion coordinates used; by default one less than there are classes, but at least 4
        (chosen by measurement, see docs/measured.md).
    scales : array-like, optional
        Candidate scales; by default a grid of ratio sqrt(2) over the useful range.
    kernel : callable, optional
        Makes the kernel of a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `n_components` is no positive integer or a scale not positive; when called, if there
        are no labels, too few rows for the coordinates, or rho_Psi is the same at every scale.

    Examples
    --------
    Two clusters 100 apart, each 1 wide: each becomes a point of the first coordinate.

    >>> import numpy as np
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> bandwidth = Geometric()(X, np.repeat([0, 1], 20))
    >>> bool(bandwidth.evidence["score"] > 1000)
    True
    """

    n_components: int | None = None
    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "geometric"
    embeds_rows: ClassVar[bool] = True
    score_name: ClassVar[str] = "class separation rho_Psi"

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
        # One pair more than is used tells whether the coordinates are arbitrary. The pairs that
        # `Spectral` needs are computed too, so that both rules share one decomposition.
        wanted = max(self._n_coordinates(cloud) + 1, cloud.n_classes)
        return max(min(wanted, cloud.n_samples - 1), self._n_coordinates(cloud))

    def score(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        return class_separation(pairs, cloud.codes, self._n_coordinates(cloud)).ratio

    def winner(self, cloud: PointCloud, on_grid: list[Eigenpairs]) -> Winner:
        n_coordinates = self._n_coordinates(cloud)
        seen = [class_separation(pairs, cloud.codes, n_coordinates) for pairs in on_grid]
        resolved = np.array([separation.resolved for separation in seen])
        known = ~np.array([separation.arbitrary for separation in seen])
        known |= not known.any()
        eligible = resolved if resolved.any() else known
        separated = np.array([separation.separated for separation in seen]) & eligible
        if separated.any():
            return self._widest_gap(cloud, on_grid, separated)
        scores = np.array([separation.ratio for separation in seen])
        return self._substantial_maximum(cloud, np.where(known, scores, np.nan), eligible)

    def _substantial_maximum(
        self, cloud: PointCloud, scores: np.ndarray, eligible: np.ndarray
    ) -> Winner:
        """The largest interior maximum that is more than a ripple, or else the curve's knee.

        Both are among the `eligible` scales, but the score at a scale with a localized coordinate
        may still show that a scale beside it is a maximum.

        Where the graph has nearly separate components the ratio is about one over the number of
        classes, and ripples there are interior maxima too.
        """
        largest = float(scores[eligible].max())
        if self.scales is None and largest - np.nanmin(scores) < FLAT * largest:
            raise NoOptimumError(
                "rho_Psi is the same at every scale, as where there are only two distinct rows, "
                "so no scale is best."
            )
        knee = Winner(
            int(np.flatnonzero(eligible & (scores >= KNEE * largest))[0]),
            False,
            lambda pairs: self.score(pairs, cloud),
            f" There is no clear maximum inside the range; this is the smallest scale at "
            f"{KNEE:.0%} of the largest value; do not trust it.",
        )
        index = interior_maximum(scores, PROMINENCE, eligible)
        if index is None:
            return knee
        remark = " It is the largest maximum inside the range."
        if largest > scores[index]:
            remark += " The curve is higher at an edge of the range."
        least = max(SUBSTANTIAL * largest, ABOVE_CHANCE / cloud.n_classes)
        return Winner(index, True, knee.ranking, remark, least, knee)

    def _widest_gap(
        self, cloud: PointCloud, on_grid: list[Eigenpairs], separated: np.ndarray
    ) -> Winner:
        """Of the scales at which every class is a point, the one of largest eigengap."""
        gaps = np.array([pairs.eigengap(cloud.n_classes) for pairs in on_grid])
        index = int(np.argmax(np.where(separated, gaps, -1.0)))
        remark = " The classes are separated: of such scales the one of largest eigengap is taken."
        return Winner(
            index,
            0 < index < len(on_grid) - 1,
            lambda pairs: pairs.eigengap(cloud.n_classes),
            remark,
        )

    def describe(self, score: float, cloud: PointCloud, n_tried: int) -> str:
        return (
            f"rho_Psi, the spread of all rows over those within classes, is {score:.3g} here in "
            f"{self._n_coordinates(cloud)} diffusion coordinates."
        )
