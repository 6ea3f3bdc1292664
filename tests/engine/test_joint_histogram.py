"""The two-dimensional histogram: sums for every weight of a feature and every scale."""

import warnings

import numpy as np
import pytest

from kernelscale import engine

N = 700
random = np.random.default_rng(0)
CLOUDS = {
    "normal": random.normal(size=(N, 3)),
    "wide": random.normal(size=(N, 40)),
    "integers": random.integers(0, 3, (N, 4)).astype(float),
    "codes": random.integers(0, 3, (N, 30)).astype(float),
    "one absurd row": np.r_[random.normal(size=(N - 1, 3)), np.full((1, 3), 1e6)],
    "two densities": random.normal(size=(N, 3)) * np.where(np.arange(N) % 2, 1, 1e-4)[:, None],
    "heavy tails": random.standard_cauchy((N, 3)),
    "repeated": np.repeat(random.normal(size=(N // 7, 3)), 7, axis=0),
    "far from zero": 1e6 + random.normal(size=(N, 3)),
}
FEATURES = {
    "normal": random.normal(size=N),
    "integers": random.integers(0, 7, N).astype(float),
    "binary": random.integers(0, 2, N).astype(float),
    "one value": np.r_[np.zeros(N - 1), 1.0],
    "one absurd value": np.r_[random.normal(size=N - 1), -1e8],
    "far from zero": 1e6 + random.normal(size=N),
}


def exact_sums(X, feature, weights, scales):
    g = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    h = np.subtract.outer(feature, feature) ** 2
    S, T = np.empty((2, len(weights), len(scales)))
    for i, weight in enumerate(weights):
        r = g + weight * h
        for k, scale in enumerate(scales):
            K = np.exp(-r / (2 * scale))
            S[i, k], T[i, k] = K.sum(), (r * K).sum()
    return S, T


def middle(distances):
    return np.median(distances[distances > 0])


def mean_units(X, feature):
    return 2 * X.var(axis=0).sum(), 2 * feature.var()


def check(X, feature, arithmetic="auto", units=mean_units):
    g = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    h = np.subtract.outer(feature, feature) ** 2
    scales = middle(g) * np.array([0.01, 0.1, 1.0, 5.0])
    weights = middle(g) / middle(h) * np.array([0.0, 1e-4, 0.05, 1.0, 20.0])
    asked = engine.JointHistogram(feature, *units(X, feature))
    S, T = engine.reduce(X, asked, arithmetic=arithmetic).sums(weights, scales)
    expected_S, expected_T = exact_sums(X, feature, weights, scales)
    np.testing.assert_allclose(S, expected_S, rtol=2e-3)
    dimension, expected = T / (scales * S), expected_T / (scales * expected_S)
    np.testing.assert_allclose(dimension, expected, rtol=5e-3, atol=5e-3)


@pytest.mark.parametrize("arithmetic", ["auto", "reference"])
@pytest.mark.parametrize("feature", FEATURES.values(), ids=FEATURES)
@pytest.mark.parametrize("cloud", CLOUDS.values(), ids=CLOUDS)
def test_sums_are_nearly_exact_on_all_kinds_of_data(cloud, feature, arithmetic):
    check(cloud, feature, arithmetic)


@pytest.mark.parametrize("arithmetic", ["auto", "reference"])
@pytest.mark.parametrize("absurd", [1e16, -1e60, 1e100])
def test_one_absurd_value_of_the_feature_hides_no_other(absurd, arithmetic):
    # In the unit of the others; their mean would be that value's alone.
    feature = np.r_[FEATURES["normal"][1:], absurd]
    check(CLOUDS["normal"], feature, arithmetic, lambda X, feature: (2 * X.shape[1], 2.0))


@pytest.mark.parametrize("arithmetic", ["auto", "reference"])
@pytest.mark.parametrize(
    ("size", "feature_size"),
    [(1e-100, 1e-100), (1e-25, 1e-25), (1e-25, 1e25), (1e10, 1.0), (1e25, 1e-25), (1e100, 1e100)],
)
@pytest.mark.parametrize("n_samples", [300, 1300])
def test_magnitudes_do_not_matter(size, feature_size, n_samples, arithmetic):
    own = np.random.default_rng(n_samples)
    X, feature = own.normal(size=(n_samples, 3)), own.normal(size=n_samples)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asked = [
            (
                X * size,
                engine.JointHistogram(feature * feature_size, 6 * size**2, 2 * feature_size**2),
            ),
            (X, engine.JointHistogram(feature, 6.0, 2.0)),
        ]
        large, plain = (engine.reduce(Z, each, arithmetic=arithmetic) for Z, each in asked)
    scales, weights = np.array([0.1, 1.0]), np.array([0.0, 0.1, 3.0])
    found = large.sums(weights * (size / feature_size) ** 2, scales * size**2)
    expected = plain.sums(weights, scales)
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-4)
    np.testing.assert_allclose(found[1], expected[1] * size**2, rtol=1e-4)


@pytest.mark.parametrize("arithmetic", ["auto", "reference"])
def test_a_bin_of_ties_has_no_error(arithmetic):
    X, feature = CLOUDS["integers"], FEATURES["binary"]
    scales, weights = np.array([0.3, 1.0, 4.0]), np.array([0.0, 0.5, 2.0])
    asked = engine.JointHistogram(feature, *mean_units(X, feature))
    found = engine.reduce(X, asked, arithmetic=arithmetic).sums(weights, scales)
    # Up to 16 the squared distances fall into bins of their own; remainders are to 2^-16.
    for part, expected in zip(found, exact_sums(X, feature, weights, scales), strict=True):
        np.testing.assert_allclose(part, expected, rtol=1e-5)


@pytest.mark.parametrize("arithmetic", ["auto", "reference"])
@pytest.mark.parametrize("n_samples", [1, 2, 129, 700])
def test_every_pair_is_counted_once_in_each_direction(random, n_samples, arithmetic):
    X, feature = random.normal(size=(n_samples, 2)), random.integers(0, 3, n_samples)
    X[0] = 1.0
    found = engine.reduce(X, engine.JointHistogram(feature, 4.0, 1.0), arithmetic=arithmetic)
    assert found.counts.sum() == n_samples**2
    # Column 0 holds the pairs at no distance in the feature.
    assert found.counts[:, 0].sum() == (np.bincount(feature) ** 2).sum()
    assert found.counts[0, 0] >= n_samples


def test_arithmetics_agree(random):
    X, feature = random.normal(size=(700, 4)), random.normal(size=700)
    asked = engine.JointHistogram(feature, 8.0, 2.0)
    one, other = (engine.reduce(X, asked, arithmetic=a) for a in ("auto", "reference"))
    scales, weights = np.geomspace(0.1, 10, 5), np.geomspace(0.01, 10, 5)
    for part, twin in zip(one.sums(weights, scales), other.sums(weights, scales), strict=True):
        np.testing.assert_allclose(part, twin, rtol=1e-5)


def test_distances_far_beyond_the_units_count_as_none_or_as_too_many():
    X, feature = np.array([[0.0], [1e-12], [1e12]]), np.array([0.0, 1e12, 1e-12])
    S, _ = engine.reduce(X, engine.JointHistogram(feature, 1.0, 1.0)).sums([0.0, 1.0], [1.0])
    np.testing.assert_allclose(S, [[5.0], [3.0]])


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match=r"each of the 2 rows, but its shape is \(3,\)"):
        engine.reduce([[0.0], [1.0]], engine.JointHistogram([1.0, 2.0, 3.0], 1.0, 1.0))
    with pytest.raises(ValueError, match="unit must be a positive"):
        engine.JointHistogram([1.0], 0.0, 1.0)
    for value in (np.nan, np.inf):
        with pytest.raises(ValueError, match=f"feature must be finite, but row 1 is {value}"):
            engine.JointHistogram([0.0, value], 1.0, 1.0)
