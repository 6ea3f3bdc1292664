"""Coordinates of new rows: the formula of the Nystrom extension, far rows, and batches."""

import dataclasses
import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import naive_distances

from kernelscale import DiffusionMap, Scaled, diffusion, select_bandwidth
from kernelscale.markov.out_of_sample import extension


def cloud(n_samples=60, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def textbook(found, X, new, alpha, t):
    """lambda^(t - 1) sum_j P(x, j) psi_j, by loops over new rows and training rows."""
    K = found.kernel_(X)
    q = K.sum(axis=1)
    embedded = np.zeros((len(new), found.eigenvectors_.shape[1]))
    for i, x in enumerate(new):
        k = found.kernel_(x[None], X)[0]
        own = k.sum()
        weighted = [k[j] / (own * q[j]) ** alpha for j in range(len(X))]
        for j, psi in enumerate(found.eigenvectors_):
            embedded[i] += weighted[j] / sum(weighted) * psi
    return embedded * found.eigenvalues_ ** (t - 1.0)


RULES = ["self_tuning", "standardized", "max_min", 1.7]


@pytest.mark.parametrize("t", [0, 1, 4])
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("scale", [None, [1.0, 0.2, 3.0]])
@pytest.mark.parametrize("rule", RULES)
def test_new_rows_follow_the_formula_and_training_rows_keep_their_coordinates(
    rule, scale, alpha, t
):
    X, new = cloud(), cloud(15, seed=1)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", diffusion.MapWarning)
        found = DiffusionMap(4, rule, alpha=alpha, t=t, scale=scale).fit(X)
    np.testing.assert_allclose(found.transform(X), found.embedding_, atol=1e-8, rtol=0)
    expected = textbook(found, X, new, alpha, t)
    np.testing.assert_allclose(found.transform(new), expected, atol=1e-9 * abs(expected).max())
    np.testing.assert_allclose(found.kernel_mass(new), found.kernel_(new, X).sum(axis=1))


def test_duplicates_of_training_rows_get_their_coordinates():
    X = np.repeat(cloud(20), 3, axis=0)
    for rule in ("self_tuning", "max_min", 0.5):
        rows = np.unique(X, axis=0) if rule == "max_min" else X
        found = DiffusionMap(3, rule).fit(rows)
        np.testing.assert_allclose(found.transform(rows), found.embedding_, atol=1e-8)


def test_new_rows_on_a_curve_lie_between_their_neighbours():
    angle = np.random.default_rng(0).uniform(0, 4, 300)
    arc = np.c_[np.cos(angle), np.sin(angle)]
    found = DiffusionMap(1, alpha=1.0, neighbors=None).fit(arc[:200])
    coordinates = np.r_[found.embedding_[:, 0], found.transform(arc[200:])[:, 0]]
    steps = np.diff(coordinates[np.argsort(angle)])
    assert (steps > 0).all() or (steps < 0).all()


@pytest.mark.parametrize("distance", [30.0, 1e3, 1e8, 1e100])
def test_far_rows_give_a_warning_and_bounded_coordinates(distance):
    X = cloud()
    found = DiffusionMap(2, 1.0).fit(X)
    far = np.zeros((3, 3))
    far[1:, 0] = distance, -distance
    with pytest.warns(
        diffusion.MapWarning, match=r"2 of 3 row\(s\) \(1, 2\) have kernel mass below 0.001"
    ):
        embedded = found.transform(far)
    # Coordinates of far rows are not larger than those of training rows.
    assert (np.abs(embedded[1:]) <= np.abs(found.embedding_).max(axis=0) + 1e-12).all()
    mass = found.kernel_mass(far)
    assert mass[0] > 1
    assert (mass[1:] < 1e-3).all()


def test_very_far_rows_get_the_coordinates_of_the_nearest():
    X = cloud()
    found = DiffusionMap(2, 1.0).fit(X)
    far = np.array([[1e3, 0.0, 0.0], [-1e3, 0.0, 0.0]])
    with pytest.warns(diffusion.MapWarning):
        embedded = found.transform(far)
    nearest = ((far[:, None] - X) ** 2).sum(axis=2).argmin(axis=1)
    np.testing.assert_allclose(embedded, found.embedding_[nearest], atol=1e-6)


def test_rows_near_the_data_give_no_warning():
    X = cloud(200)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DiffusionMap(2).fit(X[:150]).transform(X[150:])


def test_coordinates_do_not_depend_on_batches_or_threads(monkeypatch):
    X, new = cloud(200), cloud(500, seed=2)
    found = DiffusionMap(5, "self_tuning", alpha=0.5).fit(X)
    whole = found.transform(new)
    one_by_one = np.vstack([found.transform(row[None]) for row in new[:20]])
    np.testing.assert_allclose(one_by_one, whole[:20], rtol=1e-12, atol=1e-14)
    monkeypatch.setattr(extension, "PAIRS_AT_ONCE", 3000)
    in_batches = found.transform(new)
    np.testing.assert_allclose(in_batches, whole, rtol=1e-12, atol=1e-14)
    for n_threads in (1, 2, 3):
        found.n_threads = n_threads
        np.testing.assert_array_equal(found.transform(new), in_batches)


def test_t_0_with_a_vanishing_eigenvalue_is_refused():
    X = cloud(30)
    found = DiffusionMap(29, 50.0, t=0).fit(X)
    with pytest.raises(ValueError, match="With t = 0 new rows need a division by the eigenvalue"):
        found.transform(X)
    np.testing.assert_allclose(
        DiffusionMap(29, 50.0).fit(X).transform(X),
        DiffusionMap(29, 50.0).fit_transform(X),
        atol=1e-8,
    )


@settings(max_examples=40, deadline=None)
@given(
    epsilon=st.floats(0.05, 50), alpha=st.floats(0, 1), t=st.integers(1, 6), seed=st.integers(0, 99)
)
def test_training_rows_keep_their_coordinates_with_any_parameters(epsilon, alpha, t, seed):
    X = cloud(25, 2, seed)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", diffusion.MapWarning)
        found = DiffusionMap(5, epsilon, alpha=alpha, t=t).fit(X)
    size = np.abs(found.embedding_).max()
    np.testing.assert_allclose(found.transform(X), found.embedding_, atol=1e-8 * max(size, 1))


BAD_ROWS = {
    "nan": ([[0.0, 1.0, np.nan]], "X contains NaN in row 0, column 2"),
    "text": ([["a", "b", "c"]], "X holds .*'a'"),
    "no_rows": (np.zeros((0, 3)), "too few rows: n_samples = 0, but at least 1 are needed"),
    "one_dimension": (np.zeros(3), "X must have two dimensions"),
    "more_features": (np.zeros((2, 4)), "X has 4 features, but DiffusionMap is expecting 3"),
    "huge": ([[1e200, 0.0, 0.0]], "too large for sums of squares"),
    "complex": (np.ones((2, 3)) + 1j, "Complex data not supported"),
}


@pytest.mark.parametrize("bad", BAD_ROWS)
def test_invalid_new_rows_are_refused(bad):
    rows, sentence = BAD_ROWS[bad]
    found = DiffusionMap(2, 1.0).fit(cloud())
    for call in (found.transform, found.kernel_mass):
        with pytest.raises(ValueError, match=sentence):
            call(rows)


BAD_DISTANCES = {
    "negative": (-np.ones((2, 20)), "-1 in row 0, column 0 is negative"),
    "of_others": (np.ones((2, 19)), "of new rows to all 20 training rows"),
    "nan": (np.full((2, 20), np.nan), "X contains NaN"),
}


@pytest.mark.parametrize("bad", BAD_DISTANCES)
def test_invalid_new_distances_are_refused(bad):
    distances, sentence = BAD_DISTANCES[bad]
    X = cloud(20)
    D = np.sqrt(np.array(naive_distances.squared_distances(X), dtype=float))
    found = DiffusionMap(2, 1.0, metric="precomputed").fit(D)
    with pytest.raises(ValueError, match=sentence):
        found.transform(distances)


def test_embed_gives_coordinates_and_mass_and_warns_like_transform():
    X, new = cloud(), np.r_[cloud(3, seed=1), [[99.0, 0.0, 0.0]]]
    found = DiffusionMap(2, 1.0).fit(X)
    with pytest.warns(diffusion.MapWarning, match=r"1 of 4 row\(s\) \(3\)"):
        embedded = found.embed(new)
    with pytest.warns(diffusion.MapWarning):
        np.testing.assert_array_equal(embedded.coordinates, found.transform(new))
    np.testing.assert_array_equal(embedded.kernel_mass, found.kernel_mass(new))


def test_training_rows_keep_their_coordinates_with_two_scalings_and_self_tuning():
    # If factors were multiplied in another order than in the fit, distances would not be exactly 0.
    X, first = cloud(), np.array([0.1, 0.3, 0.7])
    tuned = select_bandwidth(X * first, rule="standardized")
    inner = select_bandwidth((X * first) * tuned.kernel.scale, rule="self_tuning").kernel
    both = dataclasses.replace(tuned, epsilon=None, kernel=Scaled(inner, tuned.kernel.scale))
    found = DiffusionMap(3, both, scale=first).fit(X)
    np.testing.assert_allclose(found.transform(X), found.embedding_, atol=1e-8)


def test_one_coordinate_has_the_same_bits_after_pickling():
    X = cloud(50)
    found = DiffusionMap(1, 1.0).fit(X)
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.transform(X), found.transform(X))
