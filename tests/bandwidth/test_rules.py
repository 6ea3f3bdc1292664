"""Rules without labels, compared with naive computations of their formulas."""

import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as from_numpy
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from tests.oracles import naive_distances, naive_kernels

from kernelscale import Gaussian, bandwidth, select_bandwidth


def epsilon(X, rule, y=None, **options):
    return select_bandwidth(X, y, rule, **options).epsilon


# ---------------------------------------------------------------- formulas


def test_standard_deviation(adversarial):
    expected = float(naive_distances.mean_squared_deviation(adversarial))
    assert epsilon(adversarial, "standard_deviation") == pytest.approx(expected, rel=1e-10)
    half_the_mean = float(naive_distances.squared_distances(adversarial).mean()) / 2
    assert epsilon(adversarial, "standard_deviation") == pytest.approx(half_the_mean, rel=1e-10)


def test_standardized(random):
    X = random.normal(size=(20, 4)) * [1e-6, 1, 30, 1e6] + [0, 5, 0, 1]
    found = select_bandwidth(X, rule="standardized")
    assert found.epsilon == 1.0
    scaler = StandardScaler().fit(X)
    np.testing.assert_allclose(found.kernel.scale, 1 / scaler.scale_, rtol=1e-12)
    np.testing.assert_allclose(found.kernel(X), Gaussian(1.0)(scaler.transform(X)), rtol=1e-10)


def test_standardized_warns_of_constant_features(random):
    X = random.normal(size=(20, 4))
    X[:, [1, 3]] = [7.3, 1e9]
    with pytest.warns(UserWarning, match=r"Feature\(s\) 1, 3 are constant and get scale 0"):
        found = select_bandwidth(X, rule="standardized")
    np.testing.assert_array_equal(found.kernel.scale[[1, 3]], 0.0)
    np.testing.assert_allclose(found.kernel.scale[[0, 2]], 1 / X[:, [0, 2]].std(axis=0))
    assert np.isfinite(found.kernel(X)).all()


@pytest.mark.parametrize("spread", [1e-100, 1e-160, 1e-200, 5e-324])
def test_standardized_handles_any_spread(spread):
    # A feature whose squares underflow is either scaled correctly or considered constant.
    X = np.array([[0.0, 0.0], [1.0, spread], [2.0, 0.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        found = select_bandwidth(X, rule="standardized")
    factor = found.kernel.scale[1]
    assert factor == 0.0 or factor * spread == pytest.approx(3 / 2**0.5, rel=1e-3)
    assert np.isfinite(found.kernel(X)).all()


@pytest.mark.parametrize("factor", [0.5, 2.0, 3.0])
def test_max_min(adversarial, factor):
    nearest = naive_distances.nearest_others(adversarial, 1)[:, 0]
    if nearest.max() == 0:
        with pytest.raises(ValueError, match="Every row has an exact duplicate"):
            epsilon(adversarial, "max_min", factor=factor, duplicates="each")
        return
    found = select_bandwidth(adversarial, rule="max_min", factor=factor)
    assert found.epsilon == pytest.approx(factor * float(nearest.max()), rel=1e-13)
    farthest = found.evidence["farthest_row"]
    assert float(nearest[farthest]) == pytest.approx(float(nearest.max()), rel=1e-13)


def test_max_min_with_duplicates():
    X = np.array([[0.0], [0.0], [5.0], [5.0], [7.0]])
    assert epsilon(X, "max_min") == 8.0
    with pytest.raises(ValueError, match="Every row has an exact duplicate, .* remove duplicate"):
        epsilon(X[:4], "max_min", duplicates="each")


def test_self_tuning(random):
    X = random.normal(size=(30, 3))
    for n_neighbors in (1, 7, 20, 29):
        found = select_bandwidth(X, rule="self_tuning", n_neighbors=n_neighbors)
        _, sigma = naive_kernels.self_tuned_kernel(X, n_neighbors)
        np.testing.assert_allclose(found.kernel.local_scales, sigma.astype(float), rtol=1e-13)
        assert found.kernel.n_neighbors == n_neighbors
    assert bandwidth.SelfTuning().n_neighbors == 7


def test_self_tuning_names_rows_with_too_many_duplicates(random):
    X = random.normal(size=(30, 2))
    X[[3, 8, 11, 20]] = 1.0
    # each of these four rows has only three duplicates
    select_bandwidth(X, rule="self_tuning", n_neighbors=4)
    with pytest.raises(
        ValueError,
        match=r"4 row\(s\) \(3, 8, 11, 20\) have 3 or more exact duplicates, so their scale is",
    ):
        select_bandwidth(X, rule="self_tuning", n_neighbors=3, duplicates="each")
    X[10:] = 1.0
    with pytest.raises(
        ValueError, match=r"22 row\(s\) \(3, 8, 10, 11, 12, \.\.\.\) have 7 or more"
    ):
        select_bandwidth(X, rule="self_tuning", duplicates="each")


def test_scikit_learn_scale(random):
    X = random.normal(size=(30, 5)) + random.normal(size=5)
    y = np.arange(30) % 2
    found = select_bandwidth(X, rule="scikit_learn_scale")
    assert found.gamma == pytest.approx(SVC(gamma="scale").fit(X, y)._gamma, rel=1e-13)


@pytest.mark.parametrize("n_neighbors", [1, 7, 16, 17, 40])
def test_nearest_neighbors(adversarial, n_neighbors):
    available = min(n_neighbors, len(adversarial) - 1)
    expected = float(
        np.median(naive_distances.nearest_others(adversarial, available)[:, -1].astype(float))
    )
    if expected == 0:
        with pytest.raises(ValueError, match="At least half of the rows have .* exact duplicates"):
            epsilon(adversarial, "nearest_neighbors", n_neighbors=n_neighbors, duplicates="each")
        return
    found = epsilon(adversarial, "nearest_neighbors", n_neighbors=n_neighbors)
    assert found == pytest.approx(expected, rel=1e-13)


# ---------------------------------------------------------------- median


def test_median_of_awkward_data(adversarial):
    expected = float(naive_distances.median(adversarial))
    if expected == 0:
        with pytest.raises(ValueError, match="More than half of all pairs of rows are exact dupl"):
            epsilon(adversarial, "median", duplicates="each")
        return
    assert epsilon(adversarial, "median") == pytest.approx(expected, rel=1e-13)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 60).flatmap(
        lambda n: from_numpy.arrays(
            float,
            (n, 2),
            # Few possible values often give ties, duplicates and medians between unequal values.
            elements=st.sampled_from([0.0, 1.0, 1.0000001, 2.0, 3.0, -5.0, 1e-9, 1e6, 1e6 + 1]),
        )
    )
)
def test_median_is_exact(X):
    assume(np.ptp(X, axis=0).max() > 0)
    pairs = ((X[:, None] - X) ** 2).sum(axis=2)[np.triu_indices(len(X), k=1)]
    expected = np.median(pairs)
    if expected == 0:
        with pytest.raises(ValueError, match="so the median distance is 0"):
            epsilon(X, "median", duplicates="each")
    else:
        assert epsilon(X, "median") == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("n_samples", [2, 3, 4, 5, 6, 7, 8])
def test_median_of_an_even_and_an_odd_number_of_pairs(random, n_samples):
    X = random.normal(size=(n_samples, 1))
    assert epsilon(X, "median") == pytest.approx(float(naive_distances.median(X)), rel=1e-14)


def test_median_of_tied_pairs_needs_little_memory():
    # All rows are corners of a cube, so the pairs at the median distance do not fit in memory.
    X = np.random.default_rng(0).integers(0, 2, size=(3000, 3)).astype(float)
    assert epsilon(X, "median", memory_limit="16 MiB") in (1.0, 2.0)


def test_median_between_two_sets_of_ties():
    # With 465 rows at one point and 435 at another, exactly half of all pairs are at distance 0.
    X = np.repeat([[0.0], [2.0]], [465, 435], axis=0)
    events = []

    def listener(event):
        events.append(event)
        if len(events) > 1000:
            raise RuntimeError("the search for the median does not end")

    for limit in ("1 GiB", "16 MiB"):
        events.clear()
        found = select_bandwidth(X, rule="median", memory_limit=limit, progress=listener)
        assert found.epsilon == 2.0


def test_median_does_not_depend_on_tiles(random):
    X = random.normal(size=(520, 2))
    pairs = ((X[:, None] - X) ** 2).sum(axis=2)[np.triu_indices(520, k=1)]
    for limit in ("2 GiB", "12 MiB"):
        assert epsilon(X, "median", memory_limit=limit) == pytest.approx(np.median(pairs), 1e-14)
