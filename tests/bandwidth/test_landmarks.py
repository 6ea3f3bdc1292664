"""Criteria are computed from eigenpairs of landmarks; other rows are embedded as new rows."""

import numpy as np
import pytest

from kernelscale import Gaussian, select_bandwidth
from kernelscale.bandwidth.eigen import eigen_rule, embedded_rows
from kernelscale.bandwidth.eigen.class_criteria import class_separation
from kernelscale.data import PointCloud


def classes(n_samples, seed=0):
    random = np.random.default_rng(seed)
    y = np.arange(n_samples) % 3
    return np.array([[0, 0, 0], [3, 0, 0], [0, 4, 0]])[y] + random.normal(size=(n_samples, 3)), y


def test_embedding_other_rows_does_not_change_the_vectors_of_landmarks():
    X, y = classes(600)
    cloud = PointCloud(X, y)
    part = cloud.restricted(np.arange(0, 600, 2))
    embedded = embedded_rows.EmbeddedRows(cloud, part, 600)
    for scale in (0.1, 1.0, 10.0):
        pairs = part.continuation.at(scale, 5)
        found = embedded.extended(pairs, Gaussian(scale))
        large = pairs.values > 1e-3
        np.testing.assert_allclose(
            found.vectors[::2, large],
            pairs.vectors[:, large],
            atol=2e-3 / pairs.values[large].min(),
        )
        np.testing.assert_array_equal(found.values, pairs.values)
        assert found.stationary.sum() == pytest.approx(1)
        np.testing.assert_array_equal(embedded.cloud.codes, y)


def test_embedded_rows_keep_the_separation_of_classes():
    X, y = classes(900)
    cloud = PointCloud(X, y)
    part = cloud.restricted(np.arange(450))
    pairs = part.continuation.at(1.0, 4)
    on_landmarks = class_separation(pairs, part.codes, 2)
    embedded = embedded_rows.EmbeddedRows(cloud, part, 900)
    on_all = class_separation(embedded.extended(pairs, Gaussian(1.0)), embedded.cloud.codes, 2)
    assert on_all.ratio == pytest.approx(on_landmarks.ratio, rel=0.2)


def test_number_of_embedded_rows_fits_the_memory_limit(monkeypatch):
    monkeypatch.setattr(embedded_rows, "EMBEDDED_ROWS", 500)
    X, y = classes(1000)
    cloud = PointCloud(X, y)
    assert embedded_rows.EmbeddedRows.affordable(cloud, 100, 10) == 500
    small = PointCloud(X, y, memory_limit=3 * 200 * (12 * 100 + 8 * 10))
    assert embedded_rows.EmbeddedRows.affordable(small, 100, 10) == 200
    embedded = embedded_rows.EmbeddedRows(cloud, cloud.restricted(np.arange(0, 1000, 10)), 500)
    assert embedded.cloud.n_samples == pytest.approx(500, abs=3)
    np.testing.assert_allclose(np.bincount(embedded.cloud.codes), 500 / 3, atol=2)


@pytest.mark.parametrize("rule", [pytest.param("geometric", marks=pytest.mark.release), "spectral"])
def test_scale_is_near_the_scale_of_all_rows(rule, monkeypatch):
    X, y = classes(900)
    expected = select_bandwidth(X, y, rule=rule)
    monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 800)
    monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 420)
    found = select_bandwidth(X, y, rule=rule)
    assert "on 3 subsamples of 420 of the 900 rows" in found.reason
    low, high = found.interval
    assert low <= found.epsilon <= high
    assert 0.5 < found.epsilon / expected.epsilon < 2
    assert found.evidence["criterion"] == pytest.approx(expected.evidence["criterion"], rel=0.25)


@pytest.mark.release
def test_distances_and_points_give_the_same_scale(monkeypatch):
    monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 500)
    monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 300)
    X, y = classes(600)
    distances = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=-1))
    expected = select_bandwidth(X, y, rule="geometric")
    found = select_bandwidth(distances, y, rule="geometric", metric="precomputed")
    assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-3)
