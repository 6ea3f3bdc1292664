"""The diffusion map: its definition, and scikit-learn's contract."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.base import clone
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.oracles import naive_kernels, naive_operators

from kernelscale import DiffusionMap, diffusion, select_bandwidth
from kernelscale.bandwidth import MaxMin


def cloud(n_samples=60, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def classes(n_samples=90, n_classes=3, gap=4.0, seed=0):
    y = np.arange(n_samples) % n_classes
    return cloud(n_samples, 4, seed) + gap * y[:, None], y


@parametrize_with_checks(
    [
        DiffusionMap(),
        DiffusionMap(bandwidth="self_tuning", alpha=1.0, t=2),
        DiffusionMap(bandwidth="variable_bandwidth", alpha=1.0),
        DiffusionMap(landmarks=5),
        DiffusionMap(kept_mass=0.99),
    ]
)
def test_scikit_learn_estimator_checks(estimator, check):
    with warnings.catch_warnings():
        # The graphs of small data sets have several components, which causes a warning.
        warnings.simplefilter("ignore")
        check(estimator)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("t", [1, 2, 5])
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_diffusion_distance_identity(alpha, t):
    X = cloud(300)
    found = DiffusionMap(299, 0.3, alpha=alpha, t=t).fit(X)
    P, pi = naive_operators.transition_matrix(found.kernel_(X), alpha)
    step = np.linalg.matrix_power(P, t)
    expected = squareform(pdist(step / np.sqrt(pi), "sqeuclidean"))
    np.testing.assert_allclose(
        squareform(pdist(found.embedding_, "sqeuclidean")), expected, atol=1e-10 * expected.max()
    )
    np.testing.assert_allclose(found.stationary_, pi, rtol=1e-12)


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_coordinates_agree_with_the_oracle(epsilon, alpha, t):
    X = cloud(50)
    values, vectors, _ = naive_operators.eigenpairs(naive_kernels.kernel_matrix(X, epsilon), alpha)
    found = DiffusionMap(4, epsilon, alpha=alpha, t=t).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, values[1:5], atol=1e-10)
    np.testing.assert_allclose(found.eigenvectors_, vectors[:, 1:5], atol=1e-10 * 50)
    np.testing.assert_allclose(
        found.embedding_, vectors[:, 1:5] * values[1:5] ** t, atol=1e-10 * 50
    )


def test_eigenvectors_are_right_eigenvectors_of_the_operator():
    X = cloud() ** 3  # the kernel masses of these rows are very unequal
    found = DiffusionMap(5, 3.0).fit(X)
    P, pi = naive_operators.transition_matrix(found.kernel_(X))
    np.testing.assert_allclose(
        P @ found.eigenvectors_, found.eigenvectors_ * found.eigenvalues_, atol=1e-12
    )
    np.testing.assert_allclose(pi @ found.eigenvectors_**2, 1.0, rtol=1e-12)
    np.testing.assert_allclose(pi @ found.eigenvectors_, 0.0, atol=1e-12)
    assert (pi @ found.eigenvectors_**3 > -1e-8).all()


def test_self_tuned_coordinates_are_ordered_by_magnitude():
    X = cloud(40)
    K, _ = naive_kernels.self_tuned_kernel(X, 5)
    P, _ = naive_operators.transition_matrix(K.astype(float))
    found = DiffusionMap(39, select_bandwidth(X, rule="self_tuning", n_neighbors=5)).fit(X)
    magnitudes = np.abs(naive_operators.eigenvalues(P))
    np.testing.assert_allclose(
        np.abs(found.eigenvalues_), np.sort(magnitudes)[::-1][1:], atol=1e-10
    )
    np.testing.assert_allclose(
        P @ found.eigenvectors_, found.eigenvectors_ * found.eigenvalues_, atol=1e-10
    )


# ---------------------------------------------------------------- the bandwidth


def test_bandwidth_can_be_a_name_a_rule_a_number_or_a_bandwidth():
    X = cloud()
    chosen = select_bandwidth(X, rule="max_min")
    expected = DiffusionMap(3, "max_min").fit(X)
    for bandwidth in (MaxMin(), chosen, chosen.epsilon):
        found = DiffusionMap(3, bandwidth).fit(X)
        np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    assert expected.bandwidth_.rule == "max_min"
    assert expected.bandwidth_.epsilon == chosen.epsilon
    assert expected.kernel_.epsilon == chosen.epsilon


def test_map_works_in_pipelines_with_a_classifier_and_a_regressor():
    X, y = classes()
    assert make_pipeline(DiffusionMap(), KNeighborsClassifier()).fit(X, y).score(X, y) > 0.95
    assert make_pipeline(DiffusionMap(8, "max_min"), Ridge(1e-6)).fit(X, X[:, 0]).score(X, X[:, 0])


def test_standardized_and_scale_multiply_the_features():
    X = cloud() * [1.0, 10.0, 100.0]
    scale = np.array([2.0, 0.5, 0.1])
    found = DiffusionMap(3, 9.0, scale=scale).fit(X)
    np.testing.assert_allclose(found.embedding_, DiffusionMap(3, 9.0).fit_transform(X * scale))
    np.testing.assert_array_equal(found.kernel_.scale, scale)
    both = DiffusionMap(3, "standardized", scale=scale).fit(X)
    np.testing.assert_allclose(both.kernel_.scale, 1 / X.std(axis=0))
    P, _ = naive_operators.transition_matrix(both.kernel_(X))
    np.testing.assert_allclose(
        P @ both.eigenvectors_, both.eigenvectors_ * both.eigenvalues_, atol=1e-12
    )


def test_with_bandwidth_uses_kept_distances(monkeypatch):
    X, y = classes()
    kept = DiffusionMap(3, "max_min", keep_distances=True).fit(X, y)
    plain = DiffusionMap(3, "max_min").fit(X, y)
    again = plain.with_bandwidth(9.0)
    monkeypatch.setattr("kernelscale.data.pair_distances.distances_between", None)
    found = kept.with_bandwidth(9.0)
    np.testing.assert_array_equal(found.embedding_, again.embedding_)
    assert (kept.bandwidth_.rule, found.bandwidth_.rule, found.bandwidth) == ("max_min", "fixed", 9)
    with pytest.raises(TypeError):
        plain.with_bandwidth(8.0)  # the distances were not stored and cannot be computed again


def test_with_bandwidth_keeps_labels_scale_and_names():
    X, y = classes()
    frame = pd.DataFrame(X, columns=list("abcd"))
    found = DiffusionMap(3, 1.0, scale=[1.0, 2.0, 0.5, 1.0]).fit(frame, y)
    other = found.with_bandwidth("max_min")
    expected = DiffusionMap(3, "max_min", scale=[1.0, 2.0, 0.5, 1.0]).fit(frame, y)
    np.testing.assert_array_equal(other.embedding_, expected.embedding_)
    np.testing.assert_allclose(other.transform(frame), expected.transform(frame))
    assert list(other.feature_names_in_) == list("abcd")


# ---------------------------------------------------------------- components


def test_components_are_reported_and_separated():
    X, y = classes(90, gap=100.0)
    X, y = X[10:], y[10:]
    with pytest.warns(
        diffusion.MapWarning,
        match=r"has 3 components of 27, 27, 26 rows .*leading coordinates only separate components",
    ):
        found = DiffusionMap(4, 20.0).fit(X)
    assert found.n_connected_components_ == 3
    assert found.component_sizes_.tolist() == [27, 27, 26]
    for label in range(3):  # the leading coordinates are constant in each component
        assert np.ptp(found.embedding_[y == label, :2], axis=0).max() < 1e-10
    centres = np.array([found.embedding_[y == label, :2].mean(axis=0) for label in range(3)])
    masses = np.array([found.stationary_[y == label].sum() for label in range(3)])
    gaps = pdist(centres, "sqeuclidean")
    np.testing.assert_allclose(
        gaps, [1 / masses[a] + 1 / masses[b] for a, b in [(0, 1), (0, 2), (1, 2)]], rtol=1e-9
    )


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
def test_coordinates_of_components_do_not_depend_on_the_order_of_rows():
    X, _ = classes(90, gap=100.0)
    X = X[10:]
    order = np.random.default_rng(5).permutation(len(X))
    before, after = DiffusionMap(6, 5.0).fit(X), DiffusionMap(6, 5.0).fit(X[order])
    np.testing.assert_allclose(after.embedding_, before.embedding_[order], atol=1e-8)


def test_one_component_gives_no_warning():
    assert DiffusionMap(bandwidth=5.0).fit(cloud()).n_connected_components_ == 1


# ---------------------------------------------------------------- as an estimator


def test_map_can_be_cloned_and_pickled():
    X = cloud()
    found = DiffusionMap(3, MaxMin(factor=3.0), alpha=0.5, scale=[1.0, 2.0, 3.0]).fit(X)
    other = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(other.transform(X), found.transform(X))
    assert clone(found).get_params()["bandwidth"] == MaxMin(factor=3.0)
    assert not hasattr(clone(found), "embedding_")


def test_names_of_coordinates_and_output_as_a_frame():
    frame = pd.DataFrame(cloud(), columns=list("abc"))
    found = DiffusionMap(2).set_output(transform="pandas").fit(frame)
    assert list(found.get_feature_names_out()) == ["diffusionmap0", "diffusionmap1"]
    assert list(found.transform(frame).columns) == ["diffusionmap0", "diffusionmap1"]
    assert list(found.fit_transform(frame).columns) == ["diffusionmap0", "diffusionmap1"]
    with pytest.raises(ValueError, match="feature names"):
        found.transform(frame[["b", "a", "c"]])


def test_fit_does_not_change_parameters_or_data():
    X = cloud()
    before, estimator = X.copy(), DiffusionMap(bandwidth="auto", scale=[1.0, 2.0, 3.0])
    parameters = dict(estimator.get_params())
    estimator.fit(X)
    np.testing.assert_array_equal(X, before)
    assert estimator.get_params() == parameters


def test_progress_is_reported():
    events = []
    DiffusionMap(progress=events.append).fit(cloud())
    assert events


# ---------------------------------------------------------------- special cases


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("n_components", [1, 2, 3, 5])
def test_if_components_outnumber_coordinates_the_largest_are_separated(n_components, alpha):
    random = np.random.default_rng(0)
    sizes = [25, 19, 14, 10, 6, 4, 2]
    y = np.repeat(np.arange(7), sizes)
    X = random.normal(size=(len(y), 2)) + 1e4 * y[:, None]
    found = DiffusionMap(n_components, 2.0, alpha=alpha).fit(X)
    assert found.n_connected_components_ >= 7
    np.testing.assert_array_equal(found.eigenvalues_, 1.0)
    P, pi = naive_operators.transition_matrix(found.kernel_(X), alpha)
    np.testing.assert_allclose(P @ found.eigenvectors_, found.eigenvectors_, atol=1e-9)
    gram = found.eigenvectors_.T @ (pi[:, None] * found.eigenvectors_)
    np.testing.assert_allclose(gram, np.eye(n_components), atol=1e-9)
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(len(X))
        again = DiffusionMap(n_components, 2.0, alpha=alpha).fit(X[order])
        np.testing.assert_allclose(again.embedding_, found.embedding_[order], atol=1e-9)
    np.testing.assert_allclose(found.transform(X), found.embedding_, atol=1e-8)


def test_later_changes_of_data_and_parameters_have_no_effect_on_new_rows():
    X, new = cloud(), cloud(5, seed=1)
    found = DiffusionMap(3, 1.0, scale=[1.0, 2.0, 3.0], t=2).fit(X)
    expected = found.transform(new)
    X *= 7.0
    found.set_params(scale=None, t=5, metric="precomputed")
    np.testing.assert_array_equal(found.transform(new), expected)


def test_warnings_point_to_the_line_of_the_caller():
    X, _ = classes(90, gap=100.0)
    found = DiffusionMap(2, 5.0)
    calls = [found.fit, found.fit_transform, found.set_output(transform="pandas").fit_transform]
    calls.append(lambda X: make_pipeline(found).fit_transform(X))
    for call in calls:
        with pytest.warns(diffusion.MapWarning, match="The graph has") as caught:
            call(X)
        assert caught[0].filename == __file__
    for call in (found.transform, found.embed):
        with pytest.warns(diffusion.MapWarning, match="have kernel mass below") as caught:
            call(X + 1e4)
        assert caught[0].filename == __file__


def test_the_result_of_fit_transform_is_a_copy():
    found = DiffusionMap(2, 1.0)
    coordinates = found.fit_transform(cloud())
    kept = coordinates.copy()
    coordinates *= 0.0
    np.testing.assert_array_equal(found.embedding_, kept)


def test_a_self_tuned_bandwidth_of_other_distances_is_refused():
    one, other = squareform(pdist(cloud(30))), squareform(pdist(cloud(30, seed=5)))
    tuned = select_bandwidth(one, rule="self_tuning", metric="precomputed")
    DiffusionMap(2, tuned, metric="precomputed").fit(one)
    with pytest.raises(ValueError, match="holds the local scales of 30 other rows"):
        DiffusionMap(2, tuned, metric="precomputed").fit(other)


def test_with_bandwidth_checks_parameters():
    found = DiffusionMap(2, 1.0).fit(cloud(20)).set_params(n_components=70)
    with pytest.raises(ValueError, match=r"n_components \(below n_samples\) must be"):
        found.with_bandwidth(2.0)
    with pytest.raises(ValueError, match="alpha must be a number from 0 to 1"):
        found.set_params(n_components=2, alpha=5.0).with_bandwidth(2.0)
