"""With --n-sample and without labels, a file that is stored in blocks is read block by block."""

import json

import numpy as np
import pandas as pd
import pytest

from kernelscale.cli.shared import table_reading

OPTIONS = ("--n-sample", "128", "--json")


@pytest.fixture
def parquet(tmp_path):
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(900, 3)), columns=list("abc"))
    frame["constant"] = 2.0
    path = tmp_path / "points.parquet"
    frame.to_parquet(path, row_group_size=200, index=False)
    return path


@pytest.fixture
def loaded(monkeypatch):
    """A list of the files that were read completely."""
    read = []
    whole = table_reading.read_table

    def reader(source, **options):
        read.append(source)
        return whole(source, **options)

    monkeypatch.setattr(table_reading, "read_table", reader)
    return read


@pytest.mark.parametrize("command", [("select", "--rule", "median"), ("compare",)])
def test_the_result_equals_the_result_for_the_complete_table(
    command, parquet, invoke, loaded, tmp_path
):
    name, *options = command
    csv = tmp_path / "points.csv"
    pd.read_parquet(parquet).to_csv(csv, index=False)
    stored, whole = (
        json.loads(invoke(name, path, *options, *OPTIONS, "--drop", "c").stdout)
        for path in (parquet, csv)
    )
    assert loaded == [str(csv)]
    assert stored["data"] == {**whole["data"], "source": str(parquet)}
    assert stored["notes"] == whole["notes"]
    if name == "select":
        assert stored["epsilon"] == pytest.approx(whole["epsilon"], rel=1e-6)
    else:
        assert [row["rule"] for row in stored["rows"]] == [row["rule"] for row in whole["rows"]]


def test_a_large_folder_is_read_and_the_error_suggests_n_sample(parquet, invoke, refuse):
    folder = parquet.parent
    assert "900 rows, 4 features" in invoke("select", folder, "--n-sample", "128").stdout
    said = refuse("select", folder, code=1)
    assert "is not a file" in said
    assert said.endswith("is read in blocks, by open_table or with --n-sample.")


def test_with_labels_the_table_is_read_completely(parquet, invoke, loaded):
    options = ("--n-sample", "128", "--label", "c", "--rule", "median")
    invoke("select", parquet, *options)
    assert loaded == [str(parquet)]


def test_an_unknown_column_is_named(parquet, refuse):
    assert "has no column 'z'; its columns are a, b, c, constant." in refuse(
        "select", parquet, "--n-sample", "128", "--drop", "z", code=1
    )
