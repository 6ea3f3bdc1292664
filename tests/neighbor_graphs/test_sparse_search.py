"""Nearest neighbours of sparse rows, compared with those of the same dense rows."""

import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csr_array

from kernelscale.engine.passes import reduce
from kernelscale.engine.resources import Resources
from kernelscale.engine.statistics import NearestOthers
from kernelscale.neighbor_graphs import SparseSearch, first_alike, sparse_search


def rows(n_samples=120, n_features=30, seed=0):
    random = np.random.default_rng(seed)
    values = random.normal(size=(n_samples, n_features))
    return np.where(random.random(values.shape) < 0.2, values, 0.0)


def near_duplicates():
    """Near-duplicates so far from the origin that products of vectors lose all digits."""
    random = np.random.default_rng(1)
    far = np.where(rows(40) != 0, 1e6 + rows(40), 0.0)
    moved = far + np.where(far != 0, 1e-3 * random.normal(size=far.shape), 0.0)
    return np.concatenate([far, moved, far + np.where(far != 0, 3e-3, 0.0)])


SETS = {
    "plain": rows(),
    "ties": rows().round(),
    "near duplicates": near_duplicates(),
    "duplicates": np.concatenate([rows(), rows()[:30]]),
    "all stored": np.random.default_rng(2).normal(size=(80, 4)) + 100,
}


@pytest.mark.parametrize("data", SETS)
def test_the_nearest_rows_equal_those_of_dense_rows(data, monkeypatch):
    # the search uses several blocks of rows
    monkeypatch.setattr(sparse_search, "_NUMBERS_AT_ONCE", 2000)
    X = SETS[data]
    expected = reduce(X, NearestOthers(6))
    found = SparseSearch(csr_array(X)).others(6, Resources())
    np.testing.assert_allclose(found.squared_distances, expected.squared_distances, rtol=1e-13)
    apart = np.diff(expected.squared_distances, axis=1) > 1e-12 * expected.squared_distances[:, 1:]
    if apart.all() or data == "ties":
        np.testing.assert_array_equal(found.indices, expected.indices)


@pytest.mark.parametrize("data", SETS)
def test_neighbours_are_searched_in_other_groups(data):
    X, groups = SETS[data], np.arange(len(SETS[data])) % 3
    expected = reduce(X, NearestOthers(groups=groups))
    some = np.array([0, 7, 11])
    found = SparseSearch(csr_array(X), groups).others(1, Resources(), some)
    assert (groups[found.indices[:, 0]] != groups[some]).all()
    np.testing.assert_allclose(
        found.squared_distances, expected.squared_distances[some], rtol=1e-13
    )


@pytest.mark.parametrize("data", SETS)
def test_squared_distances_are_accurate_for_near_duplicates(data):
    X = SETS[data]
    differences = X[:20, None] - X
    expected = (differences**2).sum(axis=2)
    found = SparseSearch(csr_array(X)).squares(csr_array(X[:20]))
    np.testing.assert_allclose(found, expected, rtol=1e-11)


def test_new_rows_are_joined_to_their_nearest_and_to_rows_whose_radius_contains_them():
    X, new = rows(), rows(10, seed=3)
    radii = np.random.default_rng(0).uniform(2, 8, size=len(X))
    r = ((new[:, None] - X) ** 2).sum(axis=2)
    joined = r <= radii
    np.put_along_axis(joined, np.argsort(r, axis=1)[:, :4], True, axis=1)
    edges = SparseSearch(csr_array(X), radii=radii).edges(csr_array(new), 4, Resources())
    pairs = set(zip(edges.starts.tolist(), edges.ends.tolist(), strict=True))
    assert pairs == set(zip(*(each.tolist() for each in np.nonzero(joined)), strict=True))
    np.testing.assert_allclose(edges.r, r[edges.starts, edges.ends], rtol=1e-13)


def test_first_alike_finds_equal_rows():
    X = SETS["duplicates"]
    expected = [int(np.flatnonzero((row == X).all(axis=1))[0]) for row in X]
    assert first_alike(csr_array(X)).tolist() == expected


def test_the_number_of_threads_is_limited_by_memory(monkeypatch):
    # the search uses several blocks of rows
    monkeypatch.setattr(sparse_search, "_NUMBERS_AT_ONCE", 2000)
    search, n_workers = SparseSearch(csr_array(rows())), []
    in_order = sparse_search.in_order

    def recorded(executor, look, tasks, n_tasks, workers, pending):
        n_workers.append(workers)
        return in_order(executor, look, tasks, n_tasks, workers, pending)

    monkeypatch.setattr(sparse_search, "in_order", recorded)
    for limit in (2**30, 6 * 10**5):
        search.others(3, Resources(limit, n_threads=7))
    assert n_workers[0] == 7
    assert 1 <= n_workers[1] < 7
    with pytest.raises(MemoryError, match="memory_limit"):
        search.others(3, Resources(10**5, n_threads=1))


def test_the_required_memory_suffices_if_all_points_are_equally_near():
    search = SparseSearch(csr_array(np.eye(1000)))
    tracemalloc.start()
    search.others(2, Resources(2**30, n_threads=1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    with pytest.raises(MemoryError, match="memory_limit"):
        search.others(2, Resources(peak - 1, n_threads=1))
