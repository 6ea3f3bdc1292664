"""The columns of the table of all rules, compared with naive definitions."""

import re
from functools import cache

import numpy as np
import pytest
from tests.bandwidth.classes_in_the_plane import labelled
from tests.oracles import naive_distances, naive_kernel_sums, naive_kernels, naive_operators

from kernelscale import Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import diagnostics
from kernelscale.bandwidth.diagnostics import diagnose
from kernelscale.data import PointCloud

# ---------------------------------------------------------------- columns


def expected_components(X, K):
    """Number of components of a graph after edges with K < 1e-8 are removed.

    The graph joins each row to its 16 nearest rows, and components by their shortest links.
    """
    r = np.asarray(naive_distances.squared_distances(X), dtype=float)
    n = len(r)
    edges = {
        (i, int(j))
        for i in range(n)
        for j in np.argsort(np.where(np.arange(n) == i, np.inf, r[i]), kind="stable")[:16]
        if i != j
    }
    pairs = sorted(((i, j) for i in range(n) for j in range(i)), key=lambda pair: r[pair])
    for i, j in pairs:  # add the shortest links between components until the graph is connected
        if naive_operators.components(edges | {(i, j)}, n) < naive_operators.components(edges, n):
            edges.add((i, j))
    return naive_operators.components({(i, j) for i, j in edges if K[i, j] >= 1e-8}, n)


@cache
def expected_ends(n, r):
    """Logarithms of both ends of the useful range, computed by bisection."""
    r = np.reshape(r, (n, n))

    def others(scale):
        return naive_kernel_sums.kernel_sum(None, scale, r) - n

    unit = float(r.mean())
    low = naive_kernel_sums.scale_where(others, 1e-3 * n, 1e-12 * unit, 1e9 * unit)
    high = naive_kernel_sums.scale_where(others, 0.999 * n * (n - 1), unit, 1e9 * unit)
    return np.log(float(low)), np.log(float(high))


def check_figures(X, y, row):
    kernel = row.bandwidth.kernel
    points = X * kernel.scale if row.rule == "standardized" else X
    r = naive_distances.squared_distances(points)
    if row.rule == "self_tuning":
        K = np.asarray(naive_kernels.self_tuned_kernel(points, 7)[0], dtype=float)
        assert row.position is row.implied_dimension is None
    else:
        K = np.asarray(naive_kernels.kernel_value(r, row.epsilon), dtype=float)
        low, high = expected_ends(len(r), tuple(r.flat))
        position = (np.log(row.epsilon) - low) / (high - low)
        assert row.position == pytest.approx(position, abs=1e-4)
        dimension = float(naive_kernel_sums.implied_dimension(None, row.epsilon, r))
        assert row.implied_dimension == pytest.approx(dimension, abs=1e-4)
    assert row.n_connected_components == expected_components(points, K)
    assert row.effective_neighbors == pytest.approx(
        naive_operators.effective_neighbors(K), rel=1e-6
    )
    values = naive_operators.eigenvalues(naive_operators.transition_matrix(K)[0])
    expected = values[0] - values[1] if y is None else values[2] - values[3]
    assert row.eigengap == pytest.approx(expected, abs=1e-9)


# The numbers are scales below, inside and above the useful range. The rule `standardized` also
# rescales the points, and `self_tuning` has another kernel.
COMPARED = [1e-3, 0.02, 0.5, 30.0, 1e5, "max_min", "standardized", "self_tuning"]


@cache
def compared(with_labels):
    X, y = labelled(30)
    return compare(X, y if with_labels else None, rules=COMPARED)


@pytest.mark.parametrize("rule", COMPARED)
@pytest.mark.parametrize("with_labels", [False, True])
def test_columns_agree_with_naive_definitions(rule, with_labels):
    X, y = labelled(30)
    cloud = PointCloud(X, y if with_labels else None)
    bandwidth = select_bandwidth(X, rule=rule)
    [row] = [row for row in compared(with_labels).rows if rule in (row.rule, row.epsilon)]
    check_figures(X, y if with_labels else None, row)
    assert diagnose(cloud, bandwidth.kernel).n_connected_components == row.n_connected_components


def test_components_of_clusters():
    X = np.random.default_rng(0).normal(size=(90, 2))
    X[30:60] += 1000
    X[60:] -= 1000
    for scale, expected in [(1e-9, 90), (3.0, 3), (1e5, 1)]:
        assert compare(X, rules=[scale])["fixed"].n_connected_components == expected


def test_duplicates_are_one_point_of_the_graph():
    X = np.repeat([[0.0], [1.0], [2.0]], 40, axis=0)
    assert compare(X, rules=[0.5])["fixed"].n_connected_components == 1
    assert compare(X, rules=[1e-4])["fixed"].n_connected_components == 3


def test_effective_neighbors_of_known_kernels():
    ring = np.c_[np.cos(np.arange(12) * np.pi / 6), np.sin(np.arange(12) * np.pi / 6)]
    step = float(((ring[0] - ring[1]) ** 2).sum())
    seen = [compare(ring, rules=[scale])["fixed"].effective_neighbors for scale in (step / 30, 1e6)]
    # At the small scale a row has two effective neighbours, its nearest rows; at the large scale
    # all other rows are its effective neighbours.
    assert seen == pytest.approx([2, 11], rel=1e-3)
    # no row has an effective neighbour
    assert compare(ring, rules=[1e-6])["fixed"].effective_neighbors == 0


def test_effective_neighbors_of_many_isolated_rows_are_zero():
    # The kernel value of far rows is exp(-700), not 0. Even the sum of many such values must not
    # count as a neighbour.
    X = 1000.0 * np.arange(5_200.0)[:, None]
    assert diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors == 0


def test_effective_neighbors_use_a_thousand_rows(monkeypatch):
    X, _ = labelled(40)
    monkeypatch.setattr(diagnostics, "ENTROPY_ROWS", 5)
    some = diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors
    assert some == diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors
    monkeypatch.setattr(diagnostics, "ENTROPY_ROWS", 1000)
    of_all_rows = diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors
    assert some != of_all_rows
    assert some == pytest.approx(of_all_rows, rel=0.8)


def test_eigengap_is_not_computed_for_large_data(monkeypatch):
    X, y = labelled()
    monkeypatch.setattr(diagnostics, "EIGENGAP_ROWS", 40)
    assert compare(X, y, rules=[1.0])["fixed"].eigengap is not None
    monkeypatch.setattr(diagnostics, "EIGENGAP_ROWS", 39)
    row = compare(X, y, rules=[1.0])["fixed"]
    assert row.eigengap is None
    assert row.effective_neighbors is not None


def test_eigengap_is_not_computed_beyond_the_memory_limit():
    X = np.random.default_rng(0).normal(size=(700, 2))
    found = compare(X, rules=["median"], memory_limit="16 MiB")
    assert found["median"].eigengap is None
    assert found["median"].epsilon > 0


def test_readings_distinguish_small_and_large_scales():
    X = np.random.default_rng(0).normal(size=(60, 2))
    rows = compare(X, rules=[1e-7, 0.05, 1e4]).rows
    readings = [row.reading for row in rows if row.rule == "fixed"]
    assert "too small: the graph falls into" in readings[0]
    assert "a typical row reaches about" in readings[1]
    assert "a typical row reaches most others (100%)" in readings[2]


# ---------------------------------------------------------------- where the graph is connected


@pytest.mark.parametrize("n_repeats", [1, 3])
@pytest.mark.parametrize("gap", [0.0, 30.0])
def test_graph_is_connected_from_the_reported_scale(gap, n_repeats):
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 3)) + gap * (np.arange(60) % 2)[:, None]
    X = np.repeat(X, n_repeats, axis=0)
    least = compare(X, rules=["median"]).connected_from
    rows = compare(X, rules=[least * (1 - 1e-6), least * (1 + 1e-6)]).rows
    assert [row.n_connected_components for row in rows if row.rule == "fixed"] == [2, 1]


def test_recommended_row_is_not_called_too_small():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(80, 30)), np.arange(80) % 2
    for labels in (None, y):
        found = compare(X, labels)
        reading = found[found.recommended.rule].reading
        assert not re.search(r"wide|too |very|do not trust", reading)
