"""Text in any dialect gives the same numbers and names, and the detected dialect is reported."""

import csv
import gzip
import io
import tempfile
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelscale.datasets import DataWarning, read_table
from kernelscale.datasets.errors import DataError

pytest.importorskip("pandas")

WORDS = st.text(st.characters(categories=["L"]), min_size=1, max_size=6).filter(
    lambda name: name.lower() not in {"inf", "infinity", "nan"}
)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)


def written(matrix, names, separator, decimal, end="\n"):
    """A table as text, in which each number has all its digits."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=end)
    writer.writerows([names] if names else [])
    writer.writerows([[repr(x).replace(".", decimal) for x in row] for row in matrix.tolist()])
    return text.getvalue()


def read(content, name="table.csv", **options):
    """The table read from a file with this content; warnings are ignored."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        path = Path(folder, name)
        path.write_bytes(content)
        return read_table(path, **options)


@settings(max_examples=60, deadline=None)
@given(
    matrix=arrays(np.float64, st.tuples(st.integers(1, 8), st.integers(2, 4)), elements=NUMBERS),
    names=st.lists(WORDS, min_size=4, max_size=4, unique=True),
    separator=st.sampled_from([",", ";", "\t", "|", " "]),
    decimal=st.sampled_from([".", ","]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]),
    end=st.sampled_from(["\n", "\r\n"]),
    extension=st.sampled_from([".csv", ".tsv", ".txt", ".csv.gz"]),
)
def test_any_dialect_gives_the_same_numbers_and_names(
    matrix, names, separator, decimal, encoding, end, extension
):
    names = names[: matrix.shape[1]]
    decimal = "." if separator == "," else decimal
    content = written(matrix, names, separator, decimal, end).encode(encoding)
    table = read(gzip.compress(content) if ".gz" in extension else content, f"table{extension}")
    np.testing.assert_array_equal(table.data, matrix)
    assert table.feature_names == names


@settings(max_examples=30, deadline=None)
@given(
    matrix=arrays(
        np.float64, st.tuples(st.integers(2, 8), st.integers(2, 4)), elements=st.floats(0.5, 9.5)
    ).filter(lambda matrix: (matrix % 1).all()),
    separator=st.sampled_from([",", ";", "\t", " "]),
    decimal=st.sampled_from([".", ","]),
)
def test_data_without_names_are_read_from_the_first_line(matrix, separator, decimal):
    decimal = "." if separator == "," else decimal
    table = read(written(matrix, None, separator, decimal).encode())
    np.testing.assert_array_equal(table.data, matrix)
    assert table.feature_names is None


@pytest.mark.parametrize("names", ["größe,länge,höhe", "âge,poids,espèce", "año,edad,niño"])
def test_western_names_in_another_encoding_are_read(names):
    content = f"{names}\n1.5,2,3\n4,5,6\n".encode("latin-1")
    assert read(content).feature_names == names.split(",")
    assert read(content, encoding="latin-1").feature_names == names.split(",")


def test_any_byte_can_be_read_and_an_encoding_can_be_given():
    assert read(b"a\x81b,c\n1,2\n3,4\n").data.shape == (2, 2)
    russian = "длина,ширина\n1,2\n3,5\n".encode("cp1251")
    assert read(russian, encoding="cp1251").feature_names == ["длина", "ширина"]


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("a;b\n1;2\n3;4\n", "data.csv", r"read with ';' between fields\.$"),
        ("a,b\n1,2\n3,4\n", "data.tsv", r"read with ',' between fields\.$"),
        ("a;b\n1,5;2\n3;4\n", "data.csv", r"with ';' between fields and a comma in fractions\.$"),
        ("a;b\n1,5;2\n3;4\n", "data.txt", r"with ';' between fields and a comma in fractions\.$"),
        ("größe,b\n1,2\n3,4\n", "data.csv", "not text in UTF-8, so it is read as cp1252; .* --enc"),
        ("1.5,2\n3,4\n", "data.csv", r"data in its first line \('1.5', '2'\), .* add --header\.$"),
        ("5,3,5\n1,2,3\n", "data.csv", r"data in its first line \('5', '3', '5'\)"),
        ("5,-3\n1,2\n", "data.csv", r"data in its first line \('5', '-3'\)"),
        ("400,401.5\n1,2\n", "data.csv", r"data in its first line \('400', '401.5'\)"),
        ("3,5\n2,1\n", "data.csv", r"whole numbers in its first line .* add --no-header"),
        ("5,3\n1.5,2\n", "data.csv", r"whole numbers in its first line .* add --no-hea"),
        ("5,3\n2,1\n", "data.csv", r"data in its first line \('5', '3'\)"),
        ("1,5\n2,6\n", "data.csv", r"data in its first line \('1', '5'\)"),
    ],
)
def test_detected_dialects_are_reported(tmp_path, content, name, message):
    (tmp_path / name).write_bytes(content.encode("latin-1"))
    with pytest.warns(DataWarning, match=message):
        read_table(tmp_path / name)


@pytest.mark.parametrize(
    ("content", "name"),
    [("a,b\n1,2\n3,4\n", "data.csv"), ("a\tb\n1\t2\n", "data.tsv"), ("a b\n1 2\n", "data.txt")],
)
def test_the_usual_dialect_of_an_extension_is_not_reported(tmp_path, content, name):
    (tmp_path / name).write_text(content)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_table(tmp_path / name).feature_names == ["a", "b"]


def test_a_class_that_occurs_in_later_rows_is_not_a_column_name(tmp_path):
    path = tmp_path / "headerless.csv"
    path.write_text("5.1,3.5,setosa\n6.3,3.3,iris\n4.9,3.0,setosa\n")
    with pytest.warns(DataWarning, match=r"data in its first line \('5.1', '3.5', 'setosa'\)"):
        table = read_table(path, label="2")
    np.testing.assert_array_equal(table.data, [[5.1, 3.5], [6.3, 3.3], [4.9, 3.0]])
    assert table.target.tolist() == ["setosa", "iris", "setosa"]
    path.write_text("5.1,3.5,species\n6.3,3.3,iris\n4.9,3.0,setosa\n")
    with pytest.warns(DataWarning, match=r"has '5.1', '3.5' in its first line, which is read as"):
        assert read_table(path, label="species").feature_names == ["5.1", "3.5"]
    # numbers such as wavelengths may be column names
    path.write_text("400,410,species\n6.3,3.3,iris\n4.9,3.0,setosa\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_table(path, label="species")


def test_years_are_column_names_but_the_name_of_a_row_is_not():
    shrews = read(b"shrew,0.5,1.5\nbat,2.5,1\nmole,2,3\ndog,4,9\n", ids=["0"])
    assert shrews.data.shape == (4, 2)
    countries = read(b"country,2010,2011\nDE,1,2\nFR,3,4\n", ids=["country"])
    assert countries.feature_names == ["2010", "2011"]


def test_a_column_name_may_contain_a_blank():
    assert read(b"body mass\n1.5\n2.5\n").feature_names == ["body mass"]


def test_header_states_whether_there_are_names():
    assert read(b"1.5,2\n3,4\n", header=True).feature_names == ["1.5", "2"]
    np.testing.assert_array_equal(read(b"5,3\n1,2\n", header=False).data, [[5, 3], [1, 2]])


def test_a_single_column_needs_no_separator():
    np.testing.assert_array_equal(read(b"a\n1.5\n2.5\n").data, [[1.5], [2.5]])
    np.testing.assert_array_equal(read(b"a\n1,5\n2,5\n").data, [[1.5], [2.5]])


def test_several_blanks_and_comments_are_skipped(tmp_path):
    X = np.random.default_rng(0).normal(size=(5, 3))
    np.savetxt(tmp_path / "table.txt", X, header="from the laboratory")
    np.testing.assert_array_equal(read_table(tmp_path / "table.txt", header=False).data, X)
    content = b"  a    b\n 1.5   2\n-3    4\n"
    np.testing.assert_array_equal(read(content, "table.dat").data, [[1.5, 2], [-3, 4]])


def test_a_column_with_missing_marks_is_still_numeric():
    for content in (b"a;b\n1,5;?\n2,5;3,5\n", b"a,b\n1.5,-\n2.5,3.5\n"):
        data = read(content, missing="median").data
        np.testing.assert_array_equal(data, [[1.5, 3.5], [2.5, 3.5]])


def test_a_question_mark_is_missing_among_numbers_and_a_class_among_texts():
    table = read(b"a,y\n1,0.5\n2,?\n3,1.5\n", label="y", missing="drop")
    np.testing.assert_array_equal(table.target, [0.5, 1.5])
    assert read(b"a,y\n1,x\n2,?\n3,x\n", label="y").target.tolist() == ["x", "?", "x"]


def test_an_empty_last_column_is_ignored():
    assert read(b"a,b,\n1,2,\n3,4,\n").feature_names == ["a", "b"]


def test_a_nameless_column_of_texts_is_an_index():
    table = read(b'"","a","b"\n"ann",1,2\n"bob",3,4\n')
    assert table.feature_names == ["a", "b"]
    assert table.ids[""].tolist() == ["ann", "bob"]


@pytest.mark.parametrize("names", [["ann", "bob", "eve"], ["1", "2", "3"]])
@pytest.mark.parametrize("separator", [" ", ",", "\t"])
def test_the_first_line_may_omit_the_name_of_the_index(names, separator):
    rows = [["a", "b"], *([name, f"{k}.5", f"{k}"] for k, name in enumerate(names))]
    text = "\n".join(separator.join(f'"{cell}"' for cell in row) for row in rows)
    table = read(text.encode(), "from_r.txt")
    np.testing.assert_array_equal(table.data, [[0.5, 0], [1.5, 1], [2.5, 2]])
    assert list(map(str, table.ids[""])) == names


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("a,b\n1,2\n3,x\n", 3),
        ("\n\na,b\n1,2\n\n3,x\n", 6),
        ('a,b\n"1\n",2\n\n3,x\n', 5),
        ("# from the laboratory\na,b\n1,2\n3,x\n", 4),
        ("a b\n1 2\n\n3 x\n", 4),
        ("sep=;\na;b\n1;2\n3;x\n", 4),
    ],
)
def test_errors_state_the_line_of_a_row(content, line):
    with pytest.raises(DataError, match=f"'x' in line {line};"):
        read(content.encode())


@pytest.mark.parametrize("separator", [";", "|", "\t"])
def test_a_first_line_of_excel_states_the_separator(separator):
    text = f"sep={separator}\na{separator}b\n1,5{separator}2\n3{separator}4\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        np.testing.assert_array_equal(read(text.encode(encoding)).data, [[1.5, 2], [3, 4]])
    assert read(b"sep=,length\n1,2\n3,5\n").feature_names == ["sep=", "length"]


def test_compressed_text_needs_no_extension():
    packed = gzip.compress(b"a,b\n1,2\n3,4\n")
    np.testing.assert_array_equal(read(packed, "data.csv").data, [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"separator": "::"}, "separator must be one character or one of comma, .* '::' was given"),
        ({"decimal": "x"}, "decimal must be '.' or ',', but 'x' was given"),
        (
            {"separator": ",", "decimal": ","},
            "',' cannot be both the separator and the decimal sign",
        ),
        ({"encoding": "utf-9"}, "encoding must be an encoding of Python, .* 'utf-9' was given"),
    ],
)
def test_impossible_options_are_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        read(b"a,b\n1,2\n", **options)
