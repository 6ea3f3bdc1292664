"""The implied dimension and its calibration on balls of known dimension."""

import itertools

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import betainc

from kernelscale import estimate_dimension
from kernelscale.data import PointCloud
from kernelscale.intrinsic_dimension import ImpliedDimension
from kernelscale.intrinsic_dimension.calibration.ball_implied_dimensions import (
    ball_dimension,
    dimension_of_ball,
)


def by_quadrature(d, n_samples, eps):
    """Implied dimension d_eps of a ball at one scale, by adaptive quadrature of SciPy."""

    def integrand(s, power):
        x = s * s / (2 * eps)
        return x**power * np.exp(-x) * d * s ** (d - 1) * betainc((d + 1) / 2, 0.5, 1 - s * s / 4)

    ends = np.sqrt(eps) * np.array([0, 1, 3, 10])
    ends = [*ends[ends < 2], 2.0]
    T, S = (
        sum(
            quad(integrand, low, high, args=(power,), epsrel=1e-11)[0]
            for low, high in itertools.pairwise(ends)
        )
        for power in (1, 0)
    )
    return 2 * T / (1 / (n_samples - 1) + S)


@pytest.mark.parametrize("n_samples", [10, 1000, 10**6])
@pytest.mark.parametrize("d", [0.5, 1, 2, 5, 20, 100])
def test_largest_implied_dimension_agrees_with_adaptive_quadrature(d, n_samples):
    scales = np.geomspace(1e-13, 10, 100)
    place = np.argmax([by_quadrature(d, n_samples, eps) for eps in scales])
    scales = np.geomspace(scales[place - 1], scales[place + 1], 60)
    largest = max(by_quadrature(d, n_samples, eps) for eps in scales)
    assert ball_dimension(d, n_samples) == pytest.approx(largest, rel=1e-3)
    assert ball_dimension(d, n_samples) >= largest * (1 - 1e-9)


@pytest.mark.parametrize("n_samples", [50, 200, 1000])
@pytest.mark.parametrize("d", [1, 2, 3, 5, 10, 20, 50])
def test_balls_drawn_at_random_have_the_implied_dimension_of_the_formula(ball, d, n_samples):
    clouds = [PointCloud(ball(n_samples, d, [seed, d])) for seed in range(5)]
    shown = np.mean([cloud.curve().dimension.max() for cloud in clouds])
    tolerance = 0.04 if n_samples < 1000 else 0.01
    assert shown == pytest.approx(ball_dimension(d, n_samples), rel=tolerance)


def test_implied_dimension_grows_with_the_dimension_and_the_number_of_points():
    n_dims = np.geomspace(0.25, 100, 40)
    sizes = (2, 5, 50, 1000, 10**5, 10**7)
    shown = np.array([[ball_dimension(d, n) for n in sizes] for d in n_dims])
    assert (np.diff(shown, axis=0) > 0).all()
    assert (np.diff(shown, axis=1) > 0).all()
    assert (shown < n_dims[:, None]).all()


@pytest.mark.parametrize("n_samples", [5, 100, 10**4, 10**6])
@pytest.mark.parametrize("d", [0.3, 1, 2.5, 10, 99])
def test_dimension_of_ball_inverts_ball_dimension(d, n_samples):
    assert dimension_of_ball(ball_dimension(d, n_samples), n_samples) == pytest.approx(d, rel=1e-4)


def test_dimensions_beyond_the_range_become_its_ends():
    assert dimension_of_ball(50.0, 1000) == 100
    assert dimension_of_ball(1e-3, 1000) == 0.25


def test_dimensions_and_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError, match="n_dims must be from 0.25 to 100, but 101 was given"):
        ball_dimension(101, 1000)
    with pytest.raises(ValueError, match="n_dims must be a positive finite number, but nan"):
        ball_dimension(float("nan"), 1000)
    with pytest.raises(ValueError, match="n_samples must be an integer of at least 2, but 1 was"):
        ball_dimension(3, 1)
    with pytest.raises(ValueError, match="reading must be a positive finite number, but 0 was"):
        dimension_of_ball(0, 1000)
    with pytest.raises(ValueError, match="n_samples must be an integer of at least 2, but 1.5"):
        dimension_of_ball(1.0, 1.5)


@pytest.mark.parametrize("d", [1, 2, 3, 5, 10, 20])
def test_balls_get_about_their_dimension(ball, d):
    assert estimate_dimension(ball(1000, d, d), "implied").continuous == pytest.approx(d, rel=0.05)


def test_evidence_is_the_curve_and_its_maximum():
    X = np.random.default_rng(0).normal(size=(200, 3))
    evidence = ImpliedDimension().fit(X).result_.evidence
    curve = PointCloud(X).curve()
    np.testing.assert_allclose(evidence["dimensions"], curve.dimension, rtol=1e-6)
    assert evidence["largest"] == evidence["dimensions"].max()
    assert evidence["epsilon"] == evidence["scales"][np.argmax(evidence["dimensions"])]


def test_estimate_beyond_all_balls_is_flagged():
    # Equidistant points; random points in a large number of dimensions are nearly equidistant.
    found = ImpliedDimension().fit(np.eye(150) + 0.01 * np.random.default_rng(0).normal(size=150))
    assert found.result_.flags == ("saturated",)
    assert found.dimension_continuous_ == 100
