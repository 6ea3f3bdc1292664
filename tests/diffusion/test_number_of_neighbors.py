"""The default number of neighbours of a map, and the reason given for this number."""

import warnings

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import clone

from kernelscale import DiffusionMap, load_model, save_model
from kernelscale.bandwidth.rule import RuleWarning
from kernelscale.diffusion.graph import number_of_neighbors


def cloud(n_samples=200, n_features=4, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def circle(n_samples):
    angle = 2 * np.pi * np.arange(n_samples) / n_samples
    return np.column_stack([np.cos(angle), np.sin(angle)])


@pytest.mark.parametrize("n_rows", [1, 2, 150, 151, 256, 410, 411, 12_155, 12_156, 10**6, 10**12])
def test_the_fourth_root_is_rounded(n_rows):
    found = number_of_neighbors.root_of_rows(n_rows)
    nearest = next(k for k in range(1, 1001) if (2 * k + 1) ** 4 > 16 * n_rows)
    assert found == max(3, nearest)


@pytest.mark.parametrize("given", ["points", "distances"])
def test_the_default_map_is_the_linked_map_of_the_chosen_number(given):
    X = np.r_[cloud(100), cloud(100, seed=1) + 50.0]
    data, metric = (X, "euclidean") if given == "points" else (cdist(X, X), "precomputed")
    found = DiffusionMap(3, metric=metric).fit(data)
    options = {"neighbors": 4, "link_components": True, "metric": metric}
    expected = DiffusionMap(3, **options).fit(data)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    assert found.n_neighbors_ == 4
    assert found.n_connected_components_ == 1
    assert "4 neighbours, the fourth root of the number of rows" in found.bandwidth_.reason
    assert "1 link(s) join components" in found.bandwidth_.reason
    assert "1 link(s)" in expected.bandwidth_.reason


def test_duplicates_do_not_change_the_number():
    X = np.repeat(cloud(200), 5, axis=0)
    assert DiffusionMap().fit(X).n_neighbors_ == 4


@pytest.mark.parametrize("n_rows", [2, 3, 4, 7])
def test_few_rows_have_at_most_all_other_rows_as_neighbours(n_rows):
    found = DiffusionMap(1).fit(cloud(n_rows))
    assert found.n_neighbors_ == min(3, n_rows - 1)
    assert np.isfinite(found.embedding_).all()
    assert ("fourth root" in found.bandwidth_.reason) == (n_rows > 3)


@pytest.mark.parametrize("n_rows", [40, 72, 256])
def test_evenly_spaced_rows_on_a_curve_have_two_neighbours(n_rows):
    found = DiffusionMap(2).fit(circle(n_rows))
    assert found.n_neighbors_ == 2
    assert "mutual" in found.bandwidth_.reason
    angle = np.unwrap(np.arctan2(*found.embedding_.T))
    steps = np.diff(angle)
    assert (steps > 0).all() or (steps < 0).all()


@pytest.mark.parametrize("rows", [circle(29), circle(257), cloud(72)], ids=["few", "many", "full"])
def test_other_rows_have_at_least_three_neighbours(rows):
    assert DiffusionMap(2).fit(rows).n_neighbors_ >= 3


@pytest.mark.parametrize("size", [6, 7])
def test_rows_in_small_groups_have_three_neighbours(size):
    centres = 100.0 * cloud(12, 20, seed=1)
    X = np.repeat(centres, size, axis=0) + cloud(12 * size, 20)
    assert DiffusionMap(2).fit(X).n_neighbors_ == 3


def test_rows_along_several_curves_have_two_neighbours():
    assert DiffusionMap(2).fit(np.r_[circle(40), circle(40) + 9]).n_neighbors_ == 2


LINE = np.linspace(0, 12, 120)[:, None]
OPTIONS_OF_ALL_PAIRS = {
    "scale": {"bandwidth": 2.0},
    "rule": {"bandwidth": "median"},
    "mass": {"bandwidth": 0.05, "kept_mass": 0.9},
    "solver": {"eigen_solver": "dense"},
    "distances": {"keep_distances": True},
}


@pytest.mark.parametrize("option", OPTIONS_OF_ALL_PAIRS)
def test_parameters_of_all_pairs_give_the_map_of_all_pairs(option):
    found = DiffusionMap(**OPTIONS_OF_ALL_PAIRS[option]).fit(LINE)
    expected = DiffusionMap(neighbors=None, **OPTIONS_OF_ALL_PAIRS[option]).fit(LINE)
    assert found.n_neighbors_ is None
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)


@pytest.mark.parametrize("weights", ["unit", "bandwidth"])
def test_edge_weights_can_be_chosen(weights):
    X = cloud()
    bandwidth = "median" if weights == "bandwidth" else "auto"
    found = DiffusionMap(3, bandwidth, edge_weights=weights).fit(X)
    options = {"neighbors": found.n_neighbors_, "link_components": True, "edge_weights": weights}
    expected = DiffusionMap(3, bandwidth, **options).fit(X)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)


def test_links_can_be_switched_off():
    X = np.r_[cloud(100), cloud(100, seed=1) + 50.0]
    with pytest.warns(UserWarning, match="has 2 components"):
        found = DiffusionMap(link_components=False).fit(X)
    assert found.n_connected_components_ == 2


def test_a_model_file_holds_the_chosen_number(tmp_path):
    X = cloud()
    found = DiffusionMap(3).fit(X)
    save_model(found, tmp_path / "model.npz")
    loaded = load_model(tmp_path / "model.npz")
    assert loaded.neighbors == 4
    assert loaded.link_components is True
    assert loaded.bandwidth_.reason == found.bandwidth_.reason
    np.testing.assert_array_equal(loaded.transform(X), found.transform(X))
    np.testing.assert_array_equal(clone(loaded).fit(X).embedding_, found.embedding_)


def test_with_bandwidth_of_a_default_map_gives_the_map_of_all_pairs():
    X = cloud()
    found = DiffusionMap(2).fit(X).with_bandwidth(2.0)
    np.testing.assert_array_equal(found.embedding_, DiffusionMap(2, 2.0).fit(X).embedding_)


@pytest.mark.parametrize("option", ["scale", "none"])
def test_with_bandwidth_of_a_map_of_all_pairs_gives_a_map_of_all_pairs(option):
    X = cloud()
    options = {"bandwidth": 2.0} if option == "scale" else {"neighbors": None}
    found = DiffusionMap(2, **options).fit(X).with_bandwidth("auto")
    np.testing.assert_array_equal(
        found.embedding_, DiffusionMap(2, neighbors=None).fit(X).embedding_
    )


@pytest.mark.parametrize("unit", [2.0**-420, 2.0**-250, 2.0**250, 2.0**420])
def test_links_do_not_depend_on_the_unit(unit):
    X = np.r_[cloud(60), cloud(60, seed=1) + 50.0]
    found, expected = DiffusionMap(3).fit(unit * X), DiffusionMap(3).fit(X)
    assert found.n_connected_components_ == 1
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"neighbors": None}], ids=["graph", "pairs"])
def test_classes_are_kept_for_rules_that_need_them(options):
    X = cloud(100)
    y = (X[:, 0] > 0).astype(int)
    found = DiffusionMap(2, **options).fit(X, y)
    np.testing.assert_array_equal(found.embedding_, DiffusionMap(2, **options).fit(X).embedding_)
    expected = DiffusionMap(2, "spectral").fit(X, y)
    other = found.with_bandwidth("spectral")
    np.testing.assert_array_equal(other.embedding_, expected.embedding_)


@pytest.mark.parametrize("options", [{}, {"neighbors": None}], ids=["graph", "pairs"])
def test_landmarks_of_one_class_give_no_warning_by_default(options):
    X, y = cloud(100), np.repeat([0, 1], [98, 2])
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuleWarning)
        found = DiffusionMap(1, landmarks=10, **options).fit(X, y)
    expected = DiffusionMap(1, landmarks=10, **options).fit(X)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
