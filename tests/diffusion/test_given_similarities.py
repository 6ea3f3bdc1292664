"""Diffusion maps of given similarities between rows."""

import re
import tracemalloc
import warnings

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.neighbors import KNeighborsTransformer
from tests.oracles import naive_operators

from kernelscale import DiffusionMap, diffusion, select_bandwidth

X = np.random.default_rng(0).normal(size=(150, 3))
NEW = np.random.default_rng(1).normal(size=(12, 3))


def transformer(n_neighbors=8):
    return KNeighborsTransformer(mode="distance", n_neighbors=n_neighbors).fit(X)


GRAPH = transformer().transform(X)  # each row has edges to itself and its eight nearest rows


def similarities(rows=X, epsilon=0.5):
    return np.exp(-cdist(rows, X, "sqeuclidean") / (2 * epsilon))


@pytest.mark.parametrize("factor", [1.0, 1e-6, 1e9])
@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("t", [0, 2])
def test_similarities_are_the_kernel_up_to_a_factor(t, form, factor):
    expected = DiffusionMap(3, 0.5, alpha=0.5, t=t).fit(X)
    found = DiffusionMap(3, alpha=0.5, t=t, metric="affinity").fit(form(factor * similarities()))
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    np.testing.assert_array_equal(found.component_sizes_, expected.component_sizes_)
    for rows in (NEW, X):
        embedded = found.embed(form(factor * similarities(rows)))
        np.testing.assert_allclose(embedded.coordinates, expected.transform(rows), atol=1e-8)
    K = similarities()
    np.testing.assert_allclose(embedded.kernel_mass, K.sum(axis=1) / K.sum(axis=1).min())


def test_similarities_without_a_diagonal_stay_without_it():
    K = similarities() - np.eye(len(X))
    K[K < 0.1] = 0
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", diffusion.MapWarning)
        K = K[np.ix_(*[K.sum(axis=1) > 0] * 2)]
        found = DiffusionMap(4, metric="affinity").fit(csr_array(K))
    P, _ = naive_operators.transition_matrix(K)
    np.testing.assert_allclose(
        P @ found.eigenvectors_, found.eigenvectors_ * found.eigenvalues_, atol=1e-10
    )
    np.testing.assert_allclose(found.eigenvalues_, naive_operators.eigenvalues(P)[1:5], atol=1e-10)


def test_the_kernel_of_similarities_is_the_identity():
    found = DiffusionMap(metric="affinity").fit(similarities())
    np.testing.assert_array_equal(found.kernel_(similarities()), similarities())
    assert found.bandwidth_.rule == "given"
    assert found.bandwidth_.epsilon is None


ASYMMETRIC = similarities() + np.triu(np.full((150, 150), 0.1), 1)
BAD_SIMILARITIES = {
    "asymmetric": ({}, ASYMMETRIC, "not symmetric: the similarity of rows \\d+ and"),
    "negative": ({}, similarities() - 0.5, "which is negative"),
    "nan": ({}, similarities() * np.nan, "contains NaN"),
    "one_dimension": ({}, np.ones(9), r"must have two dimensions, but its shape is \(9,\)"),
    "not_square": ({}, similarities()[:9], r"must be square, .* but its shape is \(9, 150\)"),
    "row_of_zeros": ({}, np.diag([1.0, 1.0, 0.0]), "Row 2 of X has no positive similarity"),
    "neighbors": (
        {"neighbors": 5},
        similarities(),
        "neighbors has no effect in a map of given similarities, but 5 was given; leave it",
    ),
    "bandwidth": (
        {"bandwidth": 2.0},
        similarities(),
        "bandwidth has no effect in a map of given similarities, but 2.0 was given",
    ),
    "scale": ({"scale": [1.0]}, similarities(), "scale multiplies features, but only similarities"),
}


@pytest.mark.parametrize("bad", BAD_SIMILARITIES)
def test_invalid_similarities_are_refused(bad):
    parameters, given, sentence = BAD_SIMILARITIES[bad]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(metric="affinity", **parameters).fit(given)


def test_a_new_row_without_positive_similarities_is_refused():
    found = DiffusionMap(metric="affinity").fit(similarities())
    with pytest.raises(ValueError, match="Row 1 of X has no positive similarity to a training row"):
        found.transform(np.r_[similarities(NEW[:1]), np.zeros((1, 150))])


@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_invalid_similarities_of_new_rows_are_refused(form):
    found = DiffusionMap(metric="affinity").fit(similarities())
    rows = similarities(NEW)
    with pytest.raises(ValueError, match="must have a column for each of the 150 training rows"):
        found.transform(form(rows[:, :20]))
    with pytest.raises(ValueError, match="X holds -[0-9.]+ in row 9, column 136, which"):
        found.transform(form(-rows))


@pytest.mark.parametrize("metric", ["precomputed", "affinity"])
def test_too_many_given_entries_for_the_memory_limit_are_refused(metric):
    events = []
    options = {"memory_limit": "64 KiB", "progress": events.append}
    with pytest.raises(
        MemoryError, match=r"A map of \d+ given .* needs .*, but memory_limit is 64"
    ):
        DiffusionMap(metric=metric, **options).fit(GRAPH)
    assert all(event.done == 0 for event in events)


@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_a_map_of_similarities_needs_at_most_the_memory_it_requires(form):
    X = np.random.default_rng(0).normal(size=(900, 3))
    given = form(np.exp(-cdist(X, X)))
    with pytest.raises(MemoryError, match="needs") as refused:
        DiffusionMap(metric="affinity", memory_limit=1).fit(given)
    required = float(re.search(r"needs ([\d.]+) MiB", str(refused.value))[1]) * 2**20
    # a first call, so that lazy imports are not counted
    DiffusionMap(metric="affinity").fit(similarities())
    tracemalloc.start()
    DiffusionMap(metric="affinity", n_threads=1).fit(given)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < required


def test_rules_refuse_similarities():
    with pytest.raises(ValueError, match="With metric='affinity' X holds similarities, from which"):
        select_bandwidth(similarities(), rule="median", metric="affinity")
