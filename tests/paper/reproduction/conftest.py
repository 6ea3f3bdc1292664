from dataclasses import replace

import pytest
from joblib import parallel_config
from tests.conftest import invoke, refuse

from kernelscale.paper.harness.experiment import Experiment, Sliders
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction import keys

__all__ = ["invoke", "refuse"]

TABLES = {
    "summary": [{"method": "a", "mean_of_two": 0.5}, {"method": "b", "mean_of_two": None}],
    "all": [{"seed": n, "third": n / 3, "kind": "x, y"} for n in range(4)],
}
"""The tables that each experiment of the fixture returns."""


@pytest.fixture(autouse=True)
def one_process():
    """Pictures are drawn in this process, where functions are replaced."""
    with parallel_config("sequential"):
        yield


@pytest.fixture
def draw_instead(experiments, monkeypatch):
    """A function that replaces the drawings of the experiment `roll`."""

    def change(drawings):
        monkeypatch.setitem(EXPERIMENTS, "roll", replace(EXPERIMENTS["roll"], drawings=drawings))

    return change


@pytest.fixture
def experiments(monkeypatch):
    """Replace all experiments by two that take no time; return a list of those that ran.

    An entry of the list has the name of the experiment, and whether its run was quick. The digest
    of the code has a fixed value, so that kept results stay valid.
    """
    ran = []
    monkeypatch.setattr(keys, "digest_of_code", lambda **_: "this code")

    def made(name):
        def run(quick, progress):
            ran.append((name, quick))
            return TABLES

        facts = (name, f"Figure {name}", "It holds.", "It does not.", "none", 2.5, run)
        return Experiment(*facts, sliders=Sliders("embeddings", "curves"))

    real = dict(EXPERIMENTS)
    EXPERIMENTS.clear()
    EXPERIMENTS.update({name: made(name) for name in ("roll", "digits")})
    yield ran
    EXPERIMENTS.clear()  # monkeypatch would restore them in another order
    EXPERIMENTS.update(real)


@pytest.fixture
def returns(monkeypatch):
    """A function that sets what an experiment returns or raises."""

    def change(tables, name="roll"):
        def run(quick, progress):
            found = tables(quick) if callable(tables) else tables
            if isinstance(found, BaseException):
                raise found
            return found

        monkeypatch.setitem(EXPERIMENTS, name, replace(EXPERIMENTS[name], measure=run))

    return change


@pytest.fixture
def other_code(monkeypatch):
    """A function that changes the digest of the code, so that kept results are of older code."""
    count = iter(range(100))

    def change():
        text = f"code {next(count)}"
        monkeypatch.setattr(keys, "digest_of_code", lambda **_: text)

    return change


@pytest.fixture
def drawn(draw_instead):
    """Give the experiment `roll` two pictures; return a list with the names of drawn pictures."""
    pytest.importorskip("matplotlib")
    names = []

    def picture(name):
        def draw(figure, tables):
            names.append(name)
            # Text only, because axes would take most of the time.
            figure.text(0.5, 0.5, len(tables["summary"]))

        return draw

    draw_instead({name: picture(name) for name in ("share", "line")})
    return names
