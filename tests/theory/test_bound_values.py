"""The numbers of a bound agree with those computed from the matrices of the proof."""

import dataclasses
import json
import pickle

import numpy as np
import pytest
from tests.oracles import naive_bounds
from tests.theory.far_classes import FIGURES, far_apart

from kernelscale import perturbation_bound
from kernelscale.paper.theory_bound.cases import random_case
from kernelscale.theory.class_distances import D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 5.0])
def test_figures_agree_with_the_oracle(three_classes, epsilon):
    X, y = three_classes
    bound = perturbation_bound(X, y, epsilon)
    for name, expected in naive_bounds.perturbation_bound(X, y, epsilon).items():
        assert getattr(bound, name) == pytest.approx(expected, rel=1e-10, abs=1e-12), name


@pytest.mark.parametrize("seed", range(40))
def test_figures_of_random_cases_agree_with_the_oracle(seed):
    X, y, epsilon = random_case(seed)
    bound = perturbation_bound(X, y, epsilon)
    expected = naive_bounds.perturbation_bound(X, y, epsilon)
    names = ["perturbation_norm", "scaled_norm", "eigengap", "separation"]
    for name in names:
        assert getattr(bound, name) == pytest.approx(expected[name], rel=1e-10, abs=1e-12), name
    if bound.n_class_components == bound.n_classes and bound.eigengap > 1e-3:
        for name in FIGURES:
            assert getattr(bound, name) == pytest.approx(expected[name], rel=1e-8, abs=1e-9), name


def test_small_angles_are_accurate():
    # If angles were computed from 1 - cos^2, rounding would make angles below 1e-8 zero.
    X, y = far_apart([6, 8], distance=4.0)
    bound = perturbation_bound(X, y, 0.5)
    assert 1e-13 < bound.distance < 1e-9
    expected = naive_bounds.perturbation_bound(X, y, 0.5)["distance"]
    assert bound.distance == pytest.approx(expected, abs=1e-14)


def test_disconnected_classes_are_reported():
    X = [[0.0], [100.0], [200.0], [201.0]]
    bound = perturbation_bound(X, [0, 0, 1, 1], 1.0)
    assert (bound.n_classes, bound.n_class_components) == (2, 3)
    assert np.isnan(bound.distance)
    assert bound.printed_bound == np.inf
    assert bound.reason == (
        "Eigenvalues 2 and 3 are equal in float64, so the space of the 2 leading eigenvectors is "
        "not unique. The printed bound is infinite and vacuous, the tight one infinite and "
        "vacuous. Some classes are not connected: there are 3 components, so the indicators span "
        "only one of many leading eigenspaces of the ideal matrix."
    )
    assert bound.to_dict()["distance"] is None
    assert bound.to_dict()["printed_bound"] is None


def test_result_is_immutable_and_can_be_pickled(three_classes):
    bound = perturbation_bound(*three_classes, 1.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        bound.distance = 0.0
    assert pickle.loads(pickle.dumps(bound)) == bound
    plain = json.loads(json.dumps(bound.to_dict(), allow_nan=False))
    assert plain["distance"] == bound.distance
    assert plain["reason"] == bound.reason
    assert all(type(getattr(bound, name)) is float for name in ("epsilon", *FIGURES))


@pytest.mark.parametrize("epsilon", [1e-290, 1e290])
def test_extreme_scales_have_a_result(epsilon):
    X, y = np.arange(12.0).reshape(6, 2), [0, 0, 0, 1, 1, 1]
    bound = perturbation_bound(X, y, epsilon)
    assert bound.printed_is_vacuous
    expected = 0 if epsilon < 1 else np.sqrt(18)
    assert bound.perturbation_norm == pytest.approx(expected)
    assert perturbation_norm(X, y, epsilon) == pytest.approx(expected)


def test_class_of_one_row_is_accepted():
    X, y = np.array([[0.0], [0.5], [1.0], [4.0]]), [0, 0, 0, 1]
    bound = perturbation_bound(X, y, 1.0)
    expected = naive_bounds.perturbation_bound(X, y, 1.0)
    for name in FIGURES:
        assert getattr(bound, name) == pytest.approx(expected[name], rel=1e-10), name
    assert D_gap(X, y) == 9.0
