"""`reproduce` keeps all files that it did not write, and follows no link."""

import json

import pytest
from tests.paper.reproduction.conftest import TABLES

from kernelscale.datasets.errors import DataError

pytestmark = pytest.mark.usefixtures("experiments")
KEY, NUMBER = "0123456789abcdef", 2 * "0123456789abcdef"
OF_OTHERS = [
    ".notes.tmp",
    ".roll.json.0123.tmp",
    f".notes.{NUMBER}.tmp",
    f".roll.txt.{NUMBER}.tmp",
    f".rolls-all.csv.{NUMBER}.tmp",
    f"roll.json.{NUMBER}.tmp",
    "roll-mine.csv",
    "roll-mine.png",
    "roll-all.txt",
    "rolls.json",
    "cache/notes",
    "cache/.notes.tmp",
    "cache/roll-quick-mine/outcome.json",
    "cache/roll-quick-mine/outcome.json",
    f"cache/roll-quick-{KEY}/outcome.json",
    "cache/rolls-quick/outcome.json",
    "cache/roll-quick/mine",
    "cache/roll-quick/.outcome.json.0123.tmp",
    f"cache/roll-quick/.theirs.json.{NUMBER}.tmp",
    "cache/roll-quick/theirs/outcome.json",
    "cache/roll-full/part-00001.txt",
]


def test_files_of_others_stay(invoke, tmp_path, other_code, drawn, returns):
    for path in OF_OTHERS:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    for _ in range(2):
        for size in ([], ["--quick"]):
            invoke("reproduce", "all", *size, "-o", tmp_path)
        other_code()
        returns({"summary": TABLES["summary"]})
    returns(DataError("No such luck."))
    other_code()
    invoke("reproduce", "roll", "-o", tmp_path, code=1)
    left = [path for path in OF_OTHERS if (tmp_path / path).is_file()]
    assert left == OF_OTHERS
    assert [(tmp_path / path).read_text() for path in left] == OF_OTHERS


@pytest.mark.parametrize(
    "path",
    [
        f".page.html.{NUMBER}.tmp",
        f".table.csv.{NUMBER}.tmp",
        f".roll.json.{NUMBER}.tmp",
        f".digits-all.csv.{NUMBER}.tmp",
        f".roll-share.png.{NUMBER}.tmp",
        f".roll-share.svg.{NUMBER}.tmp",
        f"cache/.roll-pictures.json.{NUMBER}.tmp",
        f"cache/roll-quick/.outcome.json.{NUMBER}.tmp",
        f"cache/digits-full/.part-00012.json.{NUMBER}.tmp",
    ],
)
def test_temporary_files_of_a_killed_run_are_removed(path, invoke, tmp_path):
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("half of the ans")
    invoke("reproduce", "roll", "-o", tmp_path)
    assert list(tmp_path.rglob("*.tmp")) == []


def test_an_edited_document_does_not_remove_files_of_others(invoke, tmp_path, other_code):
    invoke("reproduce", "roll", "-o", tmp_path)
    document = json.loads((tmp_path / "roll.json").read_text(encoding="utf-8"))
    document["tables"]["mine/all"] = [{"a": 1}]
    (tmp_path / "roll.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "roll-mine").mkdir()
    (tmp_path / "roll-mine" / "all.csv").write_text("precious")
    other_code()
    invoke("reproduce", "roll", "-o", tmp_path)
    assert (tmp_path / "roll-mine" / "all.csv").read_text() == "precious"


LINKS = ["page.html", "roll.json", "roll-all.csv", "roll-line.svg", "cache", "cache/roll-full"]
LINKS += ["cache/roll-pictures.json", "cache/roll-full/outcome.json"]


@pytest.mark.parametrize("name", LINKS)
def test_a_link_in_place_of_an_output_is_refused(name, refuse, tmp_path, experiments):
    (tmp_path / "mine").write_text("precious")
    link = tmp_path / "results" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path if "." not in name else tmp_path / "mine")
    said = refuse("reproduce", "roll", "-o", tmp_path / "results", code=2)
    assert said.startswith(f"{str(link)!r} is a link, and its target would be overwritten")
    assert experiments == []
    assert (tmp_path / "mine").read_text() == "precious"


def test_links_of_others_stay(invoke, tmp_path):
    (tmp_path / "results").mkdir()
    for name in ("notes.csv", "roll.txt", "rolls.json"):
        (tmp_path / "results" / name).symlink_to(tmp_path / "mine")
    invoke("reproduce", "roll", "-o", tmp_path / "results")
    assert (tmp_path / "results" / "rolls.json").is_symlink()
