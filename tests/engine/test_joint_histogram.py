"""The two-dimensional histogram: sums for every weight of a feature and every scale."""

import numpy as np
import pytest

from kernelscale import engine

WEIGHTS, SCALES = np.array([0.0, 0.01, 0.3, 1.0, 7.0]), np.geomspace(0.02, 20, 9)


def exact_sums(X, feature):
    g = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    h = np.subtract.outer(feature, feature) ** 2
    r = g[None] + WEIGHTS[:, None, None] * h
    kernels = [np.exp(-r / (2 * scale)) for scale in SCALES]
    S = np.transpose([K.sum(axis=(1, 2)) for K in kernels])
    return S, np.transpose([(r * K).sum(axis=(1, 2)) for K in kernels])


@pytest.mark.parametrize("n_samples", [300, 1300])
def test_sums_over_the_grid_are_nearly_exact(random, n_samples):
    X, feature = random.normal(size=(n_samples, 3)), random.normal(size=n_samples)
    asked = engine.JointHistogram(feature, unit=6.0, feature_unit=2.0)
    S, T = engine.reduce(X, asked).sums(WEIGHTS, SCALES)
    expected_S, expected_T = exact_sums(X, feature)
    np.testing.assert_allclose(S, expected_S, rtol=1e-3)
    dimension, expected = T / (SCALES * S), expected_T / (SCALES * expected_S)
    np.testing.assert_allclose(dimension, expected, atol=2e-3)


def test_every_pair_is_counted_once_in_each_direction(random):
    X, feature = random.normal(size=(700, 2)), random.integers(0, 3, 700)
    counts = engine.reduce(X, engine.JointHistogram(feature, 4.0, 1.0)).counts
    assert counts.sum() == 700**2
    # Column 0 holds the pairs at no distance in the feature.
    assert counts[:, 0].sum() == (np.bincount(feature) ** 2).sum()
    assert counts[0, 0] >= 700


def test_distances_beyond_the_bins_are_counted_at_the_ends():
    X, feature = np.array([[0.0], [1e-9], [1e9]]), np.array([0.0, 1e9, 1e-9])
    counts = engine.reduce(X, engine.JointHistogram(feature, 1.0, 1.0)).counts
    assert counts[0, 0] == 3
    assert counts[0, -1] == 2
    assert counts[-1, 0] == 2
    assert counts[-1, -1] == 2


def test_a_feature_of_other_rows_is_refused():
    with pytest.raises(ValueError, match=r"each of the 2 rows, but its shape is \(3,\)"):
        engine.reduce([[0.0], [1.0]], engine.JointHistogram([1.0, 2.0, 3.0], 1.0, 1.0))
    with pytest.raises(ValueError, match="unit must be a positive"):
        engine.JointHistogram([1.0], 0.0, 1.0)
