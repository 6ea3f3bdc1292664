"""The table of all rules: its rows, its formats, and the rows of rules that fail."""

import json
import pickle

import numpy as np
import pytest
from tests.bandwidth.classes_in_the_plane import labelled
from tests.bandwidth.results_of_each_rule import WITH_LABELS

from kernelscale import compare, select_bandwidth
from kernelscale.bandwidth import RULES

FIGURES = [
    "epsilon",
    "gamma",
    "length_scale",
    "position",
    "implied_dimension",
    "n_connected_components",
    "effective_neighbors",
    "eigengap",
    "participation",
]


@pytest.fixture(scope="module")
def comparison():
    return compare(*labelled())


# ---------------------------------------------------------------- rows


def test_each_rule_has_one_row(comparison):
    assert sorted(row.rule for row in comparison.rows) == sorted(RULES)
    without = compare(labelled()[0])
    assert {row.rule for row in without.rows} == set(RULES) - set(WITH_LABELS)
    assert (comparison.n_samples, comparison.n_features, comparison.n_classes) == (40, 2, 3)
    assert without.n_classes == 0


def test_rows_agree_with_the_rules(comparison):
    X, y = labelled()
    for row in comparison.rows:
        alone = select_bandwidth(X, y, row.rule)
        assert row.epsilon == alone.epsilon == row.bandwidth.epsilon
        assert row.gamma == alone.gamma
        assert row.length_scale == alone.length_scale
        assert row.bandwidth.rule == row.rule
        assert row.bandwidth.reason == alone.reason
        assert row.seconds >= 0


def test_rows_are_ordered_by_scale(comparison):
    order = [row.rule for row in comparison.rows]
    assert set(order[-3:]) == {"standardized", "self_tuning", "variable_bandwidth"}
    scales = [row.epsilon for row in comparison.rows[:-3]]
    assert scales == sorted(scales)


def test_rule_without_a_scale_has_a_row_with_its_error():
    X = np.repeat(np.random.default_rng(0).normal(size=(10, 2)), 9, axis=0)
    names = ["max_min", "self_tuning", "nearest_neighbors"]
    rules_that_fail = [RULES[name](duplicates="each") for name in names]
    found = compare(X, rules=[*rules_that_fail, "median"])
    for rule, sentence in [
        ("max_min", "Every row has an exact duplicate"),
        ("self_tuning", "have 7 or more exact duplicates"),
        ("nearest_neighbors", "At least half of the rows have 7 or more exact duplicates"),
    ]:
        row = found[rule]
        assert sentence in row.reading
        assert row.bandwidth is None
        assert [getattr(row, name) for name in FIGURES] == [None] * len(FIGURES)
    assert {row.rule for row in found.rows[-3:]} == {"max_min", "self_tuning", "nearest_neighbors"}


def test_warnings_of_rules_become_remarks(recwarn):
    X, _ = labelled()
    found = compare(np.column_stack([X, np.ones(40)]))
    assert "Feature(s) 2 are constant" in found["standardized"].reading
    assert len(recwarn) == 0


def test_rules_can_be_chosen():
    X, y = labelled()
    found = compare(X, y, rules=["median", 3.0, RULES["max_min"](factor=5.0), "probabilistic"])
    rules = [row.rule for row in found.rows]
    assert sorted(rules) == ["auto", "fixed", "max_min", "median", "probabilistic"]
    assert found["fixed"].epsilon == 3.0
    assert found["max_min"].epsilon == select_bandwidth(X, rule="max_min", factor=5.0).epsilon
    assert found.recommended.rule == "auto"


def test_empty_list_compares_the_default_rule_only():
    X, _ = labelled()
    assert [row.rule for row in compare(X, rules=[]).rows] == ["auto"]


def test_rule_that_needs_labels_has_a_row_with_an_error():
    row = compare(labelled()[0], rules=["spectral"])["spectral"]
    assert row.bandwidth is None
    assert "label" in row.reading


def test_unknown_rule_is_named_in_the_error(comparison):
    with pytest.raises(KeyError, match="'sigma' was not compared; the rules are .*median"):
        comparison["sigma"]


def test_recommendation_is_the_default_rule(comparison):
    assert comparison.recommended.rule == "auto"
    assert comparison.recommended.epsilon == comparison["auto"].epsilon
    said = comparison.recommendation
    assert said.startswith("Recommended: epsilon = ")
    assert f"{comparison.recommended.epsilon:.4g}" in said
    assert f"{comparison.recommended.gamma:.4g}" in said
    assert comparison.recommended.reason in said
    assert "\n" not in said


# ---------------------------------------------------------------- as a table


def test_frame_has_the_same_figures(comparison):
    frame = comparison.to_frame()
    assert frame.index.name == "rule"
    assert list(frame.index) == [row.rule for row in comparison.rows]
    assert list(frame.columns) == [*FIGURES, "seconds", "reading", "as_good"]
    for row in comparison.rows:
        for name in FIGURES:
            value, cell = getattr(row, name), frame.loc[row.rule, name]
            assert (value is None and cell != cell) or value == cell


def test_comparison_is_strict_json(comparison):
    said = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert [row["rule"] for row in said["rows"]] == [row.rule for row in comparison.rows]
    assert said["recommended"]["epsilon"] == comparison.recommended.epsilon
    assert said["recommendation"] == comparison.recommendation
    assert said["n_classes"] == 3
    assert said["curve"]["epsilon"] == comparison.curve.epsilon.tolist()
    assert said["curve"]["n_samples"] == 40
    assert set(said["rows"][0]) == {"rule", *FIGURES, "seconds", "reading", "as_good"}


def test_comparison_can_be_pickled(comparison):
    other = pickle.loads(pickle.dumps(comparison))
    assert other.to_dict() == comparison.to_dict()
    assert not other.curve.S.flags.writeable


def test_comparison_shows_its_table(comparison):
    lines = repr(comparison).splitlines()
    assert len(lines) == len(comparison.rows) + 3
    assert all(row.reading in line for row, line in zip(comparison.rows, lines[1:], strict=False))
    assert lines[-2:] == [comparison.recommendation, comparison.how_much_it_matters]


def test_comparison_is_frozen(comparison):
    with pytest.raises(AttributeError):
        comparison.recommendation = "buy"
    with pytest.raises(AttributeError):
        comparison.rows[0].epsilon = 1.0
    with pytest.raises(ValueError, match="read-only"):
        comparison.curve.S[0] = 1.0
