import html
import re

import numpy as np
import pytest

from kernelscale import compare

pandas = pytest.importorskip("pandas")


@pytest.fixture
def table(tmp_path):
    """A file of two clusters with class labels and three features, one of which is constant."""
    random = np.random.default_rng(0)
    kinds = np.arange(60) % 2
    frame = pandas.DataFrame(random.normal(size=(60, 2)) + 6 * kinds[:, None], columns=["a", "b"])
    frame["same"] = 1.0
    frame["kind"] = np.array(["x", "y"])[kinds]
    path = tmp_path / "two.csv"
    frame.to_csv(path, index=False)
    return path


def test_the_page_has_all_printed_results(invoke, table, tmp_path):
    page = tmp_path / "two.html"
    result = invoke("compare", table, "--label", "kind", "--report", page)
    assert result.stderr == f"Page written to {page}.\n"
    text = html.unescape(page.read_text(encoding="utf-8"))
    frame = pandas.read_csv(table)
    expected = compare(frame[["a", "b", "same"]].to_numpy(), frame["kind"])
    assert expected.recommendation in result.stdout
    assert expected.recommendation in text
    assert "Constant features add nothing to distances: same" in text
    assert re.search(r"<h1>.*two\.csv</h1>", text)
    assert "<li>" in text  # the page has a legend of the classes
    assert "Weights of features" not in text
    assert "StandardScaler" not in text


def test_numbers_to_predict_need_no_legend(invoke, table, tmp_path):
    page = tmp_path / "numbers.html"
    frame = pandas.read_csv(table)
    frame["told"] = frame["a"] / 3 + 0.1
    frame.drop(columns="kind").to_csv(table, index=False)
    shown = invoke("compare", table, "--label", "told", "--report", page).stdout
    assert "of the targets" in shown
    assert "of the targets" in page.read_text(encoding="utf-8")


def test_standardised_features_are_standardised_in_the_code_too(invoke, table, tmp_path):
    page = tmp_path / "two.html"
    invoke("compare", table, "--label", "kind", "--standardize", "--report", page)
    assert "StandardScaler" in page.read_text(encoding="utf-8")


def test_feature_scales_are_added_on_request(invoke, table, tmp_path):
    page = tmp_path / "two.html"
    options = ["--label", "kind", "--json", "--report", page, "--feature-scales"]
    invoke("compare", table, *options)
    text = page.read_text(encoding="utf-8")
    assert "Weights of features" in text
    assert '<th scope="row">same</th>' in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--report", "page.txt"], "--report needs a file that ends in .html, but 'page."),
        (["--report", "no/page.html"], "'no/page.html' cannot be written: there is no such"),
        (["--feature-scales"], "--feature-scales adds to the page of --report; give"),
    ],
)
def test_an_invalid_page_is_refused_before_the_comparison(arguments, sentence, refuse, table):
    assert refuse("compare", table, "--drop", "kind", *arguments, code=2).startswith(sentence)


def test_the_page_of_few_distinct_rows_names_the_missing_parts(invoke, tmp_path):
    survey = tmp_path / "survey.csv"
    answers = np.random.default_rng(0).integers(1, 4, size=(200, 2))
    np.savetxt(survey, answers, fmt="%d", delimiter=",", header="q1,q2", comments="")
    page = tmp_path / "survey.html"
    assert "Recommended" in invoke("compare", survey, "--report", page, "--feature-scales").stdout
    text = page.read_text(encoding="utf-8")
    assert "The dimension against distance is missing. A profile needs at least 12 dist" in text
    assert "There is no table of the weights of the features. With n_dims=None the dim" in text


def test_a_file_whose_name_is_not_unicode_has_a_page(invoke, table, tmp_path):
    odd = tmp_path / "caf\udce9.csv"
    try:
        odd.write_bytes(table.read_bytes())
    except (OSError, UnicodeEncodeError):
        pytest.skip("the file system accepts only Unicode names")
    page = tmp_path / "page.html"
    invoke("compare", odd, "--label", "kind", "--report", page)
    assert "<h1>" in page.read_text(encoding="utf-8")
