"""Properties of every rule: how its scale follows the data, and the contents of its result."""

import copy
import dataclasses
import json
import pickle
from functools import cache

import numpy as np
import pytest
from tests.check_each import check_each

from kernelscale import (
    Bandwidth,
    Gaussian,
    Scaled,
    SelfTuned,
    VariableGaussian,
    compare,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.bandwidth.registry import resolve_rule
from kernelscale.bandwidth.rules.fixed import Fixed
from kernelscale.data import PointCloud

WITH_LABELS = ["geometric", "spectral", "probabilistic", "leave_one_out"]
WITHOUT_LABELS = [name for name in RULES if name not in WITH_LABELS]
# `auto` chooses by the labels where there are any.
ASKED = [*((name, False) for name in WITHOUT_LABELS), *((name, True) for name in WITH_LABELS)]
ASKED.append(("auto", True))
QUICK = {"auto": {"n_subsamples": 1}}  # options that save time and do not affect these tests


def _classes():
    random = np.random.default_rng(5)
    y = np.repeat([0, 1, 2], [16, 12, 8])
    return np.array([[0.0, 0, 0], [3, 0, 1], [0, 4, 0]])[y] + random.normal(size=(36, 3)), y


def _tight_clusters():
    random = np.random.default_rng(6)
    y = np.repeat([0, 1], 12)
    return 1e-3 * random.normal(size=(24, 3)) + 20.0 * y[:, None], y


def _duplicates():
    X, y = _classes()
    order = np.r_[np.arange(36), [0, 0, 5, 20, 33]]
    return X[order], y[order]


def _unequal_features():
    X, y = _classes()
    return X * [1.0, 1e-3, 30.0], y


def _outlier():
    X, y = _classes()
    X[7] = 500.0
    return X, y


DATA = {
    "classes": _classes,
    "tight_clusters": _tight_clusters,
    "duplicates": _duplicates,
    "unequal_features": _unequal_features,
    "outlier": _outlier,
}
FACTORS = [1e-12, 1e-6, 1e-3, 1.0, 7.3, 1e6, 1e12]


@cache
def clouds(data, change="none", argument=None):
    """A data set, possibly changed, without and with labels, and the new order of its rows."""
    X, y = DATA[data]()
    random = np.random.default_rng(1)
    order = np.arange(len(X))
    if change == "factor":
        X = argument * X
    elif change == "rotation":
        X = X @ np.linalg.qr(random.normal(size=(3, 3)))[0]
    elif change == "translation":
        X = X + np.array([3.0, -7.0, 11.0])
    elif change == "rows":
        order = random.permutation(len(X))
        X, y = X[order], y[order]
    elif change == "features":
        X = X[:, [2, 0, 1]]
    return PointCloud(X), PointCloud(X, y), order


@cache
def answer_of(rule, labelled, data, *change):
    """The result of a rule; rules share what is computed for a data set."""
    return resolve_rule(rule, **QUICK.get(rule, {})).choose(clouds(data, *change)[labelled])


def scales_of(answer):
    """The scale, or the scales of the rows."""
    if answer.epsilon is None:
        return np.asarray(answer.kernel.local_scales) ** 2
    return np.array([answer.epsilon])


asked = pytest.mark.parametrize(("rule", "labelled"), ASKED)
on_data = pytest.mark.parametrize("data", DATA)


@on_data
@asked
def test_scale_is_positive_and_finite(data, rule, labelled):
    answer = answer_of(rule, labelled, data)
    assert answer.rule == rule
    assert (scales_of(answer) > 0).all()
    assert np.isfinite(scales_of(answer)).all()


@on_data
@asked
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
@asked
def test_scale_does_not_depend_on_directions(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "rotation")
    if rule not in {"standardized", "scikit_learn_scale"}:
        np.testing.assert_allclose(scales_of(after), scales_of(before), rtol=1e-6)


@on_data
@asked
def test_scale_does_not_depend_on_the_origin(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "translation")
    if rule == "standardized":
        np.testing.assert_allclose(after.kernel.scale, before.kernel.scale, rtol=1e-10)
    elif rule != "scikit_learn_scale":
        np.testing.assert_allclose(scales_of(after), scales_of(before), rtol=1e-6)


@on_data
@asked
def test_scale_does_not_depend_on_the_order_of_rows(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = scales_of(answer_of(rule, labelled, data, "rows"))
    order = clouds(data, "rows")[2]
    expected = scales_of(before)
    np.testing.assert_allclose(after, expected if len(expected) == 1 else expected[order], 1e-6)


@on_data
@asked
def test_scale_does_not_depend_on_the_order_of_features(data, rule, labelled):
    before = answer_of(rule, labelled, data)
    after = answer_of(rule, labelled, data, "features")
    np.testing.assert_allclose(scales_of(after), scales_of(before), rtol=1e-6)
    if rule == "standardized":
        np.testing.assert_allclose(after.kernel.scale, before.kernel.scale[[2, 0, 1]], rtol=1e-12)


def test_exceptions_are_exceptions():
    X, _ = _unequal_features()
    rotation = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    one, other = (select_bandwidth(Z, rule="standardized").kernel for Z in (X, X @ rotation))
    assert not np.allclose(one(X), other(X @ rotation), rtol=0.01)
    shifted = X + np.array([0.0, 100.0, 0.0])
    one, other = (select_bandwidth(Z, rule="scikit_learn_scale").epsilon for Z in (X, shifted))
    assert other > 2 * one


def test_offsets_cause_only_rounding_errors():
    # Rows 1e-5 apart at 1e9 from the origin: about 80 float64 numbers lie between two rows.
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


# ---------------------------------------------------------------- names, objects, numbers


@asked
def test_name_and_an_object_are_the_same_rule(rule, labelled):
    X, y = _classes()
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
    X, y = _classes()
    found = select_bandwidth(X, y, rule, **options)
    expected = RULES[rule](**options)(X, y)
    np.testing.assert_array_equal(scales_of(found), scales_of(expected))
    plain = select_bandwidth(X, y, rule)
    assert not np.array_equal(scales_of(found), scales_of(plain))


@pytest.mark.parametrize("number", [2.5, 3, np.float32(0.5), np.int64(7)])
def test_number_is_the_scale(number):
    X, y = _classes()
    found = select_bandwidth(X, y, rule=number)
    assert found.epsilon == float(number)
    assert type(found.epsilon) is float
    assert found.kernel == Gaussian(float(number))
    assert found.epsilon == select_bandwidth(X, rule=Fixed(number)).epsilon
    assert compare(X, rules=[number])["fixed"].epsilon == float(number)


def test_rules_have_the_names_of_the_design():
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
    X, y = _classes()
    assert select_bandwidth(X).rule == "auto"
    assert select_bandwidth(X).epsilon == select_bandwidth(X, rule="auto").epsilon
    assert select_bandwidth(X, y, n_subsamples=0).rule == "auto"


@asked
def test_same_answer_for_any_number_of_threads(rule, labelled):
    X, y = _classes()
    X, y = np.vstack([X] * 16) + 1e-3 * np.arange(576)[:, None], np.tile(y, 16)
    if rule in {"geometric", "spectral", "auto"} and labelled:
        X, y = X[::8], y[::8]  # fewer rows, as decompositions take long
    y = y if labelled else None
    options = QUICK.get(rule, {})
    one, two, three = (select_bandwidth(X, y, rule, n_threads=n, **options) for n in (1, 2, 3))
    np.testing.assert_array_equal(scales_of(one), scales_of(two))
    np.testing.assert_array_equal(scales_of(one), scales_of(three))
    np.testing.assert_array_equal(one.criterion, two.criterion)


# ---------------------------------------------------------------- contents of the result


@asked
def test_bandwidth_has_every_convention(rule, labelled):
    answer = answer_of(rule, labelled, "classes")
    assert isinstance(answer, Bandwidth)
    if rule in {"self_tuning", "variable_bandwidth"}:
        assert answer.epsilon is answer.gamma is answer.length_scale is None
        assert isinstance(answer.kernel, SelfTuned | VariableGaussian)
        return
    assert answer.gamma == pytest.approx(1 / (2 * answer.epsilon))
    assert answer.length_scale == pytest.approx(answer.epsilon**0.5)
    if rule == "standardized":
        assert isinstance(answer.kernel, Scaled)
        assert answer.kernel.kernel == Gaussian(1.0)
    else:
        assert answer.kernel == Gaussian(answer.epsilon)


@asked
def test_bandwidth_gives_a_reason_and_its_criterion(rule, labelled):
    answer = answer_of(rule, labelled, "classes")
    assert answer.reason.endswith(".")
    assert "\n" not in answer.reason
    assert answer.scales.shape == answer.criterion.shape
    assert (np.diff(answer.scales) >= 0).all()
    assert (answer.interior is None) == (len(answer.scales) == 0)
    assert bool(answer.criterion_name) == (len(answer.scales) > 0)
    if len(answer.scales):
        assert answer.scales.min() <= answer.epsilon <= answer.scales.max()


@asked
def test_bandwidth_is_strict_json(rule, labelled):
    answer = answer_of(rule, labelled, "classes")
    said = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    assert said["rule"] == rule
    assert said["epsilon"] == answer.epsilon
    assert said["gamma"] == answer.gamma
    assert said["length_scale"] == answer.length_scale
    assert said["reason"] == answer.reason
    assert said["scales"] == answer.scales.tolist()
    assert set(said) == {
        "rule",
        "epsilon",
        "gamma",
        "length_scale",
        "reason",
        "notes",
        "scales",
        "criterion",
        "criterion_name",
        "interior",
        "interval",
        "as_good",
        "evidence",
    }


@asked
@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda answer: pickle.loads(pickle.dumps(answer))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_bandwidth_can_be_copied(rule, labelled, duplicate):
    answer = answer_of(rule, labelled, "classes")
    other = duplicate(answer)
    assert other.to_dict() == answer.to_dict()
    X, _ = _classes()
    np.testing.assert_array_equal(other.kernel(X), answer.kernel(X))
    arrays = [other.scales, other.criterion]
    arrays += [value for value in other.evidence.values() if isinstance(value, np.ndarray)]
    arrays += [getattr(other.kernel, name, other.criterion) for name in ("scale", "local_scales")]
    assert not any(array.flags.writeable for array in arrays)


@asked
def test_bandwidth_is_frozen(rule, labelled):
    answer = answer_of(rule, labelled, "classes")
    for name in ("epsilon", "kernel", "reason", "anything"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(answer, name, 1.0)
    with pytest.raises(AttributeError):
        answer.gamma = 1.0
    for array in (answer.scales, answer.criterion):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0


def test_evidence_is_frozen():
    for rule, labelled in [("max_min", False), ("log_sum", False), ("probabilistic", True)]:
        evidence = answer_of(rule, labelled, "classes").evidence
        with pytest.raises(TypeError):
            evidence["anything"] = 0.0
        for value in evidence.values():
            assert not (isinstance(value, np.ndarray) and value.flags.writeable)


@pytest.mark.parametrize("rule", RULES)
def test_rules_are_frozen_and_small(rule):
    one, other = RULES[rule](), RULES[rule]()
    assert dataclasses.is_dataclass(one)
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one).startswith(type(one).__name__ + "(")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.anything = 1
    for field in dataclasses.fields(one):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, field.name, None)


@pytest.mark.parametrize("rule", WITH_LABELS)
def test_rules_with_a_grid_can_be_compared_and_do_not_share_it(rule):
    grid = np.array([0.5, 1.0, 2.0, 4.0])
    one, other = RULES[rule](scales=grid), RULES[rule](scales=grid.copy())
    assert one == other
    X, y = _classes()
    before = one(X, y).epsilon
    grid *= 100
    assert one(X, y).epsilon == before


def test_data_are_left_as_they_were():
    X, y = _classes()
    X_before, y_before = X.copy(), y.copy()
    compare(X, y)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)
