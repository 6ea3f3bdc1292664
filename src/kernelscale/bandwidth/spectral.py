"""The scale of the largest generalised eigengap (the paper's spectral approach)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..data import PointCloud
from ..kernels import Gaussian
from ..markov import Eigenpairs
from .eigen_search import EigenRule, Path
from .kernel_family import Family, KernelOfScale, kernel_option
from .search import NoOptimumError, grid_option

__all__ = ["Spectral"]

NO_GAP = 1e-10  # eigenvalues are known to 1e-14 or so; the largest of such gaps is chance


@dataclass(frozen=True)
class Spectral(EigenRule):
    """``eps = argmax Ge``, ``Ge = lambda_{N_C} - lambda_{N_C + 1}`` (paper's eq. GE).

    If classes hardly saw each other, P would have N_C eigenvalues near 1, one a class, and a gap
    after them; by Davis and Kahan the wider the gap the nearer the leading eigenvectors are to
    the classes' indicators. Only the number of classes is used, not who belongs to which.

    The gap may have a narrow peak between two scales of the grid. Eigenvalues fall as the scale
    grows, so between two scales it is hardly more than lambda_{N_C} at the smaller one less
    lambda_{N_C + 1} at the larger; where that leaves room for a gap 5 % larger steps are halved,
    down to a ratio of 2^(1/8), as long as memory allows. The gap chosen is the largest of those
    tried. A grid of one's own is taken as it is.

    With more than a few hundred rows a scale is given up as soon as ``1 - lambda_{N_C + 1}`` is
    seen to be less than the best gap so far. Such scales are not among the answer's `scales`, but
    in its ``evidence["ruled_out"]``, each with that upper bound of its gap.

    Parameters
    ----------
    scales : array-like, optional
        Candidate scales; by default a grid of ratio sqrt(2) over the useful range.
    kernel : callable, optional
        Makes the kernel of a scale, such as a class of your own; the Gaussian one by default. The
        scale of another is no epsilon, and ``evidence["kernel_scale"]`` holds it.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If a scale is not positive; when called, if there are no labels, too few rows for the
        eigenvalues, or there is no gap at any scale.

    Examples
    --------
    Two clusters 100 apart, each 1 wide: any scale between those squared tells them apart.

    >>> import numpy as np
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> bandwidth = Spectral()(X, np.repeat([0, 1], 20))
    >>> 0.1 < bandwidth.epsilon < 100**2
    True
    """

    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "spectral"
    score_name: ClassVar[str] = "generalised eigengap Ge"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def n_pairs(self, cloud: PointCloud) -> int:
        return cloud.n_classes

    def score(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        return pairs.eigengap(cloud.n_classes)

    @staticmethod
    def falling(pairs: Eigenpairs, n_classes: int) -> tuple[float, float]:
        """The eigenvalues before and after the gap."""
        return float(pairs.values[n_classes - 1]), float(pairs.values[n_classes])

    def walk(self, cloud: PointCloud, path: list[Eigenpairs]) -> Path:
        gaps = np.array([self.score(pairs, cloud) for pairs in path])
        if gaps.max() < NO_GAP:
            raise NoOptimumError(
                f"There is no eigengap at any scale: eigenvalues {cloud.n_classes} and "
                f"{cloud.n_classes + 1} agree to rounding, as where there are no more distinct "
                f"rows ({cloud.distinct.n_samples}) than classes ({cloud.n_classes})."
            )
        winner = int(np.argmax(gaps))
        interior = 0 < winner < len(path) - 1
        remark = "" if interior else " The optimum lies at the edge of the range searched."
        return Path(winner, interior, lambda pairs: self.score(pairs, cloud), remark)

    def ruled_out(self, family: Family, grid: np.ndarray) -> dict[float, float]:
        cloud = family.cloud
        bounds = family.race(grid, cloud.n_classes)
        if not bounds:
            return {}
        gaps = [
            -1.0
            if scale in bounds
            else self.score(family.eigenpairs(scale, cloud.n_classes), cloud)
            for scale in grid.tolist()
        ]
        winner = int(np.argmax(gaps))
        # The winner's neighbours show its height, and it is refined between them.
        for neighbor in grid[max(winner - 1, 0) : winner + 2].tolist():
            bounds.pop(neighbor, None)
        return bounds

    def seen(self, pairs: Eigenpairs, cloud: PointCloud) -> dict[str, Any]:
        """Over how many rows the eigenvectors before the gap spread: few, and it parts strays.

        The sum of squares, squared, over the sum of fourth powers, of the widest of them.
        """
        vectors = pairs.vectors[:, 1 : cloud.n_classes]
        spread = (vectors**2).sum(axis=0) ** 2 / (vectors**4).sum(axis=0)
        return {
            "spread": float(spread.max()),
            "smallest_class": int(np.bincount(cloud.codes).min()),
        }

    def describe(self, score: float, cloud: PointCloud, n_tried: int) -> str:
        return (
            f"The eigengap after {cloud.n_classes} eigenvalues, one a class, is {score:.3g} here, "
            f"the largest of {n_tried} scales tried; who belongs to which class has no say."
        )
