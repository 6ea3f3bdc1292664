"""Accuracy of the nearest neighbour in diffusion coordinates, and the scales that rules choose."""

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut, StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from kernelscale import select_bandwidth
from kernelscale.data import PointCloud
from kernelscale.paper.shared.accuracy_at_scale import (
    accuracy_at_scale,
    nearest_is_right,
    pairs_needed,
)
from kernelscale.paper.shared.scale_rules import MARKED, marked_scales


@pytest.fixture
def classes(random):
    codes = np.repeat([0, 1, 2], 40)
    return 2.0 * np.eye(3)[codes] + random.normal(size=(120, 3)), codes


def numbered(splits, n_samples):
    folds = np.empty(n_samples, dtype=int)
    for number, (_, tested) in enumerate(splits):
        folds[tested] = number
    return folds


@pytest.mark.parametrize(
    "splitter", [LeaveOneOut(), StratifiedKFold(20, shuffle=True, random_state=0)]
)
def test_accuracy_is_that_of_cross_validation(splitter, classes):
    X, codes = classes
    folds = numbered(splitter.split(X, codes), len(X))
    predicted = cross_val_predict(KNeighborsClassifier(1), X, codes, cv=splitter)
    found = nearest_is_right(X, codes, folds)
    np.testing.assert_array_equal(found, predicted == codes)
    assert 0.5 < found.mean() < 1


def test_rotations_change_nothing_and_random_labels_give_chance(classes, random):
    X, codes = classes
    rotation, _ = np.linalg.qr(random.normal(size=(3, 3)))
    rows = np.arange(len(X))
    np.testing.assert_array_equal(
        nearest_is_right(X @ rotation, codes, rows), nearest_is_right(X, codes, rows)
    )
    assert nearest_is_right(X, random.permutation(codes), rows).mean() == pytest.approx(
        1 / 3, abs=0.15
    )


def test_more_components_than_coordinates_make_the_choice_arbitrary(classes):
    X, codes = classes
    cloud = PointCloud(50 * X, codes)
    rows = np.arange(len(X))
    far_apart, near = (
        accuracy_at_scale(cloud.eigenpairs(scale, pairs_needed(cloud, 2)), codes, 2, rows)
        for scale in (1e-3, 1e4)
    )
    assert (far_apart.counts, far_apart.n_nearly_one) == (False, 4)
    assert (near.counts, near.n_nearly_one) == (True, 1)
    assert near.separation > 0
    assert near.eigengap > far_apart.eigengap == 0


def test_scales_are_those_of_the_rules_and_have_the_unit_of_squares(classes):
    X, codes = classes
    found = marked_scales(PointCloud(X, codes), 2)
    assert list(found) == list(MARKED)
    assert found.pop("auto") == select_bandwidth(X).epsilon
    assert found.pop("auto_with_labels") == select_bandwidth(X, codes).epsilon
    for rule, scale in found.items():
        options = {"n_components": 2} if rule == "geometric" else {}
        assert scale == select_bandwidth(X, codes, rule, **options).epsilon
    larger = marked_scales(PointCloud(4 * X, codes), 2)
    np.testing.assert_allclose(
        [larger[rule] for rule in found], [16 * scale for scale in found.values()]
    )
