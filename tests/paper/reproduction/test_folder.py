"""A folder after several runs: it has all results, consistent ones, and other people's files."""

import json
import re
from dataclasses import replace

import pytest
from tests.paper.reproduction.conftest import TABLES

from kernelscale.datasets.errors import DataError
from kernelscale.paper.harness import data_folder
from kernelscale.paper.harness.finished_parts import KeptValues
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction import keys
from kernelscale.paper.reproduction.cache import ExperimentCache

pytestmark = pytest.mark.usefixtures("experiments")

KEY, NUMBER = "0123456789abcdef", 2 * "0123456789abcdef"


@pytest.fixture
def returns(monkeypatch):
    """A function that sets what an experiment returns or raises."""

    def change(tables, name="roll"):
        def run(quick, progress):
            found = tables(quick) if callable(tables) else tables
            if isinstance(found, BaseException):
                raise found
            return found

        monkeypatch.setitem(EXPERIMENTS, name, replace(EXPERIMENTS[name], measure=run))

    return change


@pytest.fixture
def other_code(monkeypatch):
    """A function that changes the digest of the code, so that kept results are of other code."""
    count = iter(range(100))

    def change():
        text = f"code {next(count)}"
        monkeypatch.setattr(keys, "digest_of_code", lambda **_: text)

    return change


@pytest.fixture
def drawn(draw_instead):
    """Give the roll two pictures, and return a list of the names of those that were drawn."""
    pytest.importorskip("matplotlib")
    names = []

    def picture(name):
        def draw(figure, tables):
            names.append(name)
            # Text only, because axes would take most of the time.
            figure.text(0.5, 0.5, len(tables["summary"]))

        return draw

    draw_instead({name: picture(name) for name in ("share", "line")})
    return names


def written(folder):
    """Contents of all files in the folder except the cache, by file name."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def page(folder):
    return (folder / "page.html").read_text(encoding="utf-8")


def shown(folder):
    """Names of the experiments that have a section on the page."""
    return re.findall(r'<section id="(\w+)"', page(folder))


# Files of other people


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
def test_leavings_of_a_killed_run_go(path, invoke, tmp_path):
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("half of the ans")
    invoke("reproduce", "roll", "-o", tmp_path)
    assert list(tmp_path.rglob("*.tmp")) == []


# No contradictory results


@pytest.mark.parametrize(
    "then",
    [
        {"summary": [{"n": 1}]},
        data_folder.skipped("real.npz"),
        {"summary": [{"n": 1}], "other": [{"a": 1}]},
        DataError("No such luck."),
    ],
)
@pytest.mark.parametrize("size", [[], ["--quick"]])
def test_a_folder_is_as_if_the_last_run_had_been_the_only_one(
    then, size, invoke, tmp_path, returns, other_code, drawn
):
    code = int(isinstance(then, ValueError))
    invoke("reproduce", "roll", "-o", tmp_path / "twice")
    before = written(tmp_path / "twice")
    assert {"roll-all.csv", "roll-share.png", "roll-line.svg"} <= before.keys()
    returns(then)
    other_code()
    for folder in ("twice", "once"):
        invoke("reproduce", "roll", *size, "-o", tmp_path / folder, code=code)
    assert written(tmp_path / "twice") == written(tmp_path / "once")
    assert ("roll.json" in written(tmp_path / "once")) == (code == 0)


def test_pictures_that_are_drawn_no_more_go(invoke, tmp_path, drawn, draw_instead):
    invoke("reproduce", "roll", "-o", tmp_path)
    draw_instead({"line": EXPERIMENTS["roll"].drawings["line"]})
    for _ in range(2):
        invoke("reproduce", "roll", "--quick", "-o", tmp_path)
        assert {n for n in written(tmp_path) if n.endswith("g")} == {
            "roll-line.png",
            "roll-line.svg",
        }


def test_a_damaged_document_of_an_earlier_run_is_replaced(invoke, tmp_path):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = written(tmp_path)
    for text in ("", "[]", "{}", '{"tables": {"all": 1}, "quick": false, "notes": []}', "\x80"):
        (tmp_path / "roll.json").write_bytes(text.encode("latin1"))
        invoke("reproduce", "roll", "-o", tmp_path)
        assert written(tmp_path) == before


def test_a_document_that_was_edited_leads_to_no_file_of_others(invoke, tmp_path, other_code):
    invoke("reproduce", "roll", "-o", tmp_path)
    document = json.loads((tmp_path / "roll.json").read_text(encoding="utf-8"))
    document["tables"]["mine/all"] = [{"a": 1}]
    (tmp_path / "roll.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "roll-mine").mkdir()
    (tmp_path / "roll-mine" / "all.csv").write_text("precious")
    other_code()
    invoke("reproduce", "roll", "-o", tmp_path)
    assert (tmp_path / "roll-mine" / "all.csv").read_text() == "precious"


OUTCOME = {"tables": TABLES, "notes": [], "seconds": 1.0}


@pytest.mark.parametrize(
    "outcome",
    [
        *(
            {**OUTCOME, "tables": tables}
            for tables in (
                {},
                {"all": []},
                {"../../evil": [{"a": 1.0}]},
                {"x/../../evil": [{"a": 1.0}]},
                {"all": [{"a": float("nan")}]},
                {"all": [{"a": 10**400}]},
                {"all": [{"a": [1.0]}]},
                {"all": [{"a": {"b": 1.0}}]},
                {"all": [{"a": "\ud800"}]},
                {"all": [{"\ud800": 1.0}]},
            )
        ),
        *({**OUTCOME, "notes": notes} for notes in ("abc", 5, [1], None)),
        *({**OUTCOME, "seconds": seconds} for seconds in ("1", None, [])),
        [1, 2],
        "outcome",
    ],
)
def test_an_outcome_that_somebody_else_made_is_run_again(outcome, invoke, tmp_path, experiments):
    folder = tmp_path / "a" / "results"
    invoke("reproduce", "roll", "-o", tmp_path / "own")
    folder.mkdir(parents=True)
    ExperimentCache(folder, quick=False).of(EXPERIMENTS["roll"]).keep("outcome", outcome)
    invoke("reproduce", "roll", "-o", folder)
    assert experiments == [("roll", False)] * 2
    assert written(folder) == written(tmp_path / "own")
    assert [f.name for f in tmp_path.rglob("*evil*")] == []


# The page of all experiments


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


def test_what_was_skipped_earlier_is_still_named(invoke, tmp_path, returns):
    returns(data_folder.skipped("real.npz"))
    invoke("reproduce", "all", "-o", tmp_path)
    before = page(tmp_path)
    assert "<li><b>roll</b>" in before
    invoke("reproduce", "digits", "-o", tmp_path)
    assert page(tmp_path) == before


def test_results_of_other_code_say_so_on_the_page(invoke, tmp_path, other_code):
    invoke("reproduce", "all", "-o", tmp_path)
    assert "From an earlier run" not in page(tmp_path)
    other_code()
    invoke("reproduce", "digits", "-o", tmp_path)
    assert shown(tmp_path) == ["roll", "digits"]
    assert page(tmp_path).count("From an earlier run, perhaps with code") == 1
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


def test_the_page_is_there_before_the_last_experiment_is(invoke, tmp_path, returns):
    returns(KeyboardInterrupt(), "digits")
    invoke("reproduce", "all", "-o", tmp_path, code=130)
    assert shown(tmp_path) == ["roll"]


# Damage


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:100],
        lambda text: b"",
        lambda text: b"{}",
        lambda text: b"[1, 2]",
        lambda text: b"null",
        lambda text: b'{"digest": "0", "outcome": {}}',
        lambda text: text.replace(b'"a"', b'"b"').replace(b"roll", b"rill"),
        lambda text: b"\x80" + text,
    ],
)
@pytest.mark.parametrize("kept", ["roll-full/outcome.json", "roll-pictures.json"])
def test_what_was_kept_and_is_damaged_is_made_again(
    kept, damage, invoke, tmp_path, drawn, experiments
):
    invoke("reproduce", "all", "-o", tmp_path)
    before, ran = written(tmp_path), list(experiments)
    [file] = (tmp_path / "cache").glob(kept)
    file.write_bytes(damage(file.read_bytes()))
    invoke("reproduce", "all", "-o", tmp_path)
    assert written(tmp_path) == before
    again = [("roll", False)] if kept.endswith("outcome.json") else []
    assert experiments == ran + again
    drawn.clear()
    invoke("reproduce", "all", "-o", tmp_path)  # finds what the run before has made again
    assert (experiments, drawn) == (ran + again, [])


# Pictures


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
def test_a_record_that_somebody_else_made_is_made_again(record, invoke, tmp_path, drawn):
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
def test_pictures_that_would_come_out_otherwise_are_drawn_again(
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


@pytest.mark.parametrize("exists", [True, False])
def test_a_tilde_is_the_home_of_who_runs_it(exists, invoke, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    if exists:
        (tmp_path / "results").mkdir()
    invoke("reproduce", "roll", "--output=~/results")
    assert (tmp_path / "results" / "page.html").exists()


# Folders and files that cannot be written to


@pytest.mark.parametrize("option", ["-o", "--output", "--data"])
@pytest.mark.parametrize("name", ["", " "])
def test_a_folder_without_a_name_is_refused(option, name, refuse, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sentence = refuse("reproduce", "roll", option, name, code=2)
    assert sentence == f"A folder needs a name, but {name!r} was given; '.' is the current folder."
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_a_folder_is_needed_is_refused(refuse, tmp_path, experiments):
    (tmp_path / "cache").write_text("mine")
    sentence = refuse("reproduce", "roll", "-o", tmp_path, code=2)
    assert sentence == (
        f"{str(tmp_path / 'cache')!r} is a file, but a folder of this name has to keep "
        "finished work; "
        "move it away or give another folder."
    )
    assert experiments == []
    assert (tmp_path / "cache").read_text() == "mine"


@pytest.mark.parametrize("name", ["page.html", "roll.json", "roll-share.png", "roll-line.svg"])
def test_a_folder_where_a_file_is_to_be_is_refused(name, refuse, tmp_path, experiments, drawn):
    (tmp_path / name).mkdir()
    sentence = refuse("reproduce", "roll", "-o", tmp_path, code=2)
    assert sentence == (
        f"{str(tmp_path / name)!r} is a folder, but a file of this name has to be written; "
        "move it away or give another folder."
    )
    assert experiments == []


# A folder that somebody else made


LINKS = ["page.html", "roll.json", "roll-all.csv", "roll-line.svg", "cache", "cache/roll-full"]
LINKS += ["cache/roll-pictures.json", "cache/roll-full/outcome.json"]


@pytest.mark.parametrize("name", LINKS)
def test_no_link_leads_to_what_would_be_overwritten(name, refuse, tmp_path, experiments):
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


@pytest.mark.parametrize(
    "outcome", [None, 3, [], {}, {"tables": {}}, {"tables": 1, "notes": [], "seconds": 1.0}]
)
def test_an_outcome_of_another_form_is_made_again(outcome, invoke, tmp_path, experiments):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = written(tmp_path)
    ExperimentCache(tmp_path, quick=False).of(EXPERIMENTS["roll"]).keep("outcome", outcome)
    invoke("reproduce", "roll", "-o", tmp_path)
    assert experiments == [("roll", False)] * 2
    assert written(tmp_path) == before


def test_pictures_on_the_page_are_inside_it(invoke, tmp_path, drawn):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = page(tmp_path)
    records = KeptValues(tmp_path / "cache", {})
    record = records.read("roll-pictures")
    record["pictures"][0][0] = "https://example.org/seen.png"
    records.keep("roll-pictures", record)
    invoke("reproduce", "roll", "-o", tmp_path)
    assert page(tmp_path) == before
