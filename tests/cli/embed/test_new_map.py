"""`kernelscale embed DATA`: a map is fitted, and its outputs are written."""

import json
import re

import numpy as np
import pytest
from tests.cli.embed.output import RULE, notes, read_back
from tests.cli.flowers import document

import kernelscale
from kernelscale import DiffusionMap, load_model
from kernelscale.cli.embed import new_map, new_rows
from kernelscale.cli.shared import problems
from kernelscale.datasets import read_table
from kernelscale.diffusion import long_fits
from kernelscale.diffusion.all_pairs import streamed

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


def test_the_data_and_the_reason_for_the_scale_are_printed(invoke, table, features, flowers):
    result = invoke("embed", *table, "--neighbors", "all")
    expected = DiffusionMap(neighbors=None).fit(features, flowers["species"])
    assert result.stdout.startswith("flowers.csv: 60 rows, 3 features, 3 classes\n")
    assert f"{expected.bandwidth_.epsilon:.4g}, in exp(-d^2 / (2 epsilon))" in result.stdout
    assert expected.bandwidth_.reason in result.stdout
    for number, value in enumerate(expected.eigenvalues_, start=1):
        line = rf"^ +{number} +diffusionmap{number - 1} +{value:.4f} +{1 - value:#.4g}"
        assert re.search(line, result.stdout, re.MULTILINE)
    assert result.stderr == ""


def test_the_default_number_of_neighbours_is_printed_with_its_reason(invoke, table, features):
    result = invoke("embed", *table)
    expected = DiffusionMap().fit(features)
    assert f"graph   each row and its {expected.n_neighbors_} nearest" in result.stdout
    assert expected.bandwidth_.reason in result.stdout
    for value in expected.eigenvalues_:
        assert f"{value:.4g}" in result.stdout


def test_options_that_keep_results_are_printed_if_no_file_is_written(invoke, table, more):
    assert new_map.HINT in invoke("embed", *table, *RULE).stdout
    assert new_map.HINT not in invoke("embed", *table, *RULE, "-o", "m.npz").stdout
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


def test_a_model_of_a_graph_embeds_new_rows(invoke, table, more, features):
    invoke("embed", *table, "--neighbors", "9", "-o", "m.npz")
    result = invoke("embed", "--model", "m.npz", "--new", "more.csv", "-o", "embedded.csv")
    assert "each row and its 9 nearest" in result.stdout
    new = more[["length", "width", "unit"]].to_numpy()
    expected = DiffusionMap(neighbors=9).fit(features).transform(new)
    found = read_back("embedded.csv")[["diffusionmap0", "diffusionmap1"]].to_numpy()
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("way", [{}, {"neighbors": 9}])
def test_all_rows_are_embedded_among_landmarks(way, invoke, table, more, features, flowers):
    flags = [word for name, value in way.items() for word in (f"--{name}", str(value))]
    typed = [*table, "--landmarks", "30", *flags]
    fitted = DiffusionMap(landmarks=30, **way).fit(features, flowers["species"])
    found = document(invoke("embed", *typed, "--json"))
    assert found["coordinates"] == fitted.embedding_.tolist()
    assert found["landmarks"] == 30
    result = invoke("embed", *typed, "-o", "m.npz")
    expected_line = "landmarks   30 rows; all others are embedded as new rows"
    assert expected_line in re.sub(" {2,}", "   ", result.stdout)
    result = invoke("embed", "--model", "m.npz", "--new", "more.csv", "-o", "embedded.csv")
    assert expected_line in re.sub(" {2,}", "   ", result.stdout)
    expected = fitted.transform(more[["length", "width", "unit"]].to_numpy())
    embedded = read_back("embedded.csv")[["diffusionmap0", "diffusionmap1"]].to_numpy()
    np.testing.assert_array_equal(embedded, expected)


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
def test_small_kernel_values_are_truncated(invoke, table, features, flowers):
    typed = [*table, "--bandwidth", "0.001", "--kept-mass", "0.9"]
    fitted = DiffusionMap(bandwidth=0.001, kept_mass=0.9).fit(features)
    assert fitted.omitted_mass_ > 0
    found = document(invoke("embed", *typed, "--json"))
    assert found["coordinates"] == fitted.embedding_.tolist()
    assert found["omitted_mass"] == fitted.omitted_mass_
    mass = f"at most {fitted.omitted_mass_:.2g} of a row's kernel mass is omitted"
    assert f"truncated   {mass}" in re.sub(" {2,}", "   ", invoke("embed", *typed).stdout)


def test_a_kept_mass_that_saves_nothing_is_reported(invoke, table):
    result = invoke("embed", *table, "--bandwidth", "100", "--kept-mass", "0.9999")
    expected_line = " ".join(result.stdout.split())
    assert "kept_mass=0.9999 saves nothing" in expected_line
    assert "truncated" not in expected_line


def test_more_components_than_landmarks_are_refused(refuse, table):
    message = refuse("embed", *table, "--landmarks", "9", "--components", "9", code=2)
    assert "--components must be an integer from 1 to 8, but 9 was given" in message


def test_a_number_as_bandwidth_is_the_epsilon(invoke, table):
    found = document(invoke("embed", *table, "--bandwidth", "7.5", "--json"))
    assert found["bandwidth"]["epsilon"] == 7.5


def test_only_json_is_on_stdout(invoke, table):
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


def test_components_of_the_graph_are_reported_in_a_note(invoke, table):
    result = invoke("embed", *table, "--bandwidth", "1e-3")
    assert any("The graph has " in note for note in notes(result))
    assert result.stderr == ""


def test_rounding_noise_gives_a_note(invoke, table):
    result = invoke("embed", *table, "--bandwidth", "1e17")
    assert any("are rounding noise: their eigenvalues" in note for note in notes(result))
    assert result.stderr == ""


def test_fractions_colour_the_plot_and_do_not_change_the_scales(invoke, table, flowers):
    drop = ["--drop", "id", "--drop", "species"]
    result = invoke("embed", "flowers.csv", *drop, "--label", "length", "-o", "c.csv")
    assert ", 2 features, labels that are fractions\n" in result.stdout
    assert result.stderr == "Coordinates written to c.csv.\n"
    np.testing.assert_array_equal(read_back("c.csv")["length"], flowers["length"])


@pytest.mark.usefixtures("table")
def test_labels_with_one_value_for_each_row_give_no_note(invoke):
    result = invoke("embed", "flowers.csv", "--drop", "species", "--label", "id")
    assert [note.split()[1] for note in notes(result)] == ["Constant", "Feature"]
    assert result.stderr == ""


def test_labels_that_the_rule_does_not_use_give_no_note(invoke, table):
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


# Standardisation


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
    embedded = document(invoke("embed", "--model", "m.npz", "--new", "more.csv", "--json"))
    np.testing.assert_allclose(embedded["coordinates"], loaded.embedding_, atol=1e-9)


def test_standardize_names_constant_features(invoke, table):
    result = invoke("embed", *table, "--standardize", *RULE)
    assert ", standardised, 3 classes" in result.stdout
    assert notes(result) == ["Note: Constant features stay 0 when standardised: unit."]


# Outputs


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


def test_a_label_does_not_overwrite_a_coordinate(invoke, table, flowers):
    flowers.rename(columns={"species": "diffusionmap1"}).to_csv("other.csv", index=False)
    label = ["--label", "diffusionmap1"]
    invoke("embed", "other.csv", *label, *RULE, "-o", "c.csv")
    assert list(read_back("c.csv")) == ["diffusionmap0", "diffusionmap1", "label"]


def test_the_model_agrees_with_the_library(invoke, table, flowers, features):
    invoke("embed", *table, *RULE, "-o", "m.npz", "-o", "c.csv")
    loaded = load_model("m.npz")
    assert list(loaded.feature_names_in_) == ["length", "width", "unit"]
    assert loaded.labels_.tolist() == flowers["species"].tolist()
    expected = DiffusionMap(bandwidth="max_min").fit(features)
    np.testing.assert_array_equal(
        loaded.transform(flowers[["length", "width", "unit"]]), expected.transform(features)
    )


def test_features_without_names_stay_unnamed(invoke, features, tmp_path):
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


def test_plots_of_fitted_and_of_new_rows(invoke, model, embedded, table):
    pytest.importorskip("matplotlib")
    for arguments in (table + RULE, model, [*model, "--label", "species"]):
        result = invoke("embed", *arguments, "--plot", "map.png")
        assert result.stderr == "Plot written to map.png.\n"
        with open("map.png", "rb") as file:  # noqa: PTH123
            assert file.read(4) == b"\x89PNG"


def test_selected_columns_keep_the_requested_order(table):
    with pytest.warns(kernelscale.datasets.DataWarning, match=r"'unit', 'id' are skipped"):
        found = read_table("flowers.csv", label="species", features=["width", "length"])
    assert found.feature_names == ["width", "length"]
    assert found.data.shape == (60, 2)


def test_the_expected_time_of_a_fit_is_printed_before_it(invoke, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("many.npy", np.random.default_rng(0).normal(size=(1000, 2)))
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    heard, eigenpairs = [], streamed.StreamedKernel.eigenpairs

    def worked(*arguments):
        heard.append("work")
        return eigenpairs(*arguments)

    monkeypatch.setattr(streamed.StreamedKernel, "eigenpairs", worked)
    monkeypatch.setattr(problems, "print_warning", lambda message, _: heard.append(str(message)))
    fit = ["embed", "many.npy", "--bandwidth", "0.5", "--memory-limit", "20 MiB"]
    notes = json.loads(invoke(*fit, "--json").stdout)["notes"]
    said, work = heard
    assert "1000 rows does not fit memory_limit" in said
    assert work == "work"
    assert said not in notes
