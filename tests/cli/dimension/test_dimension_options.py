"""Options of the command `dimension`, and its errors."""

import json
import re
import sys

import numpy as np
import pytest

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import METHODS
from kernelscale.intrinsic_dimension.estimators import ball_comparison


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
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    sentence = refuse("dimension", *plain, "--plot", "a.png", code=1)
    assert sentence.endswith('needs matplotlib; install it with: pip install "kernelscale[plot]"')


def test_help_names_every_method_and_figure(invoke):
    shown = invoke("dimension", "--help").stdout
    for name in (*METHODS, "dimension", "continuous", "sd", "flags"):
        assert re.search(rf"^\s*{name}  +\S", shown, flags=re.MULTILINE)


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
