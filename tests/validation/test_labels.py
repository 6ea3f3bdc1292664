"""Invalid labels raise a one-sentence error before any work."""

import numpy as np
import pandas as pd
import pytest
from tests.validation.small_data import X, Y, assert_one_sentence

from kernelscale import compare, select_bandwidth

BAD_LABELS = {
    "one_class": (np.zeros(12, dtype=int), r"y has one class only \(0\); at least two"),
    "all_different": (np.arange(12), "y has 12 different labels for 12 rows; at least one class"),
    "too_few": (Y[:-1], "y has 11 labels for 12 rows; one label for each row is needed"),
    "too_many": (np.r_[Y, 1], "y has 13 labels for 12 rows"),
    "none_at_all": ([], "y has 0 labels for 12 rows"),
    "nan": (
        np.where(np.arange(12) == 4, np.nan, Y),
        r"y has 1 missing label\(s\), the first in row 4",
    ),
    "none": ([0, 1] * 5 + [None, 1], r"y has 1 missing label\(s\), the first in row 10"),
    "none_among_text": (["a", "b"] * 5 + [None, "b"], r"y has 1 missing label\(s\), .* row 10"),
    "nan_among_text": (["a", "b"] * 5 + [np.nan, "b"], r"y has 1 missing label\(s\), .* row 10"),
    "missing_in_a_series": (
        pd.Series(["a", "b"] * 5 + [None, "b"]),
        r"y has 1 missing label\(s\), .* row 10",
    ),
    "missing_in_a_nullable_series": (
        pd.Series([1, 2] * 5 + [None, 2], dtype="Int64"),
        r"y has 1 missing label\(s\), .* row 10",
    ),
    "missing_in_a_series_of_strings": (
        pd.Series(["a", "b"] * 5 + [None, "b"], dtype="string"),
        r"y has 1 missing label\(s\), .* row 10",
    ),
    "missing_in_a_categorical": (
        pd.Categorical(["a", "b"] * 5 + [None, "b"]),
        r"y has 1 missing label\(s\), .* row 10",
    ),
    "infinite": (np.where(np.arange(12) == 4, np.inf, Y), "y .*inf"),
    "fractions": (Y + 0.5, "Unknown label type: y holds fractions such as 0.5"),
    "fractions_as_objects": (
        (Y + 0.5).astype(object),
        "Unknown label type: y holds fractions such",
    ),
    "two_columns": (np.c_[Y, Y], r"y must have one label for each row, but its shape is \(12, 2\)"),
    "one_row_of_labels": (
        Y[None, :],
        r"y must have one label for each row, but its shape is \(1, 12\)",
    ),
    "one_label": (1, r"y must have one label for each row, but its shape is \(\)"),
    "text": ("labels", r"y must have one label for each row, but its shape is \(\)"),
    "mixed_objects": (np.array([1, "a"] * 6, dtype=object), "y mixes labels of types int, str"),
    "one_class_of_text": (np.array(["x"] * 12), r"y has one class only \('x'\); at least two"),
    "complex": (Y + 0j, "y holds complex numbers, but classes are integers or strings"),
    "complex_objects": ([1 + 2j, 0] * 6, "y holds complex numbers, but classes are"),
    "mixed_list": ([1, "a"] * 6, "y mixes labels of types int, str; use one type"),
}


# These labels are not valid classes, but they are valid targets of a regression.
NUMBERS = ("fractions", "fractions_as_objects", "two_columns")


@pytest.mark.parametrize("rule", ["probabilistic", "median", "auto", None])
@pytest.mark.parametrize("bad", BAD_LABELS)
def test_bad_labels_are_refused(rule, bad):
    labels, sentence = BAD_LABELS[bad]
    if bad in NUMBERS and rule in ("auto", None):
        found = compare(X, labels).recommended if rule is None else select_bandwidth(X, labels)
        assert found.evidence["targets"] == "numbers"
        return
    with pytest.raises(ValueError, match=sentence) as error:
        compare(X, labels) if rule is None else select_bandwidth(X, labels, rule)
    assert_one_sentence(error)


@pytest.mark.parametrize("rule", ["geometric", "spectral", "probabilistic", "leave_one_out"])
def test_the_error_names_the_rule_that_needs_labels(rule):
    with pytest.raises(ValueError, match=f"The rule '{rule}' needs a label for each row; pass y"):
        select_bandwidth(X, rule=rule)


GOOD_LABELS = {
    "integers": Y,
    "whole_floats": Y.astype(float),
    "truth_values": Y == 1,
    "text": np.array(["no", "yes"])[Y],
    "list_of_text": ["a"] * 6 + ["b"] * 6,
    "series": pd.Series(Y),
    "series_of_text": pd.Series(["a"] * 6 + ["b"] * 6),
    "nullable_series": pd.Series(Y, dtype="Int64"),
    "categorical": pd.Categorical(["a"] * 6 + ["b"] * 6),
    "one_column": Y[:, None],
    "frame": pd.DataFrame({"label": Y}),
    "unsigned": Y.astype(np.uint8),
    "objects": Y.astype(object),
    "far_apart": np.where(Y == 0, -(10**15), 10**15),
}


@pytest.mark.parametrize("good", GOOD_LABELS)
def test_valid_labels_are_accepted(good):
    expected = select_bandwidth(X, Y, "probabilistic").epsilon
    assert select_bandwidth(X, GOOD_LABELS[good], "probabilistic").epsilon == expected
