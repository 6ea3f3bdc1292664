import pytest
from typer.testing import CliRunner

from kernelscale.cli import app, experiment_keys
from kernelscale.experiments import EXPERIMENTS, Experiment

TABLES = {
    "summary": [{"method": "a", "mean_of_two": 0.5}, {"method": "b", "mean_of_two": None}],
    "all": [{"seed": n, "third": n / 3, "kind": "x, y"} for n in range(4)],
}
"""What each experiment of the fixture returns."""


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


@pytest.fixture
def experiments(monkeypatch):
    """Two experiments that take no time, of code that stays; those that ran, with their sizes."""
    ran = []
    monkeypatch.setattr(experiment_keys, "digest_of_code", lambda **_: "this code")

    def made(name):
        def run(quick, progress):
            ran.append((name, quick))
            return TABLES

        return Experiment(name, f"Figure {name}", "It holds.", "It does not.", "none", 2.5, run)

    real = dict(EXPERIMENTS)
    EXPERIMENTS.clear()
    EXPERIMENTS.update({name: made(name) for name in ("roll", "digits")})
    yield ran
    EXPERIMENTS.clear()  # monkeypatch would put them back in another order
    EXPERIMENTS.update(real)
