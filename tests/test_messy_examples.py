"""Messy example tables: each listed command runs, or its error suggests a command that runs."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kernelscale.cli import app

pytest.importorskip("pandas")

FOLDER = Path(__file__).parents[1] / "examples" / "messy"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
COMMANDS = dict(re.findall(r"^\| `(\S+)` \| .* \| `kernelscale (.+)` \|$", README, re.M))


def run(command):
    return CliRunner().invoke(app, [*shlex.split(command), "--rule", "median"])


def test_every_file_has_a_command():
    files = {path.name for path in FOLDER.iterdir()} - {"README.md"}
    assert COMMANDS.keys() == files
    assert len(files) == 12


@pytest.mark.parametrize("file", COMMANDS)
def test_each_command_runs_or_the_suggested_ones_do(file, monkeypatch):
    monkeypatch.chdir(FOLDER)
    result = run(COMMANDS[file])
    if result.exit_code == 0:
        assert "30 rows" in result.stdout
        return
    sentence, *tries = result.stderr.splitlines()
    assert sentence.startswith(f"Error: {file}")
    assert sentence.endswith(".")
    assert tries
    for line in tries:
        pasted = run(line.removeprefix("Try: kernelscale ").removesuffix(" --rule median"))
        assert pasted.exit_code == 0, pasted.stderr
        assert re.search("(30|2[0-9]) rows", pasted.stdout)
