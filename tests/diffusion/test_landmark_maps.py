"""Diffusion maps that are fitted to landmarks; all other rows are embedded as new rows."""

import pickle

import numpy as np
import pytest

from kernelscale import DiffusionMap, load_model, save_model
from kernelscale.bandwidth import RULES
from kernelscale.bandwidth.rule import RuleWarning
from kernelscale.diffusion import MapWarning, landmarks
from kernelscale.markov.out_of_sample import extension as new_rows
from kernelscale.neighbor_graphs import graph_extension

WAYS = {
    "all_pairs": {"bandwidth": 0.05},
    "three_steps": {"bandwidth": 0.05, "alpha": 1.0, "t": 3},
    "no_step": {"bandwidth": 0.05, "t": 0},
    "features_scaled": {"bandwidth": 0.05, "scale": [1.0, 2.0]},
    "standardized": {"bandwidth": "standardized"},
    "self_tuning": {"bandwidth": "self_tuning"},
    "variable_bandwidth": {"bandwidth": "variable_bandwidth", "alpha": 0.5},
    "graph": {"neighbors": 10, "alpha": 1.0},
    "graph_of_a_bandwidth": {"neighbors": 12, "bandwidth": 0.05, "edge_weights": "bandwidth"},
}


def arc(n_samples=300, seed=0):
    random = np.random.default_rng(seed)
    angle = random.uniform(0, 4, n_samples)
    return np.c_[np.cos(angle), np.sin(angle)] + 0.02 * random.normal(size=(n_samples, 2))


@pytest.fixture(params=WAYS)
def way(request):
    return WAYS[request.param]


def test_training_rows_get_their_embedding_back(way):
    X = np.r_[arc(), arc()[:40]]  # 40 rows have a duplicate
    fitted = DiffusionMap(3, landmarks=90, **way).fit(X)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-8)
    np.testing.assert_allclose(
        fitted.embedding_, fitted.eigenvectors_ * fitted.eigenvalues_**fitted.t, atol=1e-12
    )
    np.testing.assert_allclose(fitted.embedding_[300:], fitted.embedding_[:40], atol=1e-12)


def test_coordinates_have_length_and_sign_over_all_rows(way):
    fitted = DiffusionMap(3, landmarks=90, **way).fit(arc())
    pi, psi = fitted.stationary_, fitted.eigenvectors_
    assert pi.sum() == pytest.approx(1)
    assert (pi > 0).all()
    np.testing.assert_allclose(pi @ psi**2, 1.0)
    assert (pi @ psi**3 >= 0).all()
    np.testing.assert_allclose(fitted.participation_, 1 / ((pi[:, None] * psi**2) ** 2).sum(axis=0))


def test_landmarks_have_the_coordinates_of_their_own_map_up_to_scale(way):
    X = arc()
    fitted = DiffusionMap(3, landmarks=90, **way).fit(X)
    rows = fitted.landmark_indices_
    assert len(rows) == 90
    assert (np.diff(rows) > 0).all()
    own = DiffusionMap(3, **way).fit(X[rows])
    np.testing.assert_array_equal(fitted.eigenvalues_, own.eigenvalues_)
    # lengths and signs of coordinates depend on all rows
    ratio = fitted.transform(X) / own.transform(X)
    np.testing.assert_allclose(ratio, np.broadcast_to(ratio[0], ratio.shape), rtol=1e-6)
    np.testing.assert_array_equal(fitted.component_sizes_, own.component_sizes_)
    share = fitted.stationary_[rows] / fitted.stationary_[rows].sum()
    np.testing.assert_allclose(share, own.stationary_, rtol=1e-10)


def test_the_stationary_weight_of_an_embedded_row_is_a_mean_over_landmarks():
    X = arc()
    fitted = DiffusionMap(2, 0.05, landmarks=90).fit(X)
    rows = fitted.landmark_indices_
    others = np.setdiff1d(np.arange(len(X)), rows)
    K = fitted.kernel_(X[others], X[rows])
    expected = K @ fitted.stationary_[rows] / K.sum(axis=1)
    np.testing.assert_allclose(fitted.stationary_[others], expected, rtol=1e-10)


def test_with_as_many_landmarks_as_rows_all_rows_are_fitted(way):
    X = arc(100)
    whole = DiffusionMap(3, **way).fit(X)
    fitted = DiffusionMap(3, landmarks=100, **way).fit(X)
    np.testing.assert_array_equal(fitted.landmark_indices_, np.arange(100))
    np.testing.assert_allclose(fitted.embedding_, whole.embedding_, atol=1e-10)
    np.testing.assert_allclose(fitted.stationary_, whole.stationary_, rtol=1e-10)
    assert whole.landmark_indices_ is None


def test_the_seed_determines_the_landmarks():
    X = arc()
    maps = [DiffusionMap(2, 0.05, landmarks=50, random_state=seed).fit(X) for seed in (0, 0, 1)]
    same, again, other = (fitted.landmark_indices_.tolist() for fitted in maps)
    assert same == again != other
    for n_threads in (1, 3):
        found = DiffusionMap(2, 0.05, landmarks=50, n_threads=n_threads).fit(X)
        np.testing.assert_array_equal(found.embedding_, maps[0].embedding_)


def test_coordinates_do_not_depend_on_blocks_of_rows(monkeypatch):
    X = arc()
    expected = DiffusionMap(2, 0.05, landmarks=50).fit(X)
    monkeypatch.setattr(landmarks, "ROWS_AT_ONCE", 7)
    events = []
    found = DiffusionMap(2, 0.05, landmarks=50, progress=events.append).fit(X)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-12)
    embedding = [event for event in events if event.stage == landmarks.STAGE]
    assert [event.done for event in embedding] == [*range(0, 250, 7), 250]


def test_progress_counts_each_embedded_row_once(way, monkeypatch):
    """Progress counts the rows in `fit` and in `transform`."""
    monkeypatch.setattr(landmarks, "ROWS_AT_ONCE", 50)
    monkeypatch.setattr(new_rows, "PAIRS_AT_ONCE", 50 * 90)
    monkeypatch.setattr(graph_extension, "ROWS_AT_ONCE", 50)
    events = []
    counts = [0, 50, 100, 150, 200, 210]
    fitted = DiffusionMap(2, landmarks=90, progress=events.append, **way).fit(arc())
    assert [e.done for e in events if e.stage == "embedding new rows"] == counts
    events.clear()
    fitted.transform(arc(210, seed=1))
    assert [e.done for e in events if e.stage == "embedding new rows"] == counts


def test_a_warning_names_rows_far_from_all_landmarks():
    X = arc()
    expected = DiffusionMap(2, 0.05, landmarks=50).fit(X)
    far = int(np.setdiff1d(np.arange(300), expected.landmark_indices_)[0])
    X[far] += 30
    with pytest.warns(MapWarning, match=rf"1 of 300 row.*\({far}\).*from the landmarks"):
        fitted = DiffusionMap(2, 0.05, landmarks=50).fit(X)
    assert np.isfinite(fitted.embedding_).all()
    low, high = fitted.embedding_.min(axis=0), fitted.embedding_.max(axis=0)
    near = np.setdiff1d(np.arange(300), far)
    assert (low >= fitted.embedding_[near].min(axis=0) - 1e-12).all()
    assert (high <= fitted.embedding_[near].max(axis=0) + 1e-12).all()


def test_with_bandwidth_keeps_the_landmarks():
    # A second draw from this generator would give other landmarks.
    X, random_state = arc(), np.random.RandomState(0)
    fitted = DiffusionMap(2, 0.05, landmarks=60, random_state=random_state).fit(X)
    other = fitted.with_bandwidth(0.1)
    np.testing.assert_array_equal(other.landmark_indices_, fitted.landmark_indices_)
    expected = DiffusionMap(2, 0.1).fit(X[fitted.landmark_indices_])
    np.testing.assert_array_equal(other.eigenvalues_, expected.eigenvalues_)


def test_with_coordinates_keeps_some_coordinates():
    X = arc()
    fitted = DiffusionMap(5, 0.05, landmarks=80).fit(X)
    kept = fitted.independent_coordinates_.first(2)
    other = fitted.with_coordinates(kept)
    np.testing.assert_array_equal(other.embedding_, fitted.embedding_[:, kept])
    np.testing.assert_allclose(other.transform(X), other.embedding_, atol=1e-8)


def test_rules_use_the_labels_of_landmarks():
    X = arc()
    y = (X[:, 0] > 0).astype(int)
    y[:3] = 2  # a class so small that it may have no landmark
    fitted = DiffusionMap(2, "probabilistic", landmarks=60).fit(X, y)
    rows = fitted.landmark_indices_
    own = RULES["probabilistic"]()(X[rows], y[rows])
    assert fitted.bandwidth_.epsilon == own.epsilon


@pytest.mark.parametrize("y", [np.arange(300) == 7, np.arange(300) // 2], ids=["one", "each"])
def test_labels_are_refused_or_ignored_if_landmarks_have_one_class_or_a_class_each(y):
    """All landmarks have the same class, or each has its own; neither is true of all rows."""
    X, y = arc(), y.astype(int)
    drawn = "The 4 landmarks drawn come from . of the .* classes of"
    with pytest.raises(ValueError, match=f"{drawn}.* or a rule without labels"):
        DiffusionMap(2, "probabilistic", landmarks=4, random_state=1).fit(X, y)
    machine = RULES["auto"](purpose="kernel machine")
    unlabelled = DiffusionMap(2, machine, landmarks=4, random_state=1).fit(X)
    with pytest.warns(RuleWarning, match=f"{drawn}.* 'auto' ignores the labels"):
        fitted = DiffusionMap(2, machine, landmarks=4, random_state=1).fit(X, y)
    assert fitted.bandwidth_.epsilon == unlabelled.bandwidth_.epsilon
    # The rule max_min does not use labels.
    fitted = DiffusionMap(2, "max_min", landmarks=4, random_state=1).fit(X, y)
    assert fitted.bandwidth_.epsilon == RULES["max_min"]()(X[fitted.landmark_indices_]).epsilon


def test_landmarks_that_are_the_same_point_are_refused():
    X = np.r_[np.zeros((295, 2)), arc(5)]
    with pytest.raises(ValueError, match="The 4 landmarks drawn are equal, but other"):
        DiffusionMap(1, 0.05, landmarks=4).fit(X)


def test_component_sizes_count_landmarks():
    X = np.r_[arc(200), arc(100) + 50]
    with pytest.warns(MapWarning, match="has 2 components"):
        fitted = DiffusionMap(2, 0.05, landmarks=60).fit(X)
    n_first = int((fitted.landmark_indices_ < 200).sum())
    assert fitted.component_sizes_.tolist() == [n_first, 60 - n_first]
    first = fitted.embedding_[:, 0]
    assert len(np.unique(first[:200].round(9))) == len(np.unique(first[200:].round(9))) == 1


def test_the_map_is_equal_after_saving_and_after_pickling(way, tmp_path):
    X, new = np.r_[arc(), arc()[:20]], arc(30, seed=1)
    fitted = DiffusionMap(3, landmarks=90, **way).fit(X)
    save_model(fitted, tmp_path / "model.npz", labels=np.arange(320))
    loaded = load_model(tmp_path / "model.npz")
    for again in (loaded, pickle.loads(pickle.dumps(fitted))):
        np.testing.assert_array_equal(again.transform(new), fitted.transform(new))
        np.testing.assert_array_equal(again.landmark_indices_, fitted.landmark_indices_)
        for name in ("embedding", "stationary", "participation", "component_sizes"):
            np.testing.assert_array_equal(getattr(again, f"{name}_"), getattr(fitted, f"{name}_"))
    if "bandwidth" in way:
        other, expected = (each.with_bandwidth(0.1) for each in (loaded, fitted))
        np.testing.assert_array_equal(other.embedding_, expected.embedding_)
    assert len(loaded.labels_) == 320


def test_a_model_with_wrong_landmarks_is_refused(tmp_path):
    save_model(DiffusionMap(2, 0.05, landmarks=90).fit(arc()), tmp_path / "model.npz")
    entries = dict(np.load(tmp_path / "model.npz"))
    for wrong in (entries["landmarks"] + 250, entries["landmarks"][::-1]):
        np.savez(tmp_path / "wrong.npz", **{**entries, "landmarks": wrong})
        with pytest.raises(ValueError, match="model: entry 'landmarks' must hold ascending"):
            load_model(tmp_path / "wrong.npz")
    del entries["landmarks"]
    np.savez(tmp_path / "wrong.npz", **entries)
    with pytest.raises(ValueError, match="damaged model: entry 'weights' has 90 rows, not 300"):
        load_model(tmp_path / "wrong.npz")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"landmarks": 1}, "landmarks must be an integer of at least 2, but 1 was given"),
        (
            {"landmarks": 50, "keep_distances": True},
            "landmarks=50 does not compute the distances of all pairs",
        ),
        ({"landmarks": 50, "metric": "precomputed"}, "landmarks=50 embeds .* but only distances"),
        ({"landmarks": 50, "metric": "affinity"}, "landmarks=50 embeds .* but only similarities"),
        ({"landmarks": 50, "random_state": "seed"}, "random_state must be None"),
        ({"landmarks": 3, "n_components": 3}, "n_components .below n_samples. .* 2"),
    ],
)
def test_parameters_that_contradict_landmarks_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        DiffusionMap(**options).fit(arc(60))
