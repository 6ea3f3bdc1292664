"""Statistics over all pairs of points without storing all pairs.

`reduce` is the only entry. It cuts the pairs into tiles that fit the memory limit, computes each
tile with one arithmetic (how), runs tiles on one executor (where), and merges partial results in a
fixed order, so that a result has the same bits for any number of threads.
"""

from .executors import DaskExecutor, Executor
from .passes import reduce
from .progress import ProgressEvent
from .resources import Resources, available_devices
from .statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
    Statistic,
)
from .tile import Arithmetic

__all__ = [
    "Arithmetic",
    "DaskExecutor",
    "DistanceHistogram",
    "Executor",
    "KernelProduct",
    "KernelSums",
    "NearestOthers",
    "ProgressEvent",
    "Resources",
    "RowSums",
    "Statistic",
    "available_devices",
    "reduce",
]
