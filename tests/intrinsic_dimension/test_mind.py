"""MiND, which is DANCo without angles."""

import numpy as np
import pytest

from kernelscale.intrinsic_dimension import DANCo, MiND
from kernelscale.intrinsic_dimension.calibration.ball_signatures import signatures_of_balls


@pytest.mark.parametrize("n_dims", [1, 2, 3, 5, 10])
def test_solid_ball_has_its_dimension(ball, n_dims):
    found = MiND().fit(ball(1000, n_dims, 0) @ np.eye(n_dims, n_dims + 2))
    assert found.dimension_ == n_dims
    assert found.dimension_continuous_ == pytest.approx(n_dims, rel=0.05)


def test_balls_have_the_same_most_likely_dimension(ball):
    thick = 1e-7 * np.random.default_rng(0).normal(size=(700, 20))
    found = MiND().fit(ball(700, 15, 0) @ np.eye(15, 20) + thick)
    there = signatures_of_balls(10, 700).most_likely(np.array([found.dimension_continuous_]))
    assert there[0] == pytest.approx(found.result_.evidence["most_likely"], abs=2e-4)


def test_dimensions_between_one_and_two_are_possible():
    random = np.random.default_rng(0)
    line, square = np.zeros((700, 2)), random.uniform(size=(300, 2))
    line[:, 0] = random.uniform(2, 30, 700)
    assert 1.05 < MiND().fit(np.vstack([line, square])).dimension_continuous_ < 1.9


def test_mind_equals_danco_in_low_dimensions(ball):
    X = ball(800, 2, 3)
    assert MiND().fit(X).dimension_continuous_ == DANCo().fit(X).dimension_continuous_


def test_uncertainty_is_computed_on_request(ball):
    mind = MiND().fit(ball(600, 4, 0) @ np.eye(4, 6))
    assert 0.02 < mind.uncertainty(n_halves=8) < 0.4
    assert mind.result_.sd is not None
