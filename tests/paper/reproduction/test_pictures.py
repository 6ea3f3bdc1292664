"""Pictures are drawn once, and drawn again only if they are missing or may have changed."""

import pytest
from tests.paper.reproduction.conftest import TABLES
from tests.paper.reproduction.folders import page, written

from kernelscale.paper.harness.finished_parts import KeptValues
from kernelscale.paper.registry import EXPERIMENTS

pytestmark = pytest.mark.usefixtures("experiments")


@pytest.mark.parametrize(
    "record",
    [
        [1],
        "abc",
        *(
            {"key": "a", "files": files, "pictures": pictures}
            for files, pictures in ((5, []), ({}, 5), ({}, [5]), ({}, [["a"]]), ({}, [[5, 5]]))
        ),
        {"key": "a"},
    ],
)
def test_pictures_with_an_invalid_record_are_drawn_again(record, invoke, tmp_path, drawn):
    invoke("reproduce", "roll", "-o", tmp_path)
    before, [file] = written(tmp_path), (tmp_path / "cache").glob("roll-pictures.json")
    kept = KeptValues(file.parent, {})
    if isinstance(record, dict):  # the record gets the digests of these tables and pictures
        record = {**record, "key": kept.read(file.stem)["key"]}
        if record.get("files") == {}:
            record["files"] = kept.read(file.stem)["files"]
    kept.keep(file.stem, record)
    drawn.clear()
    invoke("reproduce", "roll", "-o", tmp_path)
    assert written(tmp_path) == before
    assert drawn == ["share", "line"]


def test_pictures_are_drawn_once(invoke, tmp_path, drawn):
    for _ in range(2):
        for name in ("roll", "digits", "all"):
            invoke("reproduce", name, "-o", tmp_path)
    assert drawn == ["share", "line"]


@pytest.mark.parametrize("change", ["gone", "edited", "tables", "code", "record", "emptied"])
def test_pictures_that_are_missing_or_may_have_changed_are_drawn_again(
    change, invoke, tmp_path, drawn, returns, other_code
):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = written(tmp_path)
    if change == "gone":
        (tmp_path / "roll-line.svg").unlink()
    elif change == "edited":
        (tmp_path / "roll-share.png").write_bytes(before["roll-share.png"] + b"\0")
    elif change == "tables":
        returns({"summary": TABLES["summary"][:1]})
        other_code()
    elif change == "code":
        other_code()
    elif change == "record":
        (tmp_path / "cache" / "roll-pictures.json").unlink()
    else:
        for file in tmp_path.glob("roll-*"):
            file.unlink()
    drawn.clear()
    invoke("reproduce", "roll", "-o", tmp_path)
    assert set(drawn) == {"share", "line"}
    assert (written(tmp_path) == before) == (change != "tables")


def test_pictures_that_are_no_longer_drawn_are_removed(invoke, tmp_path, drawn, draw_instead):
    invoke("reproduce", "roll", "-o", tmp_path)
    draw_instead({"line": EXPERIMENTS["roll"].drawings["line"]})
    for _ in range(2):
        invoke("reproduce", "roll", "--quick", "-o", tmp_path)
        assert {n for n in written(tmp_path) if n.endswith("g")} == {
            "roll-line.png",
            "roll-line.svg",
        }


def test_pictures_on_the_page_are_inside_it(invoke, tmp_path, drawn):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = page(tmp_path)
    records = KeptValues(tmp_path / "cache", {})
    record = records.read("roll-pictures")
    record["pictures"][0][0] = "https://example.org/seen.png"
    records.keep("roll-pictures", record)
    invoke("reproduce", "roll", "-o", tmp_path)
    assert page(tmp_path) == before
