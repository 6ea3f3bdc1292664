"""Properties of the result of every rule."""

import copy
import dataclasses
import json
import pickle

import numpy as np
import pytest
from tests.bandwidth.results_of_each_rule import WITH_LABELS, answer_of, classes, each_rule

from kernelscale import Bandwidth, Gaussian, Scaled, SelfTuned, VariableGaussian, compare
from kernelscale.bandwidth import RULES


@each_rule
def test_bandwidth_gives_the_scale_in_every_convention(rule, labelled):
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


@each_rule
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


@each_rule
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


@each_rule
@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda answer: pickle.loads(pickle.dumps(answer))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_bandwidth_can_be_copied(rule, labelled, duplicate):
    answer = answer_of(rule, labelled, "classes")
    other = duplicate(answer)
    assert other.to_dict() == answer.to_dict()
    X, _ = classes()
    np.testing.assert_array_equal(other.kernel(X), answer.kernel(X))
    arrays = [other.scales, other.criterion]
    arrays += [value for value in other.evidence.values() if isinstance(value, np.ndarray)]
    arrays += [getattr(other.kernel, name, other.criterion) for name in ("scale", "local_scales")]
    assert not any(array.flags.writeable for array in arrays)


@each_rule
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
def test_rules_with_a_grid_can_be_compared_and_copy_the_grid(rule):
    grid = np.array([0.5, 1.0, 2.0, 4.0])
    one, other = RULES[rule](scales=grid), RULES[rule](scales=grid.copy())
    assert one == other
    X, y = classes()
    before = one(X, y).epsilon
    grid *= 100
    assert one(X, y).epsilon == before


def test_compare_does_not_change_the_data():
    X, y = classes()
    X_before, y_before = X.copy(), y.copy()
    compare(X, y)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)
