"""Rows that are read in blocks have the values of the array, and few blocks are in memory."""

import gc
import pickle
import tracemalloc
import weakref
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from tests.stored_rows.stored_points import GROUP, N_ROWS, SOURCES, file_of, in_blocks

from kernelscale.datasets import open_table
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums
from kernelscale.stored_rows import StoredRows, chunked_arrays, opened, rows

pytestmark = pytest.mark.usefixtures("without_a_client")


@pytest.mark.parametrize("stored_as", SOURCES)
def test_rows_are_those_of_the_array(stored_as, frame, X, tmp_path, monkeypatch):
    # with this limit each chunk of a Zarr array is a block
    monkeypatch.setattr(chunked_arrays, "_BYTES", 0)
    stored = opened(stored_as(frame, tmp_path))
    some = np.random.default_rng(1).integers(-N_ROWS, N_ROWS, 60)
    assert stored.shape == X.shape
    assert len(stored.edges) > 2
    slices = (slice(None), slice(170, 370), slice(3, 1000, 7), slice(5, 5), slice(None, None, -3))
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
    with pytest.raises(MemoryError, match=r"needs 1200 of 1200 rows in memory, .*n_sample=20_000"):
        np.asarray(stored)
    assert stored[:10].shape == (10, 3)
