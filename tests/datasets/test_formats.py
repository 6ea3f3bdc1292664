"""Tables in other formats give the same numbers, names and gaps, or an error of one sentence."""

import gzip
import io
import json
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from kernelscale.cli import app
from kernelscale.datasets import DataWarning, read_table
from kernelscale.datasets.errors import DataError

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

X = np.random.default_rng(0).standard_normal((20, 3)) * [1, 1e3, 1e-6]
KINDS = np.array(["a", "b"] * 10)
FRAME = pandas.DataFrame(X, columns=["u", "v", "w"]).assign(kind=KINDS)


def save_json_lines(frame, path):
    lines = [json.dumps(row) for row in frame.to_dict("records")]
    text = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)


def save_json(frame, path):
    path.write_text(json.dumps(frame.to_dict("records"), indent=1))


def save_arff(frame, path):
    names = [f"@attribute {name} numeric" for name in "uvw"] + ["@attribute kind {a,b}"]
    rows = [",".join(map(str, row)) for row in frame.itertuples(index=False)]
    path.write_text("\n".join(["@relation ours", *names, "@data", *rows]))


def save_xlsx(frame, path):
    pytest.importorskip("openpyxl")
    frame.to_excel(path, index=False)


def save_h5ad(frame, path):
    anndata = pytest.importorskip("anndata")
    data = anndata.AnnData(frame[["u", "v", "w"]].to_numpy(), frame[["kind"]].set_axis(CELLS))
    data.var_names = ["u", "v", "w"]
    data.obsm["X_pca"] = data.X[:, :2]
    data.write_h5ad(path)


CELLS = [f"cell {number}" for number in range(20)]
SAVE = {
    ".jsonl": save_json_lines,
    ".ndjson": save_json_lines,
    ".jsonl.gz": save_json_lines,
    ".json": save_json,
    ".arff": save_arff,
    ".xlsx": save_xlsx,
    ".feather": lambda frame, path: frame.to_feather(path),
    ".h5ad": save_h5ad,
}


@pytest.mark.filterwarnings("ignore::kernelscale.datasets.DataWarning")
@pytest.mark.parametrize("extension", SAVE)
def test_every_format_gives_the_same_matrix(tmp_path, extension):
    path = tmp_path / f"table{extension}"
    SAVE[extension](FRAME, path)
    whole = {"use_rep": "X"} if extension == ".h5ad" else {}
    table = read_table(path, label="kind", **whole)
    if extension == ".xlsx":  # the writer of this format rounds to sixteen digits
        np.testing.assert_allclose(table.data, X, rtol=1e-15)
    else:
        np.testing.assert_array_equal(table.data, X)
    assert table.feature_names == ["u", "v", "w"]
    assert table.target.tolist() == KINDS.tolist()


@settings(max_examples=30, deadline=None)
@given(
    numbers=st.lists(
        st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=9, unique=True
    )
)
def test_numbers_in_json_and_arff_are_read_back(numbers, tmp_path_factory):
    folder = tmp_path_factory.mktemp("numbers")
    frame = pandas.DataFrame(dict.fromkeys("uvw", numbers)).assign(kind="a")
    for extension in (".jsonl", ".json", ".arff"):
        SAVE[extension](frame, folder / f"table{extension}")
        table = read_table(folder / f"table{extension}", drop="kind")
        np.testing.assert_array_equal(table.data.T, [numbers] * 3)


def test_cells_are_named_and_annotations_are_not_features(tmp_path):
    save_h5ad(FRAME, tmp_path / "cells.h5ad")
    cells = read_table(tmp_path / "cells.h5ad", use_rep="X_pca", color="kind")
    np.testing.assert_array_equal(cells.data, X[:, :2])
    assert cells.feature_names == ["X_pca1", "X_pca2"]
    assert cells.ids[""].tolist() == CELLS
    assert cells.color.tolist() == KINDS.tolist()
    with pytest.raises(DataError, match="has no 'X_umap' .*; --use-rep may be 'X_pca', 'X'"):
        read_table(tmp_path / "cells.h5ad", use_rep="X_umap")


def test_sparse_cells_are_the_same(tmp_path):
    anndata = pytest.importorskip("anndata")
    sparse = pytest.importorskip("scipy.sparse")
    counts = np.random.default_rng(0).poisson(0.5, (6, 4)).astype(float)
    data = anndata.AnnData(sparse.csr_matrix(counts))
    data.write_h5ad(tmp_path / "cells.h5ad")
    np.testing.assert_array_equal(read_table(tmp_path / "cells.h5ad").data, counts)


def test_missing_entries_of_every_kind(tmp_path):
    frame = FRAME[["u", "v"]].assign(kind="a", w=X[:, 2])
    frame.loc[3, "v"] = np.nan
    places = {".jsonl": "line 4", ".feather": r"row 3 \(counted from 0\)", ".xlsx": "row 5 of the"}
    for extension, place in places.items():
        SAVE[extension](frame, tmp_path / f"table{extension}")
        with pytest.raises(DataError, match=f"'v' has a missing value in {place}"):
            read_table(tmp_path / f"table{extension}", drop="kind")


@pytest.mark.filterwarnings("ignore::kernelscale.datasets.DataWarning")
def test_rows_of_json_may_lack_columns(tmp_path):
    for first in ("{}", '{"u": 1}', '{"v": 4, "u": 1}'):
        path = tmp_path / "some.jsonl"
        path.write_text(f'{first}\n{{"u": 2, "v": 3}}\n{{"v": 5, "u": 6}}')
        found = read_table(path, missing="drop")
        rows = dict(zip(found.feature_names, found.data.T, strict=True))
        assert rows["u"][-2:].tolist() == [2, 6]
        assert rows["v"][-2:].tolist() == [3, 5]
        assert len(found.data) == 3 - ("v" not in first)


def test_the_error_of_an_invalid_line_of_json_states_the_line(tmp_path):
    path = tmp_path / "cut.jsonl"
    path.write_text('{"u": 1}\n\n{"u": 2}\n{"u": ')
    with pytest.raises(DataError, match=r"\(line 4, character 7: "):
        read_table(path)


def test_question_marks_of_weka_are_missing_values(tmp_path):
    path = tmp_path / "a.arff"
    path.write_text("@relation r\n@attribute u real\n@attribute k {x,y}\n@data\n?,x\n2,?\n3,y\n")
    with pytest.warns(DataWarning, match="2 of 3 rows with missing values are skipped"):
        table = read_table(path, label="k", missing="drop")
    assert table.rows.tolist() == [2]
    with pytest.raises(DataError, match="label column 'k' of .* has 1 missing"):
        read_table(path, label="k")


def test_a_sheet_may_have_an_index_or_no_names(tmp_path):
    path = tmp_path / "sheet.xlsx"
    pytest.importorskip("openpyxl")
    frame = FRAME[["u", "v"]]
    frame.to_excel(path)
    with pytest.warns(DataWarning, match="only number or name the rows"):
        found = read_table(path)
    assert found.feature_names == ["u", "v"]
    frame.to_excel(path, header=False, index=False)
    with pytest.warns(DataWarning, match="has data in its first line"):
        np.testing.assert_allclose(read_table(path).data, X[:, :2])
    np.testing.assert_allclose(read_table(path, header=True).data, X[1:, :2])
    pandas.DataFrame().to_excel(path, index=False)
    with pytest.raises(DataError, match="is empty"):
        read_table(path)


def test_dates_of_weka_are_not_numeric(tmp_path):
    lines = ["@relation t", "@attribute u numeric", "@attribute day date 'yyyy-MM-dd'", "@data"]
    (tmp_path / "d.arff").write_text("\n".join([*lines, "1,'2020-01-01'", "2,'2020-01-02'"]))
    with pytest.raises(DataError, match="column 'day' is not numeric"):
        read_table(tmp_path / "d.arff")
    assert read_table(tmp_path / "d.arff", ids="day").ids["day"][1].startswith("2020-01-02")


def test_the_note_on_a_workbook_names_its_other_sheets(tmp_path):
    pytest.importorskip("openpyxl")
    with pandas.ExcelWriter(tmp_path / "book.xlsx") as book:
        FRAME[["u", "v"]].to_excel(book, sheet_name="first", index=False)
        FRAME[["w"]].to_excel(book, sheet_name="second", index=False)
    with pytest.warns(DataWarning, match="has 2 sheets, of which the first, 'first', is read"):
        assert read_table(tmp_path / "book.xlsx").feature_names == ["u", "v"]


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("[1, 2]", "a.json", "is not a table in JSON; an object of named values is needed"),
        ('{"a": 1}\n[2]\n', "a.jsonl", "is not a table in JSON"),
        ('{"a": 1', "a.jsonl", "cannot be read in the format of its extension"),
        ("no relation", "a.arff", "cannot be read in the format of its extension"),
        ("@relation r\n@attribute t string\n@data\nx\n", "a.arff", "cannot be read in the format"),
        ("@relation r\n@attribute u real\n@data\n", "a.arff", "has columns but no rows"),
        ("no book", "a.xlsx", "cannot be read in the format of its extension"),
        ("no feather", "a.feather", "cannot be read in the format of its extension"),
        ("no cells", "a.h5ad", "cannot be read in the format of its extension"),
    ],
)
def test_a_file_of_another_format_is_refused_with_a_sentence(tmp_path, content, name, message):
    for package in {"a.xlsx": ["openpyxl"], "a.h5ad": ["anndata"]}.get(name, []):
        pytest.importorskip(package)
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError, match=message) as caught:
        read_table(tmp_path / name)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("missing", "name", "message"),
    [
        ("openpyxl", "a.xlsx", r'Excel files needs openpyxl; .* "kernelscale\[io\]"'),
        ("anndata", "a.h5ad", r'AnnData files needs anndata; .* "kernelscale\[anndata\]"'),
        ("pandas", "a.jsonl", r'JSON files needs pandas; .* "kernelscale\[io\]"'),
        ("pyarrow", "a.feather", r'Feather files needs pyarrow; .* "kernelscale\[io\]"'),
    ],
)
def test_a_missing_package_is_named(tmp_path, monkeypatch, missing, name, message):
    (tmp_path / name).write_text("{}")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=message):
        read_table(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "options", "flag"),
    [
        ("a.npy", {"separator": ";"}, "--sep"),
        ("a.parquet", {"header": False}, "--header"),
        ("a.csv", {"use_rep": "X_pca"}, "--use-rep"),
    ],
)
def test_options_without_effect_on_a_format_are_refused(tmp_path, name, options, flag):
    (tmp_path / name).write_bytes(b"a,b\n1,2\n")
    with pytest.raises(
        DataError, match=rf"no effect with the format of .*{name}.*; omit {flag}\.$"
    ):
        read_table(tmp_path / name, **options)


@pytest.mark.parametrize(
    ("write", "names"),
    [
        (lambda frame, file: frame.to_csv(file, sep=";", index=False), ["u", "v"]),
        (lambda frame, file: frame.to_parquet(file), ["u", "v"]),
        (lambda frame, file: frame.to_feather(file), ["u", "v"]),
        (lambda frame, file: np.save(file, frame.to_numpy()), None),
        (lambda frame, file: np.savez(file, X=frame.to_numpy()), None),
        (lambda frame, file: frame.to_json(file, orient="records", lines=True), ["u", "v"]),
    ],
)
def test_standard_input_is_read_in_every_format(monkeypatch, write, names):
    file = io.BytesIO()
    write(pandas.DataFrame({"u": [1.5, 2.5], "v": [0.5, 0.25]}), file)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.getvalue())))
    table = read_table("-")
    np.testing.assert_array_equal(table.data, [[1.5, 0.5], [2.5, 0.25]])
    assert table.feature_names == names


def test_messages_name_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a,b\n1,2\n3,x\n")))
    with pytest.raises(DataError, match=r"^Standard input: column 'b' .* 'x' in line 3;"):
        read_table("-")


def test_cells_on_the_command_line(tmp_path, monkeypatch):
    pytest.importorskip("anndata")
    monkeypatch.chdir(tmp_path)
    save_h5ad(FRAME, tmp_path / "cells.h5ad")
    typed = "embed cells.h5ad --use-rep X_pca --label kind -o c.csv --drop-missing"
    result = CliRunner().invoke(app, typed.split())
    assert result.exit_code == 0, result.stderr
    written = pandas.read_csv("c.csv")
    assert written["row"].tolist() == CELLS
    assert written["kind"].tolist() == KINDS.tolist()
