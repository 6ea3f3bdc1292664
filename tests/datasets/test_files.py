import contextlib
import datetime
import decimal
import gzip
import pickle
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelscale.datasets import DataWarning, load_mfeat, read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

CUT_OFF = gzip.compress(b"a\n1\n", mtime=0)[:-4]
FLOWERS = "length,width,species\n5.1,3.5,setosa\n6.3,3.3,iris\n4.9,3.0,setosa\n"
MATRIX = np.array([[5.1, 3.5], [6.3, 3.3], [4.9, 3.0]])
SPECIES = ["setosa", "iris", "setosa"]
EXTENSIONS = [".csv", ".csv.gz", ".tsv", ".tsv.gz", ".parquet", ".npy", ".npz"]


@pytest.fixture
def save(tmp_path):
    """A function that saves data as a file and returns the path of this file."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        if isinstance(content, pandas.DataFrame):
            content.to_parquet(path)
        elif isinstance(content, dict):
            np.savez(path, **content)
        elif isinstance(content, np.ndarray):
            np.save(path, content)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


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


# Tables that are read


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


@pytest.mark.parametrize("text", [",\r,", ",,\n,,\n", "\t\n\t\n"])
def test_a_table_of_separators_only_is_refused(tmp_path, text):
    path = tmp_path / "data.csv"
    path.write_bytes(text.encode())
    with pytest.raises(DataError, match=r"no column with a name or a value; .* is needed\.$"):
        read_table(path)


@pytest.mark.parametrize("label", ["kind", None])
def test_a_column_of_groups_is_not_a_feature(save, label):
    path = save("width,patient,kind\n1.0,ann,1\n2.0,bob,0\n3.0,ann,1")
    table = read_table(path, label=label, groups="patient")
    assert table.groups.tolist() == ["ann", "bob", "ann"]
    assert table.feature_names == ["width", *(["kind"] if label is None else [])]
    assert read_table(path, label=label, drop="patient").groups is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"groups": "patiant"},
            r"no column 'patiant' to use as the groups \(did you mean 'patient'",
        ),
        ({"groups": "kind", "label": "kind"}, "'kind' of .* as the groups and as the label; only"),
        ({"groups": "kind", "drop": "kind"}, "'kind' of .* as the groups and to be dropped; only"),
        ({"groups": "kind"}, r"groups column 'kind' of .* has 1 missing label\(s\)"),
    ],
)
def test_impossible_groups_are_refused(save, options, message):
    with pytest.raises(DataError, match=message):
        read_table(save("width,patient,kind\n1.0,ann,1\n2.0,bob,\n3.0,ann,1"), **options)


def test_a_label_column_becomes_the_target(save):
    table = read_table(save(FLOWERS), label="species")
    np.testing.assert_array_equal(table.data, MATRIX)
    np.testing.assert_array_equal(table.target, SPECIES)
    assert table.target.dtype.kind == "U"
    assert table.feature_names == ["length", "width"]


@pytest.mark.parametrize(
    ("labels", "kind"), [(["1", "2", "1"], "i"), (["True", "False", "True"], "b")]
)
def test_labels_keep_their_kind(save, labels, kind):
    table = read_table(save("x,y\n" + "\n".join(f"0.5,{label}" for label in labels)), label="y")
    assert table.target.dtype.kind == kind
    assert [str(label) for label in table.target] == labels


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (pandas.Categorical(SPECIES), SPECIES),
        (pandas.array([3, 5, 3], dtype="Int64"), [3, 5, 3]),
        (pandas.array([True, False, True], dtype="boolean"), [True, False, True]),
        ([datetime.date(2020, 1, 2)] * 3, ["2020-01-02"] * 3),
    ],
)
def test_labels_from_parquet(save, labels, expected):
    frame = pandas.DataFrame({"x": [0.5, 1.5, 2.5], "y": labels})
    target = read_table(save(frame, "data.parquet"), label="y").target
    np.testing.assert_array_equal(target, expected)
    assert target.dtype == np.array(expected).dtype


def test_numbers_from_parquet(save):
    frame = pandas.DataFrame(
        {
            "nullable": pandas.array([1, 2], dtype="Int64"),
            "boolean": pandas.array([True, False], dtype="boolean"),
            "single": np.array([0.5, 1.5], dtype=np.float32),
            "decimal": [decimal.Decimal("1.25"), decimal.Decimal("2.5")],
        }
    )
    table = read_table(save(frame, "data.parquet"))
    np.testing.assert_array_equal(table.data, [[1, 1, 0.5, 1.25], [2, 0, 1.5, 2.5]])


def test_booleans_are_zero_and_one(save):
    table = read_table(save("a,b\nTrue,1.5\nFalse,2.5\n"))
    np.testing.assert_array_equal(table.data, [[1, 1.5], [0, 2.5]])


def test_dropped_columns_are_not_features(save):
    text = "id,x,note,y\nu1,0.5,,1\nu2,1.5,late,0\n"
    table = read_table(save(text), label="y", drop=("id", "note"))
    np.testing.assert_array_equal(table.data, [[0.5], [1.5]])
    assert read_table(save(FLOWERS), drop="species").feature_names == ["length", "width"]


@pytest.mark.parametrize("name", ["id", "0", "x"])
def test_a_named_column_is_never_an_index(save, name):
    assert read_table(save(f"{name},y\n0,0.5\n1,1.5\n")).feature_names == [name, "y"]


@pytest.mark.parametrize("name", ["", "Unnamed: 0"])
@pytest.mark.parametrize("rows", [[0, 1, 2], [1, 2, 3], [2, 0, 1]])
@pytest.mark.parametrize(("extension", "separator"), [(".csv", ","), (".tsv", "\t")])
def test_a_nameless_column_of_row_numbers_is_skipped(save, name, rows, extension, separator):
    frame = pandas.DataFrame(MATRIX, index=rows, columns=["length", "width"])
    path = save(frame.to_csv(sep=separator, index_label=name or None), f"data{extension}")
    with pytest.warns(
        DataWarning, match=rf"column\(s\) '{name}' only number or name the rows.*\.$"
    ):
        table = read_table(path)
    np.testing.assert_array_equal(table.data, MATRIX)
    assert table.feature_names == ["length", "width"]


@pytest.mark.parametrize("rows", [[0, 2, 3], [1, 1, 2], [2, 3, 4], [0.0, 1.0, 2.5]])
def test_another_nameless_column_is_a_feature_and_reported(save, rows):
    path = save(pandas.DataFrame({"x": [1.5, 2.5, 3.5]}, index=rows).to_csv())
    with pytest.warns(DataWarning, match=r"column '' has no name, .* with --drop '' \(drop=''"):
        table = read_table(path)
    np.testing.assert_array_equal(table.data[:, 0], rows)
    assert table.feature_names == ["", "x"]


@pytest.mark.parametrize("rows", [[0, 1], [7, 8]])
def test_a_nameless_column_can_be_chosen(save, rows):
    path = save(f",x\n{rows[0]},0.5\n{rows[1]},1.5\n")
    assert read_table(path, drop="").feature_names == ["x"]
    np.testing.assert_array_equal(read_table(path, label="").target, rows)


@pytest.mark.parametrize(
    ("index", "stored"),
    [
        ([7, 3, 5], "'__index_level_0__'"),
        (pandas.Index([2001, 2002, 2003], name="year"), "'year'"),
        (pandas.Index(SPECIES, name="length"), "'__index_level_0__'"),
        (pandas.MultiIndex.from_product([["a"], [1, 2, 3]], names=["k", "n"]), "'k', 'n'"),
    ],
)
def test_a_stored_index_is_skipped_and_reported(save, index, stored):
    path = save(pandas.DataFrame(MATRIX, index=index, columns=["length", "width"]), "d.parquet")
    with pytest.warns(DataWarning, match=rf"column\(s\) {stored} only number or name the rows"):
        table = read_table(path)
    np.testing.assert_array_equal(table.data, MATRIX)
    assert table.feature_names == ["length", "width"]


def test_a_stored_index_may_be_the_label(save):
    frame = pandas.DataFrame(MATRIX, index=pandas.Index(SPECIES, name="species"))
    table = read_table(save(frame.set_axis(["a", "b"], axis=1), "data.parquet"), label="species")
    np.testing.assert_array_equal(table.target, SPECIES)
    np.testing.assert_array_equal(table.data, MATRIX)


@pytest.mark.parametrize("rows", [None, pandas.RangeIndex(5, 11, 2)])
def test_row_numbers_that_parquet_does_not_store_give_no_warning(save, rows):
    frame = pandas.DataFrame(MATRIX, index=rows, columns=["a", "b"])
    assert read_table(save(frame, "data.parquet")).feature_names == ["a", "b"]


@pytest.mark.parametrize("names", [["0", "1"], ["400", "410", "420"], ["", "0", "1"]])
def test_whole_numbers_read_as_names_are_reported(save, names):
    path = save(",".join(names) + "\n" + ",".join(["0.5"] * len(names)))
    with pytest.warns(DataWarning, match=r"whole numbers in its first line \(.*\), which are rea"):
        table = read_table(path, drop=[name for name in names if not name])
    assert table.feature_names == [name for name in names if name]


def test_byte_order_mark_and_spaces_are_no_part_of_names(save):
    assert read_table(save(b"\xef\xbb\xbflength, width\n1, 2\n")).feature_names == [
        "length",
        "width",
    ]


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


# Errors

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
        ("a,b\n1,2,3\n4,5,6\n", "data.csv", {}, r"more fields than .* has names \(2\); every line"),
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
            r"column 'age' has a missing value in line 3, 2 missing or infinite in all; leave out "
            r"such rows with --drop-missing \(missing='drop' in Python\), fill in the median with "
            r"--impute median \(missing='median'\), or leave it out with --drop age \(drop='age' ",
        ),
        (CELLS.format("-inf", "1"), "data.csv", {}, "'age' has an infinity in line 3, 1 missing"),
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
        ({"data": MATRIX}, "data.npz", {}, r"has no array 'X' but 'data'; X of shape"),
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


def test_repeated_names_in_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "data.parquet"
    parquet.write_table(pyarrow.table([[1], [2]], names=["a", "a"]), path)
    with pytest.raises(DataError, match="more than one column called 'a'"):
        read_table(path)


def test_long_lists_of_columns_are_abbreviated(save):
    path = save(",".join(f"c{number}" for number in range(30)) + "\n" + ",".join(["1"] * 30))
    with pytest.raises(DataError, match=r"'c0', .* 'c11' and 18 more\.$"):
        read_table(path, label="nothing")


@pytest.mark.parametrize("path", ["nowhere.csv", ""])
def test_a_missing_file(path):
    with pytest.raises(FileNotFoundError, match=f"no file '{path}'; .* bundled set: 'mfeat'"):
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
        ("pyarrow.parquet", "data.parquet", "reading Parquet files needs pyarrow; install it with"),
    ],
)
def test_a_missing_package_is_named(save, monkeypatch, missing, name, sentence):
    path = save(FLOWERS, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=sentence):
        read_table(path)


def test_data_error_is_a_value_error():
    assert issubclass(DataError, ValueError)


# Damage


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


def test_damaged_parquet_with_checksums_is_refused_or_the_same(tmp_path):
    pytest.importorskip("pyarrow", minversion="15")  # older versions of pyarrow write no checksums
    path, random = tmp_path / "data.parquet", np.random.default_rng(0)
    index = pandas.Index([7, 3, 5], name="year")
    frame = pandas.DataFrame(MATRIX, index=index, columns=["größe", "width"])
    frame.to_parquet(path, write_page_checksum=True)
    content = path.read_bytes()
    for place in random.integers(len(content), size=250):
        changed = bytearray(content)
        changed[place] ^= 1 << random.integers(8)
        path.write_bytes(changed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataWarning)
            try:
                table = read_table(path)
            except DataError as error:
                assert "data.parquet" in str(error)  # noqa: PT017
                assert str(error).endswith(".")  # noqa: PT017
            else:
                np.testing.assert_array_equal(table.data, MATRIX)
                assert table.feature_names == ["größe", "width"]


@pytest.mark.parametrize(
    ("one", "other"),
    [(b"width", b"witdh"), (b"kind", b"kond"), (b"pandas", b"pondas")],
)
def test_a_footer_that_contradicts_the_description_of_pandas_is_refused(tmp_path, one, other):
    path = tmp_path / "data.parquet"
    frame = pandas.DataFrame({"width": [0.5, 1.5], "kind": ["a", "b"]}, index=[7, 3])
    frame.to_parquet(path)
    content = path.read_bytes()
    # the footer begins here; its first description of the columns is that of Parquet
    start = content.index(b"schema")
    footer = content[start:]
    path.write_bytes(content[:start] + footer.replace(one, other, 1))
    with pytest.raises(DataError, match=r"its two descriptions of the columns differ"):
        read_table(path, label="kind" if one != b"kind" else "kond")


def test_a_footer_with_a_wrong_number_of_rows_is_refused(tmp_path):
    path, sentences = tmp_path / "data.parquet", []
    pandas.DataFrame({"a": np.arange(40.0), "b": np.arange(40.0)}).to_parquet(path)
    content = path.read_bytes()
    start = content.index(b"schema")
    forty, eight = b"\x50", b"\x10"  # the numbers 40 and 8 as Thrift encodes them
    for place in range(start, content.index(b"ARROW:schema")):
        if content[place : place + 1] == forty:
            path.write_bytes(content[:place] + eight + content[place + 1 :])
            try:
                assert len(read_table(path).data) == 40
            except DataError as error:
                sentences.append(str(error))
    assert any("damaged: its footer states 8 rows, but there are 40" in text for text in sentences)


class _Code:
    """An object whose pickle calls a function when it is loaded."""

    def __init__(self, made):
        self.made = made

    def __reduce__(self):
        return open, (str(self.made), "w")


def test_a_type_defined_in_a_parquet_file_runs_no_code(tmp_path):
    """Version 14.0.0 of pyarrow would have loaded the pickle of such a type."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    type_of_its_own = {
        "ARROW:extension:name": b"arrow.py_extension_type",
        "ARROW:extension:metadata": pickle.dumps(_Code(tmp_path / "made")),
    }
    field = pyarrow.field("a", pyarrow.int64(), metadata=type_of_its_own)
    table = pyarrow.table([pyarrow.array([1, 2, 3])], schema=pyarrow.schema([field]))
    parquet.write_table(table, tmp_path / "a.parquet")
    with contextlib.suppress(DataError):
        read_table(tmp_path / "a.parquet")
    assert not (tmp_path / "made").exists()
