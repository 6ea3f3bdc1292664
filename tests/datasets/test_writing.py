"""Written tables are read back with the same numbers; files are complete or not written."""

import csv
import sys

import numpy as np
import pytest

from kernelscale.datasets import read_table
from kernelscale.datasets.errors import DataError
from kernelscale.datasets.table_output import check_table_path, write_table


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
def test_a_written_table_is_read_back(extension, columns, tmp_path):
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    path = tmp_path / f"table{extension}"
    check_table_path(path)
    assert not path.exists()
    write_table(columns, path)
    # `read_table` refuses numbers of this magnitude, so the file is read without it.
    found = read_back(path)
    for name, column in columns.items():
        np.testing.assert_array_equal(found[name], column)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def read_back(path):
    import pandas

    if path.suffix == ".parquet":
        return pandas.read_parquet(path)
    # Python converts the numbers, because the fast conversion of pandas was not always exact.
    with path.open(encoding="utf-8", newline="") as file:
        frame = pandas.DataFrame(list(csv.DictReader(file)))
    return frame.astype({"small": float, "large": float, "count": int})


def test_read_table_reads_a_written_table(tmp_path):
    pytest.importorskip("pandas")
    write_table({"a": np.array([0.25, 2.0]), "b": np.array(["x", "y"])}, tmp_path / "t.csv")
    found = read_table(tmp_path / "t.csv", label="b")
    assert found.data[0, 0] == 0.25
    assert found.target.tolist() == ["x", "y"]


def test_a_failure_leaves_the_old_table(columns, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with pytest.raises(ValueError, match="'short' has 3 rows and column 'small' 50; all columns"):
        write_table(columns | {"short": np.ones(3)}, path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_values_that_cannot_be_written_are_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"table file; it must end in .csv or .parquet"):
        check_table_path(tmp_path / "table.txt")
    with pytest.raises(NotADirectoryError, match="there is no such folder"):
        check_table_path(tmp_path / "no" / "table.csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'needs pyarrow; .* pip install "kernelscale\[io\]"'):
        check_table_path(tmp_path / "table.parquet")


NO_TABLES = [
    None,
    5,
    "a",
    {},
    np.ones((2, 2)),
    [np.ones(2)],
    {"a": 1},
    {"a": [1, 2]},
    {"a": np.ones((2, 2))},
    {"a": np.array(1)},
    {"a": np.array([1j, 1])},
    {"a": np.array([1 + 2j])},
    {"a": np.array(["2020-01-01"], dtype="datetime64[D]")},
    {1: np.ones(2)},
    {None: np.ones(2)},
]
ONE = {"a": np.ones(2)}
NO_PATHS = [None, 5, b"a.csv", ["a.csv"], np.ones(2), 1j]


@pytest.mark.parametrize("extension", [".csv", ".parquet"])
@pytest.mark.parametrize("given", NO_TABLES, ids=repr)
def test_invalid_tables_are_refused_and_nothing_is_written(given, extension, tmp_path):
    pytest.importorskip("pyarrow")
    sentence = (
        r"^(A table must be a mapping|The name of a column must be|Column '\w+' must be).*\.$"
    )
    with pytest.raises(TypeError, match=sentence):
        write_table(given, tmp_path / f"a{extension}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "function", [check_table_path, lambda path: write_table(ONE, path), read_table]
)
@pytest.mark.parametrize("path", NO_PATHS, ids=repr)
def test_invalid_paths_are_refused(path, function):
    with pytest.raises(TypeError, match="path must be the name of a file.* but .* was given"):
        function(path)
    with pytest.raises(ValueError, match="must be the name of a file, but .* has a null"):
        function("a\0.csv")


def test_unknown_formats_are_not_written(tmp_path):
    with pytest.raises(ValueError, match=r"not the name of a table file; it must end in .csv or"):
        write_table(ONE, tmp_path / "table.xls")
    assert list(tmp_path.iterdir()) == []


# Names of requested columns


@pytest.fixture
def file(tmp_path):
    pytest.importorskip("pandas")
    write_table({name: np.arange(3.0) for name in "abc"}, tmp_path / "t.csv")
    np.save(tmp_path / "t.npy", np.ones((3, 3)))
    return tmp_path / "t.csv"


@pytest.mark.parametrize("extension", [".csv", ".npy"])
@pytest.mark.parametrize(
    ("features", "sentence"),
    [
        ([], "features must name at least one column"),
        ((), "features must name at least one column"),
        (["a", "b", "a"], "features names 'a' more than once; each may come once"),
    ],
)
def test_features_must_name_each_column_once(features, sentence, extension, file):
    with pytest.raises(DataError, match=sentence):
        read_table(file.with_suffix(extension), features=features)


@pytest.mark.parametrize("option", ["features", "drop"])
@pytest.mark.parametrize("names", [5, 1.5, 1j, True])
def test_features_must_be_names(names, option, file):
    with pytest.raises(TypeError, match=f"{option} must be a list of names"):
        read_table(file, **{option: names})


@pytest.mark.filterwarnings("ignore:.*are skipped")
def test_a_single_name_is_one_feature(file):
    write_table({"ab": np.ones(2), "a": np.ones(2), "b": np.ones(2)}, file)
    assert read_table(file, features="ab").feature_names == ["ab"]
    assert read_table(file, drop="ab").feature_names == ["a", "b"]


# Features by name


@pytest.fixture
def table(tmp_path):
    pytest.importorskip("pandas")
    path = tmp_path / "table.csv"
    path.write_text(",a,b,c,kind\n0,1,2,3,x\n1,4,5,6,y\n")
    return path


def test_features_come_in_the_given_order(table):
    with pytest.warns(UserWarning, match=r"table.csv: column\(s\) 'b', 'kind' are skipped\.$"):
        found = read_table(table, features=["c", "a"])
    np.testing.assert_array_equal(found.data, [[3, 1], [6, 4]])
    assert found.feature_names == ["c", "a"]


def test_features_do_not_change_the_label(table):
    found = read_table(table, label="kind", drop="b", features=["c", "a"])
    assert found.target.tolist() == ["x", "y"]


def test_the_error_names_missing_features(table):
    with pytest.raises(ValueError, match=r"lacks column\(s\) 'd', 1 of the 2 needed; its col"):
        read_table(table, features=["a", "d"])


def test_columns_of_an_array_without_names_keep_their_order(tmp_path):
    np.save(tmp_path / "x.npy", np.eye(3))
    found = read_table(tmp_path / "x.npy", features=["a", "b"])
    np.testing.assert_array_equal(found.data, np.eye(3))
    assert found.feature_names is None


@pytest.mark.filterwarnings("ignore::kernelscale.datasets.DataWarning")
def test_columns_without_names_can_be_chosen_by_number(tmp_path):
    X = np.arange(12.0).reshape(3, 4)
    np.save(tmp_path / "x.npy", X)
    for found in (
        read_table(tmp_path / "x.npy", features=["2", "0"]),
        read_table(tmp_path / "x.npy", features=["2,0"]),
    ):
        np.testing.assert_array_equal(found.data, X[:, [2, 0]])
        assert found.columns == ["2", "0"]
        assert found.feature_names is None
    with pytest.raises(ValueError, match=r"lacks column\(s\) '7', 1 of the 2 needed"):
        read_table(tmp_path / "x.npy", features=["0", "7"])
