"""The correlation dimension, checked by a naive loop, by balls and by scikit-dimension."""

import numpy as np
import pytest
from tests.oracles import naive_dimension

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import CorrelationDimension

X = np.random.default_rng(0).normal(size=(60, 3))


@pytest.mark.parametrize(("k1", "k2"), [(1, 2), (5, 10), (10, 59)])
def test_slope_agrees_with_a_naive_loop(k1, k2):
    found = CorrelationDimension(k1, k2).fit(X).dimension_continuous_
    assert found == pytest.approx(
        float(naive_dimension.correlation_dimension(X, k1, k2)), rel=1e-10
    )


def test_pairs_at_the_radius_are_counted_exactly():
    found = CorrelationDimension(5, 10).fit(X[:59]).dimension_continuous_
    assert found == pytest.approx(
        float(naive_dimension.correlation_dimension(X[:59], 5, 10)), rel=1e-10
    )


def test_slope_follows_from_the_evidence():
    found = CorrelationDimension().fit(X)
    radii, shares = (found.result_.evidence[name] for name in ("radii", "shares"))
    slope = np.log(shares[1] / shares[0]) / np.log(radii[1] / radii[0])
    assert found.dimension_continuous_ == pytest.approx(slope)


@pytest.mark.parametrize(("d", "low", "high"), [(2, 1.8, 2.05), (5, 4.0, 5.0), (10, 6.0, 9.0)])
def test_balls_get_about_their_dimension(ball, d, low, high):
    assert low < estimate_dimension(ball(1000, d, d), "correlation").continuous < high


def test_options_out_of_range_are_refused():
    with pytest.raises(ValueError, match="k1 must be an integer of at least 1, but 0 was given"):
        CorrelationDimension(k1=0).fit(X)
    with pytest.raises(ValueError, match="k2 must be an integer of at least 11, but 10 was given"):
        CorrelationDimension(k2=10).fit(X)
    with pytest.raises(ValueError, match="'correlation' needs at least 71 distinct rows, but"):
        CorrelationDimension(k2=70).fit(X)


def test_estimate_agrees_with_scikit_dimension(manifold):
    skdim = pytest.importorskip("skdim")
    theirs = skdim.id.CorrInt(k1=10, k2=20).fit(manifold).dimension_
    found = CorrelationDimension().fit(manifold).dimension_continuous_
    assert found == pytest.approx(theirs, rel=0.01)
