"""The diffusion map: its definition, and scikit-learn's contract."""

import pickle
import subprocess
import sys
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
from tests import oracles

from kernelscale import DiffusionMap, diffusion, select_bandwidth
from kernelscale.bandwidth import MaxMin
from kernelscale.diffusion.all_pairs.all_pairs_fit import KRYLOV_ROWS


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
        # The small data sets have several components, of which a warning is given.
        warnings.simplefilter("ignore")
        check(estimator)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("t", [1, 2, 5])
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_diffusion_distance_identity(alpha, t):
    X = cloud(300)
    found = DiffusionMap(299, 0.3, alpha=alpha, t=t).fit(X)
    P, pi = oracles.transition_matrix(found.kernel_(X), alpha)
    step = np.linalg.matrix_power(P, t)
    expected = squareform(pdist(step / np.sqrt(pi), "sqeuclidean"))
    np.testing.assert_allclose(
        squareform(pdist(found.embedding_, "sqeuclidean")), expected, atol=1e-10 * expected.max()
    )
    np.testing.assert_allclose(found.stationary_, pi, rtol=1e-12)


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("epsilon", [0.5, 4.0])
def test_coordinates_equal_those_of_the_oracle(epsilon, alpha, t):
    X = cloud(50)
    values, vectors, _ = oracles.eigenpairs(oracles.kernel_matrix(X, epsilon), alpha)
    found = DiffusionMap(4, epsilon, alpha=alpha, t=t).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, values[1:5], atol=1e-10)
    np.testing.assert_allclose(found.eigenvectors_, vectors[:, 1:5], atol=1e-10 * 50)
    np.testing.assert_allclose(
        found.embedding_, vectors[:, 1:5] * values[1:5] ** t, atol=1e-10 * 50
    )


def test_eigenvectors_are_right_eigenvectors_of_the_operator():
    X = cloud() ** 3  # very unequal degrees
    found = DiffusionMap(5, 3.0).fit(X)
    P, pi = oracles.transition_matrix(found.kernel_(X))
    np.testing.assert_allclose(
        P @ found.eigenvectors_, found.eigenvectors_ * found.eigenvalues_, atol=1e-12
    )
    np.testing.assert_allclose(pi @ found.eigenvectors_**2, 1.0, rtol=1e-12)
    np.testing.assert_allclose(pi @ found.eigenvectors_, 0.0, atol=1e-12)
    assert (pi @ found.eigenvectors_**3 > -1e-8).all()


def test_self_tuned_coordinates_are_ordered_by_magnitude():
    X = cloud(40)
    K, _ = oracles.self_tuned_kernel(X, 5)
    P, _ = oracles.transition_matrix(K.astype(float))
    found = DiffusionMap(39, select_bandwidth(X, rule="self_tuning", n_neighbors=5)).fit(X)
    magnitudes = np.abs(oracles.eigenvalues(P))
    np.testing.assert_allclose(
        np.abs(found.eigenvalues_), np.sort(magnitudes)[::-1][1:], atol=1e-10
    )
    np.testing.assert_allclose(
        P @ found.eigenvectors_, found.eigenvectors_ * found.eigenvalues_, atol=1e-10
    )


# ---------------------------------------------------------------- the bandwidth


def test_bandwidth_may_be_a_name_a_rule_a_number_or_a_bandwidth():
    X = cloud()
    chosen = select_bandwidth(X, rule="max_min")
    expected = DiffusionMap(3, "max_min").fit(X)
    for bandwidth in (MaxMin(), chosen, chosen.epsilon):
        found = DiffusionMap(3, bandwidth).fit(X)
        np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    assert expected.bandwidth_.rule == "max_min"
    assert expected.bandwidth_.epsilon == chosen.epsilon
    assert expected.kernel_.epsilon == chosen.epsilon


@pytest.mark.parametrize(
    ("y", "rule"),
    [
        (np.arange(90) % 3, "By coordinates"),
        (np.array(["a", "b", "c"])[np.arange(90) % 3], "By coordinates"),
        (None, "By coordinates"),
        (np.linspace(0, 1, 90), "By coordinates"),
        (np.arange(90), "By coordinates"),
    ],
    ids=["numbers", "text", "none", "continuous", "counts"],
)
def test_the_default_rule_of_all_pairs_ignores_labels(y, rule):
    X, _ = classes()
    assert rule in DiffusionMap(neighbors=None).fit(X, y).bandwidth_.reason


def test_labels_of_another_length_are_refused():
    X, y = classes()
    for rule in ("auto", "spectral"):
        with pytest.raises(ValueError, match=r"inconsistent numbers of samples|labels for 90 rows"):
            DiffusionMap(bandwidth=rule).fit(X, y[:-1])
    with pytest.raises(ValueError, match="needs a label for each row"):
        DiffusionMap(bandwidth="geometric").fit(X)


def test_it_works_in_pipelines_with_a_classifier_and_a_regressor():
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
    P, _ = oracles.transition_matrix(both.kernel_(X))
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
        plain.with_bandwidth(8.0)  # distances are not kept, and cannot be computed


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
    for label in range(3):  # the ideal case: every class is one point
        assert np.ptp(found.embedding_[y == label, :2], axis=0).max() < 1e-10
    centres = np.array([found.embedding_[y == label, :2].mean(axis=0) for label in range(3)])
    masses = np.array([found.stationary_[y == label].sum() for label in range(3)])
    gaps = pdist(centres, "sqeuclidean")
    np.testing.assert_allclose(
        gaps, [1 / masses[a] + 1 / masses[b] for a, b in [(0, 1), (0, 2), (1, 2)]], rtol=1e-9
    )


BAD_LABELS = {
    "missing": ([None] * 45 + ["a"] * 45, "y has 45 missing label"),
    "missing_numbers": (np.r_[[np.nan] * 45, np.ones(45)], "y has 45 missing label"),
    "mixed": ([1] * 45 + ["b"] * 45, "y mixes labels of types int, str; use one type"),
    "mixed_array": (np.array([1] * 45 + ["b"] * 45, object), "y mixes labels of types int, str"),
    "a_number": (3, "y must have one label a row, but its shape is"),
    "short": ([1, 2, 1], "y has 3 labels for 90 rows; one label a row is needed"),
}


@pytest.mark.parametrize("y", BAD_LABELS)
@pytest.mark.parametrize("rule", ["leave_one_out", "spectral"])
def test_labels_that_are_not_valid_are_refused_with_a_sentence(y, rule):
    labels, sentence = BAD_LABELS[y]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(bandwidth=rule).fit(np.random.default_rng(0).normal(size=(90, 2)), labels)


@pytest.mark.parametrize("y", BAD_LABELS)
def test_a_rule_without_labels_only_checks_their_number(y):
    labels, sentence = BAD_LABELS[y]
    fitted = DiffusionMap(bandwidth="median")
    points = np.random.default_rng(0).normal(size=(90, 2))
    if "label a row" in sentence:
        with pytest.raises(ValueError, match=sentence):
            fitted.fit(points, labels)
    else:
        fitted.fit(points, labels)


@pytest.mark.parametrize("rule", ["auto", "median", "spectral"])
def test_bytes_are_valid_classes(rule):
    points = np.random.default_rng(0).normal(size=(40, 2)) + 3 * (np.arange(40) < 20)[:, None]
    of_bytes, of_text = (
        DiffusionMap(bandwidth=rule).fit(points, [first] * 20 + [second] * 20)
        for first, second in ((b"a", b"b"), ("a", "b"))
    )
    np.testing.assert_array_equal(of_bytes.embedding_, of_text.embedding_)


def test_condensed_distances_take_a_label_for_each_row():
    points = np.random.default_rng(0).normal(size=(30, 2))
    r = np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))[np.triu_indices(30, 1)]
    DiffusionMap(bandwidth="spectral", metric="precomputed").fit(r, [0, 1] * 15)
    DiffusionMap(metric="precomputed").fit(r, [0, 1] * 15)


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
def test_coordinates_of_components_do_not_depend_on_the_order_of_rows():
    X, _ = classes(90, gap=100.0)
    X = X[10:]
    order = np.random.default_rng(5).permutation(len(X))
    before, after = DiffusionMap(6, 5.0).fit(X), DiffusionMap(6, 5.0).fit(X[order])
    np.testing.assert_allclose(after.embedding_, before.embedding_[order], atol=1e-8)


def test_one_component_gives_no_warning():
    assert DiffusionMap(bandwidth=5.0).fit(cloud()).n_connected_components_ == 1


# ---------------------------------------------------------------- input


@pytest.mark.parametrize(
    "form",
    [
        np.asfortranarray,
        lambda X: np.lib.stride_tricks.as_strided(X, writeable=False),
        lambda X: X.tolist(),
        lambda X: pd.DataFrame(X, columns=list("abc")),
    ],
    ids=["fortran", "read_only", "list", "frame"],
)
@pytest.mark.parametrize("bandwidth", ["auto", "self_tuning", "variable_bandwidth", "standardized"])
def test_every_form_of_input_gives_the_same_map(form, bandwidth):
    X = cloud()
    expected = DiffusionMap(3, bandwidth).fit_transform(X)
    np.testing.assert_array_equal(DiffusionMap(3, bandwidth).fit_transform(form(X)), expected)


def test_a_memory_map_gives_the_same_map(tmp_path):
    X = cloud()
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    expected = DiffusionMap(3).fit(X)
    found = DiffusionMap(3).fit(mapped)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    np.testing.assert_array_equal(found.transform(mapped), expected.transform(X))


@pytest.mark.parametrize(
    "bandwidth", ["auto", "self_tuning", "variable_bandwidth", "standardized", 0.7]
)
def test_the_map_does_not_depend_on_the_order_of_rows_or_threads(bandwidth):
    X = cloud(200)
    order = np.random.default_rng(1).permutation(len(X))
    one = DiffusionMap(4, bandwidth, n_threads=1).fit(X)
    two = DiffusionMap(4, bandwidth, n_threads=2).fit(X)
    np.testing.assert_array_equal(two.embedding_, one.embedding_)
    permuted = DiffusionMap(4, bandwidth).fit(X[order])
    np.testing.assert_allclose(permuted.embedding_, one.embedding_[order], atol=1e-9)


def test_float32_input_gives_float32_output_computed_in_float64():
    X = cloud().astype(np.float32)
    found = DiffusionMap(3, 1.0)
    assert found.fit_transform(X).dtype == np.float32
    assert found.embedding_.dtype == np.float64
    assert found.transform(X).dtype == np.float32
    np.testing.assert_array_equal(
        found.embedding_, DiffusionMap(3, 1.0).fit(X.astype(float)).embedding_
    )


@pytest.mark.parametrize("form", [squareform, np.asarray], ids=["square", "condensed"])
@pytest.mark.parametrize("bandwidth", ["auto", "max_min", "self_tuning", "variable_bandwidth", 2.0])
def test_distances_give_the_map_of_points(form, bandwidth):
    X = cloud()
    expected = DiffusionMap(3, bandwidth, alpha=0.5).fit(X)
    found = DiffusionMap(3, bandwidth, alpha=0.5, metric="precomputed").fit(form(pdist(X)))
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    new = cloud(7, seed=3)
    distances = np.sqrt(((new[:, None] - X) ** 2).sum(axis=2))
    np.testing.assert_allclose(found.transform(distances), expected.transform(new), atol=1e-9)
    np.testing.assert_allclose(
        found.with_bandwidth(3.0).embedding_, expected.with_bandwidth(3.0).embedding_, atol=1e-9
    )


# ---------------------------------------------------------------- as an estimator


def test_it_can_be_cloned_and_pickled():
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


def test_fit_leaves_parameters_and_data_as_they_were():
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


# ---------------------------------------------------------------- bad input

X = cloud(20)
BAD = {
    "no_components": ({"n_components": 0}, "n_components must be an integer of at least 1, but 0"),
    "fractions": ({"n_components": 1.5}, "n_components must be an integer"),
    "as_many_as_rows": (
        {"n_components": 20},
        r"n_components \(below n_samples\) must be .* from 1 to 19, but 20",
    ),
    "alpha": ({"alpha": 1.5}, "alpha must be a number from 0 to 1, but 1.5 was given"),
    "alpha_text": ({"alpha": "a"}, "alpha must be a number from 0 to 1, but 'a' was given"),
    "negative_t": ({"t": -1}, "t must be an integer of at least 0, but -1 was given"),
    "half_a_step": ({"t": 0.5}, "t must be an integer of at least 0, but 0.5 was given"),
    "metric": (
        {"metric": "nearby"},
        "metric must be one of euclidean, precomputed.*, but 'nearby'",
    ),
    "solver": (
        {"eigen_solver": "arpack"},
        "eigen_solver must be one of auto, dense, krylov, but 'arpac",
    ),
    "rule": ({"bandwidth": "maxmin"}, "There is no rule 'maxmin'; .* Did you mean 'max_min'"),
    "scale_length": ({"scale": [1.0, 2.0]}, r"one factor for each of the 3 feature\(s\), but its"),
    "scale_negative": ({"scale": [1.0, -2.0, 1.0]}, "not negative, but its entry 1 is -2.0"),
    "scale_nan": ({"scale": [1.0, np.nan, 1.0]}, "scale must be finite .* its entry 1 is nan"),
    "scale_zero": ({"scale": [0.0, 0.0, 0.0]}, "All 20 rows of X are the same point"),
    "scale_text": ({"scale": "big"}, "scale holds .*'big'"),
    "zero_bandwidth": ({"bandwidth": 0.0}, "epsilon must be a positive finite number"),
    "memory": ({"memory_limit": "lots"}, "memory_limit must be a number of bytes"),
    "threads": ({"n_threads": 0}, "n_threads must be an integer of at least 1"),
    "keep": ({"keep_distances": "yes"}, "keep_distances must be True or False, but 'yes'"),
    "scale_of_distances": (
        {"metric": "precomputed", "scale": [1.0]},
        "scale multiplies features, but only distances were given",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_bad_parameters(bad):
    parameters, sentence = BAD[bad]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(**parameters).fit(X)


def test_bandwidths_of_other_rows_are_refused():
    other = cloud(20, 2, seed=9)
    with pytest.raises(ValueError, match="The bandwidth scales 2 features, but the rows have 3"):
        DiffusionMap(bandwidth=select_bandwidth(other, rule="standardized")).fit(X)
    for rows in (cloud(20, seed=9), cloud(30, seed=9)):
        tuned = select_bandwidth(rows, rule="self_tuning")
        with pytest.raises(ValueError, match=f"local scales of {len(rows)} other rows"):
            DiffusionMap(bandwidth=tuned).fit(X)


def test_too_little_memory_is_refused_before_the_work():
    events = []
    with pytest.raises(MemoryError, match="Eigenpairs of 2000 rows need .* but memory_limit is"):
        DiffusionMap(
            bandwidth=1.0, eigen_solver="dense", memory_limit="50 MiB", progress=events.append
        ).fit(cloud(2000))
    assert events == []


# ---------------------------------------------------------------- how eigenpairs are computed


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("bandwidth", [0.3, 1.0, 30.0])
def test_iteration_agrees_with_lapack(bandwidth, alpha):
    X, _ = classes(400, gap=0.5)
    dense, krylov = (
        DiffusionMap(5, bandwidth, alpha=alpha, eigen_solver=solver).fit(X)
        for solver in ("dense", "krylov")
    )
    assert not np.array_equal(krylov.embedding_, dense.embedding_)  # so the iteration was used
    np.testing.assert_allclose(krylov.eigenvalues_, dense.eigenvalues_, atol=1e-12)
    np.testing.assert_allclose(krylov.embedding_, dense.embedding_, atol=1e-8)
    np.testing.assert_allclose(krylov.transform(X), krylov.embedding_, atol=1e-8)


def test_auto_iterates_from_a_number_of_rows_on():
    X = cloud(KRYLOV_ROWS)
    for n_samples, solver in [(len(X), "krylov"), (len(X) - 1, "dense")]:
        auto, named = (
            DiffusionMap(3, 1.0, eigen_solver=solver).fit(X[:n_samples])
            for solver in ("auto", solver)
        )
        np.testing.assert_array_equal(auto.embedding_, named.embedding_)


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("bandwidth", ["self_tuning", 0.001])
def test_lapack_is_used_for_indefinite_kernels_and_several_components(bandwidth):
    X, _ = classes(200)
    dense, krylov = (
        DiffusionMap(3, bandwidth, eigen_solver=solver).fit(X) for solver in ("dense", "krylov")
    )
    np.testing.assert_array_equal(krylov.embedding_, dense.embedding_)


# ---------------------------------------------------------------- special cases


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("n_components", [1, 2, 3, 5])
def test_with_more_components_than_coordinates_the_heaviest_are_separated(n_components, alpha):
    random = np.random.default_rng(0)
    sizes = [25, 19, 14, 10, 6, 4, 2]
    y = np.repeat(np.arange(7), sizes)
    X = random.normal(size=(len(y), 2)) + 1e4 * y[:, None]
    found = DiffusionMap(n_components, 2.0, alpha=alpha).fit(X)
    assert found.n_connected_components_ >= 7
    np.testing.assert_array_equal(found.eigenvalues_, 1.0)
    P, pi = oracles.transition_matrix(found.kernel_(X), alpha)
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


def test_with_bandwidth_may_use_labels():
    X, y = classes()
    by_number = DiffusionMap(3, 5.0).fit(X, y)
    expected = DiffusionMap(3, "spectral").fit(X, y)
    np.testing.assert_array_equal(
        by_number.with_bandwidth("spectral").embedding_, expected.embedding_
    )
    unlabelled = DiffusionMap(3, 5.0).fit(X)
    np.testing.assert_array_equal(
        unlabelled.with_bandwidth("spectral", y).embedding_, expected.embedding_
    )
    with pytest.raises(ValueError, match="needs a label for each row"):
        unlabelled.with_bandwidth("spectral")


@pytest.mark.parametrize("y", [np.zeros(60), ["a"] * 60, [None] * 60, np.full(60, np.nan)])
def test_a_number_as_bandwidth_ignores_labels(y):
    expected = DiffusionMap(2, 3.0).fit(cloud())
    np.testing.assert_array_equal(
        DiffusionMap(2, 3.0).fit(cloud(), y).embedding_, expected.embedding_
    )


def test_too_little_memory_is_refused_before_the_rule_chooses():
    events = []
    X, y = classes(3000)
    with pytest.raises(MemoryError, match="Eigenpairs of 3000 rows need 412 MiB but memory_limit"):
        DiffusionMap(eigen_solver="dense", memory_limit="100 MiB", progress=events.append).fit(X, y)
    assert events == []


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


def test_missing_labels_are_refused_by_rules_that_need_them():
    X, y = classes()
    y = y.astype(float)
    y[4] = np.nan
    for rule in ("leave_one_out", "spectral"):
        with pytest.raises(ValueError, match=r"y has 1 missing label\(s\), the first in row 4"):
            DiffusionMap(bandwidth=rule).fit(X, y)


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bandwidth": "self_tuning", "keep_distances": True},
        {"bandwidth": "variable_bandwidth"},
    ],
)
@pytest.mark.parametrize("n_components", [2, 1199])
def test_the_fit_needs_at_most_the_memory_it_requires(options, n_components):
    code = f"""
import resource, numpy as np
from kernelscale import DiffusionMap
from kernelscale.data.pair_distances import _DENSE_COPIES
X = np.random.default_rng(0).normal(size=(1200, 5))
options = dict(bandwidth=10.0, alpha=1.0) | {options!r}
DiffusionMap(2, **options).fit(X[:100])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
DiffusionMap({n_components}, **options).fit(X)
extra = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
n_kept = options.get("keep_distances", False)
required = 8 * 1200 * ((_DENSE_COPIES + n_kept) * 1200 + 3 * ({n_components} + 1))
print(extra / required)
"""
    share = float(
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    )
    assert share < 1.1  # 10 % for the interpreter and LAPACK's buffers


@pytest.mark.parametrize("bandwidth", [0.5, "variable_bandwidth"])
def test_the_iteration_on_a_matrix_reports_progress(bandwidth):
    events = []
    X = np.random.default_rng(0).normal(size=(300, 2))
    options = {"eigen_solver": "krylov", "keep_distances": True, "progress": events.append}
    fitted = DiffusionMap(3, bandwidth, **options).fit(X)
    of_fit = list(events)
    events.clear()
    again = fitted.with_bandwidth(bandwidth)
    for heard in (of_fit, events):
        steps = [event for event in heard if event.stage == "steps of the iteration"]
        shares = [event.done / event.total for event in steps]
        assert len(shares) > 3
        assert shares == sorted(shares)
        assert shares[-1] == 1
    np.testing.assert_array_equal(again.embedding_, fitted.embedding_)
