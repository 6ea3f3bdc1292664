"""`kernelscale embed` of an .h5ad file of cells: the copy with coordinates, and errors."""

import json

import numpy as np
import pytest

import kernelscale
from kernelscale import DiffusionMap, load_model

anndata = pytest.importorskip("anndata")
pandas = pytest.importorskip("pandas")


@pytest.fixture
def cells(tmp_path, monkeypatch, random):
    monkeypatch.chdir(tmp_path)
    obs = pandas.DataFrame({"kind": ["a", "b"] * 30}, index=map("cell {}".format, range(60)))
    cells = anndata.AnnData(random.normal(size=(60, 70)), obs=obs)
    cells.obsm["X_pca"] = random.normal(size=(60, 4))
    cells.write_h5ad("cells.h5ad")
    return cells


def test_a_copy_holds_the_coordinates(invoke, cells):
    result = invoke("embed", "cells.h5ad", "--use-rep", "X_pca", "--components", 3, "-o", "a.h5ad")
    assert "cells.h5ad: 60 rows, 4 features" in result.stdout
    assert result.stderr == "Cells with coordinates written to a.h5ad.\n"
    copy = anndata.read_h5ad("a.h5ad")
    kernelscale.anndata.diffmap(cells, 3)
    np.testing.assert_array_equal(copy.obsm["X_ks_diffmap"], cells.obsm["X_ks_diffmap"])
    assert copy.uns["ks_diffmap"]["measured"] == cells.uns["ks_diffmap"]["measured"]
    np.testing.assert_array_equal(copy.X, cells.X)
    pandas.testing.assert_frame_equal(
        copy.obs, cells.obs, check_categorical=False, check_dtype=False
    )
    assert list(anndata.read_h5ad("cells.h5ad").obsm) == ["X_pca"]


def test_features_and_metric_are_written_to_the_cells(invoke, cells):
    taken = ["--features", "X_pca1,X_pca3", "--metric", "cityblock"]
    invoke("embed", "cells.h5ad", *taken, "-o", "a.h5ad")
    about = anndata.read_h5ad("a.h5ad").uns["ks_diffmap"]
    assert about["measured"] == "obsm['X_pca']: 60 cells, 4 columns, 2 of them used"
    assert about["params"]["features"].tolist() == ["X_pca1", "X_pca3"]
    assert about["params"]["metric"] == "cityblock"
    expected = DiffusionMap(metric="cityblock").fit_transform(cells.obsm["X_pca"][:, [0, 2]])
    copy = anndata.read_h5ad("a.h5ad")
    np.testing.assert_array_equal(copy.obsm["X_ks_diffmap"], expected)


def test_a_column_of_the_cells_can_be_the_label(invoke, cells):
    typed = ["embed", "cells.h5ad", "--label", "kind", "--json"]
    document = json.loads(invoke(*typed, "-o", "c.csv", "-o", "m.npz", "-o", "b.h5ad").stdout)
    assert document["data"]["n_classes"] == 2
    assert document["files"] == ["c.csv", "m.npz", "b.h5ad"]
    table = pandas.read_csv("c.csv")
    np.testing.assert_array_equal(table["kind"], cells.obs["kind"])
    fitted = DiffusionMap().fit(cells.obsm["X_pca"])
    np.testing.assert_array_equal(load_model("m.npz").embedding_, fitted.embedding_)
    np.testing.assert_array_equal(
        anndata.read_h5ad("b.h5ad").obsm["X_ks_diffmap"], fitted.embedding_
    )


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("cells.h5ad -o cells.h5ad", 2, "write to another file, such as --output cells_new.h5ad."),
        (
            "cells.h5ad --use-rep X_umap",
            1,
            "has no 'X_umap' to use as features; --use-rep may be 'X_pca', 'X'.",
        ),
        ("cells.h5ad -o b.h5ad --drop-missing", 2, "--drop-missing skips cells, but 'b.h5ad'"),
        ("none.h5ad", 2, "There is no file 'none.h5ad'"),
        ("text.h5ad", 1, "text.h5ad"),
        ("mfeat -o b.h5ad", 2, "'b.h5ad' would be a copy of a .h5ad file with coordinates added"),
        (
            "mfeat --use-rep X_pca",
            1,
            "use_rep has no effect with the format of mfeat",
        ),
        (
            "cells.h5ad -o none/b.h5ad",
            2,
            "'none/b.h5ad' cannot be written: there is no such",
        ),
    ],
)
def test_invalid_arguments_give_one_sentence(line, code, sentence, cells, tmp_path, check_refused):
    (tmp_path / "text.h5ad").write_text("no cells")
    check_refused(f"embed {line}", code, sentence, tmp_path)
