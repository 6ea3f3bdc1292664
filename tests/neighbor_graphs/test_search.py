"""Nearest neighbours: exact, or approximate with an estimated recall."""

import pickle
import tracemalloc

import numpy as np
import pytest

from kernelscale.engine.passes import reduce
from kernelscale.engine.resources import Resources
from kernelscale.engine.statistics import NearestOthers
from kernelscale.neighbor_graphs import nearest_neighbors, neighbor_index, search
from kernelscale.neighbor_graphs.cells import search_bytes


@pytest.fixture(scope="module")
def roll():
    random = np.random.default_rng(7)
    t, height = random.uniform(5, 14, 2500), random.uniform(0, 20, 2500)
    return np.c_[t * np.cos(t), height, t * np.sin(t)]


def share_found(X, found):
    """Of the true neighbours of all rows, the share that a search found."""
    exact = reduce(X, NearestOthers(found.neighbors.indices.shape[1]))
    return np.mean(found.neighbors.squared_distances <= exact.squared_distances[:, -1:])


def test_an_exact_search_equals_the_pass_over_all_pairs(roll):
    found = nearest_neighbors(roll, 7)
    expected = reduce(roll, NearestOthers(7))
    np.testing.assert_array_equal(found.neighbors.indices, expected.indices)
    np.testing.assert_array_equal(found.neighbors.squared_distances, expected.squared_distances)
    assert (found.approximate, found.recall) == (False, 1.0)


def test_an_approximate_search_finds_the_estimated_share(roll):
    found = nearest_neighbors(roll, 15, approximate=True)
    assert found.approximate
    assert found.recall > 0.95
    assert share_found(roll, found) == pytest.approx(found.recall, abs=0.01)
    r = ((roll[:, None] - roll[found.neighbors.indices]) ** 2).sum(axis=-1)
    np.testing.assert_allclose(found.neighbors.squared_distances, r, rtol=1e-13)
    assert (np.diff(found.neighbors.squared_distances, axis=1) >= 0).all()
    assert not (found.neighbors.indices == np.arange(len(roll))[:, None]).any()
    assert all(len(set(row)) == 15 for row in found.neighbors.indices.tolist())


class OtherProcess:
    """An executor that pickles arguments and results, as an executor with processes does."""

    def run(self, function, tasks, n_workers, n_pending):
        for task in tasks:
            sent, argument = pickle.loads(pickle.dumps((function, task)))
            yield pickle.loads(pickle.dumps(sent(argument)))


@pytest.mark.parametrize(
    "options",
    [{"n_threads": 1}, {"n_threads": 3}, {"executor": "serial"}, {"executor": OtherProcess()}],
    ids=["one thread", "three threads", "serial", "other process"],
)
def test_the_same_seed_gives_the_same_bits_for_any_executor(roll, options):
    one, other = (
        nearest_neighbors(roll, 6, approximate=True, random_state=3, resources=resources)
        for resources in (Resources(n_threads=2), Resources(**options))
    )
    for first, second in zip(one.neighbors, other.neighbors, strict=True):
        np.testing.assert_array_equal(first, second)
    assert one.recall == other.recall


def test_auto_searches_exactly_up_to_a_number_of_rows(roll, monkeypatch):
    monkeypatch.setattr(search, "EXACT_ROWS", len(roll))
    assert not nearest_neighbors(roll, 3).approximate
    monkeypatch.setattr(search, "EXACT_ROWS", len(roll) - 1)
    assert nearest_neighbors(roll, 3).approximate
    assert not nearest_neighbors(roll, 3, approximate=False).approximate


def test_the_search_is_exact_if_cells_save_nothing(random):
    X = random.normal(size=(400, 40))
    found = nearest_neighbors(X, 20, approximate=True)
    assert not found.approximate
    assert share_found(X, found) == 1


def test_more_duplicates_than_neighbors_are_neighbors_of_each_other(roll):
    X = np.concatenate([roll, np.repeat(roll[:1], 30, axis=0)])
    found = nearest_neighbors(X, 5, approximate=True)
    duplicates = np.flatnonzero((X[0] == X).all(axis=1))
    assert (found.neighbors.squared_distances[duplicates] == 0).all()
    for row in duplicates:
        np.testing.assert_array_equal(
            found.neighbors.indices[row], duplicates[duplicates != row][:5]
        )


@pytest.mark.parametrize("approximate", [False, True])
def test_a_query_of_known_rows_finds_the_rows_themselves(roll, approximate):
    index = neighbor_index(roll, 5, approximate=approximate)
    found = index.query(roll[::10], 5)
    np.testing.assert_array_equal(found.indices[:, 0], np.arange(len(roll))[::10])
    assert (found.squared_distances[:, 0] == 0).all()
    others = index.others(4)
    np.testing.assert_array_equal(found.squared_distances[:, 1:], others.squared_distances[::10])


def test_distances_give_the_neighbors_of_points(roll):
    X = roll[:300]
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=-1))
    given, seen = nearest_neighbors(D, 4, metric="precomputed"), nearest_neighbors(X, 4)
    np.testing.assert_array_equal(given.neighbors.indices, seen.neighbors.indices)
    np.testing.assert_array_equal(
        given.index.query(D[:9], 4).indices, seen.index.query(X[:9], 4).indices
    )


def test_an_index_can_be_pickled(roll):
    index = neighbor_index(roll, 5, approximate=True)
    again = pickle.loads(pickle.dumps(index))
    np.testing.assert_array_equal(again.query(roll[:50], 5).indices, index.query(roll[:50], 5)[1])
    assert again.recall == index.recall


def test_progress_of_every_stage_ends_at_its_total(roll):
    events = []
    resources = Resources(progress=events.append)
    nearest_neighbors(roll, 5, approximate=True, resources=resources)
    phases = ["centres", "cells", "recall", "neighbors"]
    assert list(dict.fromkeys(event.stage for event in events)) == phases
    last = {event.stage: event for event in events}
    assert all(event.done == event.total for event in last.values())


def test_the_search_needs_at_most_the_estimated_memory(random):
    X = random.normal(size=(6000, 20)) * np.r_[np.ones(2), np.full(18, 1e-3)]
    resources = Resources(n_threads=2)
    tracemalloc.start()
    found = nearest_neighbors(X, 30, approximate=True, resources=resources)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.approximate
    assert peak < search_bytes(X.shape, 30, resources)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_neighbors": 30}, "n_neighbors must be an integer from 1 to 29, but 30 was given"),
        ({"approximate": "yes"}, "approximate must be True, False or 'auto', but 'yes'"),
        ({"approximate": 1}, "approximate must be True, False or 'auto', but 1"),
        ({"random_state": -1}, "random_state must be None"),
    ],
)
def test_invalid_options_are_refused(random, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        nearest_neighbors(random.normal(size=(30, 2)), **{"n_neighbors": 3, **options})


def test_an_approximate_search_refuses_distances():
    with pytest.raises(ValueError, match="or angles of points, but metric=.precomputed"):
        nearest_neighbors(1 - np.eye(9), 3, metric="precomputed", approximate=True)


def test_new_rows_of_other_features_are_refused(roll):
    with pytest.raises(ValueError, match="must have the 3 features of the rows of the"):
        neighbor_index(roll, 3).query(roll[:4, :2], 3)


def test_too_little_memory_is_refused_before_the_search(roll):
    events = []
    resources = Resources(memory_limit="1 MiB", progress=events.append)
    with pytest.raises(MemoryError, match="neighbors of 2500 rows needs .* memory_limit is 1 MiB"):
        nearest_neighbors(roll, 5, approximate=True, resources=resources)
    assert events == []
