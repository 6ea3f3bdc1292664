"""A map of scanpy's example cells is written to a file and drawn by scanpy."""

import numpy as np
import pytest

import kernelscale
from kernelscale import DiffusionMap

anndata = pytest.importorskip("anndata")
scanpy = pytest.importorskip("scanpy")
pytestmark = pytest.mark.slow  # scanpy takes half a minute to compile the search for neighbours


@pytest.fixture(scope="module")
def with_neighbors():
    """700 cells of eleven kinds, with principal components and nearest neighbours."""
    cells = scanpy.datasets.pbmc68k_reduced()
    scanpy.pp.neighbors(cells, use_rep="X_pca")
    return cells


@pytest.fixture
def cells(with_neighbors):
    return with_neighbors.copy()


def test_coordinates_equal_the_map_and_are_read_back_from_a_file(cells, tmp_path):
    kernelscale.anndata.diffmap(cells)
    found = cells.obsm["X_ks_diffmap"]
    assert found.shape == (700, 15)
    np.testing.assert_array_equal(found, DiffusionMap(15).fit_transform(cells.obsm["X_pca"]))
    cells.write_h5ad(tmp_path / "cells.h5ad")
    back = anndata.read_h5ad(tmp_path / "cells.h5ad")
    np.testing.assert_array_equal(back.obsm["X_ks_diffmap"], found)
    assert back.uns["ks_diffmap"].keys() == cells.uns["ks_diffmap"].keys()


def test_the_graph_of_scanpy_is_used_unchanged(cells):
    kernelscale.anndata.diffmap(cells, 3, neighbors_key="neighbors")
    # scanpy counts each cell as its own neighbour
    k = cells.uns["neighbors"]["params"]["n_neighbors"] - 1
    table = cells.obsm["X_pca"].astype(np.float64)
    fitted = DiffusionMap(3, neighbors=k, link_components=False).fit(table)
    np.testing.assert_allclose(
        cells.obsm["X_ks_diffmap"], fitted.embedding_, atol=1e-3 * np.ptp(fitted.embedding_)
    )
    assert cells.uns["ks_diffmap"]["measured"].endswith("(use_rep X_pca, metric euclidean)")


@pytest.mark.parametrize("basis", ["ks_diffmap", "X_ks_diffmap"])
def test_plots_of_scanpy_draw_the_coordinates(basis, cells):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    kernelscale.anndata.diffmap(cells, 3)
    axes = scanpy.pl.embedding(cells, basis=basis, color="louvain", show=False)
    drawn = np.concatenate([each.get_offsets() for each in axes.collections])
    pyplot.close(axes.figure)
    np.testing.assert_allclose(drawn[: len(cells)], cells.obsm["X_ks_diffmap"][:, :2])
