import csv
import json
import re

import pytest

from kernelscale.cli import reproduce
from kernelscale.experiments import EXPERIMENTS, Experiment

TABLES = {
    "summary": [{"method": "a", "mean_of_two": 0.5}, {"method": "b", "mean_of_two": None}],
    "all": [{"seed": n, "third": n / 3, "kind": "x, y"} for n in range(4)],
}


@pytest.fixture(autouse=True)
def experiments(monkeypatch):
    """Two experiments that take no time; the second wants to be last."""
    ran = []

    def made(name):
        def run(quick, progress):
            ran.append((name, quick))
            return TABLES

        return Experiment(name, f"Figure {name}", "It holds.", "It does not.", "none", 2.5, run)

    for name in list(EXPERIMENTS):
        monkeypatch.delitem(EXPERIMENTS, name)
    for name in ("roll", "digits"):
        monkeypatch.setitem(EXPERIMENTS, name, made(name))
    return ran


# Which run


@pytest.mark.parametrize("arguments", [[], ["--list"], ["--list", "roll"]])
def test_the_list_says_what_there_is_and_runs_nothing(arguments, invoke, experiments):
    shown = invoke("reproduce", *arguments).stdout
    for name in EXPERIMENTS:
        assert re.search(rf"^{name}$", shown, re.MULTILINE)
        assert f"Figure {name}" in shown
    for text in ("It holds.", "It does not.", "about 2.5 min"):
        assert text in shown
    assert experiments == []


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["roll"], ["roll"]),
        (["digits", "roll", "digits"], ["roll", "digits"]),
        (["all"], ["roll", "digits"]),
        (["all", "roll"], ["roll", "digits"]),
    ],
)
def test_each_of_those_asked_for_runs_once_in_order(names, expected, invoke, experiments):
    invoke("reproduce", *names)
    assert experiments == [(name, False) for name in expected]


def test_quick_is_passed_on(invoke, experiments):
    shown = invoke("reproduce", "roll", "--quick").stdout
    assert experiments == [("roll", True)]
    assert "roll: Figure roll, quick" in shown


def test_unknown_names_are_told_those_known(refuse, experiments):
    sentence = refuse("reproduce", "roll", "rolls", code=2)
    assert sentence == "NAME must be one of roll, digits, all, but 'rolls' was given."
    assert experiments == []


# What comes out


def test_claim_expectation_and_summary_are_printed(invoke):
    lines = invoke("reproduce", "digits").stdout.splitlines()
    assert lines[0] == "digits: Figure digits"
    assert lines[1] == "The paper: It holds."
    assert lines[2] == "Expected: It does not."
    assert [line.split() for line in lines[7:10]][-2:] == [["a", "0.5000"], ["b", "-"]]
    assert lines[-1] == reproduce.HINT


def test_warnings_become_notes(invoke, monkeypatch):
    def warn(quick, progress):
        import warnings

        warnings.warn("Few rows.", stacklevel=1)
        return TABLES

    monkeypatch.setitem(
        EXPERIMENTS, "roll", Experiment("roll", "Figure", "Yes.", "No.", "none", 1.0, warn)
    )
    result = invoke("reproduce", "roll")
    assert "Note: Few rows." in result.stdout
    assert result.stderr == ""


# Files


def test_tables_are_written_as_csv_and_json(invoke, tmp_path):
    folder = tmp_path / "tables"
    result = invoke("reproduce", "roll", "-o", folder)
    assert result.stderr == f"Tables written to {folder}.\n"
    assert reproduce.HINT not in result.stdout
    names = {file.name for file in folder.iterdir()}
    assert names == {"roll.json", "roll-summary.csv", "roll-all.csv"}
    document = json.loads((folder / "roll.json").read_text(encoding="utf-8"))
    assert document["tables"] == TABLES
    assert document["claim"] == "It holds."
    assert document["quick"] is False
    with (folder / "roll-all.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["third"]) for row in rows] == [n / 3 for n in range(4)]
    assert {row["kind"] for row in rows} == {"x, y"}
    with (folder / "roll-summary.csv").open(encoding="utf-8") as file:
        assert [row["mean_of_two"] for row in csv.DictReader(file)] == ["0.5", ""]


def test_files_are_the_same_every_time(invoke, tmp_path):
    for folder in ("one", "two"):
        invoke("reproduce", "all", "-o", tmp_path / folder)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_what_was_written_stays_when_a_later_experiment_fails(invoke, tmp_path, monkeypatch):
    def fail(quick, progress):
        raise ValueError("No such luck.")

    monkeypatch.setitem(
        EXPERIMENTS, "digits", Experiment("digits", "Figure", "Yes.", "No.", "none", 1.0, fail)
    )
    result = invoke("reproduce", "all", "-o", tmp_path, code=1)
    assert result.stderr == "Error: No such luck.\n"
    assert {file.name for file in tmp_path.glob("*.json")} == {"roll.json"}


def test_a_folder_that_cannot_be_is_refused_before_the_work(refuse, tmp_path, experiments):
    (tmp_path / "file").write_text("")
    sentence = refuse("reproduce", "all", "-o", tmp_path / "file", code=2)
    assert sentence.endswith("file' is a file; give the name of a folder.")
    sentence = refuse("reproduce", "all", "-o", tmp_path / "no" / "where", code=2)
    assert "there is no such folder" in sentence
    assert experiments == []
