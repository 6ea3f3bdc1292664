import csv
import json
import os
import re
import sys
from dataclasses import replace

import pytest
from tests.paper.reproduction.conftest import TABLES

from kernelscale.datasets.errors import DataError
from kernelscale.paper.harness import data_folder, repeats
from kernelscale.paper.harness.claim import OF_US, Claim, Threshold, Trial
from kernelscale.paper.harness.experiment import Experiment
from kernelscale.paper.harness.finding import finding
from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction import keys, reproduce

pytestmark = pytest.mark.usefixtures("experiments")


# Which experiments run


@pytest.mark.parametrize("arguments", [[], ["--list"], ["--list", "roll"]])
def test_the_list_names_all_experiments_and_runs_none(arguments, invoke, experiments):
    shown = invoke("reproduce", *arguments).stdout
    for name in EXPERIMENTS:
        assert re.search(rf"^{name}$", shown, re.MULTILINE)
        assert f"Figure {name}" in shown
    for text in ("It holds.", "It does not.", "about 2.5 min"):
        assert text in shown
    assert experiments == []


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["roll"], ["roll"]),
        (["digits", "roll", "digits"], ["roll", "digits"]),
        (["all"], ["roll", "digits"]),
        (["all", "roll"], ["roll", "digits"]),
    ],
)
def test_each_requested_experiment_runs_once_in_order(names, expected, invoke, experiments):
    invoke("reproduce", *names)
    assert experiments == [(name, False) for name in expected]


def test_quick_is_passed_on(invoke, experiments):
    shown = invoke("reproduce", "roll", "--quick").stdout
    assert experiments == [("roll", True)]
    assert "roll: small samples, no verdict, " in shown


def test_the_error_of_an_unknown_name_lists_the_known_names(refuse, experiments):
    sentence = refuse("reproduce", "roll", "rolls", code=2)
    assert sentence == "NAME must be one of roll, digits, all, but 'rolls' was given."
    assert experiments == []


# What is printed


def test_the_first_table_is_printed_if_an_experiment_runs_alone(invoke):
    lines = invoke("reproduce", "digits").stdout.splitlines()
    assert re.fullmatch(r"digits: 0 findings, \d+ seconds", lines[0])
    assert [line.split() for line in lines[5:8]][-2:] == [["a", "0.5000"], ["b", "-"]]
    assert lines[-1] == reproduce.HINT
    lines = invoke("reproduce", "all").stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["roll", "digits"]
    assert len(lines) == 4


def test_warnings_become_notes(invoke, monkeypatch):
    def warn(quick, progress):
        import warnings

        warnings.warn("Few rows.", stacklevel=1)
        return TABLES

    monkeypatch.setitem(
        EXPERIMENTS, "roll", Experiment("roll", "Figure", "Yes.", "No.", "none", 1.0, warn)
    )
    result = invoke("reproduce", "roll")
    assert "Note: Few rows." in result.stdout
    assert result.stderr == ""


# Files


def numbers(folder):
    """Contents of all written files except the cache, by file name."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_tables_are_written_as_csv_and_json(invoke, tmp_path):
    folder = tmp_path / "tables"
    result = invoke("reproduce", "roll", "-o", folder)
    page = folder / "page.html"
    assert result.stderr == f"Page written to {page}, tables and pictures beside it.\n"
    assert reproduce.HINT not in result.stdout
    assert set(numbers(folder)) == {"roll.json", "roll-summary.csv", "roll-all.csv", "page.html"}
    document = json.loads((folder / "roll.json").read_text(encoding="utf-8"))
    assert document["tables"] == TABLES
    assert document["claim"] == "It holds."
    assert document["quick"] is False
    with (folder / "roll-all.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["third"]) for row in rows] == [n / 3 for n in range(4)]
    assert {row["kind"] for row in rows} == {"x, y"}
    with (folder / "roll-summary.csv").open(encoding="utf-8") as file:
        assert [row["mean_of_two"] for row in csv.DictReader(file)] == ["0.5", ""]


def test_files_are_the_same_every_time(invoke, tmp_path):
    for folder in ("one", "two"):
        invoke("reproduce", "all", "-o", tmp_path / folder)
    assert numbers(tmp_path / "one") == numbers(tmp_path / "two")


def test_pictures_are_written_in_both_formats_and_shown(invoke, tmp_path, draw_instead):
    pytest.importorskip("matplotlib")

    def draw(figure, tables):
        """The share, drawn as a line."""
        figure.subplots().plot([1, len(tables["all"])])

    draw_instead({"share": draw})
    for folder in ("one", "two"):
        invoke("reproduce", "all", "-o", tmp_path / folder)
    files = numbers(tmp_path / "one")
    assert files == numbers(tmp_path / "two")
    assert files["roll-share.png"].startswith(b"\x89PNG")
    assert b"<svg" in files["roll-share.svg"]
    assert b'<img src="data:image/svg+xml;base64,' in files["page.html"]
    assert b'alt="roll: the share, drawn as a line."' in files["page.html"]


def test_without_matplotlib_the_page_states_that_it_is_missing(
    invoke, tmp_path, monkeypatch, draw_instead
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    draw_instead({"share": None})
    invoke("reproduce", "roll", "-o", tmp_path)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "There are no pictures, because they need matplotlib; install it with" in page


def test_other_experiments_run_if_one_fails(invoke, tmp_path, monkeypatch):
    def fail(quick, progress):
        raise DataError("No such luck.")

    monkeypatch.setitem(
        EXPERIMENTS, "roll", Experiment("roll", "Figure", "Yes.", "No.", "none", 1.0, fail)
    )
    result = invoke("reproduce", "all", "-o", tmp_path, code=1)
    assert result.stderr.splitlines()[-1] == "Error: roll: No such luck."
    assert "roll: failed. No such luck." in result.stdout
    assert {file.name for file in tmp_path.glob("*.json")} == {"digits.json"}
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<li><b>roll</b>, Figure: No such luck.</li>" in page


def test_a_picture_that_fails_leaves_tables_and_page(invoke, tmp_path, draw_instead):
    pytest.importorskip("matplotlib")

    def draw(figure, tables):
        raise DataError("No such colour.")

    draw_instead({"share": draw})
    result = invoke("reproduce", "all", "-o", tmp_path, code=1)
    assert result.stderr.splitlines()[-1] == "Error: A picture of roll: No such colour."
    assert set(numbers(tmp_path)) >= {"roll.json", "digits.json", "page.html"}


# Results of earlier runs


def test_a_finished_experiment_is_not_run_again(invoke, tmp_path, experiments):
    first = invoke("reproduce", "roll", "-o", tmp_path).stdout
    before = numbers(tmp_path)
    experiments.clear()
    assert invoke("reproduce", "roll", "-o", tmp_path).stdout == first
    assert experiments == []
    assert numbers(tmp_path) == before


@pytest.mark.parametrize("change", ["quick", "code", "data", "folder"])
def test_an_experiment_runs_again_if_a_change_affects_its_numbers(
    change, invoke, tmp_path, experiments, monkeypatch
):
    data = tmp_path / "data"
    data.mkdir()
    (data / "real.npz").write_bytes(b"")
    monkeypatch.setitem(EXPERIMENTS, "roll", replace(EXPERIMENTS["roll"], files=("real.npz",)))
    output, options = tmp_path / "out", ["--data", data]
    invoke("reproduce", "roll", "-o", output, *options)
    experiments.clear()
    if change == "quick":
        options.append("--quick")
    elif change == "code":
        monkeypatch.setattr(keys, "digest_of_code", lambda **_: "other code")
    elif change == "data":
        (data / "real.npz").write_bytes(b"other")
    else:
        output = tmp_path / "elsewhere"
    invoke("reproduce", "roll", "-o", output, *options)
    assert experiments == [("roll", change == "quick")]


def test_an_experiment_does_not_run_again_for_files_it_does_not_read(invoke, tmp_path, experiments):
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    invoke("reproduce", "roll", "-o", out)
    experiments.clear()
    for number in range(2):
        (data / f"more{number}.npz").write_bytes(b"")
        invoke("reproduce", "roll", "-o", out, "--data", data)
    assert experiments == []


def test_results_of_both_sizes_are_kept_but_not_of_old_code(invoke, tmp_path, monkeypatch):
    for _ in range(2):
        for size in ([], ["--quick"]):
            invoke("reproduce", "roll", "-o", tmp_path, *size)
        kept = sorted(path.name for path in (tmp_path / "cache").iterdir())
        assert kept == ["roll-full", "roll-quick"]
        monkeypatch.setattr(keys, "digest_of_code", lambda **_: "other code")


def test_an_experiment_continues_where_it_was_stopped(invoke, tmp_path, monkeypatch):
    calls = []

    def measure(case, seed):
        calls.append((case, seed))
        if len(calls) == 12:
            raise KeyboardInterrupt
        return case * seed

    def run(quick, progress):
        found = repeats.measure_repeats(measure, [1, 2], 9, progress, 1)
        return {"summary": [{"found": value} for of_case in found for value in of_case]}

    monkeypatch.setitem(
        EXPERIMENTS, "roll", Experiment("roll", "Figure", "Yes.", "No.", "none", 1.0, run)
    )
    invoke("reproduce", "roll", "-o", tmp_path, code=130)
    assert not (tmp_path / "roll.json").exists()
    invoke("reproduce", "roll", "-o", tmp_path)
    document = json.loads((tmp_path / "roll.json").read_text(encoding="utf-8"))
    assert document["tables"]["summary"] == [
        {"found": case * seed} for case in (1, 2) for seed in range(9)
    ]
    assert calls[12:] == [(2, seed) for seed in range(9)]
    assert list(tmp_path.rglob("part-*")) == []


# Data


def test_the_option_data_names_the_folder_while_experiments_run(invoke, tmp_path, monkeypatch):
    seen = []

    def run(quick, progress):
        seen.append(data_folder.find("real.npz"))
        return data_folder.skipped("real.npz") if seen[-1] is None else TABLES

    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    monkeypatch.setitem(
        EXPERIMENTS,
        "roll",
        Experiment("roll", "Figure", "Yes.", "No.", "real", 1.0, run, ("real.npz",)),
    )
    out = tmp_path / "out"
    sentence = "It needs real.npz: name its folder with --data or KERNELSCALE_DATA."
    assert f"roll: skipped. {sentence}" in invoke("reproduce", "all", "-o", out).stdout
    page = (out / "page.html").read_text(encoding="utf-8")
    assert f"<li><b>roll</b>, Figure: {sentence}</li>" in page
    (tmp_path / "real.npz").write_bytes(b"")
    assert "Skipped" not in invoke("reproduce", "roll", "--data", tmp_path, "-o", out).stdout
    assert seen == [None, tmp_path / "real.npz"]
    assert data_folder.VARIABLE not in os.environ


def test_a_data_folder_that_does_not_exist_is_refused(refuse, tmp_path, experiments):
    sentence = refuse("reproduce", "roll", "--data", tmp_path / "no", code=2)
    assert sentence.startswith("--data needs a folder, but there is no folder '")
    assert experiments == []


# Verdicts


def test_verdicts_are_printed_and_come_first_on_the_page(invoke, tmp_path, monkeypatch):
    limit = Threshold("at most 1", OF_US, 0.1, "m")
    claims = tuple(
        Claim(f"n{k}", words, "q", "p", "r", "f", (), limit, lambda tables, m=missed: trials(m))
        for k, (words, missed) in enumerate((("It is <b>", -0.5), ("It is not", 2.0)))
    )

    def trials(missed):
        return [Trial("here", Interval(missed, missed, missed), "s", each) for each in (0, 1)]

    experiment = Experiment(
        "roll",
        "F",
        "C",
        "E",
        "none",
        1.0,
        lambda *_: TABLES,
        claims=claims,
        find=lambda tables: [finding("We saw it", "here", 1, "much", "holds")],
    )
    monkeypatch.setitem(EXPERIMENTS, "roll", experiment)
    shown = invoke("reproduce", "all", "-o", tmp_path).stdout
    assert "\n  It is <b>: holds.\n" in shown
    assert "\n  It is not: does not hold.\n" in shown
    assert "roll: 1 finding," in shown
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    said = (
        "2 claims of the paper, 2 testable here. Verdicts: holds 1, holds in part 0, undecided 0, "
        "does not hold 1."
    )
    assert said in page
    assert page.index("It is &lt;b&gt;") < page.index('id="roll"')
    assert (tmp_path / "roll-trials.csv").exists()
    quick = invoke("reproduce", "all", "--quick", "-o", tmp_path / "quick").stdout
    assert "holds" not in quick
    assert "holds" not in (tmp_path / "quick" / "roll.json").read_text().split('"tables"')[1]
