"""The scale from the largest distance to a nearest neighbour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..._validation import check_positive
from ...data import PointCloud
from ...results import Bandwidth
from ..duplicates import DuplicatesError
from ..rule import Rule, gaussian_bandwidth

__all__ = ["MaxMin"]


@dataclass(frozen=True)
class MaxMin(Rule):
    """``eps = C max_j min_{i != j} |x_i - x_j|^2`` (Keller et al.; paper's eq. MaxMin).

    Parameters
    ----------
    factor : float
        The constant C; the paper recommends 2 to 3.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `factor` is not positive; when called, if every row has an exact duplicate and each
        duplicate counts.

    Examples
    --------
    The last of these points is at distance 3 from its nearest neighbour, the others at 1.

    >>> MaxMin(factor=2.0)([[0.0], [1.0], [4.0]]).epsilon
    18.0
    """

    factor: float = 2.0
    name: ClassVar[str] = "max_min"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self.factor, "factor")

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        nearest = cloud.nearest(1).squared_distances[:, 0]
        farthest = int(nearest.argmax())
        if nearest[farthest] == 0:
            raise DuplicatesError(
                "Every row has an exact duplicate, so the largest nearest-neighbour distance is 0; "
                "remove duplicate rows to use the rule 'max_min'."
            )
        row = farthest if cloud.rows is None else int(cloud.rows[farthest])
        reason = (
            f"{float(self.factor):g} times the squared distance of row {row} to its nearest "
            f"neighbour, the largest of all rows."
        )
        epsilon = self.factor * nearest[farthest]
        return gaussian_bandwidth(self.name, epsilon, reason, farthest_row=row)
