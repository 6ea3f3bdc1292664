"""After several runs the files of a folder are consistent, even if some were damaged or edited."""

import pytest
from tests.paper.reproduction.conftest import TABLES
from tests.paper.reproduction.folders import written

from kernelscale.datasets.errors import DataError
from kernelscale.paper.harness import data_folder
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction.cache import ExperimentCache

pytestmark = pytest.mark.usefixtures("experiments")


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
def test_a_folder_has_the_files_that_the_last_run_alone_would_write(
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


def test_a_damaged_document_of_an_earlier_run_is_replaced(invoke, tmp_path):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = written(tmp_path)
    for text in ("", "[]", "{}", '{"tables": {"all": 1}, "quick": false, "notes": []}', "\x80"):
        (tmp_path / "roll.json").write_bytes(text.encode("latin1"))
        invoke("reproduce", "roll", "-o", tmp_path)
        assert written(tmp_path) == before


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
def test_an_experiment_with_an_invalid_outcome_runs_again(outcome, invoke, tmp_path, experiments):
    folder = tmp_path / "a" / "results"
    invoke("reproduce", "roll", "-o", tmp_path / "own")
    folder.mkdir(parents=True)
    ExperimentCache(folder, quick=False).of(EXPERIMENTS["roll"]).keep("outcome", outcome)
    invoke("reproduce", "roll", "-o", folder)
    assert experiments == [("roll", False)] * 2
    assert written(folder) == written(tmp_path / "own")
    assert [f.name for f in tmp_path.rglob("*evil*")] == []


@pytest.mark.parametrize(
    "outcome", [None, 3, [], {}, {"tables": {}}, {"tables": 1, "notes": [], "seconds": 1.0}]
)
def test_an_experiment_with_an_incomplete_outcome_runs_again(
    outcome, invoke, tmp_path, experiments
):
    invoke("reproduce", "roll", "-o", tmp_path)
    before = written(tmp_path)
    ExperimentCache(tmp_path, quick=False).of(EXPERIMENTS["roll"]).keep("outcome", outcome)
    invoke("reproduce", "roll", "-o", tmp_path)
    assert experiments == [("roll", False)] * 2
    assert written(tmp_path) == before


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
def test_damaged_files_of_the_cache_are_replaced(
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
    invoke("reproduce", "all", "-o", tmp_path)  # this run uses what the second run stored
    assert (experiments, drawn) == (ran + again, [])
