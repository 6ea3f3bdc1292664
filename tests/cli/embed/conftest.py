"""Fixtures: a table of flowers, a model fitted to it, and a table of new flowers."""

import numpy as np
import pytest
from tests.cli.embed.output import RULE

from kernelscale import load_model

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


@pytest.fixture
def flowers():
    """Three classes of twenty rows each with two features, a constant feature, and row numbers."""
    random = np.random.default_rng(5)
    y = np.tile([0, 1, 2], 20)
    centres = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 40.0]])
    X = (centres[y] + random.normal(size=(60, 2)) * [1, 10]).round(3)
    frame = pandas.DataFrame(X, columns=["length", "width"])
    species = np.array(["setosa", "versicolor", "virginica"])[y]
    return frame.assign(unit=1.0, id=range(60), species=species)


@pytest.fixture
def table(flowers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flowers.to_csv("flowers.csv", index=False)
    return ["flowers.csv", "--drop", "id", "--label", "species"]


@pytest.fixture
def features(flowers):
    return flowers[["length", "width", "unit"]].to_numpy()


@pytest.fixture
def model(invoke, table):
    """Fit a model of the flowers; return the options that embed new flowers with this model."""
    invoke("embed", *table, *RULE, "-o", "m.npz")
    return ["--model", "m.npz", "--new", "more.csv"]


@pytest.fixture
def more(flowers):
    frame = flowers.iloc[:7, ::-1].assign(remark="a, b")
    frame["width"] = (frame["width"] + 0.25).round(3)
    frame.to_csv("more.csv", index=False)
    return frame


@pytest.fixture
def embedded(model, more):
    """Coordinates of the new flowers, computed by the library."""
    loaded = load_model("m.npz")
    rows = more[["length", "width", "unit"]]
    return loaded.transform(rows), loaded.kernel_mass(rows)
