"""Distances of few rows with many features are computed once, and all passes use them."""

import tracemalloc
from dataclasses import dataclass

import numpy as np
import pytest
from tests.oracles import naive_distances

from kernelscale import compare, engine
from kernelscale.bandwidth import Rule
from kernelscale.data import PointCloud
from kernelscale.engine.passes import run_pass
from kernelscale.engine.resources import Resources, available_threads
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)
from kernelscale.metrics.registry import metric_named

N, N_FEATURES = 140, 150
CODES = np.arange(N) % 3
SCALES = np.geomspace(1.0, 1000.0, 5)
STATISTICS = {
    "kernel sums": KernelSums(SCALES),
    "row sums": RowSums(SCALES),
    "quick class row sums": engine.statistics.ClassRowSums(SCALES, CODES, precision="single"),
    "class extremes": engine.statistics.ClassExtremes(CODES),
    "neighbours": NearestOthers(7),
    "neighbours in other groups": NearestOthers(3, groups=CODES),
    "histogram": DistanceHistogram(300.0),
    "products": KernelProduct(50.0, np.eye(N)[:, :2], "double"),
}
OF_SOME_ROWS = [name for name, statistic in STATISTICS.items() if statistic.of_some_rows]


def wide_points():
    points = 1e3 + np.random.default_rng(0).normal(size=(N, N_FEATURES))
    points[5] = points[80]
    return points


def numbers(answer):
    """All arrays and numbers that a result contains."""
    parts = vars(answer).values() if hasattr(answer, "__dict__") else answer
    parts = answer if isinstance(answer, (tuple, np.ndarray)) else parts
    return [np.asarray(part) for part in parts if part is not None]


@pytest.mark.parametrize("n_threads", [1, max(2, available_threads())])
@pytest.mark.parametrize("metric", ["euclidean", "cosine", "cityblock"])
@pytest.mark.parametrize(
    ("name", "rows"),
    [(name, None) for name in STATISTICS] + [(name, [80, 2]) for name in OF_SOME_ROWS],
)
def test_stored_distances_and_points_give_the_same_bits(name, rows, metric, n_threads):
    cloud = PointCloud(wide_points(), metric=metric, n_threads=n_threads)
    assert cloud.keeps_distances
    rows = None if rows is None else np.array(rows)
    found = cloud.reduce(STATISTICS[name], rows)
    of_points = run_pass(
        cloud.features, STATISTICS[name], cloud.resources, rows=rows, metric=metric_named(metric)
    )
    for one, other in zip(numbers(found), numbers(of_points), strict=True):
        np.testing.assert_array_equal(one, other)


def test_passes_read_stored_distances():
    cloud = PointCloud(wide_points())
    before = cloud.reduce(KernelSums(SCALES)).S
    cloud.squared_distances = 4 * cloud.squared_distances
    np.testing.assert_array_equal(cloud.reduce(KernelSums(4 * SCALES)).S, before)


def test_stored_distances_are_exact_and_symmetric():
    points = wide_points()
    r = PointCloud(points).squared_distances
    np.testing.assert_allclose(
        r, naive_distances.squared_distances(points).astype(float), rtol=1e-12
    )
    np.testing.assert_array_equal(r, r.T)
    assert r[5, 80] == 0


def test_changing_returned_arrays_does_not_change_stored_distances():
    cloud = PointCloud(wide_points())
    before = cloud.squared_distances.copy()
    for rows, others in ((slice(None), slice(None)), (np.arange(9), slice(3)), (slice(4), [1, 5])):
        r = cloud.squared_distances_between(rows, others)
        np.testing.assert_array_equal(r, before[rows][:, others])
        r[:] = -1
    cloud.squared_distances_from(np.arange(9))[:] = -1
    np.testing.assert_array_equal(cloud.squared_distances, before)


@dataclass(frozen=True)
class Careless(Rule):
    """A faulty rule that tries to change the distances it shares with other rules."""

    name = "careless"

    def _choose(self, cloud):
        np.fill_diagonal(cloud.squared_distances, np.inf)


@pytest.mark.parametrize("n_features", [N_FEATURES, 2])
def test_a_rule_cannot_change_shared_distances(n_features):
    X, others = wide_points()[:60, :n_features], ["median", "spectral"]
    alone = compare(X, np.arange(60) % 2, rules=others)
    beside = compare(X, np.arange(60) % 2, rules=[Careless(), *others])
    chosen = {row.rule: row.bandwidth.epsilon for row in beside.rows if row.bandwidth}
    assert chosen == {row.rule: row.bandwidth.epsilon for row in alone.rows}
    cloud = PointCloud(X)
    assert not cloud.squared_distances.flags.writeable
    cloud.reduce(NearestOthers(1))
    part = cloud.restricted(np.arange(20))
    assert not part.squared_distances.flags.writeable


def test_a_subset_takes_its_block_of_distances():
    cloud, rows = PointCloud(wide_points()), np.array([7, 80, 5, 99])
    statistic = NearestOthers(1)
    alone = cloud.restricted(rows)
    assert "squared_distances" not in vars(alone)
    cloud.reduce(statistic)
    part = cloud.restricted(rows)
    np.testing.assert_array_equal(
        vars(part)["squared_distances"], cloud.squared_distances[np.ix_(rows, rows)]
    )
    np.testing.assert_array_equal(part.reduce(statistic).indices, alone.reduce(statistic).indices)


@pytest.mark.parametrize(
    ("n_samples", "n_features", "limit", "kept"),
    [
        (140, 150, "64 MiB", True),
        (151, 150, "64 MiB", False),  # the distances would take more memory than the points
        (1000, 1100, "128 MiB", True),
        # the passes over pairs need this memory, so distances are not stored
        (1000, 1100, "120 MiB", False),
        (1030, 1100, "256 MiB", False),  # some distances are in float32, so none are stored
    ],
)
def test_distances_are_stored_if_memory_and_precision_allow(n_samples, n_features, limit, kept):
    X = np.random.default_rng(0).normal(size=(n_samples, n_features))
    assert PointCloud(X, memory_limit=limit).keeps_distances is kept


def test_precomputed_distances_are_stored_unchanged():
    r = PointCloud(wide_points()).squared_distances
    assert not PointCloud(np.sqrt(r), metric="precomputed").keeps_distances


@pytest.mark.parametrize("name", ["row sums", "neighbours", "histogram"])
def test_the_memory_limit_holds_with_stored_distances(name):
    limit = 32 * 2**20
    cloud = PointCloud(np.random.default_rng(0).normal(size=(500, 600)), memory_limit=limit)
    tracemalloc.start()
    cloud.reduce(STATISTICS[name])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert cloud.squared_distances.nbytes < peak < limit


def test_stored_distances_count_in_the_memory_limit():
    cloud = PointCloud(wide_points())
    statistic, kept = RowSums(SCALES), cloud.squared_distances
    alone = engine.plan.make_plan(N, 0, statistic, 2**30, 1).projected_memory
    beside = engine.plan.make_plan(N, 0, statistic, 2**30, 1, bytes_kept=kept.nbytes)
    assert beside.projected_memory == alone + kept.nbytes
    resources = Resources(statistic.result_bytes(N) + kept.nbytes)
    with pytest.raises(MemoryError, match="memory_limit"):
        run_pass(cloud.features, statistic, resources, known=kept)


@pytest.mark.parametrize("arithmetic", list(engine.arithmetic.registry.ARITHMETICS))
@pytest.mark.parametrize("n_rows", [1, 4, 130])
def test_distances_do_not_depend_on_the_number_of_rows(n_rows, arithmetic):
    X = np.random.default_rng(0).normal(size=(1700, 7))
    rows = engine.passes.distances_between(X[:n_rows], X, arithmetic)
    turned = engine.passes.distances_between(X, X[:n_rows], arithmetic)
    all_of_them = engine.passes.distances_between(X, X, arithmetic)
    np.testing.assert_array_equal(rows, turned.T)
    np.testing.assert_array_equal(rows, all_of_them[:n_rows])
