"""Fixtures: a table of flowers, the comparison of all rules on it, and the command line."""

import numpy as np
import pytest
from tests.cli.flowers import measures
from typer.testing import CliRunner

import kernelscale
from kernelscale.cli import app
from kernelscale.cli.compare import all_rules


@pytest.fixture(scope="session")
def flowers(tmp_path_factory):
    """A table of three classes of twenty rows each, with a constant column and row numbers."""
    X, y = measures()
    species = np.array(["setosa", "versicolor", "virginica"])[y]
    lines = [f"{n},{X[n, 0]},{X[n, 1]},1,{name}" for n, name in enumerate(species)]
    path = tmp_path_factory.mktemp("tables") / "flowers.csv"
    path.write_text("\n".join(["id,length,width,unit,species", *lines]))
    return str(path)


@pytest.fixture(scope="session")
def comparison():
    """The library's comparison of all rules on the table of flowers."""
    return kernelscale.compare(*measures())


@pytest.fixture
def compared(comparison, monkeypatch):
    """Let the command line use the library's comparison instead of computing it again."""
    monkeypatch.setattr(all_rules, "compare_rules", lambda *arguments, **options: comparison)
    return comparison


@pytest.fixture
def run(monkeypatch):
    """A function that runs the command line in this process."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*arguments, code=0, **environment):
        result = CliRunner().invoke(app, list(map(str, arguments)), env=environment)
        assert result.exit_code == code, result.output
        return result

    return invoke


@pytest.fixture
def labelled(flowers):
    return flowers, "--label", "species", "--drop", "id", "--drop", "unit"


@pytest.fixture
def plain(flowers):
    return flowers, "--drop", "species", "--drop", "id", "--drop", "unit"
