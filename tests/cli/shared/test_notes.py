"""Commands print notes on the data; with the flags that a note suggests, the note disappears."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

DOSE_DOMINATES = "Feature dose accounts for 99.99% of the mean squared distance"


@pytest.fixture
def points(random):
    return random.normal(size=(60, 3)) * [1, 1, 1000]


@pytest.fixture
def table(points, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savetxt("t.csv", points, delimiter=",", header="length,width,dose", comments="")


COMMANDS = {
    "select": ["select", "t.csv", "--rule", "median"],
    "compare": ["compare", "t.csv"],
    "embed": ["embed", "t.csv", "--bandwidth", "median"],
    "dimension": ["dimension", "t.csv", "--method", "two_nn"],
}


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("command", COMMANDS)
def test_the_note_suggests_a_flag_that_removes_the_note(invoke, command):
    lines = invoke(*COMMANDS[command]).stdout.splitlines()
    [note] = [line for line in lines if line.startswith(f"Note: {DOSE_DOMINATES}")]
    document = json.loads(invoke(*COMMANDS[command], "--json").stdout)
    assert note.removeprefix("Note: ") in document["notes"]
    again = invoke(*COMMANDS[command], "--standardize").stdout
    assert DOSE_DOMINATES not in again


@pytest.mark.parametrize("typed", [["--period", "7"], ["--metric", "cityblock"]])
@pytest.mark.parametrize("command", ["embed", "dimension"])
def test_row_numbers_are_found_with_every_metric(invoke, points, tmp_path, command, typed):
    np.save(tmp_path / "t.npy", np.column_stack([points[:, :3], np.arange(60)]))
    method = ["--method", "two_nn"] * (command == "dimension")
    shown = invoke(command, tmp_path / "t.npy", *typed, *method).stdout
    assert "Note: Feature 3 changes by the same step from row to row" in shown
    assert len(re.findall("Note: ", shown)) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_rows_are_numbered_by_lines_of_the_file_too(invoke, tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    points = np.random.default_rng(0).normal(size=(60, 3))
    points[[40, 50]] += [[200], [-200]]
    lines = [",".join(map(str, row)) for row in points]
    lines[3] = "1,,2"  # this row is skipped
    Path("t.csv").write_text("\n".join(["u,v,w", *lines]))
    shown = invoke(*COMMANDS[command], "--drop-missing").stdout
    assert "Each of the rows 39, 49 (counted from 0)" in shown
    assert "; the file has them in line 42, line 52." in shown


@pytest.mark.parametrize("command", [*COMMANDS, "scale"])
def test_other_faults_are_reported_in_addition_to_gaps(invoke, tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    points = np.random.default_rng(0).normal(size=(60, 3)) * [1, 1, 1000]
    lines = [f"{row},{u},{v},{w}" for row, (u, v, w) in enumerate(points)]
    lines[3] = "3,,,2"
    Path("t.csv").write_text("\n".join(["number,u,v,dose", *lines]))
    typed = COMMANDS.get(command, ["scale", "t.csv"])
    said = invoke(*typed, code=1).stderr.splitlines()
    kinds = [line.partition(":")[0] for line in said]
    # `scale` chooses units itself, so it prints no note on units
    units = ["Note"] * (command != "scale")
    assert kinds == [*units, "Note", "Error", "Try", "Try", "Try"]
    assert any("--drop number" in line for line in said if line.startswith("Note"))
    last = [*typed, "--drop-missing", "--drop", "number", "--standardize"]
    shown = invoke(*(last if units else last[:-1])).stdout
    assert "Note: Feature" not in shown


def test_scale_gives_all_notes_except_notes_on_units(invoke, points, tmp_path):
    np.save(tmp_path / "t.npy", np.column_stack([points, np.arange(60)]))
    notes = json.loads(invoke("scale", tmp_path / "t.npy", "--json").stdout)["notes"]
    assert [note for note in notes if "row numbers" in note]
    assert not [note for note in notes if "mean squared distance" in note]
