"""Warnings about localized coordinates: a few outliers cause a warning, larger groups do not."""

import warnings

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsTransformer

from kernelscale import DiffusionMap, compare, load_model, save_model
from kernelscale.bandwidth import Geometric
from kernelscale.bandwidth.eigen.class_criteria import class_separation
from kernelscale.diffusion import MapWarning
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.eigenpairs import Eigenpairs
from kernelscale.markov.participation import fewest_rows, participation


def cloud(n_samples, n_features=2):
    return np.random.default_rng(0).uniform(size=(n_samples, n_features))


def with_outlier(n_samples, at=3.0):
    """Rows in a unit square, except that row n_samples // 2 is an outlier."""
    points = cloud(n_samples)
    points[n_samples // 2] = at
    return points


@pytest.fixture
def no_warning():
    with warnings.catch_warnings():
        warnings.filterwarnings("error", ".*are localized", MapWarning)
        yield


def test_participation_is_the_number_of_rows_with_equal_weights():
    for m in (1, 4, 30):
        vector = np.zeros((30, 1))
        vector[:m] = -7.0
        assert participation(vector, np.full(30, 1 / 30)) == pytest.approx(m)


def test_participation_equals_a_naive_sum():
    fitted = DiffusionMap(3, 0.05).fit(cloud(40))
    for k in range(3):
        shares = [
            p * v**2 for p, v in zip(fitted.stationary_, fitted.eigenvectors_[:, k], strict=True)
        ]
        assert sum(shares) == pytest.approx(1)
        assert fitted.participation_[k] == pytest.approx(1 / sum(share**2 for share in shares))


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("n_samples", [72, 100])
@pytest.mark.parametrize("bandwidth", ["auto", "median"])
def test_the_coordinate_of_one_outlier_is_named(n_samples, bandwidth):
    X = with_outlier(n_samples)
    row = n_samples // 2
    message = rf"1 of 2 leading .* \(0, .*fewer than 5 of {n_samples} rows.*row.s. {row}, and.*drop"
    with pytest.warns(MapWarning, match=message):
        fitted = DiffusionMap(2, bandwidth).fit(X)
    assert fitted.participation_[0] < 1.1
    assert fitted.participation_[1] > 10


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ({"bandwidth": "median"}, "take a larger bandwidth or 'self_tuning'"),
        ({"bandwidth": "self_tuning"}, "take a larger bandwidth"),
        ({"bandwidth": "variable_bandwidth"}, "take a larger bandwidth"),
        ({"neighbors": 10}, "take more neighbors"),
        ({"metric": "precomputed"}, "give more neighbors"),
        ({"metric": "affinity"}, "give larger similarities"),
    ],
)
def test_the_advice_depends_on_the_kind_of_map(options, advice):
    X = with_outlier(100, at=50.0)
    if "metric" in options:
        X = KNeighborsTransformer(n_neighbors=5).fit_transform(X)
    if options.get("metric") == "affinity":
        X.data = np.exp(-(X.data**2))
        X = X.maximum(X.T)
    with pytest.warns(MapWarning, match=f"outliers, or {advice}, which may bring"):
        DiffusionMap(2, **options).fit(X)


@pytest.mark.filterwarnings("ignore:.*are localized:kernelscale.diffusion.MapWarning")
def test_the_advised_links_connect_the_graph():
    X = with_outlier(100, at=50.0)  # the outlier has edges, but their weights are nearly 0
    advice = "take more neighbors or link_components=True"
    with pytest.warns(MapWarning, match=rf"only separate components; {advice}\.$"):
        DiffusionMap(2, neighbors=10).fit(X)
    assert DiffusionMap(2, neighbors=10, link_components=True).fit(X).n_connected_components_ == 1


def test_all_rows_that_carry_a_localized_coordinate_are_named():
    X = with_outlier(100, at=2.5)
    # Rows 0 and 1 are near the outlier, row 50. The share of each in the coordinate is at least
    # half of 1 / participation, so each is named.
    X[:2] = [[2.5, 2.6], [2.6, 2.5]]
    with pytest.warns(MapWarning, match=r"rows, row.s. 0, 1, 50, and"):
        DiffusionMap(1, 0.5).fit(X)


@pytest.mark.parametrize("bandwidth", ["auto", "median", "max_min", "self_tuning"])
@pytest.mark.parametrize("n_samples", [10, 30, 72, 300])
def test_coordinates_of_shapes_give_no_warning(no_warning, n_samples, bandwidth):
    angle = 4 * cloud(n_samples, 1)[:, 0]
    DiffusionMap(3, bandwidth).fit(np.c_[np.cos(angle), np.sin(angle)])
    DiffusionMap(3, bandwidth).fit(cloud(n_samples))


def test_a_group_of_one_in_three_hundred_is_not_localized():
    # A coordinate separates 60 of 20,000 rows from all others. It would be localized if it
    # separated fewer than 30.
    random = np.random.default_rng(0)
    sides = [0.997, 0.003]
    for n_samples in (20_000, 50_000):
        members = np.arange(n_samples) < 0.003 * n_samples
        psi = np.where(members, np.sqrt(sides[0] / sides[1]), -np.sqrt(sides[1] / sides[0]))
        weights = random.uniform(0.5, 1.5, n_samples)
        assert participation(psi[:, None], weights / weights.sum()) > fewest_rows(n_samples)


def test_only_leading_coordinates_give_a_warning(no_warning):
    carried = DiffusionMap(50, 1e-3).fit(cloud(60, 1)).participation_
    assert carried[:10].min() > 5 > carried[10:].min()


def test_the_model_file_keeps_participation(tmp_path):
    fitted = DiffusionMap(3, 0.05).fit(cloud(40))
    save_model(fitted, tmp_path / "model.npz")
    np.testing.assert_array_equal(
        load_model(tmp_path / "model.npz").participation_, fitted.participation_
    )


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
def test_compare_shows_the_smallest_participation_of_two_coordinates():
    X = with_outlier(100, at=2.0)
    found = compare(X, rules=[0.1, 100.0, "self_tuning", "variable_bandwidth"])
    for row in found.rows:
        fitted = DiffusionMap(2, row.bandwidth).fit(X)
        assert row.participation == pytest.approx(fitted.participation_.min(), rel=1e-3)
        alone = "a diffusion coordinate is localized in" in row.reading
        assert alone == (row.n_connected_components == 1 and row.participation < 5)
    connected = [row for row in found.rows if row.n_connected_components == 1]
    are_localized = ["localized" in row.reading for row in connected]
    assert {*are_localized} == {True, False}


def test_compare_checks_one_coordinate_fewer_than_classes():
    X, y = with_outlier(100, at=2.0), np.arange(100) % 4
    row = compare(X, y, rules=[0.1])["fixed"]
    assert row.participation == pytest.approx(
        DiffusionMap(3, row.bandwidth).fit(X).participation_.min(), rel=1e-3
    )


# ---------------------------------------------------------------- criteria with labels


def pairs_carried_by(n_rows, n_samples=100):
    """Eigenpairs whose first coordinate separates `n_rows` rows from all others."""
    K = np.full((n_samples, n_samples), 1e-4)
    for group in (slice(0, n_rows), slice(n_rows, None)):
        K[group, group] = 0.9
    np.fill_diagonal(K, 1.0)
    return leading_eigenpairs(K, 2)


@pytest.mark.parametrize(("n_rows", "localized"), [(1, True), (4, True), (6, False), (50, False)])
def test_a_scale_with_a_localized_coordinate_is_not_resolved(n_rows, localized):
    y = np.arange(100) % 2
    found = class_separation(pairs_carried_by(n_rows), y, 1)
    assert (found.localized, found.resolved) == (localized, not localized)
    assert not found.arbitrary


def test_a_coordinate_of_the_smallest_class_is_not_localized():
    y = (np.arange(100) < 3).astype(int)
    assert not class_separation(pairs_carried_by(3), y, 1).localized
    assert class_separation(pairs_carried_by(2), y, 1).localized


def test_geometric_ignores_scales_at_which_an_outlier_has_a_coordinate():
    random = np.random.default_rng(1)
    y = np.arange(90) % 3
    X = np.array([[0.0, 0], [4, 0], [0, 5]])[y] + random.normal(size=(90, 2))
    X[0] = [0.0, -9.0]
    chosen = Geometric(2)(X, y)
    assert DiffusionMap(2, chosen).fit(X).participation_.min() >= 5


def test_scales_with_separate_components_are_not_chosen_even_if_none_is_resolved():
    class Cloud:
        n_samples, n_classes = 4, 2
        codes = np.repeat([0, 1], 50)

    def pairs(values, n_rows):
        return Eigenpairs(np.array(values), pairs_carried_by(n_rows).vectors, np.full(100, 1 / 100))

    over_scales = [pairs([1.0, 1.0, 1.0], 1), pairs([1.0, 0.9, 0.8], 2), pairs([1.0, 0.9, 0.8], 1)]
    assert Geometric(1).winner(Cloud(), over_scales).index > 0
