"""Every example, run once as a reader would: it ends well, is short, and shows what it says."""

import re
import runpy
from pathlib import Path

import pytest

from kernelscale.bandwidth import RULES

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run an example in an empty folder; what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")

    def run(name, *arguments):
        monkeypatch.setattr("sys.argv", [name, *map(str, arguments)])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_each_is_short_and_listed(script):
    assert len(script.read_text(encoding="utf-8").splitlines()) < 40
    assert f"`{script.name}`" in README


def test_those_listed_are_there():
    assert set(re.findall(r"^- `(\w+\.py)`", README, re.M)) == {path.name for path in SCRIPTS}


def test_svm_from_csv_is_right_at_the_chosen_scale_and_wrong_far_off(run):
    pytest.importorskip("pandas")
    small, chosen, large = map(int, re.findall(r"(\d+)% of 89 new rows", run("svm_from_csv.py")))
    assert chosen > 95
    assert small < 50 > large


def test_svm_from_csv_takes_another_file(run, tmp_path):
    pytest.importorskip("pandas")
    rows = "".join(f"{i % 7},{i % 5 + 9 * (i % 2)},{'ab'[i % 2]}\n" for i in range(60))
    (tmp_path / "own.csv").write_text(f"one,two,kind\n{rows}", encoding="utf-8")
    assert "of 30 new rows right" in run("svm_from_csv.py", "own.csv", "kind")


def test_compare_rules_prints_every_rule_and_draws(run, tmp_path):
    pytest.importorskip("matplotlib")
    printed = run("compare_rules.py", "scales.png")
    assert len(re.findall(r"^[a-z_]+ +[\d.e+]* +[\d.]+$", printed, re.M)) == len(RULES)
    assert "Recommended: epsilon" in printed
    assert (tmp_path / "scales.png").read_bytes().startswith(b"\x89PNG")


def test_plateaus_finds_a_surface_and_a_line(run):
    found = re.findall(r"(?:taken|narrower): dimension ([\d.]+) from", run("plateaus.py"))
    assert sorted(round(float(dimension)) for dimension in found) == [1, 2]


def test_spectral_clustering_needs_the_chosen_scale(run):
    printed = run("spectral_clustering.py")
    default, chosen = map(float, re.findall(r"(?:default|chosen): ([\d.]+)$", printed, re.M))
    assert default < 0.5 < 0.95 < chosen


def test_embed_and_place_puts_new_digits_among_their_like(run, tmp_path):
    pytest.importorskip("matplotlib")
    printed = run("embed_and_place.py", "digits.png")
    [share] = re.findall(r"(\d+)% of 1000 new digits", printed)
    assert int(share) > 90
    assert (tmp_path / "digits.png").read_bytes().startswith(b"\x89PNG")
