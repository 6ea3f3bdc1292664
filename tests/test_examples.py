"""Every example runs, is short, and prints or draws the results that its page describes."""

import ast
import re
import runpy
import sys
import warnings
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

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


class Page(NamedTuple):
    """What a page printed, the warnings that it caused, and the numbers of its pictures."""

    printed: str
    warned: list
    pictures: list


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A function that runs a page in an empty folder; each page runs once for all tests."""
    plt = pytest.importorskip("matplotlib.pyplot")

    @cache
    def page(name):
        with (
            pytest.MonkeyPatch.context() as patch,
            warnings.catch_warnings(record=True) as warned,
            redirect_stdout(StringIO()) as printed,
        ):
            patch.chdir(tmp_path_factory.mktemp("page"))
            patch.setenv("MPLBACKEND", "Agg")
            patch.setattr("sys.argv", [name])
            warnings.simplefilter("always")
            runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        pictures = plt.get_fignums()
        plt.close("all")
        return Page(printed.getvalue(), warned, pictures)

    return page


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
def test_each_page_runs_and_draws(page, script):
    if script.stem == "single_cells":
        pytest.importorskip("anndata")
    found = page(name(script))
    ours = [each for each in found.warned if each.category.__module__.startswith("kernelscale")]
    # The built page would show these warnings, with the path of the folder where it was built.
    assert ours == []
    assert found.pictures or "\nreports.plot(" in script.read_text(encoding="utf-8")


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


def test_compare_rules_prints_every_rule(page):
    printed = page("gallery/compare_rules.py").printed
    assert len(re.findall(r"^[a-z_]+ +[\d.e+]* +[\d.]+$", printed, re.M)) == len(RULES)
    assert "Recommended: epsilon" in printed


def test_plateaus_finds_a_surface_and_a_line(page):
    printed = page("gallery/plateaus.py").printed
    found = re.findall(r"(?:taken|narrower): dimension ([\d.]+) from", printed)
    assert sorted(round(float(dimension)) for dimension in found) == [1, 2]


def test_spectral_clustering_needs_the_chosen_scale(page):
    printed = page("gallery/spectral_clustering.py").printed
    default, chosen = map(float, re.findall(r"(?:default|chosen): ([\d.]+)$", printed, re.M))
    assert default < 0.5 < 0.95 < chosen


def test_new_rows_embeds_new_digits_near_their_class(page):
    [accuracy] = re.findall(r"for 1000 new digits: (\d+)%", page("gallery/new_rows.py").printed)
    assert int(accuracy) > 90


def test_outliers_in_a_map_names_the_outliers(page):
    printed = page("gallery/outliers_in_a_map.py").printed
    assert "500, 501" in printed


def test_molecular_dynamics_finds_the_slow_coordinate(page):
    printed = page("tutorials/molecular_dynamics.py").printed
    [correlation] = re.findall(r"correlation with x: ([\d.]+)", printed)
    assert float(correlation) > 0.95
