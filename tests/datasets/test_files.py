"""Files of several formats are read alike, and errors about the file itself name the cause."""

import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.datasets.flowers import FLOWERS

from kernelscale.datasets import DataWarning, load_mfeat, read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
EXTENSIONS = [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".parquet", ".npy", ".npz"]


def store(matrix, names, path):
    """Write a matrix to a file in the format that the extension of the path names."""
    frame = pandas.DataFrame(matrix, columns=names)
    if path.name.endswith(".parquet"):
        frame.to_parquet(path)
    elif path.name.endswith(".npy"):
        np.save(path, matrix)
    elif path.name.endswith(".npz"):
        np.savez(path, X=matrix, feature_names=np.array(names))
    else:
        frame.to_csv(path, sep="\t" if ".tsv" in path.name else ",", index=False)


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_every_format_gives_the_same_matrix(tmp_path, extension):
    matrix = np.random.default_rng(0).standard_normal((20, 3)) * [1, 1e3, 1e-6]
    path = tmp_path / f"data{extension}"
    store(matrix, ["a", "b", "c"], path)
    table = read_table(path)
    # the numbers are equal to the last digit with any version of pandas
    np.testing.assert_array_equal(table.data, matrix)
    assert table.data.dtype == np.float64
    assert table.data.flags.c_contiguous
    assert table.feature_names == (None if extension == ".npy" else ["a", "b", "c"])
    assert table.target is None
    assert table.source == str(path)


@settings(max_examples=40, deadline=None)
@given(
    matrix=arrays(
        np.float64,
        st.tuples(st.integers(1, 8), st.integers(1, 4)),
        elements=st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False),
    ),
    names=st.lists(
        st.text(st.characters(categories=["L"]), min_size=1, max_size=6).filter(
            lambda name: name.lower() not in {"inf", "infinity", "nan"}
        ),
        min_size=4,
        max_size=4,
        unique=True,
    ),
    extension=st.sampled_from([".csv", ".tsv", ".parquet"]),
)
def test_any_numeric_table_is_read_back(matrix, names, extension):
    names = names[: matrix.shape[1]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"data{extension}")
        store(matrix, names, path)
        table = read_table(path)
    np.testing.assert_array_equal(table.data, matrix)
    assert table.feature_names == names


@settings(max_examples=40, deadline=None)
@given(
    text=st.text(st.sampled_from(list("ab1.,\t\"'\n\r -+eénNaA")), max_size=40),
    extension=st.sampled_from([".csv", ".tsv"]),
)
def test_any_text_is_read_or_refused_with_a_sentence(text, extension):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"data{extension}")
        path.write_bytes(text.encode())
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DataWarning)
                table = read_table(path)
        except DataError as error:
            assert str(error).endswith(".")  # noqa: PT017
        else:
            assert np.isfinite(table.data).all()
            assert table.data.shape[1] == len(table.feature_names or table.data[0])


def test_the_bundled_set_has_a_name():
    table, digits = read_table("mfeat"), load_mfeat()
    np.testing.assert_array_equal(table.data, digits.data)
    np.testing.assert_array_equal(table.target, digits.target)
    assert table.feature_names == digits.feature_names
    assert table.source == "mfeat"


def test_reading_does_not_change_the_file(save):
    path = save(FLOWERS)
    read_table(path, drop="species")
    assert path.read_text() == FLOWERS


@pytest.mark.parametrize("path", ["nowhere.csv", ""])
def test_a_missing_file(path):
    with pytest.raises(FileNotFoundError, match=f"no file '{path}'; .* bundled data set: 'mfeat'"):
        read_table(path)


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(DataError, match="is not a file; give the path of one ending in"):
        read_table(tmp_path)


@pytest.mark.parametrize(
    ("missing", "name", "sentence"),
    [
        ("pandas", "data.csv", 'reading CSV files needs pandas; .* "kernelscale\\[io\\]"'),
        ("pandas", "data.tsv", "reading TSV files needs pandas"),
        ("pandas", "data.parquet", "reading Parquet files needs pandas"),
        ("pyarrow", "data.parquet", "reading Parquet files needs pyarrow; install it with"),
    ],
)
def test_a_missing_package_is_named(save, monkeypatch, missing, name, sentence):
    path = save(FLOWERS, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=sentence):
        read_table(path)


def test_data_error_is_a_value_error():
    assert issubclass(DataError, ValueError)
