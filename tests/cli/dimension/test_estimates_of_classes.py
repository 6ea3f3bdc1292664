"""Estimates for each class of a table."""

import json

import numpy as np

from kernelscale import estimate_dimension
from kernelscale.cli.dimension import estimates
from kernelscale.cli.shared.data_table import Table
from kernelscale.intrinsic_dimension import METHODS


def test_the_label_is_not_a_feature_and_each_class_is_shown(invoke, labelled, points):
    shown = invoke("dimension", *labelled, "--method", "two_nn").stdout
    rows = {line[:8].strip(): line[8:].split() for line in shown.splitlines()[-4:]}
    assert list(rows) == ["all rows", "scrap", "sheet", "thread"]
    assert [row[0] for row in rows.values()] == ["300", "3", "150", "147"]
    assert rows["sheet"][1] == "2"
    assert rows["thread"][1] == "1"
    assert rows["all rows"][1] == str(estimate_dimension(points, "two_nn").dimension)


def test_a_class_with_too_few_rows_is_reported(invoke, labelled):
    found = json.loads(invoke("dimension", *labelled, "--method", "gride", "--json").stdout)
    counts = {entry["class"]: entry["n_rows"] for entry in found["classes"]}
    assert counts == {"scrap": 3, "sheet": 150, "thread": 147}
    found = json.loads(invoke("dimension", *labelled, "--method", "pca", "--json").stdout)
    [scrap] = [entry for entry in found["classes"] if entry["class"] == "scrap"]
    [answer] = scrap["estimates"]
    assert answer["dimension"] is None
    assert answer["reading"].startswith("The method 'pca' needs at least 21 distinct rows, but")
    shown = invoke("dimension", *labelled, "--method", "pca").stdout
    assert answer["reading"] in shown


def test_all_methods_for_each_class(invoke, labelled):
    found = json.loads(invoke("dimension", *labelled, "--method", "all", "--json").stdout)
    for entry in found["classes"]:
        assert [answer["method"] for answer in entry["estimates"]] == list(METHODS)
    shown = invoke("dimension", *labelled, "--method", "all").stdout
    [row] = [line for line in shown.splitlines() if line.startswith("thread ")]
    expected = [answer["dimension"] for answer in found["classes"][2]["estimates"]]
    assert row.split() == ["thread", "147", *map(str, expected)]


def test_fractions_are_not_classes(invoke, shapes):
    shown = invoke("dimension", *shapes, "--drop", "shape", "--label", "a").stdout
    assert f"Note: {estimates.FRACTIONS}" in shown
    assert not any(line.startswith("all rows ") for line in shown.splitlines())


def test_progress_names_methods_and_classes(points):
    y = np.repeat([0, 1], 150)
    heard = []
    table = Table("shapes", points, y, tuple("abcd"))
    estimates.estimates_of(table, "two_nn", progress=heard.append)
    stages = [(event.stage, event.done, event.total) for event in heard]
    assert [stage for stage in stages if stage[0] == "classes"] == [
        ("classes", 0, 2),
        ("classes", 1, 2),
        ("classes", 2, 2),
    ]
    assert ("methods", 1, 1) in stages
    assert any(stage == "distances" for stage, _, _ in stages)
