"""What was seen in the data stands beside the answer, and the flag it names helps."""

import json

import numpy as np
import pytest

HOLDS = "Feature dose holds 99.99% of the mean squared distance"


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
def test_a_command_says_it_and_the_flag_helps(invoke, command):
    lines = invoke(*COMMANDS[command]).stdout.splitlines()
    [note] = [line for line in lines if line.startswith(f"Note: {HOLDS}")]
    document = json.loads(invoke(*COMMANDS[command], "--json").stdout)
    assert note.removeprefix("Note: ") in document["notes"]
    again = invoke(*COMMANDS[command], "--standardize").stdout
    assert HOLDS not in again


def test_scale_takes_units_as_they_come_but_says_the_rest(invoke, points, tmp_path):
    np.save(tmp_path / "t.npy", np.column_stack([points, np.arange(60)]))
    notes = json.loads(invoke("scale", tmp_path / "t.npy", "--json").stdout)["notes"]
    assert [note for note in notes if "row numbers" in note]
    assert not [note for note in notes if "mean squared distance" in note]
