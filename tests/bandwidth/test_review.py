"""Faults that a review found stay corrected, and similar cases are correct too."""

import tracemalloc
import warnings

import numpy as np
import pytest

from kernelscale import Bandwidth, Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import Auto, Rule, Spectral
from kernelscale.bandwidth.compare_rules import _recommendation
from kernelscale.bandwidth.eigen import eigen_rule
from kernelscale.bandwidth.rules.nearest_neighbors import NearestNeighbors
from kernelscale.data import PointCloud
from kernelscale.engine.statistics import KernelSums, RowSums


def points(n=60, classes=3):
    y = np.arange(n) % classes
    return np.random.default_rng(0).normal(size=(n, 2)) + 4.0 * y[:, None], y


class WithWarning(Rule):
    name = "with_warning"

    def _choose(self, cloud):
        warnings.warn("a warning of another package", RuntimeWarning, stacklevel=1)
        return NearestNeighbors().choose(cloud)


def test_compare_passes_on_warnings_of_other_packages():
    with pytest.warns(RuntimeWarning, match="a warning of another package"):
        comparison = compare(points()[0], rules=[WithWarning()])
    assert "another package" not in comparison["with_warning"].reading


def test_auto_with_options_of_the_user_is_kept():
    comparison = compare(points()[0], rules=[Auto(n_subsamples=0)])
    assert comparison.recommended.interval is None


def test_recommended_row_of_two_groups_is_not_called_too_small():
    X = np.r_[points()[0], points()[0] + 1e4]
    row = compare(X)["auto"]
    assert row.n_connected_components == 2
    assert "are separate: 2 components" in row.reading


def test_rules_above_the_dense_limit_share_subsamples(monkeypatch):
    monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 50)
    monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 30)
    X, y = points(90)
    cloud = PointCloud(X, y)
    first = Spectral().choose(cloud)
    parts = cloud.kept_parts[30]
    known = [len(part.continuation) for part in parts]
    assert Spectral().choose(cloud).epsilon == first.epsilon
    assert [len(part.continuation) for part in parts] == known


def test_many_classes_respect_the_memory_limit():
    X, y = points(300, classes=75)
    limit = 13 * 2**20
    select_bandwidth(X[:40], y[:40] % 5, "spectral", memory_limit=limit)
    tracemalloc.start()
    try:
        select_bandwidth(X, y, "spectral", memory_limit=limit)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= limit + 2**19


@pytest.mark.parametrize("statistic", [KernelSums, RowSums])
@pytest.mark.parametrize("scales", [[0.0], [-1.0], [np.nan], []])
def test_statistics_refuse_invalid_scales(statistic, scales):
    with pytest.raises(ValueError, match="scales must be"):
        statistic(scales)


def test_reading_does_not_depend_on_the_rule():
    X = np.r_[points()[0], [[1e6, 0.0]]]
    found = compare(X)
    same = compare(X, rules=[found.recommended.epsilon])["fixed"]
    assert same.reading == found["auto"].reading
    assert "1 outlier(s) are isolated rows; among the other rows a typical row" in same.reading
    assert "a typical row reaches most others" in found["scikit_learn_scale"].reading


def uneven_labels(seed):
    """Three overlapping classes; subsamples have their widest eigengap at other scales."""
    random = np.random.default_rng(seed)
    y = np.arange(90) % 3
    return random.normal(size=(90, 2)) ** 3 + random.normal(size=(3, 2))[y], y


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rule", ["auto", "auto with labels", "spectral of subsamples"])
def test_interval_contains_the_scale(seed, rule, monkeypatch):
    X, y = uneven_labels(seed)
    if rule == "spectral of subsamples":
        monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 50)
        monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 30)
    name = rule.split()[0]
    # With few subsamples, the scales of all subsamples often lie on one side of the chosen scale.
    options = {"n_subsamples": 2} if name == "auto" else {}
    found = select_bandwidth(X, None if rule == "auto" else y, name, **options)
    low, high = found.interval
    assert low <= found.epsilon <= high
    subsamples = found.evidence.get("subsamples", [found.epsilon])
    assert low <= min(subsamples) <= max(subsamples) <= high


def test_recommendation_shows_the_interval():
    bandwidth = Bandwidth("auto", 1.0, Gaussian(1.0), "Why.", interval=(0.5, 2.0))
    assert "scales chosen on subsamples are from 0.5 to 2" in _recommendation(bandwidth)


def test_reason_states_the_number_of_distinct_rows():
    X = np.repeat(points()[0], 4, axis=0)
    assert f"Of the {len(X)} rows {len(X) // 4} are distinct" in compare(X).recommended.reason
    assert "distinct" not in compare(points()[0]).recommended.reason


@pytest.mark.parametrize("n_distinct", [2, 3])
def test_gap_of_rounding_size_is_not_an_optimum(n_distinct):
    random = np.random.default_rng(0)
    X = random.permutation(np.arange(40) % n_distinct)[:, None].astype(float)
    # the labels have one class more than there are distinct rows
    y = np.arange(40) % n_distinct + (np.arange(40) == 0) * n_distinct
    expected = select_bandwidth(X, y)
    for _ in range(3):
        order = random.permutation(40)
        with pytest.raises(
            ValueError, match=f"no eigengap at any scale.* {n_distinct} distinct rows"
        ):
            select_bandwidth(X[order], y[order], "spectral")
        found = select_bandwidth(X[order], y[order])
        assert found.epsilon == pytest.approx(expected.epsilon)
    assert "no eigengap" in compare(X, y)["spectral"].reading


def test_constant_ratio_has_no_optimum():
    X, y = np.repeat([[0.0], [1.0]], [20, 15], axis=0), np.arange(35) % 3
    with pytest.raises(ValueError, match="rho_Psi is the same at every scale"):
        select_bandwidth(X, y, "geometric")
