"""Points that are read a block of rows at a time, where they are used, for those too large to load.

A block is what the storage has in one place: a row group of a Parquet file, the rows of a Zarr
array's chunk, a partition of a Dask collection. A few blocks are in memory at a time.
"""

from .opening import opened
from .rows import Moments, StoredRows

__all__ = ["Moments", "StoredRows", "opened"]
