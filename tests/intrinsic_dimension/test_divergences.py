"""Formulas of DANCo in closed form agree with integrals and naive sums."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import beta, i0e, i1e

from kernelscale.intrinsic_dimension.calibration import von_mises
from kernelscale.intrinsic_dimension.calibration.divergences import (
    angle_divergence,
    ratio_divergence,
)
from kernelscale.intrinsic_dimension.calibration.signature import most_likely_dimension, usable
from kernelscale.intrinsic_dimension.calibration.von_mises import (
    concentration,
    neighbor_angles,
)

EXACT = {"epsabs": 1e-14, "epsrel": 1e-13, "limit": 500}


def ratio_density(rho, k, d):
    return k * d * rho ** (d - 1) * (1 - rho**d) ** (k - 1)


def ratios(k, d, size, seed=0):
    """Logarithms of ratios rho drawn from their density: rho^d has the distribution Beta(1, k)."""
    return np.log(np.random.default_rng(seed).beta(1, k, size)) / d


# Ratios of nearest distances


@pytest.mark.parametrize("k", [3, 10, 40])
@pytest.mark.parametrize("d", [1.0, 2.5, 30.0])
def test_density_of_ratios_integrates_to_one(k, d):
    assert quad(ratio_density, 0, 1, args=(k, d), **EXACT)[0] == pytest.approx(1, abs=1e-12)
    mean = quad(lambda rho: rho * ratio_density(rho, k, d), 0, 1, **EXACT)[0]
    assert mean == pytest.approx(k * beta(1 + 1 / d, k), abs=1e-12)


@pytest.mark.parametrize("k", [3, 10, 40])
@pytest.mark.parametrize("d", [0.3, 2.0, 12.0, 300.0])
def test_most_likely_dimension_is_the_root_of_the_score(k, d):
    log_rho = ratios(k, d, 500)

    def score(d):
        return (1 / d + log_rho - (k - 1) * log_rho / (np.exp(-d * log_rho) - 1)).sum()

    root = brentq(score, d / 3, d * 3, xtol=1e-14, rtol=1e-14)
    assert most_likely_dimension(log_rho, k) == pytest.approx(root, rel=1e-11)


def test_most_likely_dimension_is_the_maximum_of_the_likelihood():
    log_rho = ratios(10, 5.0, 500)
    found = most_likely_dimension(log_rho, 10)
    near = found * np.array([0.999, 1.0, 1.001])
    likelihood = [np.log(ratio_density(np.exp(log_rho), 10, d)).sum() for d in near]
    assert np.argmax(likelihood) == 1


def test_scatter_of_the_most_likely_dimension_follows_from_its_information():
    k = 10
    information = (
        1 + (k - 1) * quad(lambda u: k * (1 - u) ** (k - 3) * u * np.log(u) ** 2, 0, 1, **EXACT)[0]
    )
    assert information == pytest.approx(5.856, abs=1e-3)
    found = [most_likely_dimension(ratios(k, 7.0, 1000, seed), k) for seed in range(400)]
    assert np.mean(found) == pytest.approx(7, rel=0.003)
    assert np.std(found) == pytest.approx(7 / np.sqrt(1000 * information), rel=0.1)


def test_ratios_of_nearly_one_have_no_most_likely_dimension():
    assert most_likely_dimension(np.full(50, -1e-9), 10) == np.inf


def test_ratios_of_nearly_zero_have_the_smallest_dimension_allowed():
    assert most_likely_dimension(np.full(50, -1e6), 10) == 1e-3


def test_ties_and_duplicates_are_not_usable():
    r = np.array([[1.0, 2.0], [1.0, 1.0], [0.0, 1.0], [1.0, 1 + 1e-12]])
    np.testing.assert_array_equal(usable(r), [True, False, False, False])


@pytest.mark.parametrize("k", [3, 10, 20, 40, 60, 200])
@pytest.mark.parametrize("d_seen", [0.5, 1.0, 3.0, 10.0, 80.0])
def test_divergence_of_ratios_is_its_integral(k, d_seen):
    expected = np.array([0.5, 1.0, 2.9, 11.0, 60.0])
    integrals = [_integral_over_ratios(k, d_seen, d) for d in expected]
    found = ratio_divergence(d_seen, expected, k)
    np.testing.assert_allclose(found, integrals, rtol=1e-12, atol=1e-12)


def _integral_over_ratios(k, d1, d2):
    """The divergence as an integral over u = rho^d1, whose integrand has no peak.

    With u = s^5 the integrand is smooth at 0 too.
    """

    def integrand(s):
        u = s**5
        log_1 = np.log(k * d1) + (1 - 1 / d1) * np.log(u) + (k - 1) * np.log1p(-u)
        power = np.log(-np.expm1(d2 / d1 * np.log(u)))
        log_2 = np.log(k * d2) + (d2 - 1) / d1 * np.log(u) + (k - 1) * power
        return k * (1 - u) ** (k - 1) * (log_1 - log_2) * 5 * s**4

    return quad(integrand, 0, 1, **EXACT)[0]


# Angles


def test_angles_agree_with_a_double_loop():
    random = np.random.default_rng(0)
    X = random.normal(size=(30, 4))
    rows = np.array([0, 7, 12])
    neighbors = np.array([random.choice(np.setdiff1d(range(30), [i]), 5, False) for i in rows])
    found = neighbor_angles(X, rows, neighbors)
    for place, (i, others) in enumerate(zip(rows, neighbors, strict=True)):
        thetas = []
        for a in range(5):
            for b in range(a + 1, 5):
                v, w = X[others[a]] - X[i], X[others[b]] - X[i]
                thetas.append(np.arccos(v @ w / np.sqrt(v @ v * (w @ w))))
        C, S = np.cos(thetas).mean(), np.sin(thetas).mean()
        assert found.mean[place] == pytest.approx(np.arctan2(S, C), abs=1e-12)
        tau = found.concentration[place]
        assert i1e(tau) / i0e(tau) == pytest.approx(np.hypot(C, S), abs=1e-12)


def test_mean_angle_above_ninety_degrees_keeps_its_quadrant():
    star = np.array([[0.0, 0.0], [1.0, 0.0], [-0.5, 0.8], [-0.5, -0.8]])
    found = neighbor_angles(star, np.array([0]), np.array([[1, 2, 3]]))
    assert np.degrees(found.mean[0]) == pytest.approx(119, abs=3)


def test_blocks_of_rows_change_nothing(monkeypatch):
    X = np.random.default_rng(0).normal(size=(40, 3))
    rows, neighbors = np.arange(30), np.tile(np.arange(31, 40), (30, 1))
    whole = neighbor_angles(X, rows, neighbors)
    monkeypatch.setattr(von_mises, "_BLOCK_ENTRIES", 100)
    np.testing.assert_array_equal(neighbor_angles(X, rows, neighbors), whole)


def test_concentration_inverts_the_ratio_of_bessel_functions():
    eta = np.linspace(0.001, 0.999, 999)
    tau = concentration(eta)
    np.testing.assert_allclose(i1e(tau) / i0e(tau), eta, rtol=1e-12)


def test_collinear_neighbours_have_a_finite_concentration():
    np.testing.assert_array_equal(concentration(np.array([1.0, 1 + 1e-15])), concentration(0.999))
    assert 499 < concentration(np.array(1.0)) < 502


@pytest.mark.parametrize("tau", [0.3, 5.0, 40.0])
def test_density_of_angles_integrates_to_one_and_has_its_resultant(tau):
    def density(theta):
        return np.exp(tau * (np.cos(theta - 1.2) - 1)) / (2 * np.pi * i0e(tau))

    ends = 1.2 - np.pi, 1.2 + np.pi
    assert quad(density, *ends, **EXACT)[0] == pytest.approx(1, abs=1e-12)
    cosine = quad(lambda t: np.cos(t - 1.2) * density(t), *ends, **EXACT)[0]
    assert cosine == pytest.approx(i1e(tau) / i0e(tau), abs=1e-12)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ((1.2, 3.0), (1.4, 5.0)),
        ((1.3, 150.0), (1.2, 180.0)),
        ((0.1, 0.5), (3.0, 2.0)),
        ((1.5, 0.001), (1.0, 4.0)),
        ((1.32, 30.9), (1.33, 31.5)),
    ],
)
def test_divergence_of_angles_is_its_integral(seen, expected):
    (nu_1, tau_1), (nu_2, tau_2) = seen, expected

    def integrand(theta):
        log_1 = tau_1 * (np.cos(theta - nu_1) - 1) - np.log(i0e(tau_1))
        log_2 = tau_2 * (np.cos(theta - nu_2) - 1) - np.log(i0e(tau_2))
        return np.exp(log_1) / (2 * np.pi) * (log_1 - log_2)

    integral = quad(integrand, nu_1 - np.pi, nu_1 + np.pi, points=[nu_1], **EXACT)[0]
    found = angle_divergence(*seen, *map(np.array, expected))
    assert found == pytest.approx(integral, rel=1e-12, abs=1e-12)


def test_divergence_of_angles_does_not_overflow():
    assert 0 < angle_divergence(1.2, 2e3, np.array(1.21), np.array(3e3)) < 1
    assert angle_divergence(1.2, 2e3, np.array(1.2), np.array(2e3)) == 0
