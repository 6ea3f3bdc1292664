"""Parameters of maps of neighbour graphs: kernels of edges, invalid values and memory limits."""

import re
import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from tests.oracles import naive_kernels

from kernelscale import DiffusionMap, Kernel
from kernelscale.markov.dense import leading_eigenpairs


def cloud(n_samples=120, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def truncated(X, n_neighbors, value):
    return naive_kernels.truncated_kernel(X, n_neighbors, value, cdist(X, X, "sqeuclidean"))


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
    "zero": (
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
        r"n_components \(below the number of distinct rows\) must be an integer from 1 to 14, but",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_invalid_parameters_are_refused(bad):
    parameters, sentence = BAD[bad]
    X = np.r_[cloud(15), cloud(15)]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(**parameters).fit(X)


def test_an_approximate_search_needs_points():
    found = DiffusionMap(neighbors=3, metric="precomputed", approximate_neighbors=True)
    with pytest.raises(ValueError, match="approximate_neighbors=True needs Euclidean distances"):
        found.fit(cdist(cloud(15), cloud(15)))


def test_booleans_of_numpy_are_accepted():
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
    DiffusionMap(4, **options).fit(X[:200])  # a first call, so that lazy imports are not counted
    tracemalloc.start()
    DiffusionMap(4, memory_limit="1 GiB", **options).fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.1 * required + 2 * X.nbytes + 2**22  # a tile of NumPy's arithmetic takes 4 MiB


def test_the_error_names_a_number_of_landmarks_that_fits():
    rows = np.random.default_rng(0).normal(size=(3000, 3))
    with pytest.raises(MemoryError, match="raise it, take fewer neighbours, or pass") as refused:
        DiffusionMap(memory_limit="2 MiB").fit(rows)
    [n_landmarks] = map(int, re.findall(r"landmarks=(\d+)", str(refused.value)))
    fitted = DiffusionMap(memory_limit="2 MiB", landmarks=n_landmarks).fit(rows)
    assert fitted.embedding_.shape == (3000, 2)
    with pytest.raises(MemoryError, match="take fewer neighbours\\.$"):
        DiffusionMap(memory_limit="20 KiB").fit(rows[:300])
