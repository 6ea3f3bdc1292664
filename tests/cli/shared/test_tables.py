import json

import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

RULE = ["--rule", "max_min"]


@pytest.fixture
def frame():
    columns = {"length": [0.5, 1.5, 2.0, 4.0], "unit": 1.0, "width": [3.0, 1.0, 2.5, 0.5]}
    return pandas.DataFrame(columns)


def notes(result):
    """Notes on the file, except the note that there are few rows."""
    lines = [line for line in result.stdout.splitlines() if line.startswith("Note: ")]
    few = [line for line in lines if line.startswith("Note: There are only ")]
    assert len(few) == 1
    return [line for line in lines if line not in few]


# Notes on decisions of the reader


def save_text(frame, path):
    frame.to_csv(path)


def save_parquet(frame, path):
    frame.set_axis([7, 5, 3, 2]).to_parquet(path)


@pytest.mark.parametrize(
    ("save", "name", "index"),
    [(save_text, "a.csv", ""), (save_parquet, "a.parquet", "__index_level_0__")],
)
@pytest.mark.parametrize("command", [["compare"], ["select", *RULE]])
def test_an_unused_index_gives_a_note(invoke, tmp_path, frame, command, save, name, index):
    save(frame[["length", "width"]], tmp_path / name)
    result = invoke(*command, tmp_path / name)
    assert ", 2 features, " in result.stdout.replace("rows, ", ", ")
    [note] = notes(result)
    assert f"column(s) '{index}' only number or name the rows" in note
    assert result.stderr == ""
    document = json.loads(invoke(*command, tmp_path / name, "--json").stdout)
    assert note.removeprefix("Note: ") in document["notes"]


def test_names_that_are_numbers_give_a_note(invoke, tmp_path):
    (tmp_path / "a.csv").write_text("3,5\n2,1\n4,1\n2,2\n")
    [note] = notes(invoke("select", tmp_path / "a.csv", *RULE))
    assert "has whole numbers in its first line ('3', '5'), which are read as the names" in note


def test_notes_on_the_file_stay_when_features_are_standardised(invoke, tmp_path, frame):
    frame.to_csv(tmp_path / "a.csv")
    on_index, on_constant = notes(invoke("select", tmp_path / "a.csv", "--standardize", *RULE))
    assert "column(s) ''" in on_index
    assert on_constant == "Note: Constant features stay 0 when standardised: unit."


# Constant features


@pytest.mark.parametrize("rule", ["max_min", "standardized"])
def test_constant_features_are_named_and_numbered(invoke, tmp_path, frame, rule):
    frame.to_csv(tmp_path / "a.csv", index=False)
    result = invoke("select", tmp_path / "a.csv", "--rule", rule)
    assert notes(result)[0] == (
        "Note: Constant features add nothing to distances: unit (feature 1, counted from 0)."
    )
    document = json.loads(invoke("select", tmp_path / "a.csv", "--rule", rule, "--json").stdout)
    assert document["data"]["constant_features"] == ["unit"]


def test_constant_features_without_names_are_numbered(invoke, tmp_path, frame):
    np.save(tmp_path / "a.npy", frame.to_numpy())
    [note] = notes(invoke("select", tmp_path / "a.npy", *RULE))
    assert note == "Note: Constant features add nothing to distances: 1."


# Empty files


def test_an_empty_path_is_a_usage_error(refuse):
    assert refuse("compare", "", code=2).startswith("There is no file ''; give the path of")


def test_an_archive_without_arrays_is_refused(refuse, tmp_path):
    np.savez(tmp_path / "empty.npz")
    sentence = "has no array 'X' nor any other; X of shape (n_samples, n_features) is needed"
    assert sentence in refuse("compare", tmp_path / "empty.npz", code=1)


@pytest.mark.parametrize("extra", [[], ["--standardize"]])
def test_an_array_without_columns_is_refused(refuse, tmp_path, extra):
    np.save(tmp_path / "0c.npy", np.empty((3, 0)))
    sentence = "0c.npy has no columns (its shape is (3, 0)); at least one is needed."
    assert refuse("compare", tmp_path / "0c.npy", *extra, code=2).endswith(sentence)


def test_a_damaged_archive_gives_one_sentence(refuse, tmp_path, frame):
    path = tmp_path / "data.npz"
    np.savez(path, X=frame.to_numpy(), y=np.array(["one", "two", "one", "two"]))
    content = path.read_bytes()
    directory = content.index(b"PK\x01\x02")
    version, flags, name = directory + 6, directory + 8, directory + 46
    shortened = content.replace(b"<U3", b"<U1")
    changed = [(version, 200), (flags, 1), (flags, 32), (name, 255), (directory, 0)]
    changes = [content[:place] + bytes([new]) + content[place + 1 :] for place, new in changed]
    for damaged in (shortened, *changes, content[:-1], content + b"\0"):
        path.write_bytes(damaged)
        sentence = refuse("compare", path, code=1)
        assert sentence.startswith(f"{path} is damaged, or not made of plain NumPy arrays; save")
        assert sentence.endswith(".")
