"""A file that cannot be read as a table is refused with one sentence that names the fault."""

import gzip

import numpy as np
import pytest
from tests.datasets.flowers import FLOWERS, MATRIX

from kernelscale.datasets import read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
CELLS = "x,age\n0.5,20\n1.5,{}\n2.5,30\n3.5,{}\n"


@pytest.mark.parametrize(
    ("content", "name", "options", "sentence"),
    [
        # The file
        (FLOWERS, "data.ods", {}, r"extension '\.ods', .* \.csv, .* or \.npz .* can be read"),
        (FLOWERS, "data", {}, "has the extension '', which names no format"),
        ("", "data.csv", {}, r"data\.csv is empty; a table of at least one row is needed"),
        ("", "data.npy", {}, r"data\.npy is empty"),
        ("\n\n", "data.csv", {}, r"data\.csv is empty"),
        ("a,b\n", "data.csv", {}, "has columns but no rows; at least one row is needed"),
        (
            pandas.DataFrame({"a": [0.5]}).iloc[:0],
            "data.parquet",
            {},
            "has columns but no rows; at least one row is needed",
        ),
        (
            b"a,b\n\xff,1\n",
            "data.csv",
            {"encoding": "utf-8"},
            r"is not text in utf-8; state its encoding with --encoding \(encoding= in Py",
        ),
        (FLOWERS, "data.parquet", {}, r"cannot be read in the format of its extension \(.*\); s"),
        (FLOWERS, "data.csv.gz", {}, "cannot be read in the format of its extension"),
        (
            gzip.compress(b"a\n1\n", mtime=0)[:-4],
            "data.csv.gz",
            {},
            "cannot be read in the format of its extension",
        ),
        ("a,b\n1,2\n3,4,5\n", "data.csv", {}, r"not a regular table \(Expected 2 .*line 3, saw 3"),
        ("a,b\n1,2,3\n4,5,6\n", "data.csv", {}, "has 2 names in .* more fields; every line"),
        # Names of columns
        ("a,b,a\n1,2,3\n", "data.csv", {}, "more than one column called 'a'; every column needs"),
        (
            {"X": MATRIX, "feature_names": np.array(["a", "a"])},
            "data.npz",
            {},
            "more than one column called 'a'",
        ),
        (",x\n0,\n", "data.csv", {"drop": "x"}, "no column left for a feature, .* its index and"),
        (
            FLOWERS,
            "data.csv",
            {"label": "spices"},
            r"no column 'spices' to use as the label \(did you mean 'species'\?\); its columns are "
            "'length', 'width', 'species'",
        ),
        (FLOWERS, "data.csv", {"label": "q"}, "no column 'q' to use as the label; its columns are"),
        (FLOWERS, "data.csv", {"drop": ["lenth"]}, r"no column 'lenth' to drop \(did you mean 'le"),
        (FLOWERS, "data.csv", {"label": "length", "drop": "length"}, "as the label and to be drop"),
        (
            FLOWERS,
            "data.csv",
            {"label": "species", "drop": ["length", "width"]},
            "has no column left for a feature, .* at least one is needed",
        ),
        (MATRIX, "data.npy", {"label": "species"}, "no column 'species' .* columns are '0', '1'"),
        # Entries
        (
            FLOWERS,
            "data.csv",
            {},
            r"column 'species' is not numeric, for example 'setosa' in line 2; "
            r"leave it out with --drop species \(drop='species' in Python\), "
            r"or make it the label with --label",
        ),
        (CELLS.format("old", "1"), "data.csv", {}, "'age' is not numeric, .* 'old' in line 3;"),
        ("a,b,c\nu,1,v\n", "data.csv", {}, r", and likewise 1 other column\(s\), 'c'; leave it"),
        (
            pandas.DataFrame({"day": pandas.to_datetime(["2020-01-02"]), "x": [0.5]}),
            "data.parquet",
            {},
            "column 'day' is not numeric, .* in row 0",
        ),
        (
            pandas.DataFrame({"pair": [[1.0, 2.0]], "x": [0.5]}),
            "data.parquet",
            {},
            "column 'pair' is not numeric",
        ),
        (
            CELLS.format("", "NA"),
            "data.csv",
            {},
            r"column 'age' has a missing value in line 3 \(2 missing or infinite in this column\); "
            r"leave out such rows with --drop-missing \(missing='drop' in Python\), fill in the "
            r"median with --impute median \(missing='median'\), or leave it out with --drop age ",
        ),
        (CELLS.format("-inf", "1"), "data.csv", {}, r"'age' has an infinity in line 3 \(1 missing"),
        (
            "a,b,c\n,1,\n2,3,4\n",
            "data.csv",
            {},
            r"'a' has .*, and likewise 1 other column\(s\), 'c'",
        ),
        ("a,b\nTrue,1\n,2\n", "data.csv", {}, "'a' has a missing value in line 3"),
        (
            pandas.DataFrame({"n": pandas.array([1, None], dtype="Int64")}),
            "data.parquet",
            {},
            "'n' has a missing value in row 1",
        ),
        (np.array([[1.0, np.nan]]), "data.npy", {}, "column '1' has a missing value in row 0"),
        # Labels
        (
            "x,y\n1,a\n2,\n3,\n",
            "data.csv",
            {"label": "y"},
            r"label column 'y' of .* has 2 missing label\(s\), the first in line 3; every row",
        ),
        ("x,y\n1,0\n2,\n", "data.csv", {"label": "y"}, r"label column 'y' .* 1 missing label\(s\)"),
        (
            {"X": MATRIX, "y": np.array([0, 1, np.nan])},
            "data.npz",
            {},
            r"array 'y' of .* has 1 missing label\(s\), the first in row 2 ",
        ),
        (
            {"X": MATRIX, "y": np.arange(2)},
            "data.npz",
            {},
            r"an array y of shape \(2,\) for 3 rows of X; one label for each row is needed",
        ),
        # Arrays
        ({"data": MATRIX}, "data.npz", {}, r"has no array 'X' but has 'data'; X of shape"),
        (
            {"X": MATRIX, "feature_names": np.array(["a"])},
            "data.npz",
            {},
            "has 1 feature_names for 2 columns of X; one for each column is needed",
        ),
        (
            np.arange(3.0),
            "data.npy",
            {},
            r"array of shape \(3,\); two dimensions, rows by features",
        ),
        (np.empty((0, 2)), "data.npy", {}, r"has no rows \(its shape is \(0, 2\)\); at least one"),
        ({}, "data.npz", {}, r"has no array 'X' nor any other; X of shape"),
        (np.empty((2, 0)), "data.npy", {}, r"has no columns \(its shape is \(2, 0\)\); at least"),
        (MATRIX.astype(complex), "data.npy", {}, "of type complex128; real numbers are needed"),
        (MATRIX.astype(str), "data.npy", {}, r"of type <U\d+; real numbers are needed"),
        (MATRIX.astype(object), "data.npy", {}, "not made of plain NumPy arrays; save .* .pickled"),
        ({"X": MATRIX.astype(object)}, "data.npz", {}, "not made of plain NumPy arrays"),
        (FLOWERS, "data.npy", {}, "not made of plain NumPy arrays"),
        (b"PK\x03\x04 and no more", "data.npz", {}, "not made of plain NumPy arrays"),
    ],
)
def test_refused_with_one_sentence(save, content, name, options, sentence):
    path = save(content, name)
    with pytest.raises(DataError, match=sentence) as caught:
        read_table(path, **options)
    assert "data" in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
