import pytest

from kernelscale.cli import experiment_keys
from kernelscale.experiments import EXPERIMENTS, Experiment

TABLES = {
    "summary": [{"method": "a", "mean_of_two": 0.5}, {"method": "b", "mean_of_two": None}],
    "all": [{"seed": n, "third": n / 3, "kind": "x, y"} for n in range(4)],
}
"""What each experiment of the fixture returns."""


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
