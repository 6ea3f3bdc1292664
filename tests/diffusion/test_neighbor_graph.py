"""Diffusion maps on graphs of nearest neighbours, compared with a dense truncated kernel."""

import warnings

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.diffusion.truncated_kernels import WEIGHTS, cloud, grid_with_duplicates, truncated
from tests.oracles import naive_operators

from kernelscale import DiffusionMap, diffusion
from kernelscale.markov.dense import leading_eigenpairs


@parametrize_with_checks(
    [
        DiffusionMap(neighbors=4),
        DiffusionMap(neighbors=3, edge_weights="unit", alpha=1.0, link_components=True),
        DiffusionMap(neighbors=5, edge_weights="bandwidth", t=2),
        DiffusionMap(2, "variable_bandwidth", neighbors=5, edge_weights="bandwidth", alpha=1.0),
    ]
)
def test_scikit_learn_estimator_checks(estimator, check):
    with warnings.catch_warnings():
        # The graphs of small data sets have several components, which causes a warning.
        warnings.simplefilter("ignore")
        check(estimator)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_map_agrees_with_a_truncated_kernel(weights, alpha):
    options, value = WEIGHTS[weights]
    X = cloud(500)
    K = truncated(X, 12, value)
    expected = leading_eigenpairs(K, 5, alpha=alpha)
    found = DiffusionMap(5, neighbors=12, alpha=alpha, t=2, **options).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, expected.values[1:], atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding(5, 2), atol=1e-10)
    np.testing.assert_allclose(found.stationary_, expected.stationary, rtol=1e-10)
    assert (found.n_neighbors_, found.neighbor_recall_) == (12, 1.0)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_map_agrees_with_a_truncated_kernel_for_ties_and_duplicates(weights, alpha):
    options, value = WEIGHTS[weights]
    X = grid_with_duplicates()
    K = truncated(X, 6, value)
    expected = leading_eigenpairs(K, 5, alpha=alpha)
    found = DiffusionMap(5, neighbors=6, alpha=alpha, **options).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, expected.values[1:], atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding(5), atol=1e-10)
    np.testing.assert_allclose(found.stationary_, expected.stationary, rtol=1e-10)


def test_with_all_other_rows_as_neighbours_the_map_equals_the_map_of_all_pairs():
    X = grid_with_duplicates(100)
    expected = DiffusionMap(4, 3.0, alpha=0.5).fit(X)
    options = {"edge_weights": "bandwidth", "alpha": 0.5}
    found = DiffusionMap(4, 3.0, neighbors=200, **options).fit(X)
    assert found.n_neighbors_ == len(np.unique(X, axis=0)) - 1
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-10)
    new = cloud(9, seed=4)
    np.testing.assert_allclose(found.transform(new), expected.transform(new), atol=1e-10)
    np.testing.assert_allclose(found.kernel_mass(new), expected.kernel_mass(new), rtol=1e-10)


@pytest.mark.parametrize("scale", [None, [1.0, 0.5, 3.0]])
@pytest.mark.parametrize("bandwidth", ["median", "standardized", "auto"])
def test_edges_can_be_weighted_by_any_bandwidth(bandwidth, scale):
    X = cloud()
    whole = DiffusionMap(3, bandwidth, scale=scale, neighbors=None).fit(X)
    K = whole.kernel_(X)
    factors = whole.kernel_.feature_scale
    nearest = cdist(*[X if factors is None else X * factors] * 2).argsort(axis=1)[:, :9]
    kept = np.zeros(K.shape, dtype=bool)
    np.put_along_axis(kept, nearest, True, axis=1)
    expected = leading_eigenpairs(K * (kept | kept.T), 3)
    options = {"edge_weights": "bandwidth", "scale": scale}
    found = DiffusionMap(3, bandwidth, neighbors=8, **options).fit(X)
    np.testing.assert_allclose(found.embedding_, expected.embedding(3), atol=1e-10)
    assert found.bandwidth_.to_dict() == whole.bandwidth_.to_dict()


def test_distances_give_the_map_of_points():
    X = grid_with_duplicates(150)
    new = np.r_[cloud(7, seed=3), X[:2]]
    expected = DiffusionMap(3, neighbors=5, link_components=True).fit(X)
    found = DiffusionMap(3, neighbors=5, link_components=True, metric="precomputed")
    found.fit(cdist(X, X))
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    np.testing.assert_allclose(found.transform(cdist(new, X)), expected.transform(new), atol=1e-9)


def test_the_map_does_not_depend_on_the_order_of_rows_or_threads():
    X = cloud(300)
    order = np.random.default_rng(1).permutation(len(X))
    one = DiffusionMap(4, neighbors=8, n_threads=1).fit(X)
    two = DiffusionMap(4, neighbors=8, n_threads=2).fit(X)
    np.testing.assert_array_equal(two.embedding_, one.embedding_)
    permuted = DiffusionMap(4, neighbors=8).fit(X[order])
    np.testing.assert_allclose(permuted.embedding_, one.embedding_[order], atol=1e-9)


# ---------------------------------------------------------------- components


def blobs():
    """Three separate groups of 40, 30 and 20 rows."""
    y = np.repeat([0, 1, 2], [40, 30, 20])
    return cloud(90, 2) + np.array([[0.0, 0.0], [60.0, 0.0], [0.0, 90.0]])[y], y


@pytest.mark.parametrize("n_components", [1, 2, 6])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_components_are_reported_and_separated(n_components, alpha):
    X, y = blobs()
    with pytest.warns(diffusion.MapWarning, match="has 3 components of 40, 30, 20"):
        found = DiffusionMap(n_components, neighbors=6, alpha=alpha).fit(X)
    assert found.component_sizes_.tolist() == [40, 30, 20]
    K = truncated(X, 6, WEIGHTS["self_tuned"][1])
    P, pi = naive_operators.transition_matrix(K, alpha)
    np.testing.assert_allclose(
        found.eigenvalues_, naive_operators.eigenvalues(P)[1 : 1 + n_components], atol=1e-10
    )
    np.testing.assert_allclose(
        P @ found.eigenvectors_, found.eigenvectors_ * found.eigenvalues_, atol=1e-10
    )
    gram = found.eigenvectors_.T @ (pi[:, None] * found.eigenvectors_)
    np.testing.assert_allclose(gram, np.eye(n_components), atol=1e-10)
    for group in range(3):
        own = found.embedding_[y == group, :2]
        np.testing.assert_allclose(own, np.broadcast_to(own[0], own.shape), atol=1e-12)
    order = np.random.default_rng(5).permutation(len(X))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", diffusion.MapWarning)
        again = DiffusionMap(n_components, neighbors=6, alpha=alpha).fit(X[order])
    np.testing.assert_allclose(again.embedding_, found.embedding_[order], atol=1e-9)


@pytest.mark.parametrize("far_apart", [True, False])
def test_components_are_joined_by_the_shortest_links(far_apart):
    X, _ = blobs()
    X = X if far_apart else np.r_[X[:88], X[:2] + 30]  # else one component has most rows
    r = cdist(X, X, "sqeuclidean")
    options, _ = WEIGHTS["unit"]
    K = truncated(X, 4, WEIGHTS["unit"][1])
    # add one link at a time, the shortest link first
    while (component_of := connected_components(K)[1]).any():
        outside = np.where(component_of[:, None] == component_of, np.inf, r)
        i, j = np.unravel_index(outside.argmin(), outside.shape)
        K[i, j] = K[j, i] = 1.0
    found = DiffusionMap(4, neighbors=4, link_components=True, **options).fit(X)
    assert found.n_connected_components_ == 1
    expected = leading_eigenpairs(K, 4)
    np.testing.assert_allclose(found.eigenvalues_, expected.values[1:], atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding(4), atol=1e-8)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_linked_components_stay_connected_with_all_edge_weights(weights):
    options, _ = WEIGHTS[weights]
    X, _ = blobs()
    found = DiffusionMap(2, neighbors=4, link_components=True, **options).fit(X)
    assert found.n_connected_components_ == 1
    assert (found.eigenvalues_ < 1).all()


def test_outliers_are_linked_too():
    X = cloud(150)
    X[::50] += 1e6 * np.arange(1, 4)[:, None]
    with pytest.warns(diffusion.MapWarning, match="neighbors or link_components=True"):
        apart = DiffusionMap(2, neighbors=8).fit(X)
    assert apart.n_connected_components_ > 1
    assert apart.transform(X).shape == (150, 2)
    found = DiffusionMap(2, neighbors=8, link_components=True).fit(X)
    assert found.n_connected_components_ == 1
    assert (found.eigenvalues_ < 1 - 1e-6).all()


@pytest.mark.parametrize(
    ("weights", "advice"),
    [
        (
            {"edge_weights": "bandwidth", "bandwidth": 1e-4},
            "larger bandwidth or more neighbors or l",
        ),
        (
            {"edge_weights": "bandwidth", "bandwidth": 1e-4, "link_components": True},
            "take a larger bandwidth or more neighbors.$",
        ),
    ],
)
def test_the_advice_names_only_options_that_are_not_set(weights, advice):
    with pytest.warns(diffusion.MapWarning, match=advice):
        DiffusionMap(2, neighbors=4, **weights).fit(cloud())
