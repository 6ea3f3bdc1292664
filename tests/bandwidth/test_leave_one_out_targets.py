"""Classes, numbers and invalid targets of the rule `leave_one_out`."""

import numpy as np
import pytest

from kernelscale import DiffusionMap, select_bandwidth
from kernelscale.bandwidth import Auto, LeaveOneOut, Probabilistic
from kernelscale.data import PointCloud

RANDOM = np.random.default_rng(3)
Y = np.repeat([0, 1, 2], [30, 20, 10])
X = RANDOM.normal(size=(60, 2)) + 2 * RANDOM.normal(size=(3, 2))[Y]
NUMBERS = np.sin(X[:, 0]) + 0.1 * RANDOM.normal(size=60)
SEVERAL = np.c_[NUMBERS, X[:, 1] ** 2]


def test_fractions_are_numbers_and_other_labels_are_classes():
    assert "of the targets" in LeaveOneOut()(X, NUMBERS).reason
    assert "of the targets" in LeaveOneOut()(X, SEVERAL).reason
    assert "of 3 classes" in LeaveOneOut()(X, Y.astype(float)).reason
    assert "of 3 classes" in LeaveOneOut()(X, np.array(["a", "b", "c"])[Y]).reason
    assert "of the targets" in LeaveOneOut(targets="numbers")(X, Y).reason
    with pytest.raises(ValueError, match="classes are integers or strings"):
        LeaveOneOut(targets="classes")(X, NUMBERS)


def test_unit_and_origin_of_targets_have_no_effect():
    one, other = (LeaveOneOut()(X, y) for y in (NUMBERS, 1e3 - 7e-3 * NUMBERS))
    assert other.epsilon == pytest.approx(one.epsilon, rel=1e-6)
    assert other.evidence["criterion"] == pytest.approx(one.evidence["criterion"], rel=1e-6)


def test_two_classes_are_predicted_as_one_indicator():
    y = Y > 0
    by_class, by_number = LeaveOneOut()(X, y), LeaveOneOut(targets="numbers")(X, 1.0 * y)
    assert by_class.epsilon == pytest.approx(by_number.epsilon, rel=1e-6)
    assert by_class.evidence["criterion"] == pytest.approx(
        by_number.evidence["criterion"], rel=1e-9
    )


@pytest.mark.parametrize(
    ("y", "sentence"),
    [
        (np.full(60, 0.5), "y is the same in all rows, so there is nothing to predict"),
        (NUMBERS[:50], "y has 50 labels for 60 rows"),
        (np.where(Y == 0, np.inf, 0.5), "y contains infinity in row 0"),
        (np.where(Y == 0, np.nan, 0.5), "y contains NaN in row 0"),
        (np.where(Y == 0, 1e200, 0.5), "too large for sums of squares"),
        (
            1e-160 * NUMBERS,
            "y has a spread of only .*, too small for sums of squares; rescale it above",
        ),
        (NUMBERS + 1j, "complex numbers"),
        (np.zeros((60, 2, 2)) + 0.5, "y must have one label for each row"),
        (["0.5", "1.5"] * 30, None),
        ([0.5, "a"] * 30, "y mixes labels of types float, str"),
        (np.ma.masked_greater(NUMBERS, 0), "masked"),
        (None, "needs a label for each row; pass y"),
    ],
)
def test_invalid_targets_raise_an_error(y, sentence):
    if sentence is None:
        assert "of 2 classes" in LeaveOneOut()(X, y).reason  # strings are names of classes
        return
    with pytest.raises(ValueError, match=sentence):
        LeaveOneOut()(X, y)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ridge": 0}, "ridge must be a positive finite number, but 0 was given"),
        ({"C": -1.0}, "C must be a positive finite number, but -1.0 was given"),
        ({"ridge": 0.1, "C": 10}, r"pass only one of them, but ridge=0.1 and C=10 were given"),
        ({"balanced": "yes"}, "balanced must be True or False"),
        ({"n_rows": 1}, "n_rows must be an integer of at least 2"),
        ({"targets": "regression"}, "targets must be one of auto, classes, numbers"),
        ({"scales": [-1.0]}, "scales must be positive"),
        ({"kernel": 3}, "kernel must be a class or function"),
    ],
)
def test_invalid_options_raise_an_error(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        select_bandwidth(X, Y, "leave_one_out", **options)


def test_only_targets_of_rows_drawn_are_predicted():
    random = np.random.default_rng(0)
    points = random.normal(size=(200, 2))
    y = np.sin(points[:, 0]) + 0.1 * random.normal(size=200)
    found = LeaveOneOut(n_rows=80)(points, y)
    rows = np.array(found.evidence["rows"])
    assert len(rows) == 80
    assert found.epsilon == LeaveOneOut()(points[rows], y[rows]).epsilon


def test_options_for_classes_are_refused_for_numbers():
    with pytest.raises(ValueError, match="balanced=True is for classes, but y holds numbers"):
        LeaveOneOut(balanced=True)(X, NUMBERS)
    nearly_constant = np.where(np.arange(60) == 7, 1.0, 0.5)
    with pytest.raises(ValueError, match="the same in all 5 rows drawn.*raise n_rows"):
        LeaveOneOut(n_rows=5)(X, nearly_constant)


def test_duplicates_count_once_for_each_target():
    points, y = np.repeat(X, 3, axis=0), np.repeat(NUMBERS, 3)
    found = LeaveOneOut(duplicates="once")(points, y)
    assert found.epsilon == pytest.approx(LeaveOneOut()(X, NUMBERS).epsilon, rel=1e-9)
    assert "Of the 180 rows 60 are distinct" in found.reason
    y[1] += 0.5
    assert "Of the 180 rows 61 are distinct" in LeaveOneOut(duplicates="once")(points, y).reason


def test_rules_for_classes_refuse_numbers():
    cloud = PointCloud(X, targets=NUMBERS)
    assert cloud.n_classes == 0
    with pytest.raises(ValueError, match="'probabilistic' needs a label for each row"):
        Probabilistic().choose(cloud)
    assert LeaveOneOut().choose(cloud).epsilon == LeaveOneOut()(X, NUMBERS).epsilon
    assert Auto().choose(cloud).epsilon == Auto()(X, NUMBERS).epsilon


def test_scale_is_used_by_a_diffusion_map():
    fitted = DiffusionMap(bandwidth="leave_one_out").fit(X, Y)
    assert fitted.bandwidth_.epsilon == LeaveOneOut()(X, Y).epsilon
