"""Rules that need eigenpairs give the same results with eigenpairs by iteration and by LAPACK."""

import tracemalloc
from functools import cache

import numpy as np
import pytest
from tests.bandwidth.results_of_each_rule import WITHOUT_LABELS
from tests.markov.point_sets import clusters, exact_at
from tests.oracles import naive_operators

from kernelscale import compare, select_bandwidth
from kernelscale.bandwidth import Geometric, Spectral
from kernelscale.bandwidth.diagnostics import diagnose
from kernelscale.bandwidth.eigen.class_criteria import class_separation
from kernelscale.data import PointCloud
from kernelscale.markov import continuation as continuation_module
from kernelscale.markov.dense import leading_eigenpairs

N_CLASSES = 5


@pytest.fixture(name="X", scope="module")
def points():
    return clusters(n_classes=N_CLASSES, apart=1.5)


@pytest.fixture(scope="module")
def y(X):
    return np.arange(len(X)) % N_CLASSES


@pytest.fixture(scope="module")
def spectral(X, y):
    return select_bandwidth(X, y, "spectral")


@pytest.fixture(scope="module")
def geometric(X, y):
    return select_bandwidth(X, y, "geometric")


@pytest.fixture(scope="module")
def gap_at(X):
    """A function that returns the exact eigengap at a scale."""
    return cache(lambda epsilon: exact_at(X, epsilon, N_CLASSES).eigengap(N_CLASSES))


def by_lapack(monkeypatch):
    monkeypatch.setattr(continuation_module, "DENSE_ROWS", 10**6)


def test_spectral_scale_agrees_with_lapack(X, y, spectral, monkeypatch):
    found = spectral
    by_lapack(monkeypatch)
    expected = select_bandwidth(X, y, "spectral")
    assert not expected.evidence["ruled_out"]
    assert found.interior == expected.interior
    assert found.epsilon == pytest.approx(expected.epsilon, rel=0.01)
    assert found.evidence["criterion"] == pytest.approx(expected.evidence["criterion"], abs=1e-6)


def test_spectral_reports_bounds_of_scales_ruled_out(X, spectral, gap_at):
    found = spectral
    ruled_out = found.evidence["ruled_out"]
    grid = PointCloud(X).candidate_scales()
    assert len(ruled_out) > len(grid) / 4
    assert set(ruled_out) <= set(grid)
    assert not set(ruled_out) & set(found.scales)
    assert set(grid) <= set(ruled_out) | set(found.scales)
    for epsilon, bound in ruled_out.items():
        assert gap_at(epsilon) <= bound + 1e-6
        assert bound <= found.evidence["criterion"]
    for epsilon, score in zip(found.scales, found.criterion, strict=True):
        assert score == pytest.approx(gap_at(epsilon), abs=1e-6)


def test_scales_next_to_the_best_one_are_not_ruled_out(X, spectral, gap_at):
    grid = PointCloud(X).candidate_scales()
    found = spectral
    winner = int(np.argmax([gap_at(epsilon) for epsilon in grid]))
    assert set(grid[winner - 1 : winner + 2]) <= set(found.scales)
    assert grid[winner - 1] < found.epsilon < grid[winner + 1]


def test_optimum_at_an_end_is_flagged_after_branch_and_bound(X, y, spectral):
    best = spectral.epsilon
    for edge, scales in enumerate([best * 2.0 ** np.arange(9), best / 2.0 ** np.arange(9)]):
        found = select_bandwidth(X, y, "spectral", scales=scales)
        assert not found.interior
        assert found.epsilon == sorted(scales)[-edge]
        assert "end of the range" in found.reason


def test_geometric_curve_agrees_with_lapack(X, y, geometric):
    found = geometric
    assert not found.evidence["ruled_out"]
    n_resolved = 0
    for epsilon, score in zip(found.scales, found.criterion, strict=True):
        exact = class_separation(exact_at(X, epsilon, N_CLASSES), y, N_CLASSES - 1)
        if exact.resolved:
            n_resolved += 1
            assert score == pytest.approx(exact.ratio, rel=2e-5)
    assert n_resolved > 15


def test_geometric_scale_agrees_with_lapack(X, y, geometric, monkeypatch):
    found = geometric
    by_lapack(monkeypatch)
    expected = select_bandwidth(X, y, "geometric")
    assert found.interior == expected.interior
    assert found.epsilon == pytest.approx(expected.epsilon, rel=0.01)
    assert found.evidence["criterion"] == pytest.approx(expected.evidence["criterion"], rel=2e-5)


def test_spectral_reuses_eigenpairs_of_geometric(X, y, spectral):
    cloud = PointCloud(X, y)
    Geometric().choose(cloud)
    n_known = len(cloud.continuation)
    after = Spectral().choose(cloud)
    # the rule adds scales only for its own refinement
    assert len(cloud.continuation) <= n_known + 20
    assert not after.evidence["ruled_out"]
    assert after.epsilon == pytest.approx(spectral.epsilon, rel=0.01)
    assert after.evidence["criterion"] == pytest.approx(spectral.evidence["criterion"], abs=1e-6)


def test_separated_classes_get_the_scale_of_the_widest_gap():
    y = np.arange(450) % 3
    X = clusters(450, n_classes=1) * 0.1 + 100 * np.eye(5)[y]
    found = select_bandwidth(X, y, "geometric", n_components=2)
    assert "every class is a single point" in found.reason
    # At scales that separate the classes, the criterion is infinite or very large.
    assert found.evidence["criterion"] > 1e11
    assert exact_at(X, found.epsilon, 3).eigengap(3) > 0.9


def test_missing_gap_raises_an_error():
    X = np.repeat([[0.0], [1.0], [3.0]], 150, axis=0)
    with pytest.raises(ValueError, match="There is no eigengap at any scale"):
        select_bandwidth(X, np.arange(450) % 4, "spectral")


@pytest.mark.parametrize("labelled", [False, True])
def test_eigengaps_of_the_comparison_agree_with_lapack(X, y, labelled):
    n_first = N_CLASSES if labelled else 1
    rows = compare(X, y if labelled else None, rules=WITHOUT_LABELS).rows
    n_seen = 0
    for row in rows:
        if row.bandwidth is not None and row.eigengap is not None:
            K = row.bandwidth.kernel(X)
            expected = leading_eigenpairs(K, n_first).eigengap(n_first)
            assert row.eigengap == pytest.approx(expected, abs=1e-6), row.rule
            n_seen += 1
    assert n_seen > 8


def test_gap_of_a_self_tuned_kernel_uses_descending_eigenvalues():
    X = np.exp(3 * np.random.default_rng(14).normal(size=(450, 1)))
    kernel = select_bandwidth(X, rule="self_tuning").kernel
    values = naive_operators.eigenvalues(naive_operators.transition_matrix(kernel(X))[0])
    assert values.min() < -1e-4
    found = diagnose(PointCloud(X), kernel).eigengap
    assert found == pytest.approx(1 - values[1], abs=1e-6)


def test_forgetting_releases_the_continuation(X, y):
    cloud = PointCloud(X, y)
    Spectral(scales=cloud.candidate_scales()[-8:]).choose(cloud)
    assert len(cloud.continuation)
    cloud.forget_eigenpairs()
    assert len(cloud.continuation) == 0


@pytest.mark.parametrize("rule", ["spectral", pytest.param("geometric", marks=pytest.mark.release)])
def test_search_respects_the_memory_limit(rule):
    X, y = clusters(900, n_classes=3), np.arange(900) % 3
    limit = 45 * 2**20
    select_bandwidth(X[:450], y[:450], rule)  # a first call, so that lazy imports are not counted
    tracemalloc.start()
    try:
        found = select_bandwidth(X, y, rule, memory_limit=limit)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # all rows fit into the memory limit, so no subsamples were drawn
    assert "subsamples" not in found.evidence
    assert peak <= limit
