"""`kernelscale embed --model` embeds new rows in the map of a saved model."""

import numpy as np
import pytest
from tests.cli.embed.output import RULE, notes, read_back
from tests.cli.flowers import document

import kernelscale
from kernelscale import DiffusionMap, load_model

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


def test_features_are_found_by_name(invoke, model, embedded):
    result = invoke("embed", *model, "--label", "species", "--json")
    found = document(result)
    coordinates, mass = embedded
    np.testing.assert_array_equal(found["coordinates"], coordinates)
    np.testing.assert_array_equal(found["kernel_mass"], mass)
    assert found["data"] == {"source": "more.csv", "n_samples": 7, "n_features": 3}
    assert found["model"] == "m.npz"
    assert found["notes"] == ["more.csv: column(s) 'id', 'remark' are skipped."]
    assert result.stderr == ""


def test_the_number_of_rows_and_the_model_are_printed(invoke, model, embedded):
    shown = invoke("embed", *model).stdout
    assert shown.startswith("more.csv: 7 rows embedded by m.npz (60 rows, 3 features)\n")
    assert "max_min" in shown
    assert "diffusionmap1" in shown


@pytest.mark.parametrize("name", ["p.csv", "p.parquet"])
def test_tables_of_new_rows_contain_the_mass(name, invoke, model, embedded, more):
    invoke("embed", *model, "--label", "species", "-o", name)
    found = read_back(name)
    assert list(found) == ["diffusionmap0", "diffusionmap1", "kernel_mass", "species"]
    np.testing.assert_array_equal(found.iloc[:, :2], embedded[0])
    np.testing.assert_array_equal(found["kernel_mass"], embedded[1])
    assert found["species"].tolist() == more["species"].tolist()


def test_arrays_of_new_rows(invoke, model, embedded, more):
    result = invoke("embed", *model, "--label", "species", "-o", "p.npz")
    assert result.stderr == "Coordinates written to p.npz.\n"
    with np.load("p.npz") as found:
        np.testing.assert_array_equal(found["coordinates"], embedded[0])
        np.testing.assert_array_equal(found["kernel_mass"], embedded[1])
        assert found["labels"].tolist() == more["species"].tolist()
    invoke("embed", *model, "-o", "p.npz")
    with np.load("p.npz") as found:
        assert found.files == ["coordinates", "kernel_mass"]


@pytest.mark.usefixtures("embedded")
def test_one_row_is_enough(invoke, model, more):
    more[:1].to_csv("more.csv", index=False)
    assert np.shape(document(invoke("embed", *model, "--json"))["coordinates"]) == (1, 2)


@pytest.mark.usefixtures("embedded")
def test_far_rows_give_a_note(invoke, model, more):
    more.assign(length=1e6).to_csv("more.csv", index=False)
    result = invoke("embed", *model, "-o", "p.csv")
    assert any("7 of 7 row(s) (0, 1, 2, 3, 4, ...) have kernel mass" in n for n in notes(result))
    assert read_back("p.csv")["kernel_mass"].max() < 1e-3


@pytest.mark.usefixtures("embedded")
def test_a_missing_feature_is_named(refuse, model, more):
    more.drop(columns=["width", "unit"]).to_csv("more.csv", index=False)
    assert refuse("embed", *model, code=1) == (
        "more.csv lacks column(s) 'width', 'unit', 2 of the 3 needed; its columns are "
        "'species', 'id', 'length', 'remark'."
    )


@pytest.mark.usefixtures("embedded")
def test_features_that_are_not_numbers_are_named(refuse, model, more):
    more.assign(width="wide").to_csv("more.csv", index=False)
    assert "column 'width' is not numeric" in refuse("embed", *model, code=1)


def test_features_without_names_are_numbered(invoke, refuse, model, embedded, more):
    np.save("more.npy", more[["length", "width", "unit"]].to_numpy())
    found = document(invoke("embed", "--model", "m.npz", "--new", "more.npy", "--json"))
    np.testing.assert_array_equal(found["coordinates"], embedded[0])
    [note] = found["notes"]
    assert (
        note == "m.npz names its features and more.npy does not, so features are matched by order."
    )
    np.save("more.npy", np.ones((2, 4)))
    assert refuse("embed", "--model", "m.npz", "--new", "more.npy", code=1).startswith(
        "more.npy has 4 feature(s), but m.npz needs 3; leave columns out with --drop"
    )


def test_a_model_without_names_numbers_its_features(invoke, table, more, features):
    np.save("x.npy", features)
    invoke("embed", "x.npy", *RULE, "-o", "m.npz")
    new = ["--model", "m.npz", "--new", "more.csv", "--json", "--drop", "remark", "--drop", "id"]
    more[["length", "width", "unit", "id", "remark"]].to_csv("more.csv", index=False)
    found = document(invoke("embed", *new))
    expected = load_model("m.npz").transform(more[["length", "width", "unit"]].to_numpy())
    np.testing.assert_array_equal(found["coordinates"], expected)
    [note] = found["notes"]
    assert note.startswith("more.csv names its features and m.npz does not")


@pytest.mark.usefixtures("table")
def test_a_model_of_distances_embeds_new_rows_from_distances(invoke, features):
    from scipy.spatial.distance import cdist

    fitted = DiffusionMap(bandwidth="max_min", metric="precomputed").fit(cdist(features, features))
    kernelscale.save_model(fitted, "m.npz")
    np.save("d.npy", cdist(features[:4], features))
    found = document(invoke("embed", "--model", "m.npz", "--new", "d.npy", "--json"))
    np.testing.assert_allclose(found["coordinates"], fitted.embedding_[:4], atol=1e-9)
