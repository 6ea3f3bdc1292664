"""Model files of maps of neighbour graphs and of similarities."""

import pickle
import re

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.neighbors import kneighbors_graph

from kernelscale import DiffusionMap, load_model, save_model

REPEATED = np.random.default_rng(0).integers(0, 4, size=(80, 3)) * 1.0  # many rows are duplicates
NEW = np.random.default_rng(1).normal(size=(9, 3))
NEAR = REPEATED[:9] + 0.3
DISTANCES = cdist(REPEATED, REPEATED)
SIMILARITIES = np.exp(-(DISTANCES**2))
GRAPH = csr_array(kneighbors_graph(NEW, 3, mode="distance"))
KINDS = {
    "duplicates": ({"neighbors": 7, "link_components": True}, REPEATED, NEW),
    "found_exactly": ({"neighbors": 7, "approximate_neighbors": False}, REPEATED, NEW),
    "distances": (
        {"neighbors": 7, "metric": "precomputed"},
        DISTANCES,
        cdist(NEW, REPEATED),
    ),
    "scales_of_rows": (
        {"neighbors": 9, "edge_weights": "bandwidth", "bandwidth": "variable_bandwidth"},
        REPEATED,
        NEAR,
    ),
    "self_tuned_at_another_neighbor": (
        {"neighbors": 9, "edge_weights": "bandwidth", "bandwidth": "self_tuning"},
        REPEATED,
        NEAR,
    ),
    "scales_of_rows_of_distances": (
        {
            "neighbors": 9,
            "edge_weights": "bandwidth",
            "bandwidth": "variable_bandwidth",
            "metric": "precomputed",
        },
        DISTANCES,
        cdist(NEAR, REPEATED),
    ),
    "given_graph": ({"metric": "precomputed"}, GRAPH, cdist(REPEATED, NEW)),
    "given_graph_of_bandwidth": (
        {"metric": "precomputed", "edge_weights": "bandwidth", "bandwidth": 3.0, "neighbors": 2},
        GRAPH,
        GRAPH,
    ),
    "similarities": ({"metric": "affinity"}, SIMILARITIES, np.exp(-cdist(NEW, REPEATED))),
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.npz"


def fitted_and_new(kind):
    parameters, X, new = KINDS[kind]
    return DiffusionMap(3, alpha=0.5, **parameters).fit(X), X, new


@pytest.mark.parametrize("kind", KINDS)
def test_a_loaded_map_equals_the_saved_one(kind, path):
    fitted, X, new = fitted_and_new(kind)
    save_model(fitted, path)
    loaded = load_model(path)
    save_model(loaded, path)
    bandwidth = fitted.bandwidth_.to_dict()
    pickled = pickle.loads(pickle.dumps(fitted))
    for again in (loaded, load_model(path), pickled):
        for rows in (X, new):
            np.testing.assert_array_equal(again.transform(rows), fitted.transform(rows))
            np.testing.assert_array_equal(again.kernel_mass(rows), fitted.kernel_mass(rows))
        assert again.n_neighbors_ == fitted.n_neighbors_
        assert again.neighbor_recall_ == fitted.neighbor_recall_
        assert again.n_features_in_ == fitted.n_features_in_
        evidence = {"evidence": bandwidth["evidence"] if again is pickled else {}}
        assert again.bandwidth_.to_dict() == bandwidth | evidence


@pytest.mark.parametrize("kind", KINDS)
def test_a_loaded_map_has_the_fitted_parameters(kind, path):
    fitted, X, _ = fitted_and_new(kind)
    save_model(fitted, path)
    loaded = load_model(path)
    for name in ("neighbors", "edge_weights", "approximate_neighbors", "metric"):
        assert loaded.get_params()[name] == fitted.get_params()[name]
    linked = fitted.link_components if kind == "similarities" else fitted.link_components is True
    assert loaded.link_components == linked
    np.testing.assert_array_equal(clone(loaded).fit(X).embedding_, fitted.embedding_)


def test_with_bandwidth_uses_the_points_of_a_loaded_graph(path):
    fitted, _, new = fitted_and_new("duplicates")
    save_model(fitted, path)
    found = load_model(path).set_params(edge_weights="bandwidth").with_bandwidth(2.0)
    expected = clone(fitted).set_params(edge_weights="bandwidth", bandwidth=2.0).fit(REPEATED)
    np.testing.assert_array_equal(found.transform(new), expected.transform(new))


@pytest.mark.parametrize(
    ("kind", "changed", "reason"),
    [
        ("duplicates", {"node": np.arange(80)}, "local_scales|radii|r must hold"),
        ("duplicates", {"node": np.zeros(80, int)}, "r must hold|local_scales"),
        ("duplicates", {"node": np.arange(80)[::-1]}, "'node' does not number the distinct rows"),
        ("duplicates", {"node": np.arange(80) + 1}, "'node' does not number the distinct rows"),
        ("duplicates", {"radii": None}, "'node' of a graph, but no entry 'radii'"),
        ("duplicates", {"edge_weights": "heavy"}, "edge_weights must be one of"),
        ("duplicates", {"radii": -np.ones(80)}, "'radii' has values that are negative"),
        ("duplicates", {"row_sums": np.zeros(80)}, "'row_sums' has values that are not positive"),
        ("duplicates", {"n_neighbors": 0}, "'n_neighbors' has values that are not positive"),
        ("duplicates", {"smallest_mass": 1.0}, "it has similarities but no 'smallest_mass'"),
        ("similarities", {"smallest_mass": None}, "it has similarities but no 'smallest_mass'"),
        ("similarities", {"smallest_mass": -1.0}, "'smallest_mass' has values that are not pos"),
    ],
)
def test_damaged_graphs_are_refused(kind, changed, reason, path):
    save_model(fitted_and_new(kind)[0], path)
    with np.load(path) as held:
        entries = {name: changed.get(name, value) for name, value in held.items()}
    entries |= changed
    np.savez(path, **{name: value for name, value in entries.items() if value is not None})
    with pytest.raises(ValueError, match=f"damaged model: .*({reason})") as refused:
        load_model(path)
    assert re.search(r"save the model again\.$", str(refused.value))
