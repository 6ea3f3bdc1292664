"""The numbers and statements in reasons are correct."""

import re

import numpy as np
import pytest
from tests.oracles import naive_kernel_sums, naive_kernels, naive_operators

from kernelscale import compare, select_bandwidth
from kernelscale.bandwidth import Geometric, Probabilistic, Spectral
from kernelscale.bandwidth.eigen import eigen_rule

RANDOM = np.random.default_rng(3)
Y = np.arange(60) % 3
X = RANDOM.normal(size=(60, 2)) + 2 * RANDOM.normal(size=(3, 2))[Y]
SHUFFLED = RANDOM.permutation(Y)


def number(pattern, text):
    return float(re.search(pattern + r"([-+.e\d]+\d)", text)[1])


def test_spectral_reason_does_not_mention_classes_of_rows():
    with_classes, without = (Spectral()(X, labels) for labels in (Y, SHUFFLED))
    assert with_classes.reason == without.reason
    assert "only the number of classes is used" in with_classes.reason
    assert not re.search("separat|apart|tight", with_classes.reason)


@pytest.mark.parametrize("labels", [Y, SHUFFLED], ids=["classes", "shuffled"])
def test_reasons_state_the_criterion_at_the_scale(labels):
    spectral, geometric, probabilistic = (
        rule(X, labels) for rule in (Spectral(), Geometric(), Probabilistic())
    )
    K = naive_kernels.kernel_matrix(X, spectral.epsilon)
    gap = naive_operators.generalised_eigengap(K, 3)
    assert number("is ", spectral.reason) == pytest.approx(gap, rel=6e-3)
    K = naive_kernels.kernel_matrix(X, geometric.epsilon)
    ratio = naive_operators.class_separation(K, labels, 4)
    assert number("is ", geometric.reason) == pytest.approx(ratio, rel=6e-3)
    assert ("largest maximum inside the range" in geometric.reason) is geometric.interior
    share = naive_kernel_sums.within_class_probability(X, labels, probabilistic.epsilon)
    assert number("class: ", probabilistic.reason) / 100 == pytest.approx(float(share), abs=6e-3)


def test_reason_of_subsamples_states_the_scale_of_its_criterion(monkeypatch):
    monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 50)
    monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 30)
    found = select_bandwidth(X, Y, "spectral")
    middle = sorted(found.evidence["subsamples"])[1]
    assert f"For the middle one, {middle:.3g}: The eigengap" in found.reason


@pytest.mark.parametrize("rule", ["spectral", "geometric", "probabilistic"])
@pytest.mark.parametrize("inside", [True, False])
def test_reason_states_that_the_optimum_is_not_interior(rule, inside):
    found = select_bandwidth(X, Y, rule)
    if not inside:
        found = select_bandwidth(X, Y, rule, scales=found.epsilon * np.array([3.0, 4.0, 5.0]))
    assert found.interior is inside
    said = "an end of the range" in found.reason or "no clear maximum" in found.reason
    assert said is not inside


def test_reading_states_that_there_is_no_optimum():
    rule = Spectral(scales=[30.0, 40.0, 50.0])
    row = compare(X, Y, rules=[rule])["spectral"]
    assert row.bandwidth.interior is False
    assert "no optimum inside the range searched, so do not trust the scale" in row.reading


def test_constant_features_get_weight_zero():
    with pytest.warns(UserWarning, match="are constant"):
        found = select_bandwidth(np.c_[X, np.ones(60)], rule="standardized")
    assert found.reason.endswith("the scale is 1. 1 constant feature(s) get weight 0.")
