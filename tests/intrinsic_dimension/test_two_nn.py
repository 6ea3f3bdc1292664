"""TwoNN and its likelihood form, checked by a naive loop, by balls and by scikit-dimension."""

import numpy as np
import pytest
from tests.oracles import naive_dimension

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import TwoNN
from kernelscale.intrinsic_dimension.estimators.two_nn import likeliest_rate

X = np.random.default_rng(0).normal(size=(60, 3))


def test_slope_agrees_with_a_naive_loop():
    expected = naive_dimension.two_nn_slope(X, 54)
    assert TwoNN().fit(X).dimension_continuous_ == pytest.approx(float(expected), rel=1e-10)


def test_likelihood_of_all_ratios_is_the_unbiased_inverse_mean():
    found = TwoNN(discard=0, likelihood=True).fit(X)
    ratios = found.result_.evidence["log_ratios"]
    assert found.dimension_continuous_ == pytest.approx(59 / ratios.sum(), rel=1e-12)


def test_discarding_large_ratios_does_not_bias_the_likelihood():
    random = np.random.default_rng(1)
    found = [likeliest_rate(np.sort(random.exponential(1 / 4, 100)), 70) for _ in range(2000)]
    assert np.mean(found) == pytest.approx(4, rel=0.01)


@pytest.mark.parametrize("likelihood", [False, True])
@pytest.mark.parametrize(("d", "low", "high"), [(2, 1.8, 2.2), (5, 4.4, 5.4), (10, 8.0, 10.0)])
def test_balls_get_about_their_dimension(ball, d, low, high, likelihood):
    assert (
        low
        < estimate_dimension(ball(1000, d, d), "two_nn", likelihood=likelihood).continuous
        < high
    )


@pytest.mark.parametrize("discard", [-0.1, 1.5, "some"])
def test_discard_out_of_range_is_refused(discard):
    with pytest.raises(ValueError, match="discard must be a number from 0 to 1, but"):
        TwoNN(discard=discard).fit(X)


def test_likelihood_must_be_a_boolean():
    with pytest.raises(ValueError, match="likelihood must be True or False, but 'yes' was given"):
        TwoNN(likelihood="yes").fit(X)


def test_estimate_agrees_with_scikit_dimension(manifold):
    skdim = pytest.importorskip("skdim")
    line = skdim.id.TwoNN().fit(manifold).dimension_  # scikit-dimension uses F_i = i / N
    assert TwoNN().fit(manifold).dimension_continuous_ == pytest.approx(line, rel=0.005)
    rate = skdim.id.TwoNN(method="mle").fit(manifold).dimension_
    found = TwoNN(likelihood=True).fit(manifold).dimension_continuous_
    assert found == pytest.approx(rate, rel=1e-9)
