"""Invalid rules, options of rules, and scales raise a one-sentence error before any work."""

import numpy as np
import pytest
from tests.validation.small_data import X, Y

from kernelscale import bandwidth, compare, scale_curve, select_bandwidth

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
        "needs 12 eigenvectors besides the trivial one, but 12 rows have only 11; pass more rows",
    ),
    "negative_subsamples": (
        {"rule": "auto", "n_subsamples": -1},
        "n_subsamples must be an integer of at least 0, but -1 was given",
    ),
    "balanced_text": ({"rule": "probabilistic", "balanced": "yes"}, "balanced must be True or Fal"),
}


@pytest.mark.parametrize("bad", BAD_RULES)
def test_bad_rules_are_refused(bad):
    options, sentence = BAD_RULES[bad]
    with pytest.raises(ValueError, match=sentence) as error:
        select_bandwidth(X, Y, **options)
    assert str(error.value).rstrip("?").endswith((".", "'"))


@pytest.mark.parametrize(
    "bad", [bad for bad, (options, _) in BAD_RULES.items() if len(options) == 1]
)
def test_bad_lists_of_rules_are_refused(bad):
    options, sentence = BAD_RULES[bad]
    with pytest.raises(ValueError, match=sentence):
        compare(X, Y, rules=["median", options["rule"]])


def test_a_single_name_counts_as_a_list():
    # Python treats a string as a list of letters, but here a string is one name.
    try:
        said = compare(X, rules="median")["median"].reading
    except (ValueError, TypeError) as error:
        said = str(error)
    assert "'m'" not in said


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
def test_bad_scales_are_refused(where, bad):
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
