"""A table of the points of a sheet and of a thread, and the arguments that read it."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def points():
    """Points of a sheet and of a thread, 150 rows each, in four features."""
    random = np.random.default_rng(2)
    sheet = np.column_stack([random.uniform(-1, 1, (150, 2)), np.zeros((150, 2))])
    return np.vstack([sheet, random.uniform(4, 9, (150, 1)) * [0, 0, 1, 2]])


@pytest.fixture(scope="module")
def shapes(points, tmp_path_factory):
    """A table of the points with row numbers and three classes, one of only three rows."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(points, columns=list("abcd"))
    frame["shape"] = ["sheet"] * 150 + ["thread"] * 147 + ["scrap"] * 3
    frame["number"] = range(len(frame))
    path = tmp_path_factory.mktemp("tables") / "shapes.csv"
    frame.to_csv(path, index=False)
    return path, "--drop", "number"


@pytest.fixture
def labelled(shapes):
    return *shapes, "--label", "shape"


@pytest.fixture
def plain(shapes):
    return *shapes, "--drop", "shape"
