"""`kernelscale compare`: its table, its recommendation and its JSON document."""

import re

import numpy as np
import pytest
from tests.cli.flowers import ANSI, WIDTHS, document

from kernelscale.cli.shared.printing import four_digits

pytest.importorskip("pandas")


@pytest.mark.parametrize("width", WIDTHS)
def test_compare_shows_every_figure_at_every_width(width, run, labelled, compared):
    shown = run("compare", *labelled, COLUMNS=str(width)).stdout
    assert ANSI not in shown
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= max(width, 80)
    words = shown.split()
    for row in compared.rows:
        assert row.rule in words
        for number in (row.epsilon, row.gamma, row.length_scale, row.position, row.eigengap):
            assert four_digits(number) in words


def test_compare_has_all_columns(run, labelled, compared):
    shown = run("compare", *labelled).stdout
    for heading in ("rule", "eps", "gamma", "position", "d_eps", "components", "neighbours"):
        assert heading in shown
    for heading in ("length", "scale", "effective", "eigengap", "seconds", "reading"):
        assert heading in shown


def test_compare_ends_with_the_recommendation(run, labelled, compared):
    shown = run("compare", *labelled, COLUMNS="1000").stdout
    last = [compared.recommendation, compared.how_much_it_matters]
    assert shown.splitlines()[-2:] == last
    assert compared.how_much_it_matters in repr(compared)


def test_compare_marks_the_scales_that_are_as_good(run, labelled, compared):
    shown = run("compare", *labelled, COLUMNS="1000").stdout
    marked = re.findall(r"^[* ] (\w+) +[\d.e+-]+ = ", shown, flags=re.MULTILINE)
    assert marked == [row.rule for row in compared.rows if row.as_good]
    assert "auto" in marked
    as_good = run("select", *labelled, COLUMNS="900").stdout
    assert compared.recommended.as_good_in_words in as_good


def test_compare_marks_the_recommended_row(run, labelled, compared):
    starred = re.findall(r"^\* (\w+)", run("compare", *labelled).stdout, flags=re.MULTILINE)
    assert set(starred) == {"auto"}


def test_compare_colours_the_row_on_a_terminal(run, labelled, compared):
    assert f"{ANSI}1;32m* auto" in run("compare", *labelled, FORCE_COLOR="1").stdout


def test_compare_describes_the_data(run, labelled, plain, compared):
    assert "60 rows, 2 features, 3 classes" in run("compare", *labelled).stdout
    assert "60 rows, 2 features, no labels" in run("compare", *plain).stdout


def test_compare_prints_the_reason_of_a_rule_without_a_scale(run, tmp_path):
    path = tmp_path / "repeated.npy"
    np.save(path, np.repeat(np.arange(5.0)[:, None], 12, axis=0))
    shown = " ".join(run("compare", path, COLUMNS="200").stdout.split())
    assert "below that. Of the 60 rows 5 are distinct, and duplicates count once." in shown


def test_compare_as_json_is_the_comparison(run, labelled, comparison):
    result = run("compare", *labelled, "--json")
    found = document(result)
    assert result.stderr == ""
    assert found["data"] == {
        "source": labelled[0],
        "n_samples": 60,
        "n_features": 2,
        "metric": "euclidean",
        "n_classes": 3,
        "standardized": False,
        "constant_features": [],
    }
    assert found["recommended"]["epsilon"] == comparison.recommended.epsilon
    assert [row["rule"] for row in found["rows"]] == [row.rule for row in comparison.rows]
    assert found["curve"]["S"] == comparison.curve.S.tolist()


def test_threads_and_memory_do_not_change_the_result(run, plain):
    def rows(*options):
        found = document(run("compare", *plain, "--json", *options))
        return [{**row, "seconds": 0} for row in found["rows"]]

    assert rows("--threads", "1", "--memory-limit", "20 MiB") == rows()
