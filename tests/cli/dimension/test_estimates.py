"""Estimates of one method and of all methods, and whether an estimate can be trusted."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from kernelscale import estimate_dimension
from kernelscale.cli import app
from kernelscale.intrinsic_dimension import METHODS


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
