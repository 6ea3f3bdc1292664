"""The command line as a whole: help, version, info, errors, plots and processes."""

import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout

import pytest
from tests.cli.flowers import ANSI, document

import kernelscale
from kernelscale.bandwidth import RULES
from kernelscale.cli import app
from kernelscale.cli.compare import all_rules
from kernelscale.datasets.errors import DataError
from kernelscale.engine.resources import arithmetic_in_use

pytest.importorskip("pandas")


def test_info_lists_installed_packages(run):
    shown = run("info").stdout
    for word in (kernelscale.__version__, "serial, threads", "mfeat", "matplotlib"):
        assert word in shown
    assert arithmetic_in_use() in " ".join(shown.split())
    found = document(run("info", "--json"))
    assert found["version"] == kernelscale.__version__
    assert found["threads"] >= 1
    assert list(found["datasets"]) == ["mfeat"]


def test_info_gives_install_commands_for_missing_packages(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert 'pip install "kernelscale[plot]"' in run("info").stdout
    assert document(run("info", "--json"))["optional"]["matplotlib"] is None


def test_version(run):
    assert run("--version").stdout == f"kernelscale {kernelscale.__version__}\n"


def test_without_a_command_the_help_names_a_first_command(run):
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


# Errors: exit code 2 for the command line, 1 for the data


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--label", "speces"], "has no column 'speces' to use as the label .did you mean 'sp"),
        (["--drop", "nothing"], "has no column 'nothing' to drop"),
        (["--label", "species", "--drop", "species"], "only one of these is possible"),
        (["--memory-limit", "lots"], "memory_limit must be a number of bytes, a string"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--threads", "two"], "Invalid value for '--threads'"),
        (["--labell", "species"], "No such option:? '?--labell"),
        (["--plot", "scales.docx"], "is not the name of a figure file"),
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
        (["--rule", "max_min", "--option", "factor"], "must be a name and a value"),
        (
            ["--rule", "max_min", "--option", "factor=1", "--option", "factor=2"],
            "--option factor was given twice",
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

    monkeypatch.setattr(all_rules, "compare_rules", fail)
    assert refuse("compare", *plain, code=1) == "First line and second."


def test_an_interrupt_prints_nothing(run, plain, monkeypatch):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(all_rules, "compare_rules", interrupt)
    result = run("compare", *plain, code=130)
    assert result.output == ""


# --plot


# Matplotlib 3.7 gives a DeprecationWarning with a newer pyparsing.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("json_option", [[], ["--json"]])
@pytest.mark.parametrize("command", ["compare", "select"])
@pytest.mark.usefixtures("compared")
def test_plot_writes_one_complete_file(command, json_option, run, labelled, tmp_path):
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
        raise AssertionError("the output file must be checked first")

    monkeypatch.setattr(all_rules, "compare_rules", not_yet)
    assert "name of a figure file" in refuse("compare", *plain, "--plot", "scales.xyz", code=2)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    sentence = refuse("compare", *plain, "--plot", "scales.png", code=1)
    assert sentence.endswith('needs matplotlib; install it with: pip install "kernelscale[plot]"')


@pytest.mark.usefixtures("compared")
def test_output_to_a_file_is_plain(plain, tmp_path, capfd, monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    path = tmp_path / "said.txt"
    with path.open("w") as file, redirect_stdout(file), pytest.raises(SystemExit, match="^0$"):
        app(["compare", *plain])
    assert ANSI not in path.read_text()
    assert "Recommended: " in path.read_text()
    assert capfd.readouterr() == ("", "")


# As a separate process


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


@pytest.mark.slow
def test_a_closed_output_pipe_is_not_an_error():
    program = start(stdout=-1, stderr=-1)  # the help
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
        # Older versions of pandas read this number as infinity.
        pytest.param("9" * 400, "not numeric|has an infinity", id="400_digits"),
        ("1e200", "too large for sums"),
    ],
)
def test_numbers_too_large_to_standardise_are_refused(run, tmp_path, entry, said):
    file = tmp_path / "large.csv"
    file.write_text(f"a,b\n{entry},1\n2,3\n4,5\n")
    assert re.search(said, run("select", file, "--standardize", code=1).stderr)
