"""Tables written and read back: the same numbers, whole or not at all."""

import csv
import sys

import numpy as np
import pytest

from kernelscale.datasets import read_table
from kernelscale.datasets.writing import check_table_path, write_table


@pytest.fixture
def columns():
    numbers = np.random.default_rng(0).normal(size=(50, 2)) * [1e-300, 1e300]
    return {
        "small": numbers[:, 0],
        "large": numbers[:, 1],
        "count": np.arange(50),
        "name, of it": np.array(['a "b", c', "é\n"] * 25),
    }


@pytest.mark.parametrize("extension", [".csv", ".parquet", ".CSV"])
def test_what_is_written_is_read_back(extension, columns, tmp_path):
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    path = tmp_path / f"table{extension}"
    check_table_path(path)
    assert not path.exists()
    write_table(columns, path)
    # Magnitudes are beyond what is taken for features, so only the file itself is looked at.
    found = read_back(path)
    for name, column in columns.items():
        np.testing.assert_array_equal(found[name], column)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def read_back(path):
    import pandas

    if path.suffix == ".parquet":
        return pandas.read_parquet(path)
    # By Python's own conversion, because pandas' quick one was not always exact.
    with path.open(encoding="utf-8", newline="") as file:
        frame = pandas.DataFrame(list(csv.DictReader(file)))
    return frame.astype({"small": float, "large": float, "count": int})


def test_read_table_takes_it(tmp_path):
    pytest.importorskip("pandas")
    write_table({"a": np.array([0.25, 2.0]), "b": np.array(["x", "y"])}, tmp_path / "t.csv")
    found = read_table(tmp_path / "t.csv", label="b")
    assert found.data[0, 0] == 0.25
    assert found.target.tolist() == ["x", "y"]


def test_a_failure_leaves_the_old_table(columns, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with pytest.raises(ValueError, match="zip"):
        write_table(columns | {"short": np.ones(3)}, path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_what_cannot_be_written_is_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"no extension of a table; those are .csv and .parquet"):
        check_table_path(tmp_path / "table.txt")
    with pytest.raises(NotADirectoryError, match="there is no such folder"):
        check_table_path(tmp_path / "no" / "table.csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'needs pyarrow; .* pip install "kernelscale\[io\]"'):
        check_table_path(tmp_path / "table.parquet")


# Features by name


@pytest.fixture
def table(tmp_path):
    pytest.importorskip("pandas")
    path = tmp_path / "table.csv"
    path.write_text(",a,b,c,kind\n0,1,2,3,x\n1,4,5,6,y\n")
    return path


def test_features_come_in_the_order_asked_for(table):
    with pytest.warns(UserWarning, match=r"table.csv: column\(s\) 'b', 'kind' are left out\.$"):
        found = read_table(table, features=["c", "a"])
    np.testing.assert_array_equal(found.data, [[3, 1], [6, 4]])
    assert found.feature_names == ["c", "a"]


def test_features_leave_the_label_be(table):
    found = read_table(table, label="kind", drop="b", features=["c", "a"])
    assert found.target.tolist() == ["x", "y"]


def test_features_that_lack_are_named(table):
    with pytest.raises(ValueError, match=r"lacks column\(s\) 'd', 1 of the 2 needed; its col"):
        read_table(table, features=["a", "d"])


def test_an_array_without_names_is_taken_as_it_comes(tmp_path):
    np.save(tmp_path / "x.npy", np.eye(3))
    found = read_table(tmp_path / "x.npy", features=["a", "b"])
    np.testing.assert_array_equal(found.data, np.eye(3))
    assert found.feature_names is None
