"""The dimension around each row."""

import json
import re

import numpy as np
import pytest

from kernelscale import estimate_dimension

pandas = pytest.importorskip("pandas")


@pytest.mark.parametrize("method", ["danco", "two_nn", "pca"])
def test_dimensions_around_rows_are_written_in_their_order(
    method, invoke, labelled, points, tmp_path
):
    path = tmp_path / "around.csv"
    arguments = "--method", method, "--pointwise", "-o", path
    shown = invoke("dimension", *labelled, *arguments).stdout
    by = method if method == "pca" else "levina_bickel"
    written = pandas.read_csv(path)
    assert list(written) == ["dimension", "shape"]
    expected = estimate_dimension(points, by).pointwise
    # pandas may round the numbers
    np.testing.assert_allclose(written["dimension"], expected, rtol=1e-15)
    assert list(written["shape"]) == ["sheet"] * 150 + ["thread"] * 147 + ["scrap"] * 3
    assert re.search(rf"^  around rows  .* by {by}\s*$", shown, re.MULTILINE)
    found = json.loads(invoke("dimension", *labelled, *arguments, "--json").stdout)
    assert found["pointwise"] == pytest.approx(list(written["dimension"]))


def test_each_row_of_a_line_has_one_dimension(invoke, tmp_path):
    np.save(tmp_path / "line.npy", np.arange(30.0)[:, None])
    path = tmp_path / "around.csv"
    invoke("dimension", tmp_path / "line.npy", "--pointwise", "-o", path)
    assert pandas.read_csv(path)["dimension"].tolist() == [1.0] * 30


def test_dimensions_around_rows_need_enough_rows(refuse, tmp_path):
    np.save(tmp_path / "few.npy", np.random.default_rng(0).normal(size=(15, 3)))
    path = tmp_path / "around.csv"
    said = refuse("dimension", tmp_path / "few.npy", "--pointwise", "-o", path, code=1)
    assert "The method 'levina_bickel' needs at least 21 distinct rows, but there are 15" in said
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "a.csv"], "-o writes the dimension around each row, but --pointwise was not given"),
        (["--pointwise", "--profile"], "--pointwise needs one method, but --profile was given"),
        (["--pointwise", "--method", "all"], "needs one method, but --method all was given"),
        (["--pointwise", "-o", "a.xyz"], "'a.xyz' is not the name of a table file"),
    ],
    ids=["no_pointwise", "profile", "all", "extension"],
)
def test_options_that_contradict_pointwise_are_refused(arguments, said, refuse, plain):
    assert said in refuse("dimension", *plain, *arguments, code=2)
