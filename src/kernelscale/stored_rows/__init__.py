"""Points that are too large for memory and are read in blocks of rows.

A block is a row group of a Parquet file, the rows of one or several chunks of a Zarr array, or a
partition of a Dask collection. A few blocks are in memory at a time.
"""

from .opening import opened
from .rows import Moments, StoredRows

__all__ = ["Moments", "StoredRows", "opened"]
