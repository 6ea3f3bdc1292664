"""Diffusion maps on graphs of nearest neighbours against a kernel matrix with zeros."""

import re
import tracemalloc
import warnings

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests import oracles

from kernelscale import DiffusionMap, Kernel, diffusion
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.neighbor_graphs import graph_extension

WEIGHTS = {
    "self_tuned": ({}, lambda r, s, t: np.exp(-r / (s * t))),
    "unit": ({"edge_weights": "unit"}, lambda r, s, t: 1.0),
    "bandwidth": (
        {"edge_weights": "bandwidth", "bandwidth": 2.0},
        lambda r, s, t: np.exp(-r / 4),
    ),
}


def cloud(n_samples=120, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def grid_with_duplicates(n_samples=500):
    """Rows of whole numbers, with many ties and up to nine duplicates of a row."""
    random = np.random.default_rng(1)
    X = random.integers(-4, 5, size=(n_samples, 3)).astype(float)
    X[:9] = X[90]
    X[10:14] += 0.5
    return X


def truncated(X, n_neighbors, value):
    return oracles.truncated_kernel(X, n_neighbors, value, cdist(X, X, "sqeuclidean"))


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
        # The small data sets have several components, of which a warning is given.
        warnings.simplefilter("ignore")
        check(estimator)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_the_map_is_that_of_a_truncated_kernel(weights, alpha):
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
def test_the_map_is_that_of_a_truncated_kernel_with_ties_and_duplicates(weights, alpha):
    options, value = WEIGHTS[weights]
    X = grid_with_duplicates()
    K = truncated(X, 6, value)
    expected = leading_eigenpairs(K, 5, alpha=alpha)
    found = DiffusionMap(5, neighbors=6, alpha=alpha, **options).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, expected.values[1:], atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding(5), atol=1e-10)
    np.testing.assert_allclose(found.stationary_, expected.stationary, rtol=1e-10)


def test_with_all_others_as_neighbours_it_is_the_map_of_all_pairs():
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
def test_edges_may_be_weighted_by_any_bandwidth(bandwidth, scale):
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


def test_distances_instead_of_points():
    X = grid_with_duplicates(150)
    new = np.r_[cloud(7, seed=3), X[:2]]
    expected = DiffusionMap(3, neighbors=5, link_components=True).fit(X)
    found = DiffusionMap(3, neighbors=5, link_components=True, metric="precomputed")
    found.fit(cdist(X, X))
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    np.testing.assert_allclose(found.transform(cdist(new, X)), expected.transform(new), atol=1e-9)


def test_the_same_for_permuted_rows_and_any_threads():
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
    P, pi = oracles.transition_matrix(K, alpha)
    np.testing.assert_allclose(
        found.eigenvalues_, oracles.eigenvalues(P)[1 : 1 + n_components], atol=1e-10
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
    X = X if far_apart else np.r_[X[:88], X[:2] + 30]  # otherwise one component has most rows
    r = cdist(X, X, "sqeuclidean")
    options, _ = WEIGHTS["unit"]
    K = truncated(X, 4, WEIGHTS["unit"][1])
    while (component_of := connected_components(K)[1]).any():  # one link at a time, shortest first
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
def test_the_advice_names_only_what_the_map_lacks(weights, advice):
    with pytest.warns(diffusion.MapWarning, match=advice):
        DiffusionMap(2, neighbors=4, **weights).fit(cloud())


# ---------------------------------------------------------------- new rows


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_training_rows_get_their_own_coordinates(weights, alpha, t):
    options, _ = WEIGHTS[weights]
    X = grid_with_duplicates(200)
    found = DiffusionMap(4, neighbors=6, alpha=alpha, t=t, **options).fit(X)
    placed = found.embed(X)
    np.testing.assert_allclose(placed.coordinates, found.embedding_, atol=1e-8)
    K = truncated(X, 6, WEIGHTS[weights][1])
    np.testing.assert_allclose(placed.kernel_mass, K.sum(axis=1), rtol=1e-10)


def test_progress_of_each_stage_of_a_fit_ends_at_its_total():
    events = []
    DiffusionMap(2, neighbors=6, progress=events.append).fit(cloud(600))
    last = {event.stage: (event.done, event.total) for event in events}
    assert {"distances", "edges", "steps of the iteration", "diffusion map"} <= last.keys()
    assert all(done == total for done, total in last.values())


def test_new_rows_are_embedded_with_the_present_resources():
    X, new, of_fit, of_now = cloud(200), cloud(20, seed=7), [], []
    found = DiffusionMap(2, neighbors=6, progress=of_fit.append).fit(X)
    expected, n_events = found.transform(new), len(of_fit)
    found.set_params(progress=of_now.append, n_threads=1)
    np.testing.assert_array_equal(found.transform(new), expected)
    assert of_now
    assert len(of_fit) == n_events


def test_edges_of_new_rows_are_held_in_blocks(monkeypatch):
    X, new = cloud(300), cloud(250, seed=7)
    found = DiffusionMap(2, neighbors=290, edge_weights="unit").fit(X)
    expected = found.transform(new)
    monkeypatch.setattr(graph_extension, "EDGES_AT_ONCE", 290 * 10)
    found.transform(new[:1])
    tracemalloc.start()
    np.testing.assert_array_equal(found.transform(new), expected)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 250 * 290 * 8 * 4  # an edge of all rows at once takes some 100 bytes


def test_with_coordinates_embeds_new_rows_as_the_whole_map():
    X, new = grid_with_duplicates(200), cloud(20)
    found = DiffusionMap(4, neighbors=6).fit(X)
    part = found.with_coordinates([2, 0])
    np.testing.assert_array_equal(part.transform(X), part.embedding_)
    np.testing.assert_allclose(part.transform(new), found.transform(new)[:, [2, 0]], rtol=1e-12)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_new_rows_are_joined_to_their_nearest_rows_and_in_reverse(weights, alpha):
    options, value = WEIGHTS[weights]
    X, new = cloud(150) ** 3 / 9, cloud(20, seed=7) ** 3 / 9  # of very unequal density
    X[:4] = X[50]
    found = DiffusionMap(4, neighbors=6, alpha=alpha, **options).fit(X)
    q = truncated(X, 6, value).sum(axis=1)
    distinct = np.unique(X, axis=0)
    reach = np.sort(cdist(X, distinct), axis=1)[:, 6]
    expected, mass, n_reverse = [], [], 0
    for x in new:
        d = np.sqrt(((X - x) ** 2).sum(axis=1))
        own = np.sort(np.sqrt(((distinct - x) ** 2).sum(axis=1)))[5]
        k = np.zeros(len(X))
        for j in range(len(X)):
            if d[j] <= own or d[j] <= reach[j]:
                n_reverse += d[j] > own
                k[j] = value(d[j] ** 2, own, reach[j])
        mass.append(k.sum())
        steps = k * q**-alpha
        expected.append(steps @ found.eigenvectors_ / steps.sum())
    assert n_reverse > 20  # so both kinds of edges are tested
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*have kernel mass below", diffusion.MapWarning)
        placed = found.embed(new)
    np.testing.assert_allclose(placed.coordinates, expected, atol=1e-10)
    np.testing.assert_allclose(placed.kernel_mass, mass, rtol=1e-8)


def test_far_rows_get_the_coordinates_of_the_nearest():
    X = cloud()
    found = DiffusionMap(2, 1.0, neighbors=5, edge_weights="bandwidth").fit(X)
    far = np.array([[1e3, 0.0, 0.0], [0.0, -1e5, 0.0]])
    with pytest.warns(diffusion.MapWarning, match=r"2 of 2 row\(s\)"):
        placed = found.transform(far)
    nearest = cdist(far, X).argmin(axis=1)
    np.testing.assert_allclose(placed, found.eigenvectors_[nearest] * found.eigenvalues_)


# ---------------------------------------------------------------- kernels, parameters


class Laplacian(Kernel):
    """A user-defined kernel."""

    name = "laplacian_of_graph"

    def exponents(self, r):
        return -np.sqrt(r)


def test_a_user_defined_kernel_weighs_edges():
    from kernelscale import Bandwidth

    X = cloud()
    K = truncated(X, 7, lambda r, s, t: np.exp(-np.sqrt(r)))
    bandwidth = Bandwidth("mine", None, Laplacian(), "So.")
    found = DiffusionMap(3, bandwidth, neighbors=7, edge_weights="bandwidth").fit(X)
    np.testing.assert_allclose(found.embedding_, leading_eigenpairs(K, 3).embedding(3), atol=1e-10)
    np.testing.assert_allclose(found.transform(X), found.embedding_, atol=1e-8)


def test_with_bandwidth_is_the_map_of_another_bandwidth():
    X = cloud()
    options = {"neighbors": 7, "edge_weights": "bandwidth"}
    found = DiffusionMap(3, 1.0, **options).fit(X).with_bandwidth(2.0)
    expected = DiffusionMap(3, 2.0, **options).fit(X)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)


def test_a_map_of_all_pairs_has_no_number_of_neighbours():
    found = DiffusionMap(neighbors=None).fit(cloud())
    assert found.n_neighbors_ is None
    assert found.neighbor_recall_ is None


BAD = {
    "none": (
        {"neighbors": 0},
        "neighbors, if neither 'auto' nor None, must be an integer of at least 1, but 0 was",
    ),
    "half": (
        {"neighbors": 2.5},
        "neighbors, if neither 'auto' nor None, must be an integer of at least 1, but 2.5",
    ),
    "weights": (
        {"neighbors": 3, "edge_weights": "ones"},
        "edge_weights must be one of self_tuned, bandwidth, unit, but 'ones' was given",
    ),
    "links": (
        {"neighbors": 3, "link_components": "yes"},
        "link_components, if not 'auto', must be True or False, but 'yes'",
    ),
    "approximate": (
        {"neighbors": 3, "approximate_neighbors": "no"},
        "approximate_neighbors, if not 'auto', must be True or False, but 'no'",
    ),
    "solver": (
        {"neighbors": 3, "eigen_solver": "dense"},
        "eigen_solver has no effect in a map of nearest neighbours, but 'dense' was given",
    ),
    "kept": (
        {"neighbors": 3, "keep_distances": True},
        "keep_distances has no effect in a map of nearest neighbours, but True was given; leave it",
    ),
    "bandwidth": (
        {"neighbors": 3, "bandwidth": 2.0},
        "bandwidth has no effect with edge_weights='self_tuned', but 2.0 was given; leave it",
    ),
    "weights_of_no_graph": (
        {"neighbors": None, "edge_weights": "unit"},
        r"edge_weights has no effect in a map of all pairs \(neighbors=None\), but 'unit'",
    ),
    "links_of_no_graph": (
        {"neighbors": None, "link_components": True},
        r"link_components has no effect in a map of all pairs \(neighbors=None\), but True",
    ),
    "search_of_no_graph": (
        {"neighbors": None, "approximate_neighbors": True},
        r"approximate_neighbors has no effect in a map of all pairs .*, but True was given",
    ),
    "few_distinct_rows": (
        {"neighbors": 3, "n_components": 15},
        r"n_components \(below the distinct rows\) must be an integer from 1 to 14, but 15",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_bad_parameters(bad):
    parameters, sentence = BAD[bad]
    X = np.r_[cloud(15), cloud(15)]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(**parameters).fit(X)


def test_an_approximate_search_needs_points():
    found = DiffusionMap(neighbors=3, metric="precomputed", approximate_neighbors=True)
    with pytest.raises(ValueError, match="approximate_neighbors=True needs points to search"):
        found.fit(cdist(cloud(15), cloud(15)))


def test_booleans_of_numpy_are_taken():
    X = cloud(40)
    expected = DiffusionMap(neighbors=5).fit(X).embedding_
    found = DiffusionMap(
        neighbors=5,
        link_components=np.False_,
        keep_distances=np.False_,
        approximate_neighbors=np.False_,
    )
    np.testing.assert_array_equal(found.fit(X).embedding_, expected)


def test_sparse_new_rows_of_a_dense_map_are_refused():
    X = np.abs(cloud(30, 30))
    found = DiffusionMap(neighbors=5).fit(X)
    with pytest.raises(TypeError, match="X is a sparse csr_array, but a dense array is needed"):
        found.transform(csr_array(X))


def test_too_little_memory_is_refused_before_the_fit():
    events = []
    options = {"memory_limit": "1 MiB", "progress": events.append}
    with pytest.raises(MemoryError, match="graph of 50 neighbours of 2000 rows needs .*, but memo"):
        DiffusionMap(neighbors=50, **options).fit(cloud(2000))
    assert events == []


@pytest.mark.parametrize("neighbors", [5, 40])
@pytest.mark.parametrize(
    "weights", [{}, {"edge_weights": "bandwidth", "bandwidth": "variable_bandwidth"}]
)
def test_the_fit_needs_at_most_the_memory_it_requires(neighbors, weights):
    X = cloud(6000, 4)
    options = {"neighbors": neighbors, "n_threads": 1, **weights}
    with pytest.raises(MemoryError, match="needs") as refused:
        DiffusionMap(4, memory_limit=1, **options).fit(X)
    required = float(re.search(r"needs ([\d.]+) MiB", str(refused.value))[1]) * 2**20
    DiffusionMap(4, **options).fit(X[:200])  # loads modules that are imported late
    tracemalloc.start()
    DiffusionMap(4, memory_limit="1 GiB", **options).fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.1 * required + 2 * X.nbytes + 2**22  # and a tile of NumPy's arithmetic


def test_the_error_names_a_number_of_landmarks_that_fits():
    rows = np.random.default_rng(0).normal(size=(3000, 3))
    with pytest.raises(MemoryError, match="raise it, take fewer neighbours, or pass") as refused:
        DiffusionMap(memory_limit="2 MiB").fit(rows)
    [n_landmarks] = map(int, re.findall(r"landmarks=(\d+)", str(refused.value)))
    fitted = DiffusionMap(memory_limit="2 MiB", landmarks=n_landmarks).fit(rows)
    assert fitted.embedding_.shape == (3000, 2)
    with pytest.raises(MemoryError, match="take fewer neighbours\\.$"):
        DiffusionMap(memory_limit="20 KiB").fit(rows[:300])
