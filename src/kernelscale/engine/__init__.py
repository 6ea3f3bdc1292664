"""Statistics over all pairs of points without storing all pairs.

`passes.reduce` cuts the matrix of pairs into tiles (blocks) that fit the memory limit. An executor
decides where tiles are computed: in threads or on a cluster. An arithmetic is the code that
computes a tile: NumPy, C++, or CUDA on a graphics processor. The results of tiles are merged in a
fixed order, so that the final result has the same bits for any number of threads.
"""

from .executors import DaskExecutor
from .resources import available_devices

__all__ = ["DaskExecutor", "available_devices"]
