"""Every bad input has its sentence, said before any work, through the public functions."""

import array
import warnings
from collections import deque
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as from_numpy
from scipy import sparse

from kernelscale import (
    Gaussian,
    Scaled,
    bandwidth,
    compare,
    engine,
    estimate_dimension,
    from_convention,
    scale_curve,
    select_bandwidth,
    to_convention,
)
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelSums, NearestOthers, RowSums

X = np.random.default_rng(0).normal(size=(12, 2))
Y = np.repeat([0, 1], 6)
NEIGHBORS = NearestOthers(1)


def changed(row, column, value, dtype=float):
    changed = X.astype(dtype)
    changed[row, column] = value
    return changed


# ---------------------------------------------------------------- points

BAD_POINTS = {
    "nan": (changed(3, 1, np.nan), ValueError, r"X contains NaN in row 3, column 1 \(1 such"),
    "several_nan": (
        np.where(np.arange(24).reshape(12, 2) > 20, np.nan, 1.0),
        ValueError,
        r"X contains NaN in row 10, column 1 \(3 such entries in all\)",
    ),
    "infinity": (changed(2, 0, np.inf), ValueError, "X contains infinity in row 2, column 0"),
    "minus_infinity": (changed(2, 0, -np.inf), ValueError, "X contains infinity in row 2, colu"),
    "both_infinities": (
        np.array([[np.inf, 0.0], [-np.inf, 1.0]]),
        ValueError,
        r"X contains infinity in row 0, column 0 \(2 such",
    ),
    "none": (None, ValueError, r"X must have two dimensions, rows by features"),
    "number": (3.0, ValueError, r"X must have two dimensions.* shape is \(\)"),
    "one_dimension": (np.arange(5.0), ValueError, r"two dimensions.* \(5,\).*X.reshape\(-1, 1\)"),
    "three_dimensions": (np.zeros((2, 2, 2)), ValueError, r"two dimensions.* \(2, 2, 2\)"),
    "empty_list": ([], ValueError, r"X must have two dimensions.* \(0,\)"),
    "no_rows": (
        np.zeros((0, 3)),
        ValueError,
        r"too few rows: n_samples = 0, but at least \d are nee",
    ),
    "no_features": (np.zeros((4, 0)), ValueError, r"X has 0 feature\(s\) \(shape=\(4, 0\)\)"),
    "text": ([["a", "b"], ["c", "d"]], ValueError, r"X holds .*'a'.* in row 0, column 0, which is"),
    "numbers_as_text": ([["1"], ["2"]], ValueError, "X holds .*'1'.* which is not a number"),
    "bytes": ([[b"a"], [b"b"]], ValueError, "X holds .*b'a'.* which is not a number"),
    "one_text_among_numbers": (
        np.array([[1.0, 2.0], [3.0, "x"]], dtype=object),
        ValueError,
        "X holds 'x' in row 1, column 1, which is not a number",
    ),
    "objects": (
        np.array([[object()], [object()]]),
        TypeError,
        "X holds <object .* in row 0, column 0, which is not a number",
    ),
    "none_among_numbers": (
        np.array([[1.0, None], [2.0, 3.0]], dtype=object),
        ValueError,
        "X contains NaN in row 0, column 1",
    ),
    "dictionary": (
        {"a": 1},
        TypeError,
        "X must be an array.* but a dict was given; pass a data frame of",
    ),
    "complex": (X + 1j, ValueError, "Complex data not supported: X has dtype complex128"),
    "sparse_matrix": (sparse.csr_matrix(X), TypeError, r"X is a sparse csr_matrix.*X.toarray\(\)"),
    "sparse_array": (sparse.coo_array(X), TypeError, "X is a sparse coo_array, but a dense"),
    "times": (
        np.array([["2020-01-01"], ["2020-01-02"]], dtype="datetime64[D]"),
        ValueError,
        r"X has dtype datetime64\[D\], but numbers are needed; convert times to float",
    ),
    "durations": (np.ones((3, 1), dtype="timedelta64[s]"), ValueError, "dtype timedelta64"),
    "frame_with_text": (
        pd.DataFrame({"size": [1.0, 2.0, 3.0], "colour": ["red", "blue", "red"]}),
        ValueError,
        "X holds 'red' in row 0, column 'colour', which is not a number",
    ),
    "frame_with_missing": (
        pd.DataFrame({"size": [1.0, np.nan, 3.0], "weight": [1, 2, 3]}),
        ValueError,
        "X contains NaN in row 1, column 0",
    ),
    "nullable_frame_with_missing": (
        pd.DataFrame({"size": pd.array([1, None, 3], dtype="Int64"), "weight": [1.0, 2.0, 3.0]}),
        (ValueError, TypeError),
        "X (holds <NA>|contains NaN) in row 1, column",
    ),
    "masked": (
        np.ma.array([[1.0], [2.0], [1e9]], mask=[[0], [0], [1]]),
        (ValueError, TypeError),
        "X .*mask",
    ),
    "ragged": ([[1.0, 2.0], [3.0]], ValueError, "X .*rows"),
    "number_too_large_for_a_float": (
        [[10**400, 1], [2, 3]],
        ValueError,
        "X .*(1e|infinity|overflow|large)",
    ),
    "huge": (X * 1e200, ValueError, r"X reaches \d\.?\d*e\+200 in magnitude, whose square overf"),
}

BAD_POINTS_FOR_A_SCALE = {
    "one_row": ([[1.0, 2.0]], ValueError, "too few rows: n_samples = 1, but at least 2 are needed"),
    "all_rows_equal": (np.full((5, 2), 3.3), ValueError, "All 5 rows of X are the same point"),
    "all_zero": (np.zeros((5, 2)), ValueError, "All 5 rows of X are the same point"),
    "tiny": (X * 1e-200, ValueError, r"X spreads over .*e-200 only, whose square underflows"),
}

CALLS = {
    "select_bandwidth": lambda X, y=None: select_bandwidth(X, y),
    "formula": lambda X, y=None: select_bandwidth(X, y, "standard_deviation"),
    "number": lambda X, y=None: select_bandwidth(X, y, 1.0),
    "rule": lambda X, y=None: bandwidth.Median()(X, y),
    "compare": lambda X, y=None: compare(X, y),
    "scale_curve": lambda X, y=None: scale_curve(X),
    "reduce": lambda X, y=None: reduce(X, NEIGHBORS),
}


def assert_one_sentence(error):
    message = str(error.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("bad", BAD_POINTS)
def test_bad_points(call, bad):
    points, kind, sentence = BAD_POINTS[bad]
    with pytest.raises(kind, match=sentence) as error:
        CALLS[call](points)
    assert_one_sentence(error)


@pytest.mark.parametrize("call", [call for call in CALLS if call != "reduce"])
@pytest.mark.parametrize("bad", BAD_POINTS_FOR_A_SCALE)
def test_bad_points_for_a_scale(call, bad):
    points, kind, sentence = BAD_POINTS_FOR_A_SCALE[bad]
    with pytest.raises(kind, match=sentence) as error:
        CALLS[call](points)
    assert_one_sentence(error)


GOOD_POINTS = {
    "list": X.tolist(),
    "tuple": tuple(map(tuple, X.tolist())),
    "frame": pd.DataFrame(X, columns=["a", "b"]),
    "nullable_frame": pd.DataFrame({"a": pd.array([1, 2, 3], dtype="Int64"), "b": [1.0, 2.0, 3.5]}),
    "frame_of_truth_values": pd.DataFrame({"a": [True, False, True], "b": [1.0, 2.0, 3.5]}),
    "objects": X.astype(object),
    "objects_of_numpy": np.array([[np.float32(1), np.bool_(True)], [np.int8(2), 3]], dtype=object),
    "long_double": X.astype(np.longdouble),
    "as_large_as_allowed": X / np.abs(X).max() * 1e140,
    "as_close_as_allowed": X / np.ptp(X, axis=0).max() * 1.01e-140,
}


@pytest.mark.parametrize("good", GOOD_POINTS)
def test_good_points(good):
    points = GOOD_POINTS[good]
    plain = np.array(np.asarray(points).tolist(), dtype=float)
    for rule in ("standard_deviation", "median", "nearest_neighbors", "log_sum"):
        found = select_bandwidth(points, rule=rule).epsilon
        assert found == pytest.approx(select_bandwidth(plain, rule=rule).epsilon, rel=1e-12)
        assert np.isfinite(found)


# ---------------------------------------------------------------- labels

BAD_LABELS = {
    "one_class": (np.zeros(12, dtype=int), r"y has one class only \(0\); at least two"),
    "all_different": (np.arange(12), "y has 12 different labels for 12 rows; at least one class"),
    "too_few": (Y[:-1], "y has 11 labels for 12 rows; one label a row is needed"),
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
    "two_columns": (np.c_[Y, Y], r"y must have one label a row, but its shape is \(12, 2\)"),
    "one_row_of_labels": (Y[None, :], r"y must have one label a row, but its shape is \(1, 12\)"),
    "one_label": (1, r"y must have one label a row, but its shape is \(\)"),
    "text": ("labels", r"y must have one label a row, but its shape is \(\)"),
    "mixed_objects": (np.array([1, "a"] * 6, dtype=object), "y mixes labels of types int, str"),
    "one_class_of_text": (np.array(["x"] * 12), r"y has one class only \('x'\); at least two"),
    "complex": (Y + 0j, "y holds complex numbers, but classes are integers or strings"),
    "complex_objects": ([1 + 2j, 0] * 6, "y holds complex numbers, but classes are"),
    "mixed_list": ([1, "a"] * 6, "y mixes labels of types int, str; use one type"),
}


NUMBERS = ("fractions", "fractions_as_objects", "two_columns")  # which a regression predicts


@pytest.mark.parametrize("rule", ["probabilistic", "median", "auto", None])
@pytest.mark.parametrize("bad", BAD_LABELS)
def test_bad_labels(rule, bad):
    labels, sentence = BAD_LABELS[bad]
    if bad in NUMBERS and rule in ("auto", None):
        found = compare(X, labels).recommended if rule is None else select_bandwidth(X, labels)
        assert found.evidence["targets"] == "numbers"
        return
    with pytest.raises(ValueError, match=sentence) as error:
        compare(X, labels) if rule is None else select_bandwidth(X, labels, rule)
    assert_one_sentence(error)


@pytest.mark.parametrize("rule", ["geometric", "spectral", "probabilistic", "leave_one_out"])
def test_rules_that_need_labels_say_so(rule):
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
def test_good_labels(good):
    expected = select_bandwidth(X, Y, "probabilistic").epsilon
    assert select_bandwidth(X, GOOD_LABELS[good], "probabilistic").epsilon == expected


# ---------------------------------------------------------------- rules and their options

BAD_RULES = {
    "unknown": ({"rule": "sigma"}, "There is no rule 'sigma'; the rules are auto, .*spectral"),
    "misspelt": ({"rule": "medain"}, "There is no rule 'medain'.* Did you mean 'median'?"),
    "camel_case": ({"rule": "MaxMin"}, "There is no rule 'MaxMin'"),
    "empty": ({"rule": ""}, "There is no rule ''; the rules are"),
    "none": ({"rule": None}, "rule must be a name, a rule or a number, but None was given"),
    "list": ({"rule": [1.0]}, r"rule must be a name, a rule or a number, but \[1.0\] was given"),
    "array": ({"rule": np.array([1.0])}, "rule must be a name, a rule or a number, but array"),
    "class": ({"rule": bandwidth.MaxMin}, "rule must be a name, a rule or a number, but <class"),
    "zero": ({"rule": 0}, "epsilon must be a positive finite number, but 0 was given"),
    "negative": ({"rule": -1.5}, "epsilon must be a positive finite number, but -1.5 was given"),
    "nan": ({"rule": float("nan")}, "epsilon must be a positive finite number, but nan was given"),
    "infinite": ({"rule": np.inf}, "epsilon must be a positive finite number, but inf was given"),
    "true": ({"rule": True}, "but True was given"),
    "numpy_true": ({"rule": np.True_}, f"but {np.True_!r} was given"),
    "complex": ({"rule": 1j}, "rule must be a name, a rule or a number, but 1j was given"),
    "unknown_option": (
        {"rule": "max_min", "constant": 2.0},
        "The rule 'max_min' has no option 'constant'; its options are factor",
    ),
    "option_of_another_rule": (
        {"rule": "median", "factor": 2.0},
        "The rule 'median' has no option 'factor'; its options are duplicates",
    ),
    "option_with_an_object": (
        {"rule": bandwidth.MaxMin(), "factor": 2.0},
        r"Options \(factor\) are for a rule given by name, but MaxMin\(factor=2.0\) was given",
    ),
    "option_with_a_number": ({"rule": 2.0, "factor": 2.0}, r"Options \(factor\) are for a rule"),
    "factor_zero": ({"rule": "max_min", "factor": 0}, "factor must be a positive finite number, b"),
    "factor_negative": ({"rule": "max_min", "factor": -2.0}, "factor must be a positive finite"),
    "factor_text": ({"rule": "max_min", "factor": "2"}, "factor must be a positive .* '2' was giv"),
    "factor_true": ({"rule": "max_min", "factor": True}, "factor must be a positive .* True was"),
    "no_neighbors": (
        {"rule": "self_tuning", "n_neighbors": 0},
        "n_neighbors must be an integer of at least 1, but 0 was given",
    ),
    "fraction_of_neighbors": (
        {"rule": "nearest_neighbors", "n_neighbors": 2.5},
        "n_neighbors must be an integer of at least 1, but 2.5 was given",
    ),
    "whole_float_of_neighbors": (
        {"rule": "nearest_neighbors", "n_neighbors": 2.0},
        "n_neighbors must be an integer of at least 1, but 2.0 was given",
    ),
    "true_neighbors": (
        {"rule": "self_tuning", "n_neighbors": True},
        "n_neighbors must be an integer of at least 1, but True was given",
    ),
    "as_many_neighbors_as_rows": (
        {"rule": "self_tuning", "n_neighbors": 12},
        "needs neighbour 12 of each row, but there are 12 rows; set n_neighbors below that",
    ),
    "no_components": (
        {"rule": "geometric", "n_components": 0},
        "n_components must be an integer of at least 1, but 0 was given",
    ),
    "as_many_components_as_rows": (
        {"rule": "geometric", "n_components": 12},
        "needs 12 eigenvectors beside the trivial one, but 12 rows have only 11; pass more rows",
    ),
    "negative_subsamples": (
        {"rule": "auto", "n_subsamples": -1},
        "n_subsamples must be an integer of at least 0, but -1 was given",
    ),
    "balanced_text": ({"rule": "probabilistic", "balanced": "yes"}, "balanced must be True or Fal"),
}


@pytest.mark.parametrize("bad", BAD_RULES)
def test_bad_rules(bad):
    options, sentence = BAD_RULES[bad]
    with pytest.raises(ValueError, match=sentence) as error:
        select_bandwidth(X, Y, **options)
    assert str(error.value).rstrip("?").endswith((".", "'"))


@pytest.mark.parametrize(
    "bad", [bad for bad, (options, _) in BAD_RULES.items() if len(options) == 1]
)
def test_bad_rules_to_compare(bad):
    options, sentence = BAD_RULES[bad]
    with pytest.raises(ValueError, match=sentence):
        compare(X, Y, rules=["median", options["rule"]])


def test_a_rule_alone_where_a_list_is_wanted():
    # A text is a list of letters to Python: it must not be read as one here.
    try:
        said = compare(X, rules="median")["median"].reading
    except (ValueError, TypeError) as error:
        said = str(error)
    assert "'m'" not in said


# ---------------------------------------------------------------- scales

BAD_SCALES = {
    "empty": ([], r"scales must be a non-empty list of numbers, but its shape is \(0,\)"),
    "negative": ([1.0, -2.0], "scales must be positive and finite.* but -2.0 was given"),
    "zero": ([0.0, 1.0], "scales must be positive and finite.* but 0.0 was given"),
    "nan": ([1.0, np.nan], "scales must be positive and finite.* but nan was given"),
    "infinite": ([1.0, np.inf], "scales must be positive and finite.* but inf was given"),
    "text": (["a", "b"], "scales must be numbers, but <U1 was given"),
    "one_text": ("auto", "scales must be numbers, but <U4 was given"),
    "truth_values": ([True, False], "scales must be numbers, but bool was given"),
    "none_among_numbers": ([1.0, None], "scales must be numbers, but object was given"),
    "complex": ([1j], "scales must be numbers, but complex128 was given"),
    "two_dimensions": ([[1.0, 2.0]], r"non-empty list of numbers, but its shape is \(1, 2\)"),
    "ragged": ([[1.0], [1.0, 2.0]], "scales must be .*numbers"),
}


SEARCH = ("probabilistic", "geometric", "spectral", "leave_one_out")


@pytest.mark.parametrize("where", ["scale_curve", *SEARCH])
@pytest.mark.parametrize("bad", BAD_SCALES)
def test_bad_scales(where, bad):
    scales, sentence = BAD_SCALES[bad]
    events = []
    calls = {"scale_curve": lambda: scale_curve(X, scales, progress=events.append)}
    for rule in SEARCH:
        calls[rule] = lambda rule=rule: select_bandwidth(
            X, Y, rule, scales=scales, progress=events.append
        )
    with pytest.raises(ValueError, match=sentence):
        calls[where]()
    assert events == []


# ---------------------------------------------------------------- engine options

BAD_OPTIONS = {
    "no_threads": (
        {"n_threads": 0},
        ValueError,
        "n_threads must be an integer of at least 1, but 0",
    ),
    "negative_threads": ({"n_threads": -1}, ValueError, "n_threads must be an integer of at least"),
    "fraction_of_threads": ({"n_threads": 1.5}, ValueError, "n_threads must be .* 1.5 was given"),
    "threads_as_text": ({"n_threads": "2"}, ValueError, "n_threads must be .* '2' was given"),
    "memory_nonsense": (
        {"memory_limit": "lots"},
        ValueError,
        "memory_limit must be a number of bytes, a text such as '512 MiB' or 'auto', but 'lots' "
        "was given",
    ),
    "memory_unit": ({"memory_limit": "3 parsecs"}, ValueError, "memory_limit .*'3 parsecs' was gi"),
    "memory_zero": ({"memory_limit": 0}, ValueError, "memory_limit must be .* but 0 was given"),
    "memory_negative": ({"memory_limit": -5}, ValueError, "memory_limit must be .* but -5 was gi"),
    "memory_nan": ({"memory_limit": float("nan")}, ValueError, "memory_limit must be .*nan was g"),
    "memory_none": ({"memory_limit": None}, ValueError, "memory_limit must be .* None was given"),
    "memory_true": ({"memory_limit": True}, ValueError, "memory_limit must be .* True was given"),
    "memory_infinite": ({"memory_limit": np.inf}, ValueError, "memory_limit must be .* inf was g"),
}
TOO_SMALL = (
    MemoryError,
    r"over 12 rows needs .* but memory_limit is .*; raise it to at least the former",
)


WITH_OPTIONS = {
    "median": lambda options: select_bandwidth(X, rule="median", **options),
    "standard_deviation": lambda options: select_bandwidth(X, rule="standard_deviation", **options),
    "compare": lambda options: compare(X, **options),
    "curve": lambda options: scale_curve(X, **options),
    "reduce": lambda options: reduce(X, NEIGHBORS, **options),
}


@pytest.mark.parametrize("call", WITH_OPTIONS)
@pytest.mark.parametrize("bad", BAD_OPTIONS)
def test_bad_options(call, bad):
    options, kind, sentence = BAD_OPTIONS[bad]
    with pytest.raises(kind, match=sentence) as error:
        WITH_OPTIONS[call](options)
    assert_one_sentence(error)


@pytest.mark.parametrize("call", [compare, scale_curve, bandwidth.RULES["median"]()])
def test_no_such_option(call):
    with pytest.raises(TypeError, match="There is no option 'foo'; the options are groups, metric"):
        call(X, foo=1)


SCALES = np.ones(1)
BAD_STATISTICS = {
    "none": (None, TypeError, "statistic must be one of kernelscale.engine.statistics"),
    "rule": (bandwidth.MaxMin(), TypeError, "such as KernelSums"),
    "all_neighbors": (NearestOthers(12), ValueError, "n_neighbors must be .* from 1 to 11"),
    "half_a_neighbor": (NearestOthers(1.5), ValueError, "n_neighbors must be an integer"),
    "one_group": (
        NearestOthers(1, np.zeros(12, int)),
        ValueError,
        "groups must be two or more",
    ),
    "few_groups": (
        NearestOthers(1, Y[:5]),
        ValueError,
        r"groups must be 12 integers from 0",
    ),
    "many_codes": (
        engine.statistics.ClassRowSums(SCALES, np.arange(99)),
        ValueError,
        "codes must be 12 integ",
    ),
    "text_codes": (
        engine.statistics.ClassExtremes(np.array(["a"] * 12)),
        ValueError,
        "array of <U1",
    ),
    "negative": (
        engine.statistics.ClassExtremes(Y - 1),
        ValueError,
        "codes must be 12 integers from 0 on",
    ),
    "inside": (
        engine.statistics.Together([KernelSums(SCALES), NearestOthers(12)]),
        ValueError,
        "n_neighbors must be .* from 1 to 11, but 12 was given",
    ),
}


@pytest.mark.parametrize("bad", BAD_STATISTICS)
def test_bad_statistics(bad):
    statistic, kind, sentence = BAD_STATISTICS[bad]
    events = []
    with pytest.raises(kind, match=sentence):
        reduce(X, statistic, progress=events.append)
    assert events == []


ENORMOUS = 10**400


@pytest.mark.parametrize(
    "call",
    [
        lambda: bandwidth.MaxMin(ENORMOUS),
        lambda: select_bandwidth(X, rule=ENORMOUS),
        lambda: compare(X, memory_limit=ENORMOUS),
        lambda: compare(X, [ENORMOUS] * 6 + [1.5] * 6),
        lambda: from_convention(1e200, "megaman"),
        lambda: from_convention(1e-200, "scikit-learn length_scale"),
        lambda: to_convention(1e-310, "scikit-learn gamma"),
        lambda: DistanceHistogram(1e-300),
        lambda: Scaled(Gaussian(1.0), np.array([1.0, np.nan])),
        lambda: Scaled(Gaussian(1.0), np.array([1.0, -1.0])),
        lambda: compare(X, np.ma.masked_equal(Y, 1)),
    ],
)
def test_numbers_beyond_reason_have_a_sentence_too(call):
    with pytest.raises(ValueError, match=r"\.$") as error:
        call()
    assert_one_sentence(error)


def test_progress_and_rules_have_to_be_what_they_are():
    with pytest.raises(
        TypeError, match="progress must be callable, or True for bars on stderr, but 3 was given"
    ):
        compare(X, progress=3)
    with pytest.raises(TypeError, match="rules must be a rule or a list of rules, but <object"):
        compare(X, rules=object())


@pytest.mark.parametrize("limit", [1, 100, "1 kB", "1 KiB"])
def test_too_little_memory(limit):
    for call in (
        lambda: reduce(X, NEIGHBORS, memory_limit=limit),
        lambda: scale_curve(X, memory_limit=limit),
        lambda: select_bandwidth(X, rule="median", memory_limit=limit),
        lambda: compare(X, memory_limit=limit),
    ):
        with pytest.raises(TOO_SMALL[0], match=TOO_SMALL[1]):
            call()


@pytest.mark.parametrize(
    "limit",
    [
        "64 MiB",
        "64MiB",
        " 64 mib ",
        "67.108864 MB",
        "67108864",
        "67108864 b",
        "0.001 TB",
        "1e9",
        2**26,
        2.0**26,
    ],
)
def test_memory_can_be_said_in_many_ways(limit):
    asked = RowSums(np.ones(10))
    kept = reduce(X, asked, memory_limit=limit)
    np.testing.assert_array_equal(kept, reduce(X, asked))


def test_unknown_engine_options_are_refused():
    with pytest.raises(ValueError, match="executor must be one of .*threads.*, but 'loky'"):
        compare(X, executor="loky")
    with pytest.raises(ValueError, match="executor must be one of .*threads.*, but 'loky'"):
        scale_curve(X, executor="loky")
    with pytest.raises(ValueError, match="arithmetic must be one of .*reference.*, but 'tpu'"):
        compare(X, arithmetic="tpu")
    with pytest.raises((ValueError, TypeError), match="threads"):
        compare(X, threads=2)


# ---------------------------------------------------------------- anything at all

WITHOUT_LABELS = [
    name for name, rule in bandwidth.RULES.items() if not rule.needs_labels and name != "auto"
]


def scale_or_sentence(points, rule):
    """What a rule answers, in squares of local scales for the self-tuned; or its sentence."""
    try:
        found = select_bandwidth(points, rule=rule)
    except ValueError as error:
        return None, str(error)
    assert np.isfinite(found.kernel(points)).all()
    return np.array([found.epsilon or found.kernel.local_scales]), None


def check_any_points(points):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)  # constant features
        for rule in [*WITHOUT_LABELS, bandwidth.Auto(n_subsamples=2)]:
            scales, sentence = scale_or_sentence(points, rule)
            if sentence is None:
                assert ((scales > 0) & (scales < np.inf)).all()
            else:
                assert sentence.endswith(".")
                assert "\n" not in sentence
                assert "sign" not in sentence, "a root finder's words, not ours"


SHAPES = st.tuples(st.integers(2, 30), st.integers(1, 4))
ORDINARY = st.one_of(st.floats(-100, 100), st.sampled_from([0.0, 1.0, 1e9, 1e9 + 1e-6, 1e-6]))
ANYTHING = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-100, 100),
    st.sampled_from([0.0, 1.0, 1e-300, 1e140, -1e140, 1e9, 1e9 + 1e-6]),
)


@settings(max_examples=100, deadline=None)
@given(from_numpy.arrays(float, SHAPES, elements=ORDINARY))
def test_ordinary_points_give_a_scale_or_a_sentence(points):
    if not (points == points[0]).all():
        check_any_points(points)


@settings(max_examples=100, deadline=None)
@given(from_numpy.arrays(float, SHAPES, elements=ANYTHING, fill=st.nothing()))
def test_any_points_give_a_scale_or_a_sentence(points):
    if not (points == points[0]).all():
        check_any_points(points)


@pytest.mark.parametrize(
    "points",
    [
        [[0.0], [1e-170], [1.0]],  # different rows whose squared distance is 0 in float64
        [[0.0], [1e-170], [2e-170], [1.0], [1.0]],
        [[0.0], [1e-100], [1.0]],
        [[0.0, 0.0], [1.0, 1e-170]],
        [[0.0], [1.0], [1e140]],
        [[0.0], [1e100], [1e120]],
        [[-1e140], [1e140]],
        [[0.0], [1.1e-140]],
        [[1e16], [1e16 + 2], [1e16 + 4]],
        [[0.0]] * 20 + [[1.0]],
        [[0.0]] * 20 + [[1.0]] * 20,
        [[0.0], [5e-324], [1.0]],
        [[3.21129539e-161], [1e-6], [0.0]],  # a squared distance below the normal numbers
        [[0.0], [1e-150], [1e-6]],
    ],
)
def test_extreme_points_give_a_scale_or_a_sentence(points):
    check_any_points(np.array(points))


def test_integer_labels_beyond_float64_stay_apart():
    y = [2**60, 2**60 + 1, 2**61] * 4
    X = np.random.default_rng(0).normal(size=(12, 2))
    assert compare(X, y, rules=["median"]).n_classes == 3


@pytest.mark.parametrize("rule", [1e-320, 1e308])
def test_a_scale_without_a_finite_reciprocal_is_refused(rule):
    with pytest.raises(ValueError, match="epsilon must be a positive finite number from 1e-290"):
        select_bandwidth(np.arange(5.0)[:, None], rule=rule)


@pytest.mark.parametrize(
    "X",
    [
        [[0], [0], [0], [1], [5.32065766e-157]],
        [[0], [1], [2.00657706e-153]],
        [[0], [6.22169529e76], [6.17067870e-78]],
        [[0, 0], [1e-170, 0], [2e-170, 0], [3e-170, 1e-170], [1, 1]],
    ],
)
@pytest.mark.parametrize("rule", ["auto", "median", "nearest_neighbors", "log_sum", "max_min"])
def test_rows_that_float64_hardly_tells_apart(X, rule):
    try:
        found = select_bandwidth(X, rule=rule)
    except ValueError:  # with its sentence; never a warning, never a scale of no use
        return
    assert np.isfinite([found.epsilon, found.gamma, found.length_scale]).all()
    assert np.isfinite(found.kernel(np.array(X, dtype=float))).all()


# ---------------------------------------------------------------- arrays that do not say so

VALUES = np.round(X, 3)
ARRAY_LIKE = {
    "list_of_tuples": lambda: [tuple(row) for row in VALUES.tolist()],
    "list_of_arrays": lambda: list(VALUES),
    "deque_of_lists": lambda: deque(VALUES.tolist()),
    "memory_view": lambda: memoryview(VALUES),
    "list_of_standard_arrays": lambda: [array.array("d", row) for row in VALUES.tolist()],
    "list_of_ranges": lambda: [range(k, k + 2) for k in range(12)],
    "data_frame": lambda: pd.DataFrame(VALUES),
    "frame_with_columns_X_and_obsm": lambda: pd.DataFrame(VALUES, columns=["X", "obsm"]),
    "frame_of_nullable_numbers": lambda: pd.DataFrame(VALUES).astype("Float64"),
    "arrow_table": lambda: pyarrow.Table.from_pandas(pd.DataFrame(VALUES)),
    "list_of_series": lambda: [pd.Series(row) for row in VALUES],
    "protocol": lambda: _WithArray(VALUES),
    "interface": lambda: SimpleNamespace(__array_interface__=VALUES.__array_interface__),
    "lazy_array": lambda: _WithArray(VALUES, lazy=True),
}


class _WithArray:
    """An array of another package: it converts itself, and must not be asked for its rows."""

    def __init__(self, values, lazy=False):
        self._values, self.dask = values, lazy

    def __array__(self, dtype=None, copy=None):
        return self._values if dtype is None else self._values.astype(dtype)

    def __len__(self):
        raise AssertionError("It was walked.")

    __getitem__ = __len__


@pytest.mark.parametrize("name", ARRAY_LIKE)
def test_what_converts_itself_is_taken_for_the_array_it_is(name):
    expected = np.array([range(k, k + 2) for k in range(12)]) if "range" in name else VALUES
    found, wanted = (
        select_bandwidth(given, rule="median").epsilon for given in (ARRAY_LIKE[name](), expected)
    )
    assert found == wanted


@pytest.mark.parametrize(
    "labels", [pd.Series(Y), pd.Categorical(Y), deque(Y), tuple(Y), _WithArray(Y)]
)
def test_labels_that_convert_themselves_are_taken(labels):
    rule = bandwidth.Probabilistic()
    assert rule(X, labels).epsilon == rule(X, Y).epsilon


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint8, np.int32])
def test_short_integers_of_numpy_are_the_numbers_they_are(kind):
    X = np.random.default_rng(0).normal(size=(300, 3))
    for method in ("danco", "pca", "gride"):
        found = [estimate_dimension(X, method, n_neighbors=n, n_threads=n) for n in (kind(10), 10)]
        assert found[0].continuous == found[1].continuous
    for rule in ("self_tuning", "nearest_neighbors"):
        first, second = (select_bandwidth(X, rule=rule, n_neighbors=n) for n in (kind(9), 9))
        assert first.reason == second.reason


def test_any_real_number_is_one():
    X = np.random.default_rng(0).normal(size=(30, 3))
    found = [select_bandwidth(X, rule="max_min", factor=f).reason for f in (Fraction(5, 2), 2.5)]
    assert found[0] == found[1]
