"""Options of every command that reads a table: flags, row names in outputs, suggestions."""

import inspect
import json
import shlex

import numpy as np
import pytest
from typer.testing import CliRunner

from kernelscale import DiffusionMap
from kernelscale.cli import app, compare, dimension, embed, scale, select
from kernelscale.cli.shared.reading_options import Reading
from kernelscale.datasets import read_table
from kernelscale.datasets.text_files import _exact_numbers

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 3)).round(3)
NAMES = [f"cell {number}" for number in range(12)]
FRAME = pandas.DataFrame(X, columns=["u", "v, w", "t"]).assign(
    patient=NAMES, kind=["a", "b"] * 6, angle=RNG.uniform(size=12).round(3)
)
COLUMNS = ["diffusionmap0", "diffusionmap1"]


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Write whole.csv, and gap.csv, whose fourth row lacks a value; return the name whole.csv."""
    monkeypatch.chdir(tmp_path)
    FRAME.to_csv("whole.csv", index=False)
    FRAME.mask(X[3, 0] == FRAME).to_csv("gap.csv", index=False)
    return "whole.csv"


@pytest.mark.parametrize("command", [compare, dimension, embed, scale, select])
def test_every_command_takes_the_same_options(command):
    parameters = inspect.signature(command.run).parameters
    assert "reading" not in parameters
    for name in ("drop", "features", "ids", "numeric_only", "drop_missing", "impute", "sep"):
        assert name in parameters
    assert set(Reading().arguments()) <= set(inspect.signature(read_table).parameters)


@pytest.mark.parametrize(
    ("typed", "features"),
    [
        (["--drop", "patient,kind,angle"], ["u", "v, w", "t"]),
        (["--drop", "patient, kind", "--drop", "angle"], ["u", "v, w", "t"]),
        (["--drop", "v, w", "--numeric-only"], ["u", "t", "angle"]),
        (["--drop", '"v, w",t', "--numeric-only"], ["u", "angle"]),
        (["--features", "t,u"], ["t", "u"]),
        (["--features", "t,v, w,u"], ["t", "v, w", "u"]),
        (["--features", "v, w", "--features", "u"], ["v, w", "u"]),
        (["--id", "patient", "--label", "kind"], ["u", "v, w", "t", "angle"]),
    ],
)
def test_columns_are_named_in_lists_and_by_names_with_commas(invoke, file, typed, features):
    document = json.loads(invoke("scale", file, *typed, "--n-dims", 1, "--json").stdout)
    assert [row["feature"] for row in document["features"]] == features


def test_a_cell_that_is_not_a_number_is_named(invoke, file):
    result = invoke("select", file, "--numeric-only", "--rule", "median")
    assert "Note: whole.csv: column(s) 'patient', 'kind' are not numeric" in result.stdout


def embedded(invoke, *typed):
    invoke("embed", *typed, "--id", "patient", "--label", "kind", "-o", "c.csv", "-o", "m.npz")
    return pandas.read_csv("c.csv", **_exact_numbers(pandas))


def test_names_of_rows_are_copied_to_the_coordinates(invoke, file):
    written = embedded(invoke, file, "--features", "u,t")
    assert list(written) == ["patient", *COLUMNS, "kind"]
    assert written["patient"].tolist() == NAMES
    typed = ["embed", "--model", "m.npz", "--new", file, "--id", "patient", "--label", "kind"]
    invoke(*typed, "-o", "p.csv", "-o", "p.npz", "-o", "p.parquet")
    for placed in (pandas.read_csv("p.csv"), pandas.read_parquet("p.parquet")):
        assert placed["patient"].tolist() == NAMES
        np.testing.assert_allclose(placed[COLUMNS], written[COLUMNS], atol=1e-8)
    with np.load("p.npz") as placed:
        assert placed["patient"].tolist() == NAMES


def test_an_index_column_is_copied_under_another_name(invoke, file):
    FRAME[["u", "t"]].set_axis(NAMES).to_csv("indexed.csv")
    invoke("embed", "indexed.csv", "-o", "c.csv")
    assert pandas.read_csv("c.csv")["row"].tolist() == NAMES
    document = json.loads(invoke("embed", "indexed.csv", "--json").stdout)
    assert document["rows"] == {"row": NAMES}


def test_skipped_rows_are_blank_in_the_output(invoke, file):
    rest = np.arange(12) != 3
    written = embedded(invoke, "gap.csv", "--features", "u,t", "--drop-missing")
    expected = DiffusionMap().fit(X[rest][:, [0, 2]]).embedding_
    assert written["patient"].tolist() == NAMES
    assert written[[*COLUMNS, "kind"]].iloc[3].isna().all()
    np.testing.assert_array_equal(written[COLUMNS][rest], expected)
    typed = ["embed", "--model", "m.npz", "--new", "gap.csv", "--drop-missing", "--label", "kind"]
    document = json.loads(invoke(*typed, "-o", "p.csv", "-o", "p.npz", "--json").stdout)
    assert [row is None for row in document["coordinates"]] == (~rest).tolist()
    with np.load("p.npz") as placed:
        assert np.isnan(placed["coordinates"]).all(axis=1).tolist() == (~rest).tolist()
    assert (rest == pandas.read_csv("p.csv")["kernel_mass"].notna()).all()


def test_dimensions_around_rows_keep_names_and_positions(invoke, file):
    frame = pandas.concat([FRAME] * 4, ignore_index=True)
    frame[["u", "v, w", "t"]] = np.random.default_rng(1).normal(size=(48, 3))
    frame.loc[[3, 20], "u"] = None
    frame.to_csv("long.csv", index=False)
    typed = ["--features", "u,t", "--id", "patient", "--label", "kind", "--drop-missing"]
    invoke("dimension", "long.csv", *typed, "--pointwise", "-o", "d.csv")
    written = pandas.read_csv("d.csv")
    assert written["patient"].tolist() == NAMES * 4
    assert np.flatnonzero(written["dimension"].isna()).tolist() == [3, 20]
    assert np.flatnonzero(written["kind"].isna()).tolist() == [3, 20]


def test_columns_without_names_keep_their_numbers(invoke, refuse, file):
    np.save("plain.npy", np.c_[np.random.default_rng(1).normal(size=(40, 3)), np.arange(40)])
    shown = invoke("select", "plain.npy", "--drop", "0,1", "--rule", "median").stdout
    assert "drop it: --drop 3 " in shown
    invoke("embed", "plain.npy", "--features", "2,0", "-o", "m.npz", "-o", "c.csv")
    placed = invoke("embed", "--model", "m.npz", "--new", "plain.npy", "-o", "p.csv")
    assert "by their order" not in placed.stdout
    fitted, again = (pandas.read_csv(name)[COLUMNS] for name in ("c.csv", "p.csv"))
    np.testing.assert_allclose(again, fitted)
    said = refuse("embed", "plain.npy", "--features", "a,1", code=2)
    assert said.endswith("plain.npy has no names; give the numbers of the columns, counted from 0.")


def test_scaled_features_keep_names_and_positions(invoke, file):
    typed = ["--features", "u,t", "--id", "patient", "--label", "kind", "--drop-missing"]
    invoke("scale", "gap.csv", *typed, "--n-dims", 1, "-o", "s.csv", "-o", "s.npz")
    written = pandas.read_csv("s.csv")
    assert list(written) == ["patient", "u", "t", "kind"]
    assert written["patient"].tolist() == NAMES
    assert written[["u", "t"]].isna().all(axis=1).tolist() == [row == 3 for row in range(12)]
    with np.load("s.npz") as arrays:
        assert arrays["X"].shape == (12, 2)
        assert arrays["patient"].tolist() == NAMES


def test_missing_values_are_replaced_by_the_median(invoke, file):
    typed = ["--features", "u,t", "--rule", "median", "--json"]
    document = json.loads(invoke("select", "gap.csv", *typed, "--impute", "median").stdout)
    filled = X[:, [0, 2]].copy()
    filled[3, 0] = np.median(np.delete(X[:, 0], 3))
    FRAME.assign(u=filled[:, 0]).to_csv("filled.csv", index=False)
    expected = json.loads(invoke("select", "filled.csv", *typed).stdout)
    assert document["epsilon"] == expected["epsilon"]


@pytest.mark.parametrize("color", ["angle", "kind"])
def test_a_colour_does_not_change_the_map_and_is_not_a_feature(invoke, file, color, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "kernelscale.cli.embed.new_map.write_figure", lambda picture, path: drawn.append(picture)
    )
    dropped = ["--drop", f"patient,{'kind' if color == 'angle' else 'angle'}"]
    invoke("embed", file, "--color", color, *dropped, "-o", "c.csv", "--plot", "map.png")
    [picture] = drawn
    assert picture.labels.tolist() == FRAME[color].tolist()
    assert picture.label_name == color
    invoke("embed", file, "--drop", "patient,kind,angle", "-o", "plain.csv")
    assert pandas.read_csv("c.csv").equals(pandas.read_csv("plain.csv"))


def test_a_label_and_a_colour_can_be_given_together(invoke, file):
    pytest.importorskip("matplotlib")
    typed = ["--label", "kind", "--color", "angle", "--drop", "patient"]
    invoke("embed", file, *typed, "--plot", "map.png", "-o", "c.csv", "-o", "m.npz")
    assert list(pandas.read_csv("c.csv")) == [*COLUMNS, "kind"]
    placed = ["--model", "m.npz", "--new", file, "--color", "angle"]
    invoke("embed", *placed, "--plot", "placed.png")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "--drop-missing --impute median",
            "--drop-missing skips rows with missing values and",
        ),
        ("--impute mean", "median is needed, but 'mean' was given"),
        ("--sep ::", "The separator must be one character or one of comma, tab"),
        ("--encoding utf-9", "encoding must be an encoding of Python"),
        ("--id kind --label kind", "is used as the label and as a name of rows"),
        ("--id nothing", "no column 'nothing' to name the rows by"),
    ],
)
def test_invalid_arguments_are_refused(refuse, file, typed, said):
    assert said in refuse("select", file, *typed.split(), code=2)


@pytest.mark.parametrize("flag", ["--features u", "--numeric-only", "--impute median"])
def test_options_for_features_are_refused_with_a_model(invoke, refuse, file, flag):
    embedded(invoke, file, "--features", "u,t")
    sentence = refuse("embed", "--model", "m.npz", "--new", file, *flag.split(), code=2)
    assert sentence.startswith(f"{flag.split()[0]}: only for fitting a map")


def test_suggested_options_are_accepted(invoke, file):
    invoke("embed", file, "--drop", "patient,kind,angle", "-o", "m.npz")
    said = invoke("embed", "--model", "m.npz", "--new", "gap.csv", code=1).stderr.splitlines()
    assert said[1:] == ["Try: kernelscale embed --model m.npz --new gap.csv --drop-missing"]
    FRAME.mask(FRAME == "a").to_csv("no_label.csv", index=False)
    typed = ["--drop", "patient", "--label", "kind", "--impute", "median"]
    said = invoke("select", "no_label.csv", *typed, code=1).stderr.splitlines()
    assert len(said) == 1
    assert said[0].endswith(" instead of --impute, which is for features.")


def test_columns_without_any_value_are_named(invoke, file):
    frame = FRAME[["u", "t"]].assign(nothing=None)
    frame.to_csv("some.csv", index=False)
    typed = ["--impute", "median", "--rule", "median"]
    [sentence, last] = invoke("select", "some.csv", *typed, code=1).stderr.splitlines()
    assert "column 'nothing' has no value at all" in sentence
    assert invoke(*shlex.split(last)[2:]).exit_code == 0
    frame.mask(frame["u"].notna()).to_csv("none.csv", index=False)
    assert len(invoke("select", "none.csv", *typed, code=1).stderr.splitlines()) == 1


def test_standard_input_is_named_in_messages(file):
    typed = ["select", "-", "--features", "u,t", "--rule", "median"]
    result = CliRunner().invoke(app, typed, input=FRAME.to_csv(index=False))
    assert result.stdout.startswith("Standard input: 12 rows, 2 features, no labels\n")


def test_options_for_tables_are_refused_for_recordings(refuse, tmp_path):
    np.savez(tmp_path / "r.npz", waveforms=np.zeros((3, 1, 8)), fs=1.0)
    sentence = refuse("compare", tmp_path / "r.npz", "--drop-missing", "--sep", "tab", code=2)
    assert sentence.startswith("--drop-missing, --sep are for tables, but")


@pytest.mark.parametrize(
    "typed",
    [
        "select whole.csv --rule median",
        "select whole.csv --drop patient --rule median",
        "select gap.csv --features u,t --rule median",
        "select gap.csv --rule median",
        "select gap.csv --drop patient,kind,t --rule median",
        "select whole.csv --labl kind --numeric-only --rule median",
        "select whole.csv --label=kidn --id patient --rule median",
        "select whole.csv --drop patient,kidn,angle --rule median",
        "select whole.csv --features u,tt --rule median",
        "embed whole.csv --drop kind",
        "select whole.csv --features u,kind --rule median",
        "dimension whole.csv --method two_nn --numeric-only --label patinet --drop kind",
    ],
)
def test_commands_suggested_by_errors_run(invoke, file, typed):
    code = 2 if any(word in typed for word in ("kidn", "patinet", "labl")) else 1
    lines = invoke(*shlex.split(typed), code=code).stderr.splitlines()
    tries = [line.removeprefix("Try: kernelscale ") for line in lines[1:]]
    if "labl" not in typed:  # click suggests the right spelling of --labl
        assert tries
    for line in tries:
        invoke(*shlex.split(line))
