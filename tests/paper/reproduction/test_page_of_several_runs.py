"""The page of a folder shows all its results of one size, full or quick, and names the others."""

import json

import pytest
from tests.paper.reproduction.folders import page, shown, written

from kernelscale.paper.harness import data_folder

pytestmark = pytest.mark.usefixtures("experiments")


@pytest.mark.parametrize("runs", [["roll", "digits"], ["digits", "roll"], ["all", "roll"]])
@pytest.mark.parametrize("size", [[], ["--quick"]])
def test_the_page_shows_all_experiments_in_the_folder(runs, size, invoke, tmp_path, drawn):
    for name in runs:
        invoke("reproduce", name, *size, "-o", tmp_path / "one_by_one")
    invoke("reproduce", "all", *size, "-o", tmp_path / "at_once")
    assert shown(tmp_path / "at_once") == ["roll", "digits"]
    assert written(tmp_path / "one_by_one") == written(tmp_path / "at_once")


def test_the_page_shows_one_size_and_names_the_others(invoke, tmp_path):
    invoke("reproduce", "all", "-o", tmp_path)
    remark = "Also in the folder, with full samples, not on this page: digits."
    assert remark not in page(tmp_path)
    invoke("reproduce", "roll", "--quick", "-o", tmp_path)
    assert shown(tmp_path) == ["roll"]
    assert remark in page(tmp_path)
    invoke("reproduce", "digits", "-o", tmp_path)
    assert shown(tmp_path) == ["digits"]
    assert remark.replace("full", "small").replace("digits", "roll") in page(tmp_path)
    invoke("reproduce", "all", "-o", tmp_path)
    assert shown(tmp_path) == ["roll", "digits"]
    assert "not on this page" not in page(tmp_path)


def test_an_experiment_that_an_earlier_run_skipped_stays_on_the_page(invoke, tmp_path, returns):
    returns(data_folder.skipped("real.npz"))
    invoke("reproduce", "all", "-o", tmp_path)
    before = page(tmp_path)
    assert "<li><b>roll</b>" in before
    invoke("reproduce", "digits", "-o", tmp_path)
    assert page(tmp_path) == before


def test_results_of_an_earlier_run_are_marked_on_the_page(invoke, tmp_path, other_code):
    invoke("reproduce", "all", "-o", tmp_path)
    assert "From an earlier run" not in page(tmp_path)
    other_code()
    invoke("reproduce", "digits", "-o", tmp_path)
    assert shown(tmp_path) == ["roll", "digits"]
    assert page(tmp_path).count("From an earlier run; its code, packages or data") == 1
    assert page(tmp_path).index("From an earlier run") < page(tmp_path).index('id="digits"')


@pytest.mark.parametrize(
    "document",
    [
        "",
        '{"tables": {}}',
        {"curves": [{"of": "other code"}]},
        {"embeddings": [{"scale": "a", "point": 1, "x": 1, "y": 1, "label": "a"}]},
        {"verdicts": [{"claim": "None."}]},
    ],
)
def test_results_that_cannot_be_shown_are_named(document, invoke, tmp_path):
    invoke("reproduce", "all", "-o", tmp_path)
    if isinstance(document, dict):
        whole = json.loads((tmp_path / "roll.json").read_text(encoding="utf-8"))
        document = json.dumps({**whole, "tables": document})
    (tmp_path / "roll.json").write_text(document, encoding="utf-8")
    invoke("reproduce", "digits", "-o", tmp_path)
    assert shown(tmp_path) == ["digits"]
    assert "Damaged or written by other code, so not on this page: roll." in page(tmp_path)
    invoke("reproduce", "roll", "-o", tmp_path)
    assert shown(tmp_path) == ["roll", "digits"]
    assert "Damaged" not in page(tmp_path)


def test_the_page_is_written_before_the_last_experiment_ends(invoke, tmp_path, returns):
    returns(KeyboardInterrupt(), "digits")
    invoke("reproduce", "all", "-o", tmp_path, code=130)
    assert shown(tmp_path) == ["roll"]
