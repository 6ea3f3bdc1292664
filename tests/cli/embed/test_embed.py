"""`kernelscale embed`: what it prints and writes, and every bad use."""

import json
import re
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import kernelscale
from kernelscale import DiffusionMap, load_model
from kernelscale.cli.embed import fitting, new_rows
from kernelscale.cli.shared import problems
from kernelscale.datasets import read_table
from kernelscale.diffusion import long_fits
from kernelscale.diffusion.all_pairs import streamed

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

RULE = ["--bandwidth", "max_min"]


@pytest.fixture
def flowers():
    """Three classes of twenty in two features, a constant one, and the number of the row."""
    random = np.random.default_rng(5)
    y = np.tile([0, 1, 2], 20)
    centres = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 40.0]])
    X = (centres[y] + random.normal(size=(60, 2)) * [1, 10]).round(3)
    frame = pandas.DataFrame(X, columns=["length", "width"])
    species = np.array(["setosa", "versicolor", "virginica"])[y]
    return frame.assign(unit=1.0, id=range(60), species=species)


@pytest.fixture
def table(flowers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flowers.to_csv("flowers.csv", index=False)
    return ["flowers.csv", "--drop", "id", "--label", "species"]


@pytest.fixture
def features(flowers):
    return flowers[["length", "width", "unit"]].to_numpy()


@pytest.fixture
def model(invoke, table):
    """A model of the flowers, with new ones in another order and with other columns."""
    invoke("embed", *table, *RULE, "-o", "m.npz")
    return ["--model", "m.npz", "--new", "more.csv"]


@pytest.fixture
def more(flowers):
    frame = flowers.iloc[:7, ::-1].assign(remark="a, b")
    frame["width"] = (frame["width"] + 0.25).round(3)
    frame.to_csv("more.csv", index=False)
    return frame


def document(result):
    """The JSON document that is all of stdout; NaN and infinities are none."""

    def refuse_constant(name):
        raise AssertionError(f"{name} is not JSON")

    return json.loads(result.stdout, parse_constant=refuse_constant)


def read_back(name):
    """A table; its numbers by Python's own conversion, for pandas' quick one may round."""
    if name.endswith("parquet"):
        return pandas.read_parquet(name)
    frame = pandas.read_csv(name, dtype=str)
    numeric = [column for column in frame if column not in ("species", "label")]
    return frame.astype(dict.fromkeys(numeric, float))


def notes(result):
    return [line for line in result.stdout.splitlines() if line.startswith("Note: ")]


# A map is fitted


def test_it_says_what_the_data_are_and_why_this_scale(invoke, table, features, flowers):
    result = invoke("embed", *table, "--neighbors", "all")
    expected = DiffusionMap(neighbors=None).fit(features, flowers["species"])
    assert result.stdout.startswith("flowers.csv: 60 rows, 3 features, 3 classes\n")
    assert f"{expected.bandwidth_.epsilon:.4g}, in exp(-d^2 / (2 epsilon))" in result.stdout
    assert expected.bandwidth_.reason in result.stdout
    for number, value in enumerate(expected.eigenvalues_, start=1):
        line = rf"^ +{number} +diffusionmap{number - 1} +{value:.4f} +{1 - value:#.4g}"
        assert re.search(line, result.stdout, re.MULTILINE)
    assert result.stderr == ""


def test_by_default_it_says_how_many_neighbours_and_why(invoke, table, features):
    result = invoke("embed", *table)
    expected = DiffusionMap().fit(features)
    assert f"graph   each row and its {expected.n_neighbors_} nearest" in result.stdout
    assert expected.bandwidth_.reason in result.stdout
    for value in expected.eigenvalues_:
        assert f"{value:.4g}" in result.stdout


def test_without_a_file_it_says_what_could_be_kept(invoke, table, more):
    assert fitting.HINT in invoke("embed", *table, *RULE).stdout
    assert fitting.HINT not in invoke("embed", *table, *RULE, "-o", "m.npz").stdout
    new = ["--model", "m.npz", "--new", "more.csv"]
    assert new_rows.HINT in invoke("embed", *new).stdout
    assert new_rows.HINT not in invoke("embed", *new, "-o", "p.csv").stdout


@pytest.mark.usefixtures("table")
def test_parameters_reach_the_map(invoke, features):
    fit = ["--components", "3", "--alpha", "0.5", "--steps", "4", "--threads", "1"]
    scale = ["--bandwidth", "max_min", "--option", "factor=3"]
    drop = ["--drop", "id", "--drop", "species"]
    found = document(invoke("embed", "flowers.csv", *drop, *fit, *scale, "--json"))
    rule = kernelscale.bandwidth.MaxMin(factor=3)
    expected = DiffusionMap(3, rule, alpha=0.5, t=4).fit(features)
    assert found["coordinates"] == expected.embedding_.tolist()
    assert found["eigenvalues"] == expected.eigenvalues_.tolist()
    assert (found["alpha"], found["steps"]) == (0.5, 4)


@pytest.mark.parametrize(
    ("typed", "parameters"),
    [
        ("", {}),
        ("--link-components", {"link_components": True}),
        ("--bandwidth 7.5", {"edge_weights": "bandwidth", "bandwidth": 7.5}),
        ("--bandwidth auto", {"edge_weights": "bandwidth"}),
        (
            "--bandwidth variable_bandwidth",
            {"edge_weights": "bandwidth", "bandwidth": "variable_bandwidth"},
        ),
    ],
)
def test_a_graph_of_neighbours(typed, parameters, invoke, table, features, flowers):
    expected = DiffusionMap(neighbors=9, **parameters).fit(features, flowers["species"])
    result = invoke("embed", *table, "--neighbors", "9", *typed.split())
    assert "graph   each row and its 9 nearest" in re.sub(" {2,}", "   ", result.stdout)
    found = document(invoke("embed", *table, "--neighbors", "9", *typed.split(), "--json"))
    assert found["coordinates"] == expected.embedding_.tolist()
    assert found["neighbors"] == 9


def test_independent_coordinates_of_a_graph_of_few_distinct_rows(invoke, flowers, tmp_path):
    few = pandas.concat([flowers[["length", "width"]].head(8)] * 6)
    few.to_csv(tmp_path / "few.csv", index=False)
    typed = [str(tmp_path / "few.csv"), "--neighbors", "3", "--coordinates", "independent"]
    found = document(invoke("embed", *typed, "--json"))
    assert np.shape(found["coordinates"]) == (48, 2)
    assert len(found["independent"]["residuals"]) == 7


def test_a_model_of_a_graph_places_rows(invoke, table, more, features):
    invoke("embed", *table, "--neighbors", "9", "-o", "m.npz")
    result = invoke("embed", "--model", "m.npz", "--new", "more.csv", "-o", "placed.csv")
    assert "each row and its 9 nearest" in result.stdout
    new = more[["length", "width", "unit"]].to_numpy()
    expected = DiffusionMap(neighbors=9).fit(features).transform(new)
    found = read_back("placed.csv")[["diffusionmap0", "diffusionmap1"]].to_numpy()
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("way", [{}, {"neighbors": 9}])
def test_all_rows_are_placed_among_landmarks(way, invoke, table, more, features, flowers):
    flags = [word for name, value in way.items() for word in (f"--{name}", str(value))]
    typed = [*table, "--landmarks", "30", *flags]
    fitted = DiffusionMap(landmarks=30, **way).fit(features, flowers["species"])
    found = document(invoke("embed", *typed, "--json"))
    assert found["coordinates"] == fitted.embedding_.tolist()
    assert found["landmarks"] == 30
    result = invoke("embed", *typed, "-o", "m.npz")
    told = "landmarks   30 rows; all others are embedded among them"
    assert told in re.sub(" {2,}", "   ", result.stdout)
    result = invoke("embed", "--model", "m.npz", "--new", "more.csv", "-o", "placed.csv")
    assert told in re.sub(" {2,}", "   ", result.stdout)
    expected = fitted.transform(more[["length", "width", "unit"]].to_numpy())
    placed = read_back("placed.csv")[["diffusionmap0", "diffusionmap1"]].to_numpy()
    np.testing.assert_array_equal(placed, expected)


@pytest.mark.filterwarnings("ignore::kernelscale.diffusion.ConnectivityWarning")
def test_small_kernel_values_are_left_out(invoke, table, features, flowers):
    typed = [*table, "--bandwidth", "0.001", "--kept-mass", "0.9"]
    fitted = DiffusionMap(bandwidth=0.001, kept_mass=0.9).fit(features)
    assert fitted.omitted_mass_ > 0
    found = document(invoke("embed", *typed, "--json"))
    assert found["coordinates"] == fitted.embedding_.tolist()
    assert found["omitted_mass"] == fitted.omitted_mass_
    told = f"left out   {fitted.omitted_mass_:.2g} of a row's kernel sum at most"
    assert told in re.sub(" {2,}", "   ", invoke("embed", *typed).stdout)


def test_it_is_said_where_nothing_can_be_left_out(invoke, table):
    result = invoke("embed", *table, "--bandwidth", "100", "--kept-mass", "0.9999")
    told = " ".join(result.stdout.split())
    assert "kept_mass=0.9999 saves nothing" in told
    assert "left out" not in told


def test_more_components_than_landmarks_are_refused(refuse, table):
    message = refuse("embed", *table, "--landmarks", "9", "--components", "9", code=2)
    assert "--components must be an integer from 1 to 8, but 9 was given" in message


def test_a_number_is_an_epsilon(invoke, table):
    found = document(invoke("embed", *table, "--bandwidth", "7.5", "--json"))
    assert found["bandwidth"]["epsilon"] == 7.5


def test_json_is_everything_on_stdout(invoke, table):
    pytest.importorskip("matplotlib")
    result = invoke("embed", *table, *RULE, "--json", "-o", "c.csv", "--plot", "map.png")
    found = document(result)
    assert found["data"]["n_classes"] == 3
    assert found["component_sizes"] == [60]
    assert found["files"] == ["c.csv", "map.png"]
    assert found["bandwidth"]["rule"] == "max_min"
    assert np.shape(found["coordinates"]) == (60, 2)
    assert "unit (feature 2, counted from 0)" in found["notes"][0]
    assert result.stderr == "Coordinates written to c.csv.\nPlot written to map.png.\n"


def test_pieces_are_a_note(invoke, table):
    result = invoke("embed", *table, "--bandwidth", "1e-3")
    assert any("The graph has " in note for note in notes(result))
    assert result.stderr == ""


def test_rounding_noise_is_a_note(invoke, table):
    result = invoke("embed", *table, "--bandwidth", "1e17")
    assert any(
        "are rounding noise: their eigenvalues are at most" in note for note in notes(result)
    )
    assert result.stderr == ""


def test_fractions_colour_and_have_no_say(invoke, table, flowers):
    drop = ["--drop", "id", "--drop", "species"]
    result = invoke("embed", "flowers.csv", *drop, "--label", "length", "-o", "c.csv")
    assert ", 2 features, labels that are fractions\n" in result.stdout
    assert result.stderr == "Coordinates written to c.csv.\n"
    np.testing.assert_array_equal(read_back("c.csv")["length"], flowers["length"])


@pytest.mark.usefixtures("table")
def test_labels_of_their_own_have_no_say(invoke):
    result = invoke("embed", "flowers.csv", "--drop", "species", "--label", "id")
    assert [note.split()[1] for note in notes(result)] == ["Constant", "Feature"]
    assert result.stderr == ""


def test_labels_that_are_not_asked_for_need_no_note(invoke, table):
    result = invoke("embed", *table, *RULE)
    assert [note.split()[1] for note in notes(result)] == ["Constant", "Feature"]


def test_the_bundled_digits(invoke, tmp_path):
    model = tmp_path / "digits.npz"
    result = invoke("embed", "mfeat", "--standardize", "--bandwidth", "67", "-o", model)
    assert result.stdout.startswith("mfeat: 2000 rows, 333 features, standardised, 10 classes\n")
    loaded = load_model(model)
    assert loaded.feature_names_in_[0] == "zer_0"
    assert np.bincount(loaded.labels_).tolist() == [200] * 10
    new = document(invoke("embed", "--model", model, "--new", "mfeat", "--json"))
    np.testing.assert_allclose(new["coordinates"], loaded.embedding_, atol=1e-9)


# Standardising


@pytest.mark.parametrize("rule", ["max_min", "scikit_learn_scale", "self_tuning", "standardized"])
def test_standardize_is_part_of_the_model(rule, invoke, table, more, flowers, features):
    invoke("embed", *table, "--standardize", "--bandwidth", rule, "-o", "m.npz")
    Z = (features - features.mean(axis=0))[:, :2] / features.std(axis=0)[:2]
    expected = kernelscale.select_bandwidth(Z, rule=rule)
    loaded = load_model("m.npz")
    if expected.epsilon is not None:
        assert loaded.bandwidth_.epsilon == pytest.approx(expected.epsilon)
    np.testing.assert_allclose(loaded.kernel_(features), expected.kernel(Z), atol=1e-12)
    flowers.to_csv("more.csv", index=False)
    placed = document(invoke("embed", "--model", "m.npz", "--new", "more.csv", "--json"))
    np.testing.assert_allclose(placed["coordinates"], loaded.embedding_, atol=1e-9)


def test_standardize_names_constant_features(invoke, table):
    result = invoke("embed", *table, "--standardize", *RULE)
    assert ", standardised, 3 classes" in result.stdout
    assert notes(result) == ["Note: Constant features stay 0 when standardised: unit."]


# Files


@pytest.mark.parametrize("name", ["c.csv", "c.parquet"])
def test_tables_hold_coordinates_and_labels(name, invoke, table, flowers, features):
    invoke("embed", *table, *RULE, "-o", name)
    found = read_back(name)
    assert list(found) == ["diffusionmap0", "diffusionmap1", "species"]
    assert found["species"].tolist() == flowers["species"].tolist()
    expected = DiffusionMap(bandwidth="max_min").fit(features).embedding_
    np.testing.assert_array_equal(found.iloc[:, :2], expected)


def test_tables_without_labels_hold_coordinates(invoke, table):
    invoke("embed", *table[:3], "--drop", "species", *RULE, "-o", "c.csv")
    assert list(read_back("c.csv")) == ["diffusionmap0", "diffusionmap1"]


def test_a_label_never_covers_a_coordinate(invoke, table, flowers):
    flowers.rename(columns={"species": "diffusionmap1"}).to_csv("other.csv", index=False)
    label = ["--label", "diffusionmap1"]
    invoke("embed", "other.csv", *label, *RULE, "-o", "c.csv")
    assert list(read_back("c.csv")) == ["diffusionmap0", "diffusionmap1", "label"]


def test_the_model_is_that_of_the_library(invoke, table, flowers, features):
    invoke("embed", *table, *RULE, "-o", "m.npz", "-o", "c.csv")
    loaded = load_model("m.npz")
    assert list(loaded.feature_names_in_) == ["length", "width", "unit"]
    assert loaded.labels_.tolist() == flowers["species"].tolist()
    expected = DiffusionMap(bandwidth="max_min").fit(features)
    np.testing.assert_array_equal(
        loaded.transform(flowers[["length", "width", "unit"]]), expected.transform(features)
    )


def test_features_without_names_stay_without(invoke, features, tmp_path):
    np.save(tmp_path / "x.npy", features)
    invoke("embed", tmp_path / "x.npy", *RULE, "-o", tmp_path / "m.npz")
    assert not hasattr(load_model(tmp_path / "m.npz"), "feature_names_in_")


def test_a_failure_leaves_the_old_file(invoke, table, monkeypatch, tmp_path):
    (tmp_path / "m.npz").write_text("old")

    def full_disk(file, **entries):
        file.write(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr(np, "savez", full_disk)
    result = invoke("embed", *table, *RULE, "-o", "m.npz", code=1)
    assert result.stderr == "Error: 'm.npz' cannot be written: No space left on device.\n"
    assert (tmp_path / "m.npz").read_text() == "old"
    assert {file.name for file in tmp_path.iterdir()} == {"flowers.csv", "m.npz"}


# New rows


@pytest.fixture
def placed(model, more):
    """Where the library places the new flowers."""
    loaded = load_model("m.npz")
    rows = more[["length", "width", "unit"]]
    return loaded.transform(rows), loaded.kernel_mass(rows)


def test_features_go_by_name(invoke, model, placed):
    result = invoke("embed", *model, "--label", "species", "--json")
    found = document(result)
    coordinates, mass = placed
    np.testing.assert_array_equal(found["coordinates"], coordinates)
    np.testing.assert_array_equal(found["kernel_mass"], mass)
    assert found["data"] == {"source": "more.csv", "n_samples": 7, "n_features": 3}
    assert found["model"] == "m.npz"
    assert found["notes"] == ["more.csv: column(s) 'id', 'remark' are left out."]
    assert result.stderr == ""


def test_it_says_how_many_rows_and_by_which_model(invoke, model, placed):
    shown = invoke("embed", *model).stdout
    assert shown.startswith("more.csv: 7 rows embedded by m.npz (60 rows, 3 features)\n")
    assert "max_min" in shown
    assert "diffusionmap1" in shown


@pytest.mark.parametrize("name", ["p.csv", "p.parquet"])
def test_tables_of_new_rows_tell_the_mass(name, invoke, model, placed, more):
    invoke("embed", *model, "--label", "species", "-o", name)
    found = read_back(name)
    assert list(found) == ["diffusionmap0", "diffusionmap1", "kernel_mass", "species"]
    np.testing.assert_array_equal(found.iloc[:, :2], placed[0])
    np.testing.assert_array_equal(found["kernel_mass"], placed[1])
    assert found["species"].tolist() == more["species"].tolist()


def test_arrays_of_new_rows(invoke, model, placed, more):
    result = invoke("embed", *model, "--label", "species", "-o", "p.npz")
    assert result.stderr == "Coordinates written to p.npz.\n"
    with np.load("p.npz") as found:
        np.testing.assert_array_equal(found["coordinates"], placed[0])
        np.testing.assert_array_equal(found["kernel_mass"], placed[1])
        assert found["labels"].tolist() == more["species"].tolist()
    invoke("embed", *model, "-o", "p.npz")
    with np.load("p.npz") as found:
        assert found.files == ["coordinates", "kernel_mass"]


@pytest.mark.usefixtures("placed")
def test_one_row_is_enough(invoke, model, more):
    more[:1].to_csv("more.csv", index=False)
    assert np.shape(document(invoke("embed", *model, "--json"))["coordinates"]) == (1, 2)


@pytest.mark.usefixtures("placed")
def test_far_rows_are_a_note(invoke, model, more):
    more.assign(length=1e6).to_csv("more.csv", index=False)
    result = invoke("embed", *model, "-o", "p.csv")
    assert any("7 of 7 row(s) (0, 1, 2, 3, 4, ...) have kernel mass" in n for n in notes(result))
    assert read_back("p.csv")["kernel_mass"].max() < 1e-3


@pytest.mark.usefixtures("placed")
def test_a_missing_feature_is_named(refuse, model, more):
    more.drop(columns=["width", "unit"]).to_csv("more.csv", index=False)
    assert refuse("embed", *model, code=1) == (
        "more.csv lacks column(s) 'width', 'unit', 2 of the 3 needed; its columns are "
        "'species', 'id', 'length', 'remark'."
    )


@pytest.mark.usefixtures("placed")
def test_features_that_are_no_numbers_are_named(refuse, model, more):
    more.assign(width="wide").to_csv("more.csv", index=False)
    assert "column 'width' is not numeric" in refuse("embed", *model, code=1)


def test_features_without_names_go_by_number(invoke, refuse, model, placed, more):
    np.save("more.npy", more[["length", "width", "unit"]].to_numpy())
    found = document(invoke("embed", "--model", "m.npz", "--new", "more.npy", "--json"))
    np.testing.assert_array_equal(found["coordinates"], placed[0])
    [note] = found["notes"]
    assert note == "m.npz names its features and more.npy does not, so they go by their order."
    np.save("more.npy", np.ones((2, 4)))
    assert refuse("embed", "--model", "m.npz", "--new", "more.npy", code=1).startswith(
        "more.npy has 4 feature(s), but m.npz needs 3; leave columns out with --drop"
    )


def test_a_model_without_names_goes_by_number(invoke, table, more, features):
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
def test_a_model_of_distances_takes_distances(invoke, features):
    from scipy.spatial.distance import cdist

    fitted = DiffusionMap(bandwidth="max_min", metric="precomputed").fit(cdist(features, features))
    kernelscale.save_model(fitted, "m.npz")
    np.save("d.npy", cdist(features[:4], features))
    found = document(invoke("embed", "--model", "m.npz", "--new", "d.npy", "--json"))
    np.testing.assert_allclose(found["coordinates"], fitted.embedding_[:4], atol=1e-9)


# Pictures


def test_pictures_of_both(invoke, model, placed, table):
    pytest.importorskip("matplotlib")
    for arguments in (table + RULE, model, [*model, "--label", "species"]):
        result = invoke("embed", *arguments, "--plot", "map.png")
        assert result.stderr == "Plot written to map.png.\n"
        with open("map.png", "rb") as file:  # noqa: PTH123
            assert file.read(4) == b"\x89PNG"


# What is refused


@pytest.mark.usefixtures("placed")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Missing argument 'DATA': a table to fit a map to; or give --model and --new"),
        ("flowers.csv --new more.csv", "is what a map is fitted to and --new .'more.csv'. what"),
        ("--new more.csv", "--new holds rows for a model to embed, but no --model was given"),
        ("--model m.npz", "--model embeds new rows, but none were given; name their file by --new"),
        ("flowers.csv --model m.npz", "is what a map is fitted to, but the map of --model is fitt"),
        ("flowers.csv --model m.npz --new more.csv", "is what a map is fitted to, but the map of"),
        ("--model no.npz --new more.csv", "There is no file 'no.npz'; give the path of a model"),
        ("--model m.npz --new no.csv", "There is no file 'no.csv'"),
        ("--model m.npz --new more.csv --label no", "more.csv has no column 'no' to use as the"),
        ("--model m.npz --new more.csv --drop no", "more.csv has no column 'no' to drop"),
        ("--model m.npz --new more.csv -o m.npz", "'m.npz' is read by this command; write to ano"),
        ("--model m.npz --new more.csv -o ./more.csv", "'more.csv' is read by this command"),
        ("flowers.csv -o flowers.csv", "'flowers.csv' is read by this command; write to another"),
        ("flowers.csv -o c.xlsx", "'c.xlsx' has no extension that can be written; those are .npz"),
        ("flowers.csv -o no/c.csv", "'no/c.csv' cannot be written: there is no such folder"),
        ("flowers.csv -o no/m.npz", "'no/m.npz' cannot be written: there is no such folder"),
        ("flowers.csv --plot c.xlsx", "has no extension of a figure"),
        ("flowers.csv --components 0", "'--components': a whole number of at least 1 is needed"),
        ("flowers.csv --components two", "is needed, but 'two' was given"),
        ("flowers.csv --drop species --components 60", "must be an integer from 1 to 59, but 60"),
        ("flowers.csv --alpha 2", "'--alpha': a number from 0 to 1 is needed, but '2' was"),
        ("flowers.csv --steps -1", "'--steps': a whole number of at least 0 is needed, but '-1'"),
        ("flowers.csv --neighbors 0", "'--neighbors': a whole number of at least 1 or 'all' is"),
        (
            "flowers.csv --drop species --neighbors 5 --bandwidth self_tuning",
            "'self_tuning' needs neighbour 7 of each row, but the graph has 5; take more",
        ),
        ("flowers.csv --landmarks 1", "'--landmarks': a whole number of at least 2 is needed"),
        ("flowers.csv --kept-mass 1", "a number above 0 and below 1 is needed, but '1' was given"),
        ("flowers.csv --kept-mass x", "a number above 0 and below 1 is needed, but 'x' was given"),
        (
            "flowers.csv --kept-mass .9 --neighbors 5",
            "--kept-mass truncates the kernel of all",
        ),
        ("flowers.csv --kept-mass .9 --bandwidth self_tuning", "'self_tuning' has a scale a row"),
        (
            "flowers.csv --link-components --bandwidth median",
            "but this is a map of all pairs; give",
        ),
        ("flowers.csv --link-components --neighbors all", "but this is a map of all pairs; give"),
        ("flowers.csv --bandwidth spectrl", "There is no rule 'spectrl'.* Did you mean 'spectral'"),
        ("flowers.csv --bandwidth 0", "epsilon must be a positive finite number"),
        ("flowers.csv --bandwidth max_min --option factor", "takes a name and a value, such as"),
        (
            "flowers.csv --drop species --bandwidth spectral",
            "needs the class of each row,",
        ),
        ("flowers.csv --label no", "flowers.csv has no column 'no' to use as the label"),
        ("flowers.csv --threads 0", "Invalid value for '--threads'"),
        ("flowers.csv --memory-limit much", "memory_limit must be a number of bytes, a text"),
    ],
)
def test_usage_errors_exit_with_2(typed, sentence, refuse):
    assert re.search(sentence, refuse("embed", *typed.split(), code=2))


@pytest.mark.usefixtures("placed")
@pytest.mark.parametrize(
    "typed",
    [
        "--bandwidth 3",
        "--option factor=2",
        "--standardize",
        "--components 2",
        "--alpha 0",
        "--steps 1",
        "--neighbors 5",
        "--landmarks 50",
        "--kept-mass 0.9",
        "--memory-limit 1GiB",
    ],
)
def test_options_for_fitting_do_not_go_with_a_model(typed, refuse, model):
    flag = typed.split()[0]
    assert refuse("embed", *model, *typed.split(), code=2) == (
        f"{flag}: only for fitting a map, but the map of --model is fitted; leave out what is for "
        f"fitting."
    )
    both = refuse("embed", *model, "--steps", "3", "--alpha", "1", code=2)
    assert both.startswith("--alpha, --steps: only for fitting")


@pytest.mark.usefixtures("placed")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("flowers.csv", "column 'species' is not numeric"),
        ("flowers.csv --label species --memory-limit 1kB", "memory_limit is 1000 B; raise it"),
        ("flowers.csv --label unit --drop species --bandwidth spectral", "y has one class only"),
        (
            "--model more.csv --new more.csv",
            "is not a model of kernelscale: it is damaged, or not an",
        ),
    ],
)
def test_data_errors_exit_with_1(typed, sentence, refuse):
    assert re.search(sentence, refuse("embed", *typed.split(), code=1))


@pytest.mark.usefixtures("placed")
def test_a_newer_model_exits_with_1(refuse, model):
    with np.load("m.npz") as held:
        entries = dict(held) | {"format_version": 3}
    np.savez("m.npz", **entries)
    sentence = refuse("embed", *model, code=1)
    assert (
        "made by a newer kernelscale in format 3, but this version reads formats up to 2"
        in sentence
    )


def test_parquet_needs_an_extra(refuse, invoke, table, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert refuse("embed", *table, "-o", "c.parquet", code=1) == (
        'writing Parquet files needs pyarrow; install it with: pip install "kernelscale[io]"'
    )


def test_csv_needs_none(features, tmp_path):
    np.save(tmp_path / "x.npy", features)
    lines = """
        import sys

        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in ("matplotlib", "pandas", "pyarrow"):
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)

        sys.meta_path.insert(0, Missing())
        from kernelscale.cli import app

        app(["embed", "x.npy", "--bandwidth", "max_min", "-o", "c.csv"])
    """
    command = [sys.executable, "-c", textwrap.dedent(lines)]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "c.csv").read_text().startswith("diffusionmap0,diffusionmap1\n")


def test_files_are_written_though_nobody_reads_what_is_printed(table):
    command = [sys.executable, "-m", "kernelscale", "embed", *table, *RULE, "-o", "m.npz"]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as program:
        program.stdout.close()
        assert program.stderr.read() == "Model written to m.npz.\n"
    assert load_model("m.npz").n_features_in_ == 3


@pytest.mark.parametrize("wrong", [["-o", "c.xlsx"], ["-o", "no/c.csv"], ["--plot", "no/c.png"]])
def test_files_are_refused_before_the_long_work(wrong, refuse, table, model, more, monkeypatch):
    def not_yet(*arguments, **options):
        raise AssertionError("the files come first")

    monkeypatch.setattr(fitting.table_reading, "read", not_yet)
    monkeypatch.setattr(new_rows, "read_table", not_yet)
    monkeypatch.setattr(new_rows, "load_model", not_yet)
    for arguments in (table, model):
        assert refuse("embed", *arguments, *wrong, code=2)


def test_help_teaches(invoke):
    shown = invoke("embed", "--help").stdout
    for words in ("coordinates and kernel_mass", "embed mfeat --standardize", "--model", "DATA"):
        assert words in shown
    for column in ("coordinate", "eigenvalue", "1 - eigenvalue"):
        assert re.search(rf"^\s*{column}  +\S", shown, flags=re.MULTILINE)


def test_it_runs_as_a_program(table):
    command = [sys.executable, "-m", "kernelscale", "embed", *table, *RULE, "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert np.shape(json.loads(ran.stdout)["coordinates"]) == (60, 2)


# Tables by name


def test_only_some_columns_in_another_order(table):
    with pytest.warns(kernelscale.datasets.DataWarning, match=r"column\(s\) 'unit', 'id' are left"):
        found = read_table("flowers.csv", label="species", features=["width", "length"])
    assert found.feature_names == ["width", "length"]
    assert found.data.shape == (60, 2)


def test_how_long_a_fit_takes_is_said_before_it(invoke, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("many.npy", np.random.default_rng(0).normal(size=(1000, 2)))
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    heard, eigenpairs = [], streamed.StreamedKernel.eigenpairs

    def worked(*arguments):
        heard.append("work")
        return eigenpairs(*arguments)

    monkeypatch.setattr(streamed.StreamedKernel, "eigenpairs", worked)
    monkeypatch.setattr(problems, "tell_warning", lambda message, _: heard.append(str(message)))
    fit = ["embed", "many.npy", "--bandwidth", "0.5", "--memory-limit", "20 MiB"]
    notes = json.loads(invoke(*fit, "--json").stdout)["notes"]
    said, work = heard
    assert "1000 rows does not fit memory_limit" in said
    assert work == "work"
    assert said not in notes


# ---------------------------------------------------------------- independent coordinates


@pytest.fixture
def strip(tmp_path, monkeypatch):
    """Rows of a strip 2.5 times as long as wide, whose third coordinate is the first across."""
    monkeypatch.chdir(tmp_path)
    points = np.random.default_rng(0).uniform(size=(300, 2)) * [2.5, 1.0]
    np.save("strip.npy", points)
    return points


def test_independent_coordinates_are_taken_out_of_ten(invoke, strip):
    command = ["embed", "strip.npy", "--bandwidth", "0.03", "--coordinates", "independent"]
    document = json.loads(invoke(*command, "--json").stdout)
    fitted = DiffusionMap(10, 0.03).fit(strip)
    expected = fitted.independent_coordinates_
    assert document["independent"]["taken"] == expected.indices.tolist() == [0, 2]
    assert document["independent"]["indices"] == [0, 2]
    assert document["independent"]["residuals"] == expected.residuals.tolist()
    np.testing.assert_allclose(document["coordinates"], fitted.embedding_[:, [0, 2]])
    np.testing.assert_allclose(document["eigenvalues"], fitted.eigenvalues_[[0, 2]])
    said = invoke(*command).stdout
    assert "Coordinate(s) 1, 3 of 10, counted from 1, are taken. 2 of the 10 are no" in " ".join(
        said.split()
    )


def test_a_model_of_independent_coordinates_places_rows_in_them(invoke, strip):
    rule = ["--bandwidth", "0.03", "--coordinates", "independent", "--components", "3"]
    invoke("embed", "strip.npy", *rule, "-o", "m.npz")
    fitted = DiffusionMap(10, 0.03).fit(strip)
    taken = fitted.independent_coordinates_.first(3)
    np.save("new.npy", strip[:5])
    placed = json.loads(invoke("embed", "--model", "m.npz", "--new", "new.npy", "--json").stdout)
    np.testing.assert_allclose(placed["coordinates"], fitted.embedding_[:5, taken], atol=1e-7)


def test_few_rows_have_few_coordinates_to_choose_from(invoke, strip):
    np.save("few.npy", strip[:6])
    command = ["embed", "few.npy", "--bandwidth", "1", "--coordinates", "independent", "--json"]
    assert len(json.loads(invoke(*command).stdout)["independent"]["residuals"]) == 5


def test_leading_coordinates_are_the_first_of_the_map(invoke, strip):
    document = json.loads(invoke("embed", "strip.npy", "--bandwidth", "0.03", "--json").stdout)
    assert "independent" not in document
    np.testing.assert_allclose(document["coordinates"], DiffusionMap(2, 0.03).fit(strip).embedding_)


def test_which_coordinates_is_one_of_two_words(invoke, strip):
    result = invoke("embed", "strip.npy", "--coordinates", "new", code=2)
    assert "leading or independent is needed, but 'new' was given" in " ".join(
        result.stderr.split()
    )
