"""The nearest other points have exact distances and correct indices, also if distances are tied."""

from collections import deque
from itertools import islice

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors
from tests.engine.limits import pending_bytes
from tests.oracles import naive_distances

from kernelscale import engine
from kernelscale.engine.arithmetic.registry import arithmetic_named
from kernelscale.engine.passes import reduce
from kernelscale.engine.requests import NearestOf
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import NearestOthers
from kernelscale.engine.tile import Tile


def assert_neighbors(X, n_neighbors, **options):
    found = reduce(X, NearestOthers(n_neighbors), **options)
    r = np.asarray(naive_distances.squared_distances(X))
    expected = naive_distances.nearest_others(None, n_neighbors, r)
    np.testing.assert_allclose(found.squared_distances, expected.astype(float), rtol=1e-14, atol=0)
    assert (np.diff(found.squared_distances, axis=1) >= 0).all()
    for i, columns in enumerate(found.indices):
        assert i not in columns
        assert len(set(columns)) == n_neighbors
        np.testing.assert_allclose(
            found.squared_distances[i], r[i, columns].astype(float), rtol=1e-14, atol=0
        )


@pytest.mark.parametrize("n_neighbors", [1, 3, 7, 16])
def test_neighbors_are_those_of_the_double_loop(adversarial, n_neighbors):
    assert_neighbors(adversarial, min(n_neighbors, len(adversarial) - 1))


def test_all_other_points_can_be_neighbors(adversarial):
    assert_neighbors(adversarial, len(adversarial) - 1)


def limit_for_small_tiles(n_neighbors, n_samples, n_features, side=64):
    statistic = NearestOthers(n_neighbors)
    limit = statistic.result_bytes(n_samples) + pending_bytes(statistic, side, n_features)
    assert engine.plan.make_plan(n_samples, n_features, statistic, limit, 1).side == side
    return limit


@pytest.mark.parametrize("n_neighbors", [1, 5, 16, 40])
def test_more_neighbors_than_rows_of_a_tile(random, n_neighbors):
    X = random.normal(size=(70, 2))
    assert_neighbors(X, n_neighbors, memory_limit=limit_for_small_tiles(n_neighbors, 70, 2))


def test_duplicates_and_ties_across_tiles(random):
    duplicates = random.integers(0, 3, size=(50, 2)).astype(float)
    for n_neighbors in (1, 6, 20):
        limit = limit_for_small_tiles(n_neighbors, 50, 2)
        assert_neighbors(duplicates, n_neighbors, memory_limit=limit)


@pytest.mark.parametrize("side", [64, 512])
def test_nearest_points_of_other_groups(random, side):
    X = random.integers(0, 6, size=(70, 2)) + 0.1 * random.integers(0, 2, size=(70, 1))
    groups = random.integers(0, 3, 70)
    statistic = NearestOthers(4, groups=groups)
    limit = statistic.result_bytes(70) + pending_bytes(statistic, side, 2)
    found = reduce(X, statistic, memory_limit=limit)
    r = np.asarray(naive_distances.squared_distances(X), dtype=float)
    for i, columns in enumerate(found.indices):
        others = sorted(r[i, j] for j in range(70) if groups[j] != groups[i])
        np.testing.assert_allclose(found.squared_distances[i], others[:4], rtol=1e-14)
        np.testing.assert_allclose(r[i, columns], others[:4], rtol=1e-14)
        assert groups[i] not in groups[columns]


def test_more_neighbors_than_points_are_refused(random):
    X = random.normal(size=(40, 2))
    groups = np.arange(40) // 30
    assert (reduce(X, NearestOthers(10, groups=groups)).indices >= 0).all()
    with pytest.raises(ValueError, match="n_neighbors must be an integer from 1 to 10, but 11"):
        reduce(X, NearestOthers(11, groups=groups))


def test_a_duplicate_counts_as_a_neighbor():
    X = np.array([[1.0], [1.0], [5.0]])
    found = reduce(X, NearestOthers(2))
    np.testing.assert_array_equal(found.squared_distances, [[0, 16], [0, 16], [16, 16]])
    np.testing.assert_array_equal(found.indices[:2], [[1, 2], [0, 2]])


def test_neighbors_agree_with_scikit_learn(random):
    X = random.normal(size=(1100, 4))
    found = reduce(X, NearestOthers(12))
    distances, indices = NearestNeighbors(n_neighbors=12).fit(X).kneighbors()
    np.testing.assert_array_equal(found.indices, indices)
    np.testing.assert_allclose(np.sqrt(found.squared_distances), distances, rtol=1e-12)


def test_lists_of_neighbors_are_not_changed_while_tiles_read_them(random, monkeypatch):
    arithmetic = arithmetic_named("auto")
    looked_at, answers = [], arithmetic.answers

    def watched(tile, requests, hints):
        [blocks] = hints
        parts = [part for limits, found in blocks for part in (limits, *(found or ()))]
        looked_at.extend((part, part.copy()) for part in parts)
        return answers(tile, requests, hints)

    monkeypatch.setattr(arithmetic, "answers", watched)
    X = random.normal(size=(1200, 2))
    limit = limit_for_small_tiles(3, 1200, 2)
    found = reduce(X, NearestOthers(3), memory_limit=limit, executor="serial")
    assert any(np.isfinite(part).all() for part, _ in looked_at)
    for part, as_it_was in looked_at:
        np.testing.assert_array_equal(part, as_it_was)
        assert not np.shares_memory(part, found.squared_distances)


class TakenAhead:
    """An executor that runs `n_ahead` tasks before it returns the first result."""

    def __init__(self, n_ahead):
        self.n_ahead = n_ahead

    def run(self, function, tasks, n_workers, n_pending):
        done, waiting = deque(), iter(tasks)
        while len(done) < self.n_ahead and (task := next(waiting, None)):
            done.append(function(task))
        while done:
            yield done.popleft()
            done.extend(function(task) for task in islice(waiting, 1))


@pytest.fixture
def merged_by_caller(every_arithmetic, monkeypatch):
    """A list that gets an entry whenever lists of neighbours are merged outside of the tasks."""
    kind, merged = type(arithmetic_named(every_arithmetic)), []
    merge = kind.nearest_of

    def watched(self, one, other):
        merged.append(one)
        return merge(self, one, other)

    monkeypatch.setattr(kind, "nearest_of", watched)
    return merged


@pytest.mark.parametrize("n_ahead", [1, 2, 5, 100])
def test_ties_go_to_the_smaller_index_in_any_order_of_tiles(
    random, every_arithmetic, merged_by_caller, n_ahead
):
    X = random.integers(0, 4, size=(300, 2)).astype(float)
    options = {"memory_limit": limit_for_small_tiles(20, 300, 2), "arithmetic": every_arithmetic}
    found = reduce(X, NearestOthers(20), executor=TakenAhead(n_ahead), **options)
    r = np.asarray(naive_distances.squared_distances(X), dtype=float)
    np.fill_diagonal(r, np.inf)
    np.testing.assert_array_equal(found.indices, np.argsort(r, axis=1, kind="stable")[:, :20])
    # If tasks run one at a time, each task starts from all earlier lists, so none are merged.
    assert bool(merged_by_caller) == (n_ahead > 1)


def test_permuting_rows_permutes_neighbors(random):
    X = random.normal(size=(530, 3))
    order = random.permutation(530)
    before = reduce(X, NearestOthers(4))
    after = reduce(X[order], NearestOthers(4))
    np.testing.assert_allclose(after.squared_distances, before.squared_distances[order], rtol=1e-14)
    np.testing.assert_array_equal(order[after.indices], before.indices[order])


@pytest.mark.parametrize("names", [None, 3 * np.arange(90)])
def test_a_sampled_row_is_not_its_own_neighbor(random, names):
    X = random.normal(size=(90, 3))
    sample, columns = np.array([70, 5, 42]), slice(40, 80)
    arithmetic = arithmetic_named("auto")
    tile = Tile(Source.of(X), slice(1, 3), columns, arithmetic, sample)
    [[(where, found)]] = arithmetic.answers(tile, [NearestOf(4, names=names)], [None])
    assert where == slice(1, 3)
    for row, r, indices in zip(sample[1:], *found, strict=True):
        others = np.setdiff1d(np.arange(40, 80), row)
        distances = ((X[others] - X[row]) ** 2).sum(axis=1)
        best = np.argsort(distances)[:4]
        np.testing.assert_allclose(r, distances[best], rtol=1e-14)
        np.testing.assert_array_equal(indices, others[best] * (1 if names is None else 3))
