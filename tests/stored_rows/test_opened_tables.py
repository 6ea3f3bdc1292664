"""A Parquet file, a Zarr array or a Dask collection is opened by features, or refused."""

import numpy as np
import pandas as pd
import pyarrow.parquet
import pytest
from tests.stored_rows.stored_points import folder_of

import kernelscale
from kernelscale import scale_curve
from kernelscale.datasets import open_table
from kernelscale.datasets.errors import DataError

pytestmark = pytest.mark.usefixtures("without_a_client")


def test_features_are_chosen_by_name(tmp_path):
    path = tmp_path / "table.parquet"
    columns = {"x": [1.0, 2.0, None], "n": [1, 2, 3], "t": [True, False, True], "s": list("abc")}
    pd.DataFrame(columns).to_parquet(path)
    assert open_table(path, drop="s").columns == ("x", "n", "t")
    assert open_table(path, features=["t", "n"])[1:].tolist() == [[0.0, 2.0], [1.0, 3.0]]
    assert open_table(path, numeric_only=True).columns == ("x", "n", "t")
    with pytest.raises(DataError, match=r"column 's' is not numeric but .*; leave it out with"):
        open_table(path)
    with pytest.raises(DataError, match="has no column 'z'; its columns are x, n, t, s"):
        open_table(path, drop="z")
    with pytest.raises(DataError, match="has no column that is a feature"):
        open_table(path, features=["s"], numeric_only=True)
    with pytest.raises(ValueError, match="X contains NaN in row 2, column 0"):
        kernelscale.scale_curve(open_table(path, drop="s"))


def test_a_stored_pandas_index_is_not_a_feature(frame, tmp_path):
    path = tmp_path / "indexed.parquet"
    frame.set_index("a").to_parquet(path)
    assert open_table(path).columns == ("b", "c")


def test_files_of_a_folder_need_the_same_columns(frame, tmp_path):
    folder = folder_of(frame, tmp_path)
    frame[["a", "b"]].to_parquet(folder / "9.parquet")
    with pytest.raises(DataError, match=r"9\.parquet does not have all .* of .* \(a, b, c\)"):
        open_table(folder)


def test_a_table_in_subfolders_is_refused(frame, tmp_path):
    (tmp_path / "y=1").mkdir()
    frame.to_parquet(tmp_path / "y=1" / "0.parquet")
    for _ in range(2):
        with pytest.raises(DataError, match="is a table in folders such as y=1"):
            open_table(tmp_path)
        with pytest.raises(ValueError, match=r"dask\.dataframe\.read_parquet"):
            scale_curve(tmp_path)
        # this file is only a part of the table and must not be read alone
        frame.to_parquet(tmp_path / "0.parquet")


@pytest.mark.parametrize("name", ["s3://bucket/cells.parquet", "https://some.org/x.zarr"])
def test_internet_addresses_are_refused(name):
    with pytest.raises(ValueError, match=r"is an address, .*; pass what dask\.\w+\."):
        scale_curve(name)
    with pytest.raises(DataError, match="is an address"):
        open_table(name)


def test_columns_of_one_name_are_refused(frame, tmp_path):
    table = pyarrow.table([frame["a"], frame["b"]], names=["a", "a"])
    pyarrow.parquet.write_table(table, tmp_path / "twice.parquet")
    with pytest.raises(DataError, match="has several columns named 'a'"):
        open_table(tmp_path / "twice.parquet")


def test_masked_entries_of_a_dask_array_are_refused():
    array = pytest.importorskip("dask.array")
    ones = array.ones((40, 2), chunks=(10, 2))
    some = array.ma.masked_where(array.arange(40, chunks=10)[:, None] + ones < 9, ones)
    with pytest.raises(ValueError, match="X contains NaN in row 0, column 0"):
        scale_curve(some)


def test_dask_collections_that_are_not_tables_are_refused(frame):
    array, frames = pytest.importorskip("dask.array"), pytest.importorskip("dask.dataframe")
    unknown = array.ones((4, 4), chunks=2)[:, array.arange(4, chunks=2) > 1]
    with pytest.raises(ValueError, match="number of features of the Dask array is not known"):
        scale_curve(unknown)
    with pytest.raises(ValueError, match="X must have two dimensions"):
        scale_curve(frames.from_pandas(frame, npartitions=2)["a"])


def test_an_object_that_is_not_a_zarr_array_is_refused(tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3.0")
    zarr.create_group(str(tmp_path / "group.zarr")).create_array("x", data=np.ones((4, 2)))
    (tmp_path / "empty.zarr").mkdir()
    for name in ("group.zarr", "empty.zarr"):
        with pytest.raises(DataError, match="cannot be read as a Zarr array .* an array in it"):
            open_table(tmp_path / name)
    assert open_table(tmp_path / "group.zarr" / "x").shape == (4, 2)
    with pytest.raises(FileNotFoundError, match="There is no"):
        open_table(tmp_path / "none.zarr")


def test_other_files_and_damaged_ones_are_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read in blocks; this needs a file ending in"):
        open_table(tmp_path / "table.csv")
    with pytest.raises(FileNotFoundError, match="There is no file"):
        open_table(tmp_path / "none.parquet")
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(b"PAR1 not really PAR1")
    with pytest.raises(DataError, match="cannot be read as Parquet"):
        open_table(damaged)
    pd.DataFrame({"x": np.zeros(0)}).to_parquet(tmp_path / "empty.parquet")
    with pytest.raises(DataError, match="has columns but no rows"):
        open_table(tmp_path / "empty.parquet")


@pytest.mark.parametrize("text", ["table.csv", "x" * 5000, "a\0b", "~nobody-here/x", ""])
def test_text_that_names_no_file_is_refused(text):
    with pytest.raises(ValueError, match="which is not a number; if it names a file"):
        scale_curve(text)
