"""Histograms of distances with one more feature, for several weights of it."""

import numpy as np
import pytest

from kernelscale.engine.arithmetic.registry import arithmetic_named
from kernelscale.engine.passes import reduce
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import DistanceHistogram, WeightedHistograms
from kernelscale.engine.tile import Tile

WEIGHTS = np.array([0.0, 1e-3, 0.7, 10.0])


def points(n_samples, kind, random):
    """Points, and one more feature."""
    if kind == "repeated":
        return random.integers(0, 4, (n_samples, 2)) * 1.0, random.integers(0, 4, n_samples) * 1.0
    if kind == "one place":
        return np.ones((n_samples, 2)), random.normal(size=n_samples)
    far = 1e6 if kind == "far feature" else 0.0
    return random.normal(size=(n_samples, 3)) * 1e-3, random.normal(size=n_samples) + far


@pytest.mark.parametrize("kind", ["normal", "repeated", "one place", "far feature"])
@pytest.mark.parametrize("n_samples", [1, 2, 5, 150, 700, 1400])
def test_each_is_the_histogram_of_all_features(n_samples, kind, every_arithmetic, random):
    X, feature = points(n_samples, kind, random)
    units = 2 * (X.var(axis=0).sum() + WEIGHTS**2 * feature.var()) + 1e-9
    statistic = WeightedHistograms(feature, WEIGHTS, units)
    found = reduce(X, statistic, arithmetic=every_arithmetic)
    for weight, unit, histogram in zip(WEIGHTS, units, found, strict=True):
        both = np.column_stack([X, weight * (feature - feature.mean())])
        expected = reduce(both, DistanceHistogram(unit), arithmetic="reference")
        assert histogram.n_pairs == n_samples**2
        assert histogram.n_zero == expected.n_zero
        scales = unit * np.geomspace(1e-3, 1e3, 13)
        for one, other in zip(histogram.sums(scales), expected.sums(scales), strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-6)


@pytest.mark.parametrize("size", [1e-30, 1e-3, 1e30])
def test_a_feature_of_any_magnitude_counts(size, every_arithmetic, random):
    X, feature = random.normal(size=(1100, 2)), random.normal(size=1100)
    weights, units = np.array([1.0, 2.0]), np.array([6.0, 12.0])
    plain, scaled = (
        reduce(X, WeightedHistograms(y, w, units), arithmetic=every_arithmetic)
        for y, w in ((feature, weights), (size * feature, weights / size))
    )
    for one, other in zip(plain, scaled, strict=True):
        np.testing.assert_allclose(one.sums([1.0, 9.0]), other.sums([1.0, 9.0]), rtol=2e-6)


def test_a_tile_on_the_diagonal_may_have_several_blocks(every_arithmetic, random):
    X, feature = random.normal(size=(1030, 2)), random.normal(size=1030)
    statistic = WeightedHistograms(feature, WEIGHTS[2:], np.ones(2))
    rows, arithmetic = slice(0, 1030), every_arithmetic
    tile = Tile(Source.of(X), rows, rows, arithmetic_named(arithmetic))
    found = statistic.finish(statistic.merge(statistic.start(1030), statistic.on_tile(tile, None)))
    for one, other in zip(found, reduce(X, statistic, arithmetic=arithmetic), strict=True):
        assert one.n_pairs == 1030**2
        np.testing.assert_allclose(one.sums([1.0]), other.sums([1.0]), rtol=1e-6)


def test_a_feature_of_another_length_is_refused(random):
    statistic = WeightedHistograms(np.zeros(4), np.ones(1), np.ones(1))
    with pytest.raises(ValueError, match="each of the 5 rows, but its shape is"):
        reduce(random.normal(size=(5, 2)), statistic)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"feature": [0.0, np.nan]}, "feature must be a flat list of finite numbers"),
        ({"feature": [[0.0, 1.0]]}, "feature must be a flat list of finite numbers"),
        ({"feature": "abc"}, "feature holds 'abc', which is not a number"),
        ({"feature": [0.0, 1e200]}, "feature"),
        ({"weights": []}, "weights must be a flat list of finite numbers"),
        ({"weights": [np.inf, 1.0]}, "weights must be a flat list of finite numbers"),
        ({"weights": [1.0]}, "units must have a number for each of the 1 weights, but 2 were"),
        ({"units": [1.0, 0.0]}, "units must be a positive finite number"),
    ],
)
def test_wrong_arguments_are_refused(wrong, sentence):
    arguments = {"feature": [0.0, 1.0], "weights": [1.0, 2.0], "units": [1.0, 1.0]}
    with pytest.raises(ValueError, match=sentence):
        WeightedHistograms(**(arguments | wrong))
