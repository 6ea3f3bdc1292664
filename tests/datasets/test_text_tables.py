"""CSV and TSV files: labels, groups, names and columns of row numbers."""

import numpy as np
import pytest
from tests.datasets.flowers import FLOWERS, MATRIX, SPECIES

from kernelscale.datasets import DataWarning, read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


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


def test_long_lists_of_columns_are_abbreviated(save):
    path = save(",".join(f"c{number}" for number in range(30)) + "\n" + ",".join(["1"] * 30))
    with pytest.raises(DataError, match=r"'c0', .* 'c11' and 18 more\.$"):
        read_table(path, label="nothing")
