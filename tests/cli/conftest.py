import pytest
from typer.testing import CliRunner

from kernelscale.cli import app


@pytest.fixture
def invoke(monkeypatch):
    """A function that runs the command line in this process, where lines are never wrapped."""
    for name in ("FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, code=0):
        result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "1000"})
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def refuse(invoke):
    """A function that runs what has to fail, and gives the one sentence it fails with."""

    def run(*arguments, code):
        [line, *others] = invoke(*arguments, code=code).stderr.splitlines()
        assert all(other.startswith("Try: kernelscale ") for other in others)
        return line.removeprefix("Error: ")

    return run
