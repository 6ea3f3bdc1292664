"""The default rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from .._validation import check_count
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .log_sum import LogSum
from .rule import Rule
from .spectral import Spectral

__all__ = ["Auto"]

PART_ROWS = 1000


@dataclass(frozen=True)
class Auto(Rule):
    """Placeholder."""

    n_subsamples: int = 10
    name: ClassVar[str] = "auto"

    def __post_init__(self) -> None:
        check_count(self.n_subsamples, "n_subsamples", smallest=0)

    def choose(self, cloud: PointCloud) -> Bandwidth:
        rule = Spectral() if cloud.n_classes else LogSum()
        return replace(rule.choose(cloud), rule="auto")
