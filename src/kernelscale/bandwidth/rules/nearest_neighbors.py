"""The typical squared distance to the k-th nearest neighbour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..._validation import check_count
from ...data import PointCloud
from ...results import Bandwidth
from ..duplicates import DuplicatesError
from ..rule import Rule, gaussian_bandwidth

__all__ = ["NearestNeighbors"]


@dataclass(frozen=True)
class NearestNeighbors(Rule):
    """``eps = median_i r_i``, r_i the squared distance of row i to its k-th nearest other row.

    A few outliers do not change this scale. The default k is the same as in `SelfTuning`, which
    chooses a scale for each row.

    Parameters
    ----------
    n_neighbors : int
        The k of the formula; if there are fewer other rows, the farthest one is used.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `n_neighbors` is not a positive integer; when called, if half of the rows have that many
        exact duplicates and each duplicate counts.

    Examples
    --------
    The nearest neighbours are at squared distances 1, 1 and 9, whose median is 1.

    >>> NearestNeighbors(n_neighbors=1)([[0.0], [1.0], [4.0]]).epsilon
    1.0
    """

    n_neighbors: int = 7
    name: ClassVar[str] = "nearest_neighbors"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count(self.n_neighbors, "n_neighbors")

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        n_neighbors = min(self.n_neighbors, cloud.n_samples - 1)
        epsilon = float(np.median(cloud.nearest(n_neighbors).squared_distances[:, -1]))
        if epsilon == 0:
            raise DuplicatesError(
                f"At least half of the rows have {n_neighbors} or more exact duplicates, so the "
                f"typical neighbour distance is 0; remove duplicates or raise n_neighbors."
            )
        reason = f"The scale is the median squared distance to neighbour {n_neighbors}."
        if n_neighbors < self.n_neighbors:
            reason += f" There are fewer than {self.n_neighbors} other rows."
        return gaussian_bandwidth(self.name, epsilon, reason)
