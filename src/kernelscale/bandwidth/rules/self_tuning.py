"""A scale for each row: the distance to its r-th nearest neighbour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ..._validation import check_count
from ...data import PointCloud
from ...engine.statistics import Neighbors
from ...kernels.self_tuned import SelfTuned
from ...results import Bandwidth
from ..duplicates import CountedRows, DuplicatesError
from ..rule import Rule

__all__ = ["SelfTuning", "local_scales"]


def local_scales(cloud: PointCloud, near: Neighbors) -> np.ndarray:
    """Distance of each row to the farthest of its neighbours in `near`.

    Raises
    ------
    DuplicatesError
        If the distance of a row is 0.
    """
    n_neighbors = near.indices.shape[1]
    sigma: np.ndarray = np.sqrt(near.squared_distances[:, -1])
    zero = np.flatnonzero(sigma == 0)
    if len(zero):
        zero = zero if cloud.rows is None else cloud.rows[zero]
        named = ", ".join(map(str, zero[:5])) + (", ..." if len(zero) > 5 else "")
        raise DuplicatesError(
            f"{len(zero)} row(s) ({named}) have {n_neighbors} or more exact duplicates, so their "
            f"scale is 0; remove duplicates or raise n_neighbors."
        )
    return sigma


@dataclass(frozen=True)
class SelfTuning(Rule):
    """``K_ij = exp(-r_ij / (sigma_i sigma_j))``, sigma_i the distance to the r-th neighbour.

    The kernel is from Zelnik-Manor and Perona (2004), the paper's eq. GKernelZelnik. It has no
    single epsilon.

    Parameters
    ----------
    n_neighbors : int
        Which neighbour: sigma_i is the distance from row i to its `n_neighbors`-th nearest row.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `n_neighbors` is not a positive integer; when called, if there are fewer than
        `n_neighbors` other rows or neighbours in a graph, or a row has that many exact duplicates
        and each duplicate counts.

    Examples
    --------
    Here sigma is the distance to the nearest neighbour, which is largest for the last point.

    >>> SelfTuning(n_neighbors=1)([[0.0], [1.0], [4.0]]).kernel.local_scales
    array([1., 1., 3.])
    """

    n_neighbors: int = 7
    name: ClassVar[str] = "self_tuning"
    scales_rows: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count(self.n_neighbors, "n_neighbors")

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        if self.n_neighbors >= cloud.n_samples:
            raise ValueError(
                f"The rule 'self_tuning' needs neighbour {self.n_neighbors} of each row, but there "
                f"are {cloud.n_samples} rows; set n_neighbors below that."
            )
        return self.with_scales(
            cloud.features, local_scales(cloud, cloud.nearest(self.n_neighbors))
        )

    def check_neighbors(self, n_neighbors: int) -> None:
        if self.n_neighbors > n_neighbors:
            raise ValueError(
                f"The rule 'self_tuning' needs neighbour {self.n_neighbors} of each row, but the "
                f"graph has {n_neighbors} neighbours of each row; take more neighbours or set "
                f"n_neighbors to fewer."
            )

    def _choose_from_neighbors(self, cloud: PointCloud, neighbors: Neighbors) -> Bandwidth:
        squares = neighbors.squared_distances[:, self.n_neighbors - 1]
        return self.with_scales(cloud.features, np.sqrt(squares))

    def with_scales(self, points: np.ndarray | None, sigma: np.ndarray) -> Bandwidth:
        """The bandwidth for rows with these scales; `points` is None if the rows are distances."""
        low, high = float(sigma.min()), float(sigma.max())
        reason = (
            f"Each row has its own scale, the distance to its neighbour {self.n_neighbors}; the "
            f"scales are from {low:.3g} to {high:.3g}."
        )
        kernel = SelfTuned(points, sigma, self.n_neighbors)
        return Bandwidth(self.name, None, kernel, reason, evidence={"local_scales": sigma})

    def _for_all_rows(self, found: Bandwidth, cloud: PointCloud, counted: CountedRows) -> Bandwidth:
        sigma = found.kernel.local_scales[counted.group]  # type: ignore[attr-defined]
        is_counted = np.isin(np.arange(cloud.n_samples), counted.rows)
        kernel = SelfTuned(cloud.features, sigma, self.n_neighbors, is_counted, counted.within)
        return replace(found, kernel=kernel, evidence={"local_scales": sigma})
