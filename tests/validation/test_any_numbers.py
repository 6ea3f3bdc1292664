"""For points with any numbers, a rule gives a scale or raises an error of one sentence."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as from_numpy

from kernelscale import bandwidth, compare, select_bandwidth

WITHOUT_LABELS = [
    name for name, rule in bandwidth.RULES.items() if not rule.needs_labels and name != "auto"
]


def scale_or_sentence(points, rule):
    """The scale, or scales of rows, that a rule chooses, and its error message; one is None."""
    try:
        found = select_bandwidth(points, rule=rule)
    except ValueError as error:
        return None, str(error)
    assert np.isfinite(found.kernel(points)).all()
    return np.array([found.epsilon or found.kernel.local_scales]), None


def check_any_points(points):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)  # warnings of constant features are allowed
        for rule in [*WITHOUT_LABELS, bandwidth.Auto(n_subsamples=2)]:
            scales, sentence = scale_or_sentence(points, rule)
            if sentence is None:
                assert ((scales > 0) & (scales < np.inf)).all()
            else:
                assert sentence.endswith(".")
                assert "\n" not in sentence
                assert "sign" not in sentence, "the message comes from a root finder"


SHAPES = st.tuples(st.integers(2, 30), st.integers(1, 4))


ORDINARY = st.one_of(st.floats(-100, 100), st.sampled_from([0.0, 1.0, 1e9, 1e9 + 1e-6, 1e-6]))


ANYTHING = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-100, 100),
    st.sampled_from([0.0, 1.0, 1e-300, 1e140, -1e140, 1e9, 1e9 + 1e-6]),
)


@settings(max_examples=10, deadline=None)
@given(from_numpy.arrays(float, SHAPES, elements=ORDINARY))
def test_ordinary_points_give_a_scale_or_an_error_sentence(points):
    if not (points == points[0]).all():
        check_any_points(points)


@settings(max_examples=40, deadline=None)
@given(from_numpy.arrays(float, SHAPES, elements=ANYTHING, fill=st.nothing()))
def test_any_points_give_a_scale_or_an_error_sentence(points):
    if not (points == points[0]).all():
        check_any_points(points)


@pytest.mark.parametrize(
    "points",
    [
        [[0.0], [1e-170], [1.0]],  # these rows differ, but a squared distance in float64 is 0
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
        # one squared distance is a subnormal number in float64
        [[3.21129539e-161], [1e-6], [0.0]],
        [[0.0], [1e-150], [1e-6]],
    ],
)
def test_extreme_points_give_a_scale_or_an_error_sentence(points):
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
def test_rows_nearly_equal_in_float64_give_a_useful_scale_or_an_error(X, rule):
    try:
        found = select_bandwidth(X, rule=rule)
    except ValueError:  # an error is allowed, but not a warning or a useless scale
        return
    assert np.isfinite([found.epsilon, found.gamma, found.length_scale]).all()
    assert np.isfinite(found.kernel(np.array(X, dtype=float))).all()
