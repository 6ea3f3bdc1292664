"""`kernelscale.anndata`: which tables it uses, which entries it writes, and .h5ad files."""

import sys

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.neighbors import kneighbors_graph

import kernelscale
from kernelscale import DiffusionMap

anndata = pytest.importorskip("anndata")
pandas = pytest.importorskip("pandas")

diffmap = kernelscale.anndata.diffmap
KINDS = ["b", "a", "b", "c", "a"]


@pytest.fixture
def cells(random):
    """Cells along a curve, described by 80 genes and 6 principal components."""
    time = np.sort(random.uniform(0, 3, size=100))
    components = np.cos(np.outer(time, np.arange(1, 7))) + random.normal(size=(100, 6)) / 50
    genes = random.poisson(2, size=(100, 80)).astype(np.float32)
    kinds = pandas.Categorical(KINDS * 20)
    obs = pandas.DataFrame({"kind": kinds, "mouse": np.arange(100) % 9}, index=map(str, range(100)))
    cells = anndata.AnnData(genes, obs=obs)
    cells.obsm["X_pca"] = components.astype(np.float32)
    return cells


@pytest.fixture
def with_graph(cells):
    """The cells with a graph of 8 neighbours, stored as ``sc.pp.neighbors`` stores it."""
    cells.obsp["distances"] = kneighbors_graph(cells.obsm["X_pca"], 8, mode="distance")
    params = {"n_neighbors": 9, "use_rep": "X_pca", "metric": "euclidean"}
    cells.uns["neighbors"] = {"distances_key": "distances", "params": params}
    return cells


def expected(table, n_components=15, **parameters):
    return DiffusionMap(n_components, **parameters).fit_transform(table)


# ---------------------------------------------------------------- coordinates


def test_coordinates_equal_the_map_of_the_representation(with_graph):
    assert diffmap(with_graph) is None
    found = with_graph.obsm["X_ks_diffmap"]
    np.testing.assert_array_equal(found, expected(with_graph.obsm["X_pca"]))
    assert found.dtype == np.float32
    assert with_graph.uns["ks_diffmap"]["measured"] == "obsm['X_pca']: 100 cells, 6 columns"


def test_any_table_of_cells_can_be_used(cells):
    cells.layers["log"] = np.log1p(cells.X)
    cells.obsm["frame"] = pandas.DataFrame(cells.obsm["X_pca"], index=cells.obs_names)
    for use_rep, table in {
        "X": cells.X,
        "log": cells.layers["log"],
        "frame": cells.obsm["X_pca"],
    }.items():
        diffmap(cells, 3, use_rep=use_rep, key_added=use_rep)
        np.testing.assert_array_equal(cells.obsm[f"X_{use_rep}_diffmap"], expected(table, 3))
        assert cells.uns[f"{use_rep}_diffmap"]["params"]["use_rep"] == use_rep


def test_parameters_are_passed_to_the_map(cells):
    diffmap(cells, 4, n_pcs=3, alpha=1.0, t=2, neighbors=6)
    table = cells.obsm["X_pca"][:, :3]
    found = cells.obsm["X_ks_diffmap"]
    np.testing.assert_array_equal(found, expected(table, 4, alpha=1.0, t=2, neighbors=6))
    options = {"n_components": 4, "use_rep": "X_pca", "n_pcs": 3, "alpha": 1.0, "t": 2}
    assert cells.uns["ks_diffmap"]["params"] == {**options, "neighbors": 6}


def test_few_genes_are_used_without_principal_components(cells):
    few = anndata.AnnData(cells.obsm["X_pca"])
    diffmap(few, 3)
    np.testing.assert_array_equal(few.obsm["X_ks_diffmap"], expected(few.X, 3))


# ---------------------------------------------------------------- the graph of scanpy


def test_the_graph_is_used_on_request(with_graph):
    diffmap(with_graph, 3, neighbors_key="neighbors")
    graph = with_graph.obsp["distances"]
    table = expected(graph, 3, metric="precomputed")
    np.testing.assert_array_equal(with_graph.obsm["X_ks_diffmap"], table)
    about = with_graph.uns["ks_diffmap"]
    assert about["measured"].startswith("obsp['distances']: 800 distances of 100 cells")
    assert about["measured"].endswith("(use_rep X_pca, metric euclidean)")
    assert about["n_neighbors"] == 8


def test_the_graph_is_used_if_there_is_no_other_table(with_graph):
    del with_graph.obsm["X_pca"]
    diffmap(with_graph, 3)
    assert with_graph.uns["ks_diffmap"]["params"]["neighbors_key"] == "neighbors"


def test_a_graph_of_8_neighbours_gives_the_map_with_8_neighbours(with_graph):
    diffmap(with_graph, 3, neighbors_key="neighbors")
    table = with_graph.obsm["X_pca"].astype(np.float64)
    coordinates = expected(table, 3, neighbors=8, link_components=False)
    np.testing.assert_allclose(with_graph.obsm["X_ks_diffmap"], coordinates, atol=1e-4)


def test_sparse_genes_give_the_map_of_dense_genes(cells):
    dense = np.where(cells.X > 2, np.random.default_rng(0).normal(size=cells.shape), 0.0)
    cells.X = csr_matrix(dense)
    diffmap(cells, 3, use_rep="X")
    np.testing.assert_allclose(cells.obsm["X_ks_diffmap"], expected(dense, 3), atol=1e-8)
    ending = f"sparse, {np.count_nonzero(dense)} values stored"
    assert cells.uns["ks_diffmap"]["measured"].endswith(ending)


# ---------------------------------------------------------------- files, copies and views


@pytest.mark.parametrize("options", [{}, {"neighbors_key": "neighbors"}], ids=["table", "graph"])
def test_entries_are_read_back_from_a_file(options, with_graph, tmp_path):
    diffmap(with_graph, **options)
    kernelscale.anndata.select_bandwidth(with_graph, "kind", key_added="kinds")
    kernelscale.anndata.select_bandwidth(with_graph, key_added="map")
    with_graph.write_h5ad(tmp_path / "cells.h5ad")
    back = anndata.read_h5ad(tmp_path / "cells.h5ad")
    np.testing.assert_array_equal(back.obsm["X_ks_diffmap"], with_graph.obsm["X_ks_diffmap"])
    for key in ("ks_diffmap", "kinds_bandwidth", "map_bandwidth"):
        assert_same(back.uns[key], with_graph.uns[key])


def assert_same(one, other):
    if isinstance(other, dict):
        assert one.keys() == other.keys()
        for key in other:
            assert_same(one[key], other[key])
    else:
        np.testing.assert_array_equal(one, other)


def test_the_scale_and_its_reason_are_written(cells):
    diffmap(cells, 2)
    fitted = DiffusionMap(2).fit(cells.obsm["X_pca"])
    about = cells.uns["ks_diffmap"]
    np.testing.assert_array_equal(about["eigenvalues"], fitted.eigenvalues_)
    assert about["bandwidth"]["reason"] == fitted.bandwidth_.reason
    sigma = fitted.bandwidth_.kernel.scales_of_rows()
    np.testing.assert_array_equal(about["bandwidth"]["scales_of_rows"], sigma)
    diffmap(cells, 2, bandwidth="median")
    fitted = DiffusionMap(2, "median").fit(cells.obsm["X_pca"])
    assert cells.uns["ks_diffmap"]["bandwidth"]["epsilon"] == fitted.bandwidth_.epsilon


def test_a_copy_does_not_change_the_cells(cells):
    copy = diffmap(cells, 3, copy=True)
    assert "X_ks_diffmap" in copy.obsm
    assert list(cells.obsm) == ["X_pca"]
    assert not cells.uns


def test_a_view_becomes_independent_cells(cells):
    view = cells[cells.obs["kind"] != "c"]
    with pytest.warns(anndata.ImplicitModificationWarning):
        diffmap(view, 3)
    np.testing.assert_array_equal(view.obsm["X_ks_diffmap"], expected(view.obsm["X_pca"], 3))
    assert "ks_diffmap" in view.uns
    assert list(cells.obsm) == ["X_pca"]


def test_cells_that_stay_in_a_file_are_accepted(cells, tmp_path):
    cells.write_h5ad(tmp_path / "cells.h5ad")
    backed = anndata.read_h5ad(tmp_path / "cells.h5ad", backed="r+")
    diffmap(backed, 3)
    diffmap(backed, 3, use_rep="X", key_added="genes")
    np.testing.assert_array_equal(backed.obsm["X_ks_diffmap"], expected(cells.obsm["X_pca"], 3))
    np.testing.assert_array_equal(backed.obsm["X_genes_diffmap"], expected(cells.X, 3))
    with pytest.raises(
        ValueError, match=r"backed by one; leave out copy, or pass adata\.to_memory"
    ):
        diffmap(backed, copy=True)
    with pytest.raises(ValueError, match=r"a view would copy a file.* pass adata\.to_memory"):
        diffmap(backed[:50])
    backed.file.close()


# ---------------------------------------------------------------- scales


def test_a_bandwidth_is_chosen_from_the_representation(cells):
    X, kinds, mice = cells.obsm["X_pca"], cells.obs["kind"].to_numpy(str), cells.obs["mouse"]
    found = kernelscale.anndata.select_bandwidth(cells, "kind", groups="mouse")
    assert found.epsilon == kernelscale.select_bandwidth(X, kinds, groups=mice).epsilon
    assert not cells.uns
    found = kernelscale.anndata.select_bandwidth(cells, use_rep="X", rule="median")
    assert found.epsilon == kernelscale.select_bandwidth(cells.X, rule="median").epsilon


def test_rules_are_compared_on_the_representation(cells):
    rules = ["median", "geometric"]
    found = kernelscale.anndata.compare(cells, "kind", n_pcs=2, rules=rules)
    X, kinds = cells.obsm["X_pca"][:, :2], cells.obs["kind"].to_numpy(str)
    assert repr(found) == repr(kernelscale.compare(X, kinds, rules=rules))


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"use_rep": "X_umap"}, r"no table 'X_umap'; use_rep may be 'X_pca', 'X'\."),
        (
            {"neighbors_key": "neighbors"},
            r"uns has no entry 'neighbors'; its entries are none; run sc\.pp\.",
        ),
        (
            {"neighbors_key": "a", "use_rep": "X"},
            "so use_rep and n_pcs have no effect; leave them out",
        ),
        ({"n_pcs": 7}, r"n_pcs \(of the columns of obsm\['X_pca'\]\) .* from 1 to 6, but 7 was"),
        ({"n_comps": 100}, "n_components .* from 1 to 99, but 100 was given"),
    ],
)
def test_invalid_arguments_are_reported_and_nothing_is_written(options, sentence, cells):
    with pytest.raises(ValueError, match=sentence):
        diffmap(cells, **options)
    assert list(cells.obsm) == ["X_pca"]
    assert not cells.uns


@pytest.mark.parametrize("key", ["a/b", "", None, 3])
def test_a_key_that_a_file_cannot_store_is_refused(key, cells):
    with pytest.raises(ValueError, match="key_added must be text without a slash.* was given"):
        diffmap(cells, 3, key_added=key)
    if key is not None:
        with pytest.raises(ValueError, match="key_added must be text without a slash"):
            kernelscale.anndata.select_bandwidth(cells, key_added=key)
    assert not cells.uns


def test_many_genes_are_used_only_on_request(cells):
    del cells.obsm["X_pca"]
    with pytest.raises(ValueError, match=r"80 genes, more than 50, .* run sc\.pp\.pca"):
        diffmap(cells)


def test_a_graph_without_stored_distances_is_reported(with_graph):
    with_graph.uns["neighbors"]["distances_key"] = "far"
    with pytest.raises(
        ValueError, match=r"obsp has no 'far', although adata\.uns\['neighbors'\] names it"
    ):
        diffmap(with_graph, neighbors_key="neighbors")


def test_an_unknown_column_is_named(cells):
    with pytest.raises(ValueError, match="no column 'louvain'; it has 'kind', 'mouse'"):
        kernelscale.anndata.compare(cells, "louvain")


def test_a_table_is_refused_as_anndata(cells):
    for ask in (diffmap, kernelscale.anndata.select_bandwidth, kernelscale.anndata.compare):
        with pytest.raises(TypeError, match="adata must be an AnnData, but .* was given"):
            ask(cells.X)


def test_without_anndata_the_error_gives_the_install_command(cells, monkeypatch):
    monkeypatch.setitem(sys.modules, "anndata", None)
    with pytest.raises(ImportError, match=r'install it with: pip install "kernelscale\[anndata\]"'):
        diffmap(cells)


def test_sparse_genes_are_refused_if_all_distances_are_needed(cells):
    cells.X = csr_matrix(cells.X)
    for ask in (kernelscale.anndata.select_bandwidth, kernelscale.anndata.compare):
        with pytest.raises(TypeError, match=r"sparse .* a few components of it, such as those"):
            ask(cells, use_rep="X")
