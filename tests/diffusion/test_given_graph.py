"""Diffusion maps of graphs whose edges have given distances."""

import pickle

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_array, csr_matrix, lil_array
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.neighbors import KNeighborsTransformer, kneighbors_graph
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags
from tests.oracles import naive_kernels

from kernelscale import DiffusionMap, diffusion, select_bandwidth
from kernelscale.bandwidth import SelfTuning
from kernelscale.markov.dense import leading_eigenpairs

X = np.random.default_rng(0).normal(size=(150, 3))
NEW = np.random.default_rng(1).normal(size=(12, 3))
FORMS = [csr_array, csr_matrix, coo_array, lil_array]


def transformer(n_neighbors=8):
    return KNeighborsTransformer(mode="distance", n_neighbors=n_neighbors).fit(X)


GRAPH = transformer().transform(X)  # each row has edges to itself and its eight nearest rows


def points(**parameters):
    return DiffusionMap(3, neighbors=8, alpha=0.5, **parameters).fit(X)


def graph(**parameters):
    return DiffusionMap(3, metric="precomputed", alpha=0.5, **parameters)


@pytest.mark.parametrize("neighbors", [None, 8])
@pytest.mark.parametrize(
    "parameters",
    [{}, {"edge_weights": "unit"}, {"edge_weights": "bandwidth", "bandwidth": 0.5}],
    ids=["self_tuned", "unit", "bandwidth"],
)
def test_a_graph_of_scikit_learn_gives_the_same_map(parameters, neighbors):
    expected = points(**parameters)
    found = graph(neighbors=neighbors, **parameters).fit(GRAPH)
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-10)
    assert (found.n_neighbors_, found.neighbor_recall_) == (8, None)
    assert found.n_features_in_ == len(X)


def test_if_the_graph_has_more_neighbours_the_nearest_are_used():
    found = graph(neighbors=8).fit(transformer(20).transform(X))
    np.testing.assert_allclose(found.embedding_, points().embedding_, atol=1e-10)


@pytest.mark.parametrize("form", FORMS)
def test_any_sparse_format_is_accepted_and_not_changed(form):
    given = form(GRAPH)
    before = given.toarray()
    found = graph().fit(given)
    np.testing.assert_allclose(found.embedding_, points().embedding_, atol=1e-10)
    np.testing.assert_array_equal(given.toarray(), before)


def test_a_pipeline_with_a_transformer_gives_the_same_map():
    pipeline = make_pipeline(transformer(), graph()).fit(X)
    np.testing.assert_allclose(pipeline.transform(X), points().embedding_, atol=1e-8)


def test_training_rows_of_the_graph_get_their_own_coordinates():
    found = graph(t=3).fit(GRAPH)
    np.testing.assert_allclose(found.transform(GRAPH), found.embedding_, atol=1e-8)


def test_rounded_distances_from_matrix_products_are_accepted():
    rows = np.random.default_rng(0).normal(5.0, size=(150, 40))
    nearest = KNeighborsTransformer(mode="distance", n_neighbors=8, algorithm="brute")
    given = nearest.fit_transform(rows)
    assert given.diagonal().any()
    expected = DiffusionMap(3, neighbors=8, alpha=0.5).fit(rows)
    found = graph().fit(given)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    np.testing.assert_array_equal(found.transform(given), found.embedding_)
    of_all = DiffusionMap(3, neighbors=8, alpha=0.5, metric="precomputed").fit(cdist(rows, rows))
    rounded = cdist(rows, rows) + 1e-7
    np.testing.assert_allclose(of_all.transform(rounded), of_all.embedding_, atol=1e-9)


@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_new_rows_with_all_distances_get_the_coordinates_of_points(form):
    found, expected = graph().fit(GRAPH), points()
    distances = form(cdist(NEW, X))
    np.testing.assert_allclose(found.transform(distances), expected.transform(NEW), atol=1e-9)
    np.testing.assert_allclose(found.kernel_mass(distances), expected.kernel_mass(NEW), rtol=1e-9)


def test_new_rows_with_some_distances_are_joined_to_these_rows_only():
    found = graph(edge_weights="unit").fit(GRAPH)
    # each new row has nine neighbours, one more than n_neighbors
    few = transformer().transform(NEW)
    nearest = cdist(NEW, X).argsort(axis=1)
    reach = np.sort(cdist(X, X), axis=1)[:, 8]
    for x, ends, embedded in zip(NEW, nearest, found.transform(few), strict=True):
        joined = ends[:9][(np.arange(9) < 8) | (cdist([x], X[ends[:9]])[0] <= reach[ends[:9]])]
        weights = found._extension.weights[joined]
        expected = weights @ found.eigenvectors_[joined] / weights.sum()
        np.testing.assert_allclose(embedded, expected, atol=1e-10)


def test_the_distance_to_any_duplicate_of_a_row_suffices():
    rows = np.r_[X, X[:20]]
    found = DiffusionMap(3, neighbors=8, metric="precomputed").fit(cdist(rows, rows))
    distances = cdist(NEW, rows)
    np.testing.assert_allclose(found.transform(csr_array(distances)), found.transform(distances))
    without_first = csr_array(np.where(np.arange(170) < 20, 0.0, distances))
    np.testing.assert_array_equal(found.transform(without_first), found.transform(distances))


def test_rows_of_a_graph_can_have_different_numbers_of_neighbours():
    K = naive_kernels.truncated_kernel(X, 8, lambda r, s, t: 1.0, cdist(X, X, "sqeuclidean"))
    K[0, 149] = K[149, 0] = 1.0
    # Each edge is stored in only one of its two rows, and the last row stores a single edge.
    one_sided = np.triu(K, 1) + np.eye(150)[[149]].T @ np.eye(150)[[0]]
    one_sided[0, 149] = 0.0
    one_sided[:149][one_sided[:149].sum(axis=1) == 0, 149] = 1.0
    K = np.maximum(one_sided, one_sided.T) + np.eye(150)
    found = graph(edge_weights="unit").fit(csr_array(one_sided * cdist(X, X)))
    expected = leading_eigenpairs(K, 3, alpha=0.5)
    np.testing.assert_allclose(found.embedding_, expected.embedding(3), atol=1e-9)


def test_a_bandwidth_chosen_from_all_distances_weighs_a_graph():
    chosen = select_bandwidth(cdist(X, X), rule="median", metric="precomputed")
    found = graph(edge_weights="bandwidth", bandwidth=chosen).fit(GRAPH)
    expected = points(edge_weights="bandwidth", bandwidth="median")
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-10)


def test_components_of_a_graph_are_reported():
    far = X + 100.0 * (np.arange(150) >= 100)[:, None]
    given = KNeighborsTransformer(mode="distance", n_neighbors=8).fit_transform(far)
    with pytest.warns(diffusion.MapWarning, match="2 components of 100, 50 .* more neighbors"):
        assert graph().fit(given).component_sizes_.tolist() == [100, 50]


def test_tags_state_whether_input_is_pairwise_and_may_be_sparse():
    for metric in ("precomputed", "affinity"):
        tags = get_tags(DiffusionMap(metric=metric)).input_tags
        assert tags.pairwise
        assert tags.sparse
    tags = get_tags(DiffusionMap(neighbors=5)).input_tags
    assert tags.sparse
    assert not tags.pairwise
    assert not get_tags(DiffusionMap(neighbors=None)).input_tags.sparse
    found = graph().fit(GRAPH)
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.transform(GRAPH), found.transform(GRAPH))
    assert clone(found).get_params()["metric"] == "precomputed"


def changed(row, column, value):
    given = lil_array(GRAPH)
    given[row, column] = value
    return csr_array(given)


ISOLATED = csr_array((np.ones(2), ([0, 1], [1, 0])), shape=(3, 3))
BAD_GRAPHS = {
    "not_square": ({}, GRAPH[:9], r"must be square, .* but its shape is \(9, 150\)"),
    "nan": ({}, changed(3, 4, np.nan), "contains NaN"),
    "negative": ({}, changed(3, 4, -1.0), "holds -1 in row 3, column 4, which is negative"),
    "diagonal": ({}, changed(3, 3, 2.0), "distance of row 3 to itself, which exceeds"),
    "huge": ({}, changed(3, 4, 1e150), "X reaches 1e\\+150 in magnitude"),
    "complex": ({}, csr_array(GRAPH) * 1j, "Complex data not supported"),
    "isolated": ({}, ISOLATED, r"1 row\(s\) of X have no neighbour, the first of them row 2"),
    "duplicates": (
        {},
        csr_array((np.zeros(3), ([0, 1, 2], [1, 0, 1])), shape=(3, 3)),
        r"3 row\(s\) have only duplicates as neighbours, the first of them row 0",
    ),
    "components": (
        {"n_components": 150},
        GRAPH,
        r"n_components \(below n_samples\) must be an integer from 1 to 149, but 150",
    ),
    "links": (
        {"link_components": True},
        GRAPH,
        "link_components has no effect in a map of a given graph, but True was given",
    ),
    "rule": (
        {"edge_weights": "bandwidth"},
        GRAPH,
        "bandwidth=.* chooses a scale from the distances of all pairs, but a given graph has only",
    ),
    "points": (
        {"edge_weights": "bandwidth", "bandwidth": select_bandwidth(X, rule="median")},
        GRAPH,
        "chooses a scale from the distances of all pairs",
    ),
    "without_effect": (
        {"bandwidth": 2.0},
        GRAPH,
        "bandwidth has no effect with edge_weights='self_tuned'",
    ),
}


@pytest.mark.parametrize("bad", BAD_GRAPHS)
def test_invalid_graphs_are_refused(bad):
    parameters, given, sentence = BAD_GRAPHS[bad]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(metric="precomputed").set_params(**parameters).fit(given)


def test_a_distance_that_differs_by_direction_is_refused():
    row, column = 0, int(GRAPH[[0]].indices[1])
    given = lil_array(np.maximum(GRAPH.toarray(), GRAPH.T.toarray()))
    given[row, column] *= 2
    with pytest.raises(ValueError, match=f"not symmetric: the distance of rows 0 and {column} is"):
        graph().fit(csr_array(given))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (GRAPH[:, :20], "must have a column for each of the 150 training rows"),
        (csr_array((2, 150)), "Row 0 of X has no stored entry"),
        (csr_array(-cdist(NEW, X)), "which is negative"),
        (cdist(NEW, X)[:, :20], "must hold the distances of new rows to all 150 training rows"),
    ],
    ids=["columns", "empty", "negative", "dense_columns"],
)
def test_invalid_new_rows_are_refused(rows, sentence):
    found = graph().fit(GRAPH)
    with pytest.raises(ValueError, match=sentence):
        found.transform(rows)


def test_sparse_points_are_refused_by_maps_of_dense_points():
    with pytest.raises(TypeError, match="all pairs needs dense rows, but X is sparse"):
        DiffusionMap(neighbors=None).fit(csr_array(X))
    with pytest.raises(TypeError, match="sparse .*, but a dense array is needed"):
        DiffusionMap(bandwidth=1.0).fit(X).transform(csr_array(X))
    with pytest.raises(ValueError, match="a given graph holds only some and a model file"):
        graph().fit(GRAPH).with_bandwidth(2.0)


def test_the_graph_of_sparse_points_gives_their_map():
    values = np.random.default_rng(0).normal(size=(150, 9))
    rows = csr_array(np.where(values > 0, values, 0.0))
    found = DiffusionMap(3, metric="precomputed").fit(kneighbors_graph(rows, 15, mode="distance"))
    expected = DiffusionMap(3, neighbors=15).fit(rows)
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-6)


def test_self_tuning_chooses_from_given_neighbours():
    rule = SelfTuning(n_neighbors=5)
    found = graph(edge_weights="bandwidth", bandwidth=rule).fit(GRAPH)
    expected = points(edge_weights="bandwidth", bandwidth=rule)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-10)
    np.testing.assert_allclose(found.transform(cdist(NEW, X)), expected.transform(NEW), atol=1e-9)
    assert found.bandwidth_.reason == expected.bandwidth_.reason
    with pytest.raises(ValueError, match="needs neighbour 9 .* but the graph has 8"):
        graph(edge_weights="bandwidth", bandwidth=SelfTuning(9)).fit(GRAPH)
    twice = transformer(6).fit_transform(np.repeat(X[:40], 4, axis=0))
    with pytest.raises(ValueError, match="have only duplicates as neighbours"):
        graph(edge_weights="bandwidth", bandwidth=SelfTuning(2)).fit(twice)


@pytest.mark.parametrize("rule", ["max_min", "variable_bandwidth"])
def test_rules_that_need_all_pairs_are_refused_with_alternatives(rule):
    with pytest.raises(ValueError, match="of all pairs.* pass a number, 'self_tuning', or"):
        graph(edge_weights="bandwidth", bandwidth=rule).fit(GRAPH)
