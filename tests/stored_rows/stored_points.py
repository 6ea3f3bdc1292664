"""The rows of a table, stored in each way that can be read in blocks."""

import numpy as np
import pytest

from kernelscale.stored_rows import StoredRows

N_ROWS, GROUP = 1200, 180


def folder_of(frame, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, part in enumerate(np.array_split(np.arange(len(frame)), 3)):
        frame.iloc[part].to_parquet(folder / f"{number}.parquet", row_group_size=GROUP, index=False)
    return folder


def zarr_of(frame, tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3.0")
    path = tmp_path / "points.zarr"
    zarr.create_array(str(path), data=frame.to_numpy(), chunks=(GROUP, 2))
    return str(path)


def dask_array_of(frame, tmp_path):
    da = pytest.importorskip("dask.array")
    return da.from_array(frame.to_numpy(), chunks=(GROUP, 2))


def dask_frame_of(frame, tmp_path):
    dd = pytest.importorskip("dask.dataframe")
    return dd.from_pandas(frame, npartitions=7)


def file_of(frame, tmp_path):
    path = tmp_path / "one.parquet"
    frame.to_parquet(path, row_group_size=GROUP)
    return str(path)


SOURCES = [file_of, folder_of, zarr_of, dask_array_of, dask_frame_of]


def in_blocks(X, side=GROUP, **options):
    """The rows of an array in blocks, and a list with the index of each block that was read."""
    edges = np.append(np.arange(0, len(X), side), len(X))
    reads = []

    def read(number):
        reads.append(number)
        return X[edges[number] : edges[number + 1]]

    return StoredRows(edges, X.shape[1], read, **options), reads
