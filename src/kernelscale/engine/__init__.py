"""Statistics over all pairs of points without storing all pairs.

`passes.reduce` cuts the pairs into tiles that fit the memory limit, computes each tile with an
arithmetic (how), runs the tiles on an executor (where), and merges partial results in a fixed
order, so that a result has the same bits for any number of threads.
"""

from .executors import DaskExecutor
from .resources import available_devices

__all__ = ["DaskExecutor", "available_devices"]
