"""The rule for a scale that is given as a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..._validation import check_scale
from ...data import PointCloud
from ...results import Bandwidth
from ..rule import Rule, gaussian_bandwidth

__all__ = ["Fixed"]


@dataclass(frozen=True)
class Fixed(Rule):
    """A scale given as a number.

    Parameters
    ----------
    epsilon : float
        The scale, a squared distance.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `epsilon` is not a positive finite number.

    Examples
    --------
    The scale does not depend on the points.

    >>> Fixed(4.0)([[0.0], [99.0]]).length_scale
    2.0
    """

    epsilon: float
    name: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_scale(self.epsilon, "epsilon")

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        return gaussian_bandwidth(self.name, self.epsilon, "The scale was given as a number.")
