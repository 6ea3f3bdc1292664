"""Every example runs, is short, and prints or draws the results that its page describes."""

import ast
import re
import runpy
import sys
import warnings
from pathlib import Path

import pytest

from kernelscale.bandwidth import RULES

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
GALLERY = sorted(EXAMPLES.glob("gallery/*.py"))
TUTORIALS = sorted(EXAMPLES.glob("tutorials/*.py"))
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")


def name(path):
    return str(path.relative_to(EXAMPLES))


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """A function that runs an example in an empty folder and returns its output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")

    def run(name, *arguments):
        monkeypatch.setattr("sys.argv", [name, *map(str, arguments)])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return capsys.readouterr().out

    yield run
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_each_script_is_short_and_listed(script):
    assert len(script.read_text(encoding="utf-8").splitlines()) < 40
    assert f"`{script.name}`" in README


def test_the_listed_examples_exist():
    listed = re.findall(r"`((?:gallery/|tutorials/)?\w+\.py)`", README)
    assert {*listed} <= {name(path) for path in [*SCRIPTS, *GALLERY, *TUTORIALS]}


@pytest.mark.parametrize("script", [*GALLERY, *TUTORIALS], ids=name)
def test_each_page_is_short_and_has_a_title(script):
    text = script.read_text(encoding="utf-8")
    limit = 60 if script in GALLERY else 140
    assert 15 < len(text.splitlines()) < limit
    title, line, *_ = ast.get_docstring(ast.parse(text)).splitlines()
    assert set(line) == {"="}
    assert len(line) >= len(title)


def test_gallery_and_tutorials_have_enough_pages():
    assert len(GALLERY) >= 12
    assert len(TUTORIALS) >= 4


@pytest.mark.slow
@pytest.mark.site
@pytest.mark.parametrize("script", [*GALLERY, *TUTORIALS], ids=name)
def test_each_page_runs_and_draws(run, script):
    plt = pytest.importorskip("matplotlib.pyplot")
    if script.stem == "single_cells":
        pytest.importorskip("anndata")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run(script)
    ours = [each for each in caught if each.category.__module__.startswith("kernelscale")]
    # The built page would show these warnings, with the path of the folder where it was built.
    assert ours == []
    assert plt.get_fignums() or "\nreports.plot(" in script.read_text(encoding="utf-8")


def test_svm_from_csv_is_accurate_only_near_the_chosen_scale(run):
    pytest.importorskip("pandas")
    small, chosen, large = map(
        int, re.findall(r"accuracy (\d+)% on 89 new rows", run("svm_from_csv.py"))
    )
    assert chosen > 95
    assert small < 50 > large


def test_svm_from_csv_takes_another_file(run, tmp_path):
    pytest.importorskip("pandas")
    rows = "".join(f"{i % 7},{i % 5 + 9 * (i % 2)},{'ab'[i % 2]}\n" for i in range(60))
    (tmp_path / "own.csv").write_text(f"one,two,kind\n{rows}", encoding="utf-8")
    assert "on 30 new rows with gamma" in run("svm_from_csv.py", "own.csv", "kind")


def test_compare_rules_prints_every_rule(run):
    pytest.importorskip("matplotlib")
    printed = run("gallery/compare_rules.py")
    assert len(re.findall(r"^[a-z_]+ +[\d.e+]* +[\d.]+$", printed, re.M)) == len(RULES)
    assert "Recommended: epsilon" in printed


def test_plateaus_finds_a_surface_and_a_line(run):
    pytest.importorskip("matplotlib")
    printed = run("gallery/plateaus.py")
    found = re.findall(r"(?:taken|narrower): dimension ([\d.]+) from", printed)
    assert sorted(round(float(dimension)) for dimension in found) == [1, 2]


def test_spectral_clustering_needs_the_chosen_scale(run):
    pytest.importorskip("matplotlib")
    printed = run("gallery/spectral_clustering.py")
    default, chosen = map(float, re.findall(r"(?:default|chosen): ([\d.]+)$", printed, re.M))
    assert default < 0.5 < 0.95 < chosen


def test_new_rows_embeds_new_digits_near_their_class(run):
    pytest.importorskip("matplotlib")
    [accuracy] = re.findall(r"for 1000 new digits: (\d+)%", run("gallery/new_rows.py"))
    assert int(accuracy) > 90


def test_outliers_in_a_map_names_the_outliers(run):
    pytest.importorskip("matplotlib")
    printed = run("gallery/outliers_in_a_map.py")
    assert "500, 501" in printed


def test_molecular_dynamics_finds_the_slow_coordinate(run):
    pytest.importorskip("matplotlib")
    printed = run("tutorials/molecular_dynamics.py")
    [correlation] = re.findall(r"correlation with x: ([\d.]+)", printed)
    assert float(correlation) > 0.95
