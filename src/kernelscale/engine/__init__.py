"""Statistics over all pairs of points without storing all pairs.

`passes.reduce` cuts the pairs into tiles that fit the memory limit. An executor runs the tiles in
threads or on a cluster, and an arithmetic computes each tile in NumPy, in C++ or on a graphics
processor. The partial results are merged in a fixed order, so that a result has the same bits for
any number of threads.
"""

from .executors import DaskExecutor
from .resources import available_devices

__all__ = ["DaskExecutor", "available_devices"]
