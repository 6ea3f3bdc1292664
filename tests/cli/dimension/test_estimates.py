import json
import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from kernelscale import dimension_profile, estimate_dimension
from kernelscale.cli import app
from kernelscale.cli.dimension import estimates, profile_table
from kernelscale.cli.shared.data_table import Table
from kernelscale.intrinsic_dimension import METHODS
from kernelscale.intrinsic_dimension.estimators import ball_comparison

pandas = pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def points():
    """Points of a sheet and of a thread, 150 rows each, in four features."""
    random = np.random.default_rng(2)
    sheet = np.column_stack([random.uniform(-1, 1, (150, 2)), np.zeros((150, 2))])
    return np.vstack([sheet, random.uniform(4, 9, (150, 1)) * [0, 0, 1, 2]])


@pytest.fixture(scope="module")
def shapes(points, tmp_path_factory):
    """A table of the points with row numbers and three classes, one of only three rows."""
    frame = pandas.DataFrame(points, columns=list("abcd"))
    frame["shape"] = ["sheet"] * 150 + ["thread"] * 147 + ["scrap"] * 3
    frame["number"] = range(len(frame))
    path = tmp_path_factory.mktemp("tables") / "shapes.csv"
    frame.to_csv(path, index=False)
    return path, "--drop", "number"


@pytest.fixture
def labelled(shapes):
    return *shapes, "--label", "shape"


@pytest.fixture
def plain(shapes):
    return *shapes, "--drop", "shape"


# One method


@pytest.mark.parametrize("method", METHODS)
def test_the_result_agrees_with_the_library(method, invoke, plain, points):
    found = json.loads(invoke("dimension", *plain, "--method", method, "--json").stdout)
    expected = estimate_dimension(points, method).to_dict()
    assert found["seconds"] >= 0
    assert {name: found[name] for name in expected} == expected
    assert found["classes"] == []
    assert found["data"]["n_features"] == 4


def test_the_default_is_danco(invoke, plain):
    assert json.loads(invoke("dimension", *plain, "--json").stdout)["method"] == "danco"


def test_facts_are_printed_under_the_data(invoke, plain, points):
    shown = invoke("dimension", *plain, "--method", "gride").stdout
    expected = estimate_dimension(points, "gride")
    assert shown.splitlines()[0] == f"{plain[0]}: 300 rows, 4 features, no labels"
    assert re.search(rf"^  dimension   {expected.dimension}\s*$", shown, re.MULTILINE)
    assert re.search(rf"^  continuous  {expected.continuous:.4g}\s*$", shown, re.MULTILINE)
    assert expected.reason in shown
    assert "class" not in shown


def test_flags_and_notes_are_printed(invoke, tmp_path, points):
    np.save(tmp_path / "twice.npy", np.vstack([points, points[:7]]))
    shown = invoke("dimension", tmp_path / "twice.npy", "--method", "two_nn").stdout
    assert "Note: 7 of 307 rows are exact duplicates of earlier ones and were dropped." in shown
    assert re.search(r"^  flags       rows dropped\s*$", shown, re.MULTILINE)


def test_a_standard_deviation_is_printed_if_there_is_one(invoke, plain, monkeypatch, points):
    found = replace(estimate_dimension(points, "two_nn"), sd=0.125)
    monkeypatch.setattr(METHODS["two_nn"], "estimate", lambda self, sample: found)
    shown = invoke("dimension", *plain, "--method", "two_nn").stdout
    assert "sd          0.1250, standard deviation over subsamples, bias not included" in shown


@pytest.mark.parametrize("method", METHODS)
def test_rows_that_are_all_equal_have_dimension_zero(method, invoke, tmp_path):
    np.save(tmp_path / "one.npy", np.ones((30, 3)))
    shown = invoke("dimension", tmp_path / "one.npy", "--method", method).stdout
    assert re.search(r"^  dimension   0\s*$", shown, re.MULTILINE)
    assert re.search(r"^  flags       one point", shown, re.MULTILINE)


# All methods


def test_all_methods_are_rows_of_one_table(invoke, plain, points):
    lines = invoke("dimension", *plain, "--method", "all").stdout.splitlines()
    assert lines[2].split() == ["method", "dimension", "continuous", "sd", "seconds", "reading"]
    assert [line.split()[0] for line in lines[4:]] == list(METHODS)
    for line in lines[4:]:
        method, dimension, continuous, *_ = line.split()
        expected = estimate_dimension(points, method)
        assert int(dimension) == expected.dimension
        assert float(continuous) == pytest.approx(expected.continuous, rel=1e-3)
        assert line.rstrip().endswith(expected.reason)


def test_a_method_without_an_estimate_has_a_row_with_its_reason(invoke, tmp_path):
    np.save(tmp_path / "few.npy", np.random.default_rng(0).normal(size=(12, 3)))
    shown = invoke("dimension", tmp_path / "few.npy", "--method", "all").stdout
    assert "The method 'levina_bickel' needs at least 21 distinct rows, but there are 12" in shown
    found = json.loads(
        invoke("dimension", tmp_path / "few.npy", "--method", "all", "--json").stdout
    )
    answers = {answer["method"]: answer for answer in found["estimates"]}
    assert list(answers) == list(METHODS)
    assert answers["levina_bickel"]["dimension"] is None
    assert answers["two_nn"]["dimension"] > 0


@pytest.mark.parametrize("width", ["60", "80", "100", "160"])
def test_no_figure_is_cut_short_at_any_width(width, labelled):
    result = CliRunner().invoke(
        app, ["dimension", *map(str, labelled), "--method", "all"], env={"COLUMNS": width}
    )
    assert result.exit_code == 0
    assert "…" not in result.stdout
    assert all(method in result.stdout for method in METHODS)


# Classes


def test_the_label_is_not_a_feature_and_each_class_is_shown(invoke, labelled, points):
    shown = invoke("dimension", *labelled, "--method", "two_nn").stdout
    rows = {line[:8].strip(): line[8:].split() for line in shown.splitlines()[-4:]}
    assert list(rows) == ["all rows", "scrap", "sheet", "thread"]
    assert [row[0] for row in rows.values()] == ["300", "3", "150", "147"]
    assert rows["sheet"][1] == "2"
    assert rows["thread"][1] == "1"
    assert rows["all rows"][1] == str(estimate_dimension(points, "two_nn").dimension)


def test_a_class_with_too_few_rows_is_reported(invoke, labelled):
    found = json.loads(invoke("dimension", *labelled, "--method", "gride", "--json").stdout)
    counts = {entry["class"]: entry["n_rows"] for entry in found["classes"]}
    assert counts == {"scrap": 3, "sheet": 150, "thread": 147}
    found = json.loads(invoke("dimension", *labelled, "--method", "pca", "--json").stdout)
    [scrap] = [entry for entry in found["classes"] if entry["class"] == "scrap"]
    [answer] = scrap["estimates"]
    assert answer["dimension"] is None
    assert answer["reading"].startswith("The method 'pca' needs at least 21 distinct rows, but")
    shown = invoke("dimension", *labelled, "--method", "pca").stdout
    assert answer["reading"] in shown


def test_all_methods_for_each_class(invoke, labelled):
    found = json.loads(invoke("dimension", *labelled, "--method", "all", "--json").stdout)
    for entry in found["classes"]:
        assert [answer["method"] for answer in entry["estimates"]] == list(METHODS)
    shown = invoke("dimension", *labelled, "--method", "all").stdout
    [row] = [line for line in shown.splitlines() if line.startswith("thread ")]
    expected = [answer["dimension"] for answer in found["classes"][2]["estimates"]]
    assert row.split() == ["thread", "147", *map(str, expected)]


def test_fractions_are_not_classes(invoke, shapes):
    shown = invoke("dimension", *shapes, "--drop", "shape", "--label", "a").stdout
    assert f"Note: {estimates.FRACTIONS}" in shown
    assert not any(line.startswith("all rows ") for line in shown.splitlines())


# Profile of the dimension over distance


@pytest.fixture
def sheet(tmp_path):
    """Points of a sheet with noise in its normal direction."""
    random = np.random.default_rng(0)
    path = tmp_path / "sheet.npy"
    np.save(path, np.c_[random.uniform(0, 1, (800, 2)), 0.02 * random.normal(size=800)])
    return path


def test_the_profile_agrees_with_the_library(invoke, sheet):
    found = json.loads(invoke("dimension", sheet, "--profile", "--json").stdout)
    expected = dimension_profile(np.load(sheet)).to_dict()
    assert {name: found[name] for name in expected} == json.loads(json.dumps(expected))
    assert found["data"]["n_samples"] == 800
    assert found["notes"] == []


def test_the_profile_is_a_table_by_distance(invoke, sheet):
    profile = dimension_profile(np.load(sheet))
    lines = invoke("dimension", sheet, "--profile").stdout.splitlines()
    assert re.match(rf"  dimension  +{profile.dimension}\b", lines[1])
    assert any(profile.reason in line for line in lines)
    start = next(n for n, line in enumerate(lines) if line.startswith("distance"))
    assert lines[start].split() == ["distance", "gride", "implied", "danco"]
    rows = [line.split() for line in lines[start + 2 : -2]]
    distances = [float(row[0]) for row in rows]
    np.testing.assert_allclose(np.diff(np.log2(distances)), 0.5, atol=0.01)
    finest = next(point for point in profile.points if point.method == "gride")
    assert abs(np.log2(distances[0] / min(p.distance for p in profile.points))) <= 0.26
    assert any(
        float(row[1]) == pytest.approx(finest.dimension, abs=0.5)
        for row in rows[:-1]
        if row[1] != "-"
    )
    assert lines[-1] == profile_table.MERGED


def test_the_profile_is_drawn(invoke, sheet, tmp_path):
    pytest.importorskip("matplotlib")
    result = invoke("dimension", sheet, "--profile", "--plot", tmp_path / "profile.svg")
    assert (tmp_path / "profile.svg").read_bytes().startswith(b"<?xml")
    assert result.stderr == f"Plot written to {tmp_path / 'profile.svg'}.\n"


# Options


def test_standardize_changes_the_features(invoke, plain, points):
    found = json.loads(invoke("dimension", *plain, "--standardize", "--json").stdout)
    standard = (points - points.mean(axis=0)) / points.std(axis=0)
    expected = estimate_dimension(standard)
    assert found["data"]["standardized"]
    assert found["continuous"] == pytest.approx(expected.continuous, rel=1e-6)


def test_threads_and_memory_do_not_change_the_result(invoke, labelled):
    def answers(*options):
        found = json.loads(
            invoke("dimension", *labelled, "--method", "all", "--json", *options).stdout
        )
        groups = [found["estimates"], *(entry["estimates"] for entry in found["classes"])]
        return [{**answer, "seconds": 0} for group in groups for answer in group]

    assert answers("--threads", "1", "--memory-limit", "40 MiB") == answers("--threads", "2")


@pytest.mark.parametrize("json_option", [[], ["--json"]])
def test_plot_writes_one_complete_file(invoke, plain, tmp_path, json_option):
    pytest.importorskip("matplotlib")
    path = tmp_path / "evidence.png"
    result = invoke("dimension", *plain, "--plot", path, *json_option)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [file.name for file in tmp_path.iterdir()] == ["evidence.png"]
    assert result.stderr == f"Plot written to {path}.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--method", "danko"], "--method must be one of .*two_nn.*, all, but 'danko' was given"),
        (["--method", "all", "--plot", "a.png"], "--plot draws the evidence of one method, but"),
        (
            ["--method", "pca", "--profile"],
            "--profile always shows the same three methods, but --method",
        ),
        (["--label", "shap"], "has no column 'shap' to use as the label"),
        (["--plot", "a.docx"], "is not the name of a figure file"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--memory-limit", "lots"], "memory_limit must be a number of bytes, a string"),
    ],
)
def test_usage_errors_exit_with_2(arguments, sentence, refuse, shapes):
    assert re.search(sentence, refuse("dimension", *shapes, "--json", *arguments, code=2))


def test_data_errors_exit_with_1(refuse, shapes, tmp_path):
    assert "column 'shape' is not numeric" in refuse("dimension", *shapes, code=1)
    np.save(tmp_path / "two.npy", np.array([[0.0, 1.0], [2.0, 5.0]]))
    sentence = refuse("dimension", tmp_path / "two.npy", "--method", "gride", code=1)
    assert sentence.startswith("The method 'gride' needs at least 3 distinct rows, but there are 2")
    too_small = refuse("dimension", *shapes, "--drop", "shape", "--memory-limit", "1 kB", code=1)
    assert "memory_limit is 1000 B; raise it" in too_small


def test_plot_is_refused_before_the_long_work(refuse, plain, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    sentence = refuse("dimension", *plain, "--plot", "a.png", code=1)
    assert sentence.endswith('needs matplotlib; install it with: pip install "kernelscale[plot]"')


def test_help_names_every_method_and_figure(invoke):
    shown = invoke("dimension", "--help").stdout
    for name in (*METHODS, "dimension", "continuous", "sd", "flags"):
        assert re.search(rf"^\s*{name}  +\S", shown, flags=re.MULTILINE)


def test_progress_names_methods_and_classes(points):
    y = np.repeat([0, 1], 150)
    heard = []
    table = Table("shapes", points, y, tuple("abcd"))
    estimates.estimates_of(table, "two_nn", progress=heard.append)
    stages = [(event.stage, event.done, event.total) for event in heard]
    assert [stage for stage in stages if stage[0] == "classes"] == [
        ("classes", 0, 2),
        ("classes", 1, 2),
        ("classes", 2, 2),
    ]
    assert ("methods", 1, 1) in stages
    assert any(stage == "distances" for stage, _, _ in stages)


# Uncertainty


@pytest.mark.parametrize("method", ["danco", "mind"])
def test_uncertainty_agrees_with_the_library(method, invoke, plain, points, monkeypatch):
    found = json.loads(
        invoke("dimension", *plain, "--method", method, "--uncertainty", "--json").stdout
    )
    estimator = METHODS[method]().fit(points)
    assert found["sd"] == pytest.approx(estimator.uncertainty())
    monkeypatch.setattr(ball_comparison, "MOST_OPERATIONS", 0)
    printed = invoke("dimension", *plain, "--method", method, "--uncertainty", "--json").stdout
    assert json.loads(printed)["sd"] == found["sd"]
    unasked = json.loads(invoke("dimension", *plain, "--method", method, "--json").stdout)
    assert unasked["sd"] is None


# Trust


def test_a_doubtful_estimate_gives_one_warning(invoke, tmp_path):
    random = np.random.default_rng(0)
    line = np.linspace(-9, 9, 200)[:, None] @ random.normal(size=(1, 20))
    np.save(tmp_path / "line.npy", line + random.normal(size=line.shape))
    shown = invoke("dimension", tmp_path / "line.npy").stdout
    found = json.loads(invoke("dimension", tmp_path / "line.npy", "--json").stdout)
    assert found["trusted"] is False
    assert f'  trusted     no. {found["caveat"]} See "--method multiscale"' in shown
    assert shown.count(found["caveat"]) == 1
    [line] = [line for line in shown.splitlines() if line.startswith("  flags")]
    assert line.split(maxsplit=1)[1].strip() == ", ".join(found["flags"])
    shown = invoke("dimension", tmp_path / "line.npy", "--method", "all").stdout
    assert f"Note: {found['caveat']}" in shown


def test_an_estimate_without_warnings_is_reliable(invoke, tmp_path):
    np.save(tmp_path / "square.npy", np.random.default_rng(0).uniform(size=(200, 2)))
    shown = invoke("dimension", tmp_path / "square.npy").stdout
    assert re.search(r"^  trusted     yes\s*$", shown, re.MULTILINE)


# Dimension around rows


@pytest.mark.parametrize("method", ["danco", "two_nn", "pca"])
def test_dimensions_around_rows_are_written_in_their_order(
    method, invoke, labelled, points, tmp_path
):
    path = tmp_path / "around.csv"
    arguments = "--method", method, "--pointwise", "-o", path
    shown = invoke("dimension", *labelled, *arguments).stdout
    by = method if method == "pca" else "levina_bickel"
    written = pandas.read_csv(path)
    assert list(written) == ["dimension", "shape"]
    expected = estimate_dimension(points, by).pointwise
    # pandas may round the numbers
    np.testing.assert_allclose(written["dimension"], expected, rtol=1e-15)
    assert list(written["shape"]) == ["sheet"] * 150 + ["thread"] * 147 + ["scrap"] * 3
    assert re.search(rf"^  around rows  .* by {by}\s*$", shown, re.MULTILINE)
    found = json.loads(invoke("dimension", *labelled, *arguments, "--json").stdout)
    assert found["pointwise"] == pytest.approx(list(written["dimension"]))


def test_each_row_of_a_line_has_one_dimension(invoke, tmp_path):
    np.save(tmp_path / "line.npy", np.arange(30.0)[:, None])
    path = tmp_path / "around.csv"
    invoke("dimension", tmp_path / "line.npy", "--pointwise", "-o", path)
    assert pandas.read_csv(path)["dimension"].tolist() == [1.0] * 30


def test_dimensions_around_rows_need_enough_rows(refuse, tmp_path):
    np.save(tmp_path / "few.npy", np.random.default_rng(0).normal(size=(15, 3)))
    path = tmp_path / "around.csv"
    said = refuse("dimension", tmp_path / "few.npy", "--pointwise", "-o", path, code=1)
    assert "The method 'levina_bickel' needs at least 21 distinct rows, but there are 15" in said
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "a.csv"], "-o writes the dimension around each row, but --pointwise was not given"),
        (["--pointwise", "--profile"], "--pointwise needs one method, but --profile was given"),
        (["--pointwise", "--method", "all"], "needs one method, but --method all was given"),
        (["--pointwise", "-o", "a.xyz"], "'a.xyz' is not the name of a table file"),
    ],
    ids=["no_pointwise", "profile", "all", "extension"],
)
def test_options_that_contradict_pointwise_are_refused(arguments, said, refuse, plain):
    assert said in refuse("dimension", *plain, *arguments, code=2)


@pytest.mark.parametrize(
    "arguments", [["--method", "gride"], ["--profile"]], ids=["another_method", "profile"]
)
def test_uncertainty_is_refused_for_most_methods(arguments, invoke, plain):
    result = invoke("dimension", *plain, "--uncertainty", *arguments, code=2)
    assert "--uncertainty needs one of the methods danco, mind, all, but" in result.stderr


def test_a_failure_of_all_methods_is_a_data_error(invoke, tmp_path):
    np.save(tmp_path / "two.npy", np.array([[0.0, 1.0], [1.0, 3.0]]))
    result = invoke("dimension", tmp_path / "two.npy", "--method", "all", code=1)
    assert "needs at least" in result.stderr
