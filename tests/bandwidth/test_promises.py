"""Properties that the rules promise: how scales follow the data, and what options do."""

import numpy as np
import pytest
from tests.bandwidth.results_of_each_rule import (
    QUICK,
    WITHOUT_LABELS,
    answer_of,
    classes,
    clouds,
    each_rule,
    on_data,
    scales_of,
    unequal_features,
)
from tests.check_each import check_each

from kernelscale import Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.bandwidth.rules.fixed import Fixed

FACTORS = [1e-12, 1e-3, 7.3, 1e12]


@on_data
@each_rule
def test_scale_is_positive_and_finite(data, rule, labelled):
    answer = answer_of(rule, labelled, data)
    assert answer.rule == rule
    assert (scales_of(answer) > 0).all()
    assert np.isfinite(scales_of(answer)).all()


@on_data
@each_rule
def test_scale_follows_the_unit_of_the_data(data, rule, labelled):
    check_each(lambda factor: follows_the_unit(data, rule, labelled, factor), FACTORS)


def follows_the_unit(data, rule, labelled, factor):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "factor", factor)
    if rule == "standardized":
        assert after.epsilon == before.epsilon == 1
        np.testing.assert_allclose(after.kernel.scale * factor, before.kernel.scale, rtol=1e-10)
        return
    np.testing.assert_allclose(scales_of(after), scales_of(before) * factor**2, rtol=1e-6)
    if len(before.scales):
        ends = before.scales[[0, -1]] * factor**2
        np.testing.assert_allclose(after.scales[[0, -1]], ends, rtol=1e-6)
        np.testing.assert_allclose(after.criterion.max(), before.criterion.max(), rtol=1e-6)
    assert after.interior is before.interior
    if before.interval is not None:
        np.testing.assert_allclose(after.interval, np.array(before.interval) * factor**2, rtol=1e-6)
    if before.as_good is not None:
        np.testing.assert_allclose(after.as_good, np.array(before.as_good) * factor**2, rtol=1e-6)


@on_data
@each_rule
def test_scale_does_not_change_under_rotation(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "rotation")
    if rule not in {"standardized", "scikit_learn_scale"}:
        np.testing.assert_allclose(scales_of(after), scales_of(before), rtol=1e-6)


@on_data
@each_rule
def test_scale_does_not_depend_on_the_origin(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "translation")
    if rule == "standardized":
        np.testing.assert_allclose(after.kernel.scale, before.kernel.scale, rtol=1e-10)
    elif rule != "scikit_learn_scale":
        np.testing.assert_allclose(scales_of(after), scales_of(before), rtol=1e-6)


@on_data
@each_rule
def test_scale_does_not_depend_on_the_order_of_rows(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = scales_of(answer_of(rule, labelled, data, "rows"))
    order = clouds(data, "rows")[2]
    expected = scales_of(before)
    np.testing.assert_allclose(after, expected if len(expected) == 1 else expected[order], 1e-6)


@on_data
@each_rule
def test_scale_does_not_depend_on_the_order_of_features(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "features")
    np.testing.assert_allclose(scales_of(after), scales_of(before), rtol=1e-6)
    if rule == "standardized":
        np.testing.assert_allclose(after.kernel.scale, before.kernel.scale[[2, 0, 1]], rtol=1e-12)


def test_standardized_depends_on_rotation_and_scikit_learn_scale_on_the_origin():
    X, _ = unequal_features()
    rotation = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    one, other = (select_bandwidth(Z, rule="standardized").kernel for Z in (X, X @ rotation))
    assert not np.allclose(one(X), other(X @ rotation), rtol=0.01)
    shifted = X + np.array([0.0, 100.0, 0.0])
    one, other = (select_bandwidth(Z, rule="scikit_learn_scale").epsilon for Z in (X, shifted))
    assert other > 2 * one


def test_offsets_cause_only_rounding_errors():
    # Rows are 1e-5 apart and 1e9 from the origin, so about 80 float64 numbers lie between two rows.
    random = np.random.default_rng(0)
    X = 1e9 + 1e-5 * random.normal(size=(200, 2))
    exact = X - X[0]  # differences of near neighbours are exact
    for rule in WITHOUT_LABELS:
        if rule == "scikit_learn_scale":
            continue
        near, far = (select_bandwidth(Z, rule=rule) for Z in (exact, X))
        if rule == "standardized":
            np.testing.assert_allclose(far.kernel.scale, near.kernel.scale, rtol=1e-6)
        else:
            np.testing.assert_allclose(scales_of(far), scales_of(near), rtol=1e-6, err_msg=rule)


@each_rule
def test_a_name_and_an_object_give_the_same_rule(rule, labelled):
    X, y = classes()
    y = y if labelled else None
    options = QUICK.get(rule, {})
    by_name = select_bandwidth(X, y, rule, **options)
    by_object = select_bandwidth(X, y, RULES[rule](**options))
    called = RULES[rule](**options)(X, y)
    np.testing.assert_array_equal(scales_of(by_name), scales_of(by_object))
    np.testing.assert_array_equal(scales_of(by_name), scales_of(called))
    assert by_name.reason == by_object.reason == called.reason
    assert RULES[rule].name == rule


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("max_min", {"factor": 3.0}),
        ("self_tuning", {"n_neighbors": 2}),
        ("variable_bandwidth", {"n_neighbors": 12}),
        ("variable_bandwidth", {"dimension": 5}),
        ("nearest_neighbors", {"n_neighbors": 20}),
        ("geometric", {"n_components": 1}),
        ("probabilistic", {"balanced": True}),
        ("jacobian", {"ridge": 20.0}),
        ("likelihood", {"dimension": 1.5}),
        ("likelihood", {"outliers": 0.2}),
        ("leave_one_out", {"C": 100.0}),
        ("leave_one_out", {"balanced": True}),
        ("leave_one_out", {"n_rows": 30}),
        ("spectral", {"scales": [0.5, 1.0, 2.0, 4.0]}),
    ],
)
def test_options_go_to_the_rule(rule, options):
    X, y = classes()
    found = select_bandwidth(X, y, rule, **options)
    expected = RULES[rule](**options)(X, y)
    np.testing.assert_array_equal(scales_of(found), scales_of(expected))
    plain = select_bandwidth(X, y, rule)
    assert not np.array_equal(scales_of(found), scales_of(plain))


@pytest.mark.parametrize("number", [2.5, 3, np.float32(0.5), np.int64(7)])
def test_a_number_as_rule_is_the_scale(number):
    X, y = classes()
    found = select_bandwidth(X, y, rule=number)
    assert found.epsilon == float(number)
    assert type(found.epsilon) is float
    assert found.kernel == Gaussian(float(number))
    assert found.epsilon == select_bandwidth(X, rule=Fixed(number)).epsilon
    assert compare(X, rules=[number])["fixed"].epsilon == float(number)


def test_rules_have_the_documented_names():
    assert set(RULES) == {
        "auto",
        "standard_deviation",
        "standardized",
        "max_min",
        "log_sum",
        "self_tuning",
        "variable_bandwidth",
        "median",
        "scikit_learn_scale",
        "nearest_neighbors",
        "largest_slope",
        "jacobian",
        "scott",
        "silverman",
        "likelihood",
        "geometric",
        "spectral",
        "probabilistic",
        "leave_one_out",
    }
    for name, rule in RULES.items():
        assert rule.__name__ == "".join(word.capitalize() for word in name.split("_"))


def test_auto_is_the_default():
    X, y = classes()
    assert select_bandwidth(X).rule == "auto"
    assert select_bandwidth(X).epsilon == select_bandwidth(X, rule="auto").epsilon
    assert select_bandwidth(X, y, n_subsamples=0).rule == "auto"


@each_rule
def test_same_answer_for_any_number_of_threads(rule, labelled):
    X, y = classes()
    X, y = np.vstack([X] * 16) + 1e-3 * np.arange(576)[:, None], np.tile(y, 16)
    if rule in {"geometric", "spectral", "auto"} and labelled:
        X, y = X[::8], y[::8]  # these rules get fewer rows, because decompositions take long
    y = y if labelled else None
    options = QUICK.get(rule, {})
    one, three = (select_bandwidth(X, y, rule, n_threads=n, **options) for n in (1, 3))
    np.testing.assert_array_equal(scales_of(one), scales_of(three))
    np.testing.assert_array_equal(one.criterion, three.criterion)
