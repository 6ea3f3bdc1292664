"""NumPy files: arrays, archives with labels and names, and damaged files."""

import numpy as np
import pytest
from tests.datasets.flowers import MATRIX, SPECIES

from kernelscale.datasets import read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


def test_numpy_archive_with_labels_and_names(save):
    arrays = {"X": MATRIX, "y": np.array(SPECIES), "feature_names": np.array(["a", "b"])}
    path = save(arrays, "data.npz")
    table = read_table(path)
    np.testing.assert_array_equal(table.data, MATRIX)
    np.testing.assert_array_equal(table.target, SPECIES)
    assert table.feature_names == ["a", "b"]
    relabelled = read_table(path, label="a")
    np.testing.assert_array_equal(relabelled.target, MATRIX[:, 0])
    assert relabelled.feature_names == ["b"]


def test_unnamed_columns_are_numbered(save):
    table = read_table(save(np.arange(6).reshape(2, 3), "data.npy"), label="2", drop=["0"])
    np.testing.assert_array_equal(table.data, [[1], [4]])
    np.testing.assert_array_equal(table.target, [2, 5])
    assert table.feature_names is None


def test_labels_in_one_column_of_an_archive(save):
    table = read_table(save({"X": MATRIX, "y": np.array([[1], [2], [1]])}, "data.npz"))
    np.testing.assert_array_equal(table.target, [1, 2, 1])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("<f8 <f2", "Bad CRC-32"),
        ("<U6 <U2", "Bad CRC-32"),
        ("X.npy Y.npy", "differ"),
        ("PK\x01\x02 PK\x01\x03", "Bad magic number"),
    ],
)
def test_the_error_of_a_damaged_archive_names_the_array(save, content, reason):
    path = save({"X": MATRIX, "y": np.array(SPECIES)}, "data.npz")
    old, new = (text.encode("latin1") for text in content.split(" "))
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(DataError, match=rf"data\.npz is damaged, or not made of .*: .*{reason}"):
        read_table(path)
