import io
import json
import os
import re
import subprocess
import sys
import time

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import kernelscale
from kernelscale import bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.cli import app
from kernelscale.cli.shared.printing import four_digits
from kernelscale.cli.shared.progress import ProgressDisplay
from kernelscale.datasets.errors import DataError
from kernelscale.engine.progress import ProgressEvent
from kernelscale.engine.resources import arithmetic_in_use
from kernelscale.kernels.conventions import CONVENTIONS

pytest.importorskip("pandas")

WIDTHS = [60, 80, 100, 160]
ANSI = "\x1b["


@pytest.fixture(scope="session")
def flowers(tmp_path_factory):
    """A table of three classes of twenty, with a constant column and one of row numbers."""
    X, y = measures()
    species = np.array(["setosa", "versicolor", "virginica"])[y]
    lines = [f"{n},{X[n, 0]},{X[n, 1]},1,{name}" for n, name in enumerate(species)]
    path = tmp_path_factory.mktemp("tables") / "flowers.csv"
    path.write_text("\n".join(["id,length,width,unit,species", *lines]))
    return str(path)


def measures():
    y = np.repeat([0, 1, 2], 20)
    centres = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 40.0]])
    return (centres[y] + np.random.default_rng(5).normal(size=(60, 2)) * [1, 10]).round(3), y


@pytest.fixture(scope="session")
def comparison():
    """What the library says about that table."""
    return kernelscale.compare(*measures())


@pytest.fixture
def compared(comparison, monkeypatch):
    """The comparison, as the command line will find it, without computing it again."""
    monkeypatch.setattr(bandwidth, "compare", lambda *arguments, **options: comparison)
    return comparison


@pytest.fixture
def run(monkeypatch):
    """A function that runs the command line in this process."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*arguments, code=0, **environment):
        result = CliRunner().invoke(app, list(map(str, arguments)), env=environment)
        assert result.exit_code == code, result.output
        return result

    return invoke


@pytest.fixture
def refuse(run):
    """A function that runs what has to fail, and gives the one sentence it fails with."""

    def invoke(*arguments, code):
        result = run(*arguments, code=code)
        assert result.stdout == ""
        [line, *others] = result.stderr.splitlines()
        assert line.startswith("Error: ")
        assert all(other.startswith("Try: kernelscale ") for other in others)
        return line.removeprefix("Error: ")

    return invoke


@pytest.fixture
def labelled(flowers):
    return flowers, "--label", "species", "--drop", "id", "--drop", "unit"


@pytest.fixture
def plain(flowers):
    return flowers, "--drop", "species", "--drop", "id", "--drop", "unit"


def document(result):
    """The JSON document that is all of stdout; NaN and infinities are none."""

    def refuse_constant(name):
        raise AssertionError(f"{name} is not JSON")

    return json.loads(result.stdout, parse_constant=refuse_constant)


# compare


@pytest.mark.parametrize("width", WIDTHS)
def test_compare_shows_every_figure_at_every_width(width, run, labelled, compared):
    shown = run("compare", *labelled, COLUMNS=str(width)).stdout
    assert ANSI not in shown
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= max(width, 80)
    words = shown.split()
    for row in compared.rows:
        assert row.rule in words
        for number in (row.epsilon, row.gamma, row.length_scale, row.position, row.eigengap):
            assert four_digits(number) in words


def test_compare_has_all_columns(run, labelled, compared):
    shown = run("compare", *labelled).stdout
    for heading in ("rule", "eps", "gamma", "position", "d_eps", "components", "neighbours"):
        assert heading in shown
    for heading in ("length", "scale", "effective", "eigengap", "seconds", "reading"):
        assert heading in shown


def test_compare_ends_with_the_recommendation(run, labelled, compared):
    shown = run("compare", *labelled, COLUMNS="1000").stdout
    last = [compared.recommendation, compared.how_much_it_matters]
    assert shown.splitlines()[-2:] == last
    assert compared.how_much_it_matters in repr(compared)


def test_compare_marks_the_scales_that_are_as_good(run, labelled, compared):
    shown = run("compare", *labelled, COLUMNS="1000").stdout
    marked = re.findall(r"^[* ] (\w+) +[\d.e+-]+ = ", shown, flags=re.MULTILINE)
    assert marked == [row.rule for row in compared.rows if row.as_good]
    assert "auto" in marked
    as_good = run("select", *labelled, COLUMNS="900").stdout
    assert compared.recommended.as_good_in_words in as_good


def test_compare_marks_the_recommended_row(run, labelled, compared):
    starred = re.findall(r"^\* (\w+)", run("compare", *labelled).stdout, flags=re.MULTILINE)
    assert set(starred) == {"auto"}


def test_compare_colours_it_where_colours_are_wanted(run, labelled, compared):
    assert f"{ANSI}1;32m* auto" in run("compare", *labelled, FORCE_COLOR="1").stdout


def test_compare_says_what_the_data_are(run, labelled, plain, compared):
    assert "60 rows, 2 features, 3 classes" in run("compare", *labelled).stdout
    assert "60 rows, 2 features, no labels" in run("compare", *plain).stdout


def test_compare_gives_the_sentence_of_a_rule_that_cannot_answer(run, tmp_path):
    path = tmp_path / "repeated.npy"
    np.save(path, np.repeat(np.arange(5.0)[:, None], 12, axis=0))
    shown = " ".join(run("compare", path, COLUMNS="200").stdout.split())
    assert "below that. Of the 60 rows 5 are distinct, and only these count." in shown


def test_compare_as_json_is_the_comparison(run, labelled, comparison):
    result = run("compare", *labelled, "--json")
    found = document(result)
    assert result.stderr == ""
    assert found["data"] == {
        "source": labelled[0],
        "n_samples": 60,
        "n_features": 2,
        "metric": "euclidean",
        "n_classes": 3,
        "standardized": False,
        "constant_features": [],
    }
    assert found["recommended"]["epsilon"] == comparison.recommended.epsilon
    assert [row["rule"] for row in found["rows"]] == [row.rule for row in comparison.rows]
    assert found["curve"]["S"] == comparison.curve.S.tolist()


def test_threads_and_memory_do_not_change_the_answer(run, plain):
    def rows(*options):
        found = document(run("compare", *plain, "--json", *options))
        return [{**row, "seconds": 0} for row in found["rows"]]

    assert rows("--threads", "1", "--memory-limit", "20 MiB") == rows()


# Standardising


def test_standardize_gives_deviation_one(run, labelled):
    X, _ = measures()
    expected = kernelscale.select_bandwidth((X - X.mean(axis=0)) / X.std(axis=0), rule="max_min")
    found = document(run("select", *labelled, "--standardize", "--rule", "max_min", "--json"))
    assert found["data"]["standardized"] is True
    assert found["epsilon"] == pytest.approx(expected.epsilon, rel=1e-9)


def test_standardize_names_constant_features(run, flowers):
    table = flowers, "--label", "species", "--drop", "id", "--standardize", "--rule", "max_min"
    note = "Constant features stay 0 when standardised: unit."
    assert note in run("select", *table).stdout
    found = document(run("select", *table, "--json"))
    assert found["data"]["constant_features"] == ["unit"]
    assert note in found["notes"]
    without = document(run("select", *table, "--drop", "unit", "--json"))
    assert found["epsilon"] == pytest.approx(without["epsilon"])


def test_warnings_become_notes(run, flowers):
    table = flowers, "--drop", "species", "--drop", "id", "--rule", "standardized"
    result = run("select", *table)
    assert "Note: Feature(s) 2 are constant and get scale 0." in result.stdout
    assert result.stderr == ""


# select


def test_select_prints_scale_interval_reason_and_line(run, labelled, comparison):
    expected = comparison.recommended
    shown = run("select", *labelled, COLUMNS="900").stdout
    for number in (expected.epsilon, expected.gamma, expected.length_scale):
        assert four_digits(number) in shown
    low, high = expected.interval
    assert f"{four_digits(low)} to {four_digits(high)}" in shown
    assert expected.reason in shown
    assert f'SVC(kernel="rbf", gamma={expected.gamma:.4g}, C=10).fit(X, y)' in shown


def test_select_prints_an_interval_only_where_there_is_one(run, labelled):
    assert "interval" not in run("select", *labelled, "--rule", "max_min").stdout


def test_select_prints_other_conventions(run, plain):
    shown = run("select", *plain, "--rule", "3").stdout
    for package, convention in CONVENTIONS.items():
        assert package in shown
        assert convention.formula in shown
    found = document(run("select", *plain, "--rule", "3", "--json"))
    assert found["conventions"]["pydiffmap"] == 1.5


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "auto"])
def test_select_knows_every_rule(rule, run, labelled, comparison):
    found = document(run("select", *labelled, "--rule", rule, "--json"))
    assert found["rule"] == rule
    assert found["epsilon"] == comparison[rule].epsilon


@pytest.mark.parametrize(
    ("rule", "typed", "option"),
    [
        ("max_min", "factor=3", {"factor": 3}),
        ("self_tuning", "n_neighbors = 5", {"n_neighbors": 5}),
        ("probabilistic", "balanced=true", {"balanced": True}),
        ("geometric", "n_components=none", {"n_components": None}),
        ("spectral", "scales=[1, 2.5, 6]", {"scales": [1, 2.5, 6]}),
    ],
)
def test_select_passes_options(rule, typed, option, run, labelled):
    found = document(run("select", *labelled, "--rule", rule, "--option", typed, "--json"))
    expected = kernelscale.select_bandwidth(*measures(), rule=rule, **option)
    assert found["epsilon"] == expected.epsilon
    assert found["reason"] == expected.reason


def test_select_takes_a_number(run, plain):
    found = document(run("select", *plain, "--rule", "0.25", "--json"))
    assert (found["rule"], found["epsilon"], found["gamma"]) == ("fixed", 0.25, 2.0)


def execute(lines, **names):
    """Run lines of Python; the value of the last of them, and the names left."""
    exec("\n".join(lines[:-1]), names)
    return eval(lines[-1], names), names


@pytest.mark.parametrize("standardize", [[], ["--standardize"]])
@pytest.mark.parametrize(
    "rule", ["probabilistic", "leave_one_out", "max_min", "standardized", "self_tuning"]
)
def test_lines_for_labels_fit_the_chosen_kernel(rule, standardize, run, labelled):
    X, y = measures()
    lines = document(run("select", *labelled, "--rule", rule, *standardize, "--json"))["python"]
    model, names = execute(lines, X=X, y=y)
    Z = (X - X.mean(axis=0)) / X.std(axis=0) if standardize else X
    kernel = kernelscale.select_bandwidth(Z, y, rule=rule).kernel
    classifier = getattr(model, "steps", [(None, model)])[-1][1]
    found = classifier._compute_kernel(names["X"]) if rule == "self_tuning" else rbf(model, X)
    np.testing.assert_allclose(found, kernel(Z), rtol=2e-2, atol=1e-6)
    assert model.score(names["X"], y) > 0.8


def test_lines_for_numbers_fit_a_regression_as_regular_as_the_rule_took_it(run, tmp_path):
    random = np.random.default_rng(0)
    X = random.normal(size=(80, 2)).round(4)
    y = np.sin(X[:, 0]).round(4)
    np.savetxt(tmp_path / "wave.csv", np.c_[X, y], "%.4f", ",", header="a,b,height", comments="")
    typed = ["--label", "height", "--rule", "leave_one_out", "--option", "ridge=0.03"]
    said = document(run("select", tmp_path / "wave.csv", *typed, "--json"))
    expected = kernelscale.select_bandwidth(X, y, "leave_one_out", ridge=0.03)
    assert said["epsilon"] == expected.epsilon
    model, _ = execute(said["python"], X=X, y=y)
    assert (model.alpha, model.gamma) == (0.03, pytest.approx(expected.gamma, rel=1e-3))
    assert model.score(X, y) > 0.9


def test_lines_say_how_regular_the_machine_is_that_the_scale_is_for(run, labelled):
    typed = ["--rule", "leave_one_out", "--option", "C=100"]
    model, _ = execute(
        document(run("select", *labelled, *typed, "--json"))["python"],
        **dict(zip("Xy", measures(), strict=True)),
    )
    assert model.C == 100


def rbf(model, X):
    """The kernel matrix of a classifier, behind the scaler of its pipeline if there is one."""
    *scalers, (_, classifier) = getattr(model, "steps", [(None, model)])
    for _, scaler in scalers:
        X = scaler.transform(X)
    return kernelscale.Gaussian(1 / (2 * classifier.gamma))(X)


@pytest.mark.parametrize("standardize", [[], ["--standardize"]])
@pytest.mark.parametrize("rule", ["max_min", "standardized"])
def test_lines_without_labels_make_the_chosen_kernel(rule, standardize, run, plain):
    X, _ = measures()
    lines = document(run("select", *plain, "--rule", rule, *standardize, "--json"))["python"]
    last, names = execute(lines, X=X)
    Z = (X - X.mean(axis=0)) / X.std(axis=0) if standardize else X
    kernel = kernelscale.select_bandwidth(Z, rule=rule).kernel
    np.testing.assert_allclose(last(names["X"]), kernel(Z), rtol=2e-2, atol=1e-6)
    [line] = [line for line in lines if "Gaussian(" in line]
    np.testing.assert_allclose(eval(line, names), kernel(Z), rtol=2e-2, atol=1e-6)


def test_lines_for_a_self_tuned_kernel_keep_its_options(run, plain):
    options = "--rule", "self_tuning", "--option", "n_neighbors=5"
    lines = document(run("select", *plain, *options, "--json"))["python"]
    X, _ = measures()
    model, _ = execute(lines, X=X)
    expected = kernelscale.select_bandwidth(X, rule="self_tuning", n_neighbors=5)
    np.testing.assert_allclose(model.affinity_matrix_, expected.kernel(X))


# info, version, help


def test_info_says_what_is_installed(run):
    shown = run("info").stdout
    for word in (kernelscale.__version__, "serial, threads", "mfeat", "matplotlib"):
        assert word in shown
    assert arithmetic_in_use() in " ".join(shown.split())
    found = document(run("info", "--json"))
    assert found["version"] == kernelscale.__version__
    assert found["threads"] >= 1
    assert list(found["datasets"]) == ["mfeat"]


def test_info_says_how_to_install_what_is_missing(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert 'pip install "kernelscale[plot]"' in run("info").stdout
    assert document(run("info", "--json"))["optional"]["matplotlib"] is None


def test_version(run):
    assert run("--version").stdout == f"kernelscale {kernelscale.__version__}\n"


def test_without_a_command_the_help_says_where_to_start(run):
    shown = " ".join(run().stdout.split())
    assert 'Start with "compare"' in shown
    assert "kernelscale compare mfeat --standardize" in shown
    assert run("-h").stdout == run("--help").stdout


def test_help_names_every_rule_and_its_options(run):
    shown = run("select", "--help", COLUMNS="80").stdout
    for rule in RULES:
        assert re.search(rf"^\s*{rule}  +\S", shown, flags=re.MULTILINE)
    assert "factor=2.0" in shown


def test_help_explains_every_column(run):
    shown = run("compare", "--help").stdout
    for column in ("eps", "gamma", "position", "d_eps", "components", "effective", "eigengap"):
        assert re.search(rf"^\s*{column}  +\S", shown, flags=re.MULTILINE)


# What is refused, with 2 for what was typed and 1 for the data


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--label", "speces"], "has no column 'speces' to use as the label .did you mean 'sp"),
        (["--drop", "nothing"], "has no column 'nothing' to drop"),
        (["--label", "species", "--drop", "species"], "only one of them is possible"),
        (["--memory-limit", "lots"], "memory_limit must be a number of bytes, a text"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--threads", "two"], "Invalid value for '--threads'"),
        (["--labell", "species"], "No such option:? '?--labell"),
        (["--plot", "scales.docx"], "has no extension of a figure"),
        (["--plot", "nowhere/scales.png"], "there is no such folder"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "select"])
def test_usage_errors_exit_with_2(command, arguments, sentence, refuse, flowers):
    assert re.search(sentence, refuse(command, flowers, "--json", *arguments, code=2))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rule", "spectrl"], "There is no rule 'spectrl'; .* Did you mean 'spectral'"),
        (["--rule", "-1"], "epsilon must be a positive finite number, but -1.0 was given"),
        (["--rule", "nan"], "epsilon must be a positive finite number"),
        (
            ["--rule", "3", "--option", "factor=2"],
            "are for a rule given by name, but 3.0 was given",
        ),
        (["--rule", "max_min", "--option", "fctor=2"], "has no option 'fctor'; its options are"),
        (["--rule", "max_min", "--option", "factor=-2"], "factor must be a positive finite"),
        (["--rule", "max_min", "--option", "factor"], "takes a name and a value"),
        (
            ["--rule", "max_min", "--option", "factor=1", "--option", "factor=2"],
            "--option gives factor twice",
        ),
        (["--rule", "spectral"], "needs the class of each row, .* with --label"),
    ],
)
def test_wrong_rules_exit_with_2(arguments, sentence, refuse, plain):
    assert re.search(sentence, refuse("select", *plain, *arguments, code=2))


def test_a_missing_file_exits_with_2(refuse):
    assert "There is no file 'nothing.csv'" in refuse("compare", "nothing.csv", code=2)


def test_an_unknown_command_exits_with_2(refuse):
    assert "No such command 'comprae'" in refuse("comprae", "mfeat", code=2)


def test_a_missing_argument_exits_with_2(refuse):
    assert "Missing argument 'DATA'" in refuse("compare", code=2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "column 'species' is not numeric, .* make it the label with --label"),
        (["--label", "unit", "--drop", "species"], "y has one class only"),
        (["--label", "species", "--memory-limit", "1 kB"], "memory_limit is 1000 B; raise it"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "select"])
def test_data_errors_exit_with_1(command, arguments, sentence, refuse, flowers):
    assert re.search(sentence, refuse(command, flowers, "--json", *arguments, code=1))


def test_a_missing_package_exits_with_1(refuse, flowers, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    sentence = refuse("compare", flowers, code=1)
    assert 'pip install "kernelscale[io]"' in sentence


def test_messages_of_several_lines_become_one(refuse, plain, monkeypatch):
    def fail(*arguments, **options):
        raise DataError("First line\n  and second.")

    monkeypatch.setattr(bandwidth, "compare", fail)
    assert refuse("compare", *plain, code=1) == "First line and second."


def test_an_interrupt_is_quiet(run, plain, monkeypatch):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(bandwidth, "compare", interrupt)
    result = run("compare", *plain, code=130)
    assert result.output == ""


# --plot


# Of Matplotlib 3.7 beside a newer pyparsing.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("json_option", [[], ["--json"]])
@pytest.mark.parametrize("command", ["compare", "select"])
@pytest.mark.usefixtures("compared")
def test_plot_writes_one_whole_file(command, json_option, run, labelled, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "scales.png"
    rule = ["--rule", "probabilistic"] if command == "select" else []
    result = run(command, *labelled, *rule, "--plot", path, *json_option)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [file.name for file in tmp_path.iterdir()] == ["scales.png"]
    assert result.stderr == f"Plot written to {path}.\n"
    if json_option:
        document(result)


def test_plot_is_refused_before_the_long_work(refuse, plain, monkeypatch):
    def not_yet(*arguments, **options):
        raise AssertionError("the file comes first")

    monkeypatch.setattr(bandwidth, "compare", not_yet)
    assert "extension" in refuse("compare", *plain, "--plot", "scales.xyz", code=2)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    sentence = refuse("compare", *plain, "--plot", "scales.png", code=1)
    assert sentence.endswith('needs matplotlib; install it with: pip install "kernelscale[plot]"')


# Progress


@pytest.fixture
def terminal():
    return Console(file=io.StringIO(), force_terminal=True, width=80)


def events(display):
    for done in range(4):
        display(ProgressEvent("rules", done, 3))
        for part in range(3):
            display(ProgressEvent("eigenvalues", part, 2))


def test_progress_shows_stages_within_one_another(terminal):
    with ProgressDisplay(terminal, patience=0.0) as display:
        display(ProgressEvent("rules", 1, 3))
        display(ProgressEvent("eigenvalues", 5, 40))
        time.sleep(0.2)
    shown = terminal.file.getvalue()
    for words in ("rules", "1/3", "eigenvalues", "5/40"):
        assert words in shown


def test_progress_survives_stages_that_start_again(terminal):
    with ProgressDisplay(terminal, patience=0.0) as display:
        for _ in range(2):
            events(display)


def test_short_work_shows_nothing(terminal):
    with ProgressDisplay(terminal) as display:
        events(display)
    assert terminal.file.getvalue() == ""


def test_without_a_terminal_progress_shows_nothing():
    console = Console(file=io.StringIO())
    with ProgressDisplay(console, patience=0.0) as display:
        events(display)
    assert console.file.getvalue() == ""


# As a program of its own, of whose starts one is enough for a quick run of the tests


def start(*arguments, **streams):
    environment = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    command = [sys.executable, "-m", "kernelscale", *arguments]
    return subprocess.Popen(command, text=True, env=environment, **streams)


@pytest.mark.slow
def test_bundled_digits_from_another_process():
    program = start("select", "mfeat", "--rule", "max_min", "--json", stdout=-1, stderr=-1)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (0, "")
    assert json.loads(out)["data"]["n_classes"] == 10


def test_piped_output_is_plain(plain):
    program = start("compare", *plain, stdout=-1, stderr=-1)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, err) == (0, "")
    assert ANSI not in out
    assert "Recommended: " in out


@pytest.mark.slow
def test_a_reader_that_has_gone_is_no_error():
    program = start("info", stdout=-1, stderr=-1)
    program.stdout.close()
    assert program.stderr.read() == ""
    program.wait(timeout=60)


@pytest.mark.slow
def test_errors_of_the_program(flowers):
    program = start("compare", flowers, "--json", stdout=-1, stderr=-1)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, out) == (1, "")
    sentence, *others = err.splitlines()
    assert sentence.startswith("Error: ")
    assert all(other.startswith("Try: kernelscale compare ") for other in others)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        # Older pandas makes an infinity of them.
        pytest.param("9" * 400, "not numeric|has an infinity", id="400_digits"),
        ("1e200", "overflows"),
    ],
)
def test_numbers_too_large_to_standardise_are_refused(run, tmp_path, entry, said):
    file = tmp_path / "large.csv"
    file.write_text(f"a,b\n{entry},1\n2,3\n4,5\n")
    assert re.search(said, run("select", file, "--standardize", code=1).stderr)
