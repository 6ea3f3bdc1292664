"""Parquet files: types, a stored index, and damaged files."""

import contextlib
import datetime
import decimal
import pickle
import warnings

import numpy as np
import pytest
from tests.datasets.flowers import MATRIX, SPECIES

from kernelscale.datasets import DataWarning, read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


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


def test_repeated_names_in_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "data.parquet"
    parquet.write_table(pyarrow.table([[1], [2]], names=["a", "a"]), path)
    with pytest.raises(DataError, match="more than one column called 'a'"):
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
    # the footer begins here; it describes the columns twice, first in the schema of Parquet
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
