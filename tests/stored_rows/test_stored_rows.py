"""Rows that are read in blocks give the same results as the array of all rows."""

import gc
import pickle
import tracemalloc
import weakref
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow.parquet
import pytest

import kernelscale
from kernelscale import DiffusionMap, compare, estimate_dimension, scale_curve, select_bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.data_checks import inspected_points
from kernelscale.datasets import open_table
from kernelscale.datasets.errors import DataError
from kernelscale.engine import source
from kernelscale.engine.passes import reduce, run_pass
from kernelscale.engine.resources import Resources
from kernelscale.engine.statistics import KernelSums, NearestOthers, RowSums
from kernelscale.stored_rows import StoredRows, arrays, opened, rows

N_ROWS, GROUP = 3000, 450
OF_ALL_ROWS = {"max_min", "self_tuning", "variable_bandwidth", "nearest_neighbors", "jacobian"}
OF_LABELS = {"geometric", "spectral", "probabilistic", "leave_one_out"}


@pytest.fixture(autouse=True)
def without_a_client():
    """Compute Dask collections in this process, without the clients of other tests."""
    dask = pytest.importorskip("dask")
    with dask.config.set(scheduler="threads"):
        yield


@pytest.fixture(scope="module", name="X")
def points():
    X = np.random.default_rng(0).normal(size=(N_ROWS, 3)) * [1.0, 2.0, 0.5]
    X[7] = X[2000]
    return X


@pytest.fixture(scope="module")
def frame(X):
    return pd.DataFrame(X, columns=["a", "b", "c"])


@pytest.fixture
def parquet(frame, tmp_path):
    path = tmp_path / "points.parquet"
    frame.to_parquet(path, row_group_size=GROUP)
    return path


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
    """The rows of an array in blocks, and a list of the numbers of blocks that were read."""
    edges = np.append(np.arange(0, len(X), side), len(X))
    reads = []

    def read(number):
        reads.append(number)
        return X[edges[number] : edges[number + 1]]

    return StoredRows(edges, X.shape[1], read, **options), reads


@pytest.mark.parametrize("stored_as", SOURCES)
def test_rows_are_those_of_the_array(stored_as, frame, X, tmp_path, monkeypatch):
    # with this limit each chunk of a Zarr array is a block
    monkeypatch.setattr(arrays, "_BYTES", 0)
    stored = opened(stored_as(frame, tmp_path))
    some = np.random.default_rng(1).integers(-N_ROWS, N_ROWS, 60)
    assert stored.shape == X.shape
    assert len(stored.edges) > 2
    slices = (slice(None), slice(440, 910), slice(3, 2500, 7), slice(5, 5), slice(None, None, -3))
    for index in (*slices, some, 17, -1):
        np.testing.assert_array_equal(stored[index], X[index])
    np.testing.assert_array_equal(stored[:, 1:2], X[:, 1:2])
    np.testing.assert_array_equal(stored[X[:, 0] > 0], X[X[:, 0] > 0])
    np.testing.assert_array_equal(list(stored), X)
    for index in (N_ROWS, -N_ROWS - 1, [0, N_ROWS], [-N_ROWS - 1], np.ones(3, dtype=bool)):
        with pytest.raises(IndexError):
            stored[index]
    np.testing.assert_array_equal(np.asarray(stored), X)


def test_a_change_of_the_array_does_not_change_the_rows(X):
    stored, _ = in_blocks(X)
    np.array(stored)[:] = 0
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(stored)[:] = 0
    np.testing.assert_array_equal(np.asarray(stored), X)


@pytest.mark.parametrize("now", [lambda X: 2 * X, lambda X: X[:-GROUP], lambda X: X[1:]])
def test_a_file_that_changes_while_it_is_read_is_refused(now, frame, X, tmp_path):
    path = file_of(frame, tmp_path)
    stored = open_table(path)
    changed = pd.DataFrame(now(X), columns=frame.columns)
    changed.to_parquet(path, row_group_size=GROUP)
    with pytest.raises(ValueError, match="has changed since it was opened"):
        reduce(stored, KernelSums([1.0]))


def test_a_block_whose_shape_changed_is_refused(X):
    stored, _ = in_blocks(X)
    other = replace(stored, read=lambda number: stored.read(number)[1:])
    with pytest.raises(ValueError, match="Block 0 of X was of shape"):
        other[:3]


@pytest.mark.parametrize("stored_as", SOURCES)
@pytest.mark.parametrize("executor", ["serial", "threads"])
def test_a_statistic_has_the_bits_of_the_array(stored_as, executor, frame, X, tmp_path):
    scales = KernelSums(np.array([0.1, 3.0]))
    found = reduce(stored_as(frame, tmp_path), scales, executor=executor)
    np.testing.assert_array_equal(found.S, reduce(X, scales).S)


def test_pickled_rows_read_the_same_values(parquet, X):
    stored = opened(parquet)
    np.asarray(stored)
    again = pickle.dumps(stored)
    assert len(again) < X.nbytes / 10
    np.testing.assert_array_equal(np.asarray(pickle.loads(again)), X)


def test_subsets_and_mapped_rows_are_those_of_the_array(X, monkeypatch):
    monkeypatch.setattr(rows, "GATHERED_BYTES", 0)
    stored, _ = in_blocks(X)
    kept = np.flatnonzero(np.random.default_rng(2).random(N_ROWS) < 0.6)
    kept = kept[(kept < GROUP) | (kept >= 2 * GROUP)]  # no row of the second block is kept
    part = stored.mapped(np.square).part(kept)
    assert isinstance(part, StoredRows)
    np.testing.assert_array_equal(np.asarray(part), np.square(X[kept]))


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_moments_are_those_of_the_array(X, shift):
    stored, _ = in_blocks(X + shift)
    found = stored.moments
    np.testing.assert_array_equal([found.low, found.high], [X.min(0) + shift, X.max(0) + shift])
    np.testing.assert_allclose(found.mean, (X + shift).mean(0), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found.squares / N_ROWS, (X + shift).var(0), rtol=1e-9)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_bad_values_give_the_errors_of_an_array(X, bad):
    X = X.copy()
    X[[1234, 2700], 2] = bad
    with pytest.raises(ValueError, match="X") as of_array:
        scale_curve(X)
    with pytest.raises(ValueError, match="X") as of_blocks:
        scale_curve(in_blocks(X)[0])
    assert str(of_blocks.value) == str(of_array.value)


def test_rows_that_are_all_the_same_are_refused():
    with pytest.raises(ValueError, match="All 900 rows of X are the same point"):
        scale_curve(in_blocks(np.ones((900, 2)))[0])


@pytest.mark.parametrize("n_sample", [None, 320])
def test_rules_choose_as_for_the_array(parquet, X, n_sample):
    for name in sorted(set(RULES) - OF_LABELS):
        expected = select_bandwidth(X, rule=name, n_sample=n_sample)
        found = select_bandwidth(parquet, rule=name, n_sample=n_sample)
        if expected.epsilon is not None:
            assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-6), name
        assert found.reason == expected.reason


@pytest.fixture
def too_large(monkeypatch):
    """Rows that do not fit in memory, because the limit is small."""

    def check(self, n_rows):
        if n_rows == len(self):
            raise MemoryError("not all rows")

    monkeypatch.setattr(StoredRows, "check_fits", check)
    monkeypatch.setattr(StoredRows, "fits", False)
    # the checks read a limited number of rows at a time
    monkeypatch.setattr(inspected_points, "MOST_ENTRIES", 12_000)
    monkeypatch.setattr(source, "_NUMBERS_AT_ONCE", 2**11)


def test_most_rules_need_no_array_of_all_rows(X, too_large):
    for name in sorted(set(RULES) - OF_LABELS - {"likelihood"}):
        stored = in_blocks(X)[0]
        if name in OF_ALL_ROWS:
            with pytest.raises(MemoryError, match="not all rows"):
                select_bandwidth(stored, rule=name, n_sample=320)
        else:
            expected = select_bandwidth(X, rule=name, n_sample=320)
            found = select_bandwidth(stored, rule=name, n_sample=320)
            assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-6), name


@pytest.mark.parametrize("name", ["auto", "leave_one_out", "probabilistic"])
def test_labels_need_no_array_of_all_rows(X, too_large, name):
    y = (X[:, 0] > 0).astype(int)
    found, expected = (
        select_bandwidth(data, y, rule=name, n_sample=320) for data in (in_blocks(X)[0], X)
    )
    assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-6)


def test_compare_says_which_rules_need_all_rows(X, too_large):
    comparison = compare(in_blocks(X)[0], n_sample=320)
    refused = {row.rule for row in comparison.rows if row.reading == "not all rows"}
    assert refused == OF_ALL_ROWS | {"likelihood"}
    assert comparison["median"].n_components is None
    assert comparison["median"].effective_neighbors == pytest.approx(
        compare(X, rules="median", n_sample=320)["median"].effective_neighbors
    )


def test_the_curve_from_rows_drawn_is_that_of_the_array(parquet, X):
    found, expected = (scale_curve(data, n_sample=320) for data in (parquet, X))
    np.testing.assert_allclose(found.epsilon, expected.epsilon, rtol=1e-9)
    np.testing.assert_allclose(found.S, expected.S, rtol=1e-7)
    np.testing.assert_allclose(found.S_error, expected.S_error, rtol=1e-5)


def test_a_pass_over_rows_drawn_reads_each_block_once(X):
    stored, reads = in_blocks(X, side=1500)
    stored = opened(stored)
    values = stored.holding(np.arange(0, N_ROWS, 2))
    del reads[:]
    resources = Resources(executor="serial", arithmetic="reference")
    drawn = np.arange(0, N_ROWS, 2)
    found = run_pass(values, RowSums([1.0]), resources, rows=drawn)
    np.testing.assert_allclose(found, reduce(X, RowSums([1.0]), rows=drawn), rtol=1e-12)
    assert reads.count(1) <= 2  # block 1 is read once for the drawn rows and once for all rows


@pytest.mark.parametrize("arithmetic", ["reference", "auto"])
def test_neighbors_are_those_of_the_array(X, arithmetic):
    found, expected = (
        reduce(data, NearestOthers(4), arithmetic=arithmetic) for data in (in_blocks(X)[0], X)
    )
    np.testing.assert_array_equal(found.indices, expected.indices)
    np.testing.assert_array_equal(found.squared_distances, expected.squared_distances)


def test_few_blocks_are_in_memory_at_a_time():
    n_rows, side = 120_000, 2000
    edges = np.append(np.arange(0, n_rows, side), n_rows)

    def read(number):
        return np.random.default_rng(number).normal(size=(side, 20))

    stored = StoredRows(edges, 20, read)
    sums = KernelSums(np.array([40.0]))
    limit = 2**23
    tracemalloc.start()
    try:
        reduce(stored, sums, rows=np.arange(40), memory_limit=limit, n_threads=1)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < limit + 2**20 < stored.nbytes
    with pytest.raises(MemoryError, match="KernelSums over 120000 rows needs"):
        reduce(stored, sums, rows=np.arange(40), memory_limit=2**20, n_threads=1)


def test_blocks_are_freed_with_their_rows(X):
    stored = in_blocks(X)[0]
    held = weakref.ref(stored.block(0))
    del stored
    gc.collect()
    assert held() is None


def test_all_rows_are_refused_if_they_do_not_fit(X):
    stored = in_blocks(X, memory_limit=X.nbytes - 1)[0]
    with pytest.raises(MemoryError, match=r"needs 3000 of 3000 rows in memory, .*n_sample=20_000"):
        np.asarray(stored)
    assert stored[:10].shape == (10, 3)


@pytest.mark.filterwarnings("ignore:1 of 3000 rows are exact duplicates")
def test_maps_and_dimensions_of_rows_that_fit_are_those_of_the_array(parquet, X):
    found, expected = (DiffusionMap(2, neighbors=8).fit(data) for data in (parquet, X))
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    np.testing.assert_array_equal(found.transform(X[:5]), expected.transform(X[:5]))
    dimensions = [estimate_dimension(data, "two_nn").continuous for data in (parquet, X)]
    assert dimensions[0] == dimensions[1]


def test_a_map_of_too_many_rows_is_refused_first(X, too_large):
    stored, reads = in_blocks(X)
    with pytest.raises(MemoryError, match="not all rows"):
        DiffusionMap(2).fit(stored)
    assert len(reads) == len(stored.edges) - 1  # only the checks have read the blocks


def test_checks_report_progress(X):
    events = []
    scale_curve(in_blocks(X)[0], n_sample=64, progress=events.append)
    checks = [event for event in events if event.stage == "checking"]
    assert [event.done for event in checks] == [1, 2, 3, 4, 5, 6, 7]
    assert {event.total for event in checks} == {7}


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_metrics_prepare_rows_block_by_block(parquet, X, metric):
    found, expected = (scale_curve(data, n_sample=320, metric=metric).S for data in (parquet, X))
    np.testing.assert_allclose(found, expected, rtol=1e-7)


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
    with pytest.raises(DataError, match=r"9\.parquet lacks numeric columns of .*: a, b, c"):
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
    with pytest.raises(DataError, match="has several columns of the name 'a'"):
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
