"""Statistics over all pairs of points without storing all pairs.

`reduce` is the only door. It cuts the pairs into tiles that fit a byte budget, computes each
tile with one arithmetic (how), runs tiles on one executor (where), and merges them in a fixed
order, so that the answer has the same bits for any number of threads.
"""

from ..metrics import METRICS
from .arithmetic.registry import ARITHMETICS
from .executors import EXECUTORS, DaskExecutor, Executor
from .passes import distances_between, reduce
from .plan import make_plan
from .progress import Progress, ProgressEvent
from .resources import (
    DEFAULT_MEMORY_LIMIT,
    Resources,
    arithmetic_in_use,
    available_threads,
)
from .statistics import (
    ClassExtremes,
    ClassRowSums,
    CountsBetween,
    DistanceHistogram,
    DistancesBetween,
    GroupedHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
    Statistic,
    Together,
)
from .tile import Arithmetic, Tile

__all__ = [
    "ARITHMETICS",
    "DEFAULT_MEMORY_LIMIT",
    "EXECUTORS",
    "METRICS",
    "Arithmetic",
    "ClassExtremes",
    "ClassRowSums",
    "CountsBetween",
    "DaskExecutor",
    "DistanceHistogram",
    "DistancesBetween",
    "Executor",
    "GroupedHistogram",
    "KernelProduct",
    "KernelSums",
    "NearestOthers",
    "Progress",
    "ProgressEvent",
    "Resources",
    "RowSums",
    "Statistic",
    "Tile",
    "Together",
    "arithmetic_in_use",
    "available_threads",
    "distances_between",
    "make_plan",
    "reduce",
]
